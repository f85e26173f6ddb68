# SPDX-License-Identifier: MIT
"""Batches: the arrays are the library's memory, and say what matches say."""
import metropole
import numpy as np
import pytest


def test_arrays_are_written_in_place(game):
    batch = metropole.Batch(game, 32, seed=1, bits=True, observation=True, key=True, points=True)
    arrays = {name: getattr(batch, name).ctypes.data for name in
              ("seat", "mask", "bits", "observation", "key", "done", "returns", "points")}
    ended = 0
    for _ in range(800):
        before = batch.mask.copy()
        actions = batch.random()
        assert before[np.arange(32), actions].all()
        batch.step(actions)
        ended += batch.done.sum()
        sums = batch.returns.sum(axis=1)
        assert np.all((np.abs(sums - 1) < 1e-5) | (sums == 0)) and not sums[~batch.done].any()
        unpacked = np.unpackbits(batch.bits.view(np.uint8), axis=1, bitorder="little")
        assert np.array_equal(unpacked[:, :batch.num_actions], batch.mask)
    assert ended > 0
    assert arrays == {name: getattr(batch, name).ctypes.data for name in arrays}


def test_threads_and_seeds_decide_nothing_else(game):
    batches = [metropole.Batch(game, 40, seed=7, threads=threads, observation=True)
               for threads in (1, 3)]
    other = metropole.Batch(game, 40, seed=8, observation=True)
    for _ in range(100):
        for batch in batches:
            batch.step(batch.random())
        other.step(other.random())
        assert np.array_equal(batches[0].observation, batches[1].observation)
    assert not np.array_equal(batches[0].observation, other.observation)


def test_illegal_actions_change_nothing(game):
    batch = metropole.Batch(game, 8, seed=1)
    before, actions = batch.mask.copy(), batch.random().copy()
    actions[3] = np.flatnonzero(~batch.mask[3])[0]
    with pytest.raises(metropole.Error) as caught:
        batch.step(actions)
    assert caught.value.code == "illegal_move" and np.array_equal(before, batch.mask)
    with pytest.raises(ValueError):
        batch.step(actions[:5])
    with pytest.raises(metropole.Error):
        batch.step(np.full(8, -1))


def test_a_match_shows_what_a_batch_shows(game):
    match = game.match(seed=1)
    planes = game.planes
    assert sum(rows * columns for _, (rows, columns), _ in planes.values()) == game.observation_size
    rng = np.random.default_rng(1)
    for _ in range(40):
        if match.is_over:
            break
        begun = []
        move = None
        while move is None:
            mask = match.legal_mask(begun=begun)
            begun.append(int(rng.choice(np.flatnonzero(mask))))
            move = match.decode(begun)
        assert move in match.legal_actions() and match.encode(move) == begun
        seat = match.turn
        assert np.array_equal(match.observation(seat), match.resample(seat, 5).observation(seat))
        match.apply(move)


def test_games_with_deals_have_no_batches():
    for name in metropole.games():
        try:
            dealing = metropole.Game(name, 3, deals=True)
        except metropole.Error:
            continue
        with pytest.raises(metropole.Error) as caught:
            metropole.Batch(dealing, 4)
        assert caught.value.code == "forbidden"
