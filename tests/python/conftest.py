# SPDX-License-Identifier: MIT
"""Every game that there is, with the options under which it has batches."""
import metropole
import pytest


def with_batches(game, players=2):
    for options in ({}, {"deals": False}):
        try:
            made = metropole.Game(game, players, **options)
            assert made.num_actions > 0
            return made
        except metropole.Error as error:
            assert error.code in ("forbidden", "bad_option")
    return None


@pytest.fixture(params=metropole.games())
def any_game(request):
    return metropole.Game(request.param, 2)


@pytest.fixture(params=metropole.games())
def game(request):
    made = with_batches(request.param)
    return made or pytest.skip("no batches")
