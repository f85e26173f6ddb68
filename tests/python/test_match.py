# SPDX-License-Identifier: MIT
"""Games and matches: readable, and as honest as the library."""
import doctest
import random
import xml.dom.minidom

import metropole
import pytest


def play(match, moves, seed=1):
    rng = random.Random(seed)
    for _ in range(moves):
        if match.is_over:
            break
        match.apply(rng.choice(match.legal_actions()))
    return match


@pytest.mark.parametrize("module", ["metropole", "metropole.game", "metropole.batch",
                                    "metropole.env"])
def test_what_the_docstrings_show(module):
    result = doctest.testmod(__import__(module, fromlist=["x"]))
    assert result.attempted > 0 and result.failed == 0


def test_a_match_ends_with_shares_that_add_up(any_game):
    match = play(any_game.match(seed=3), 3000)
    assert match.is_over and sum(match.returns()) == pytest.approx(1)
    again = metropole.load(match.record())
    assert again.returns() == match.returns() and again.history() == match.history()


def test_errors_are_sentences_with_a_code(any_game):
    match = any_game.match(seed=1)
    with pytest.raises(metropole.Error) as caught:
        match.apply("nonsense")
    assert caught.value.code == "bad_move" and len(str(caught.value)) > 20
    with pytest.raises(metropole.Error) as caught:
        metropole.Game("chess")
    assert caught.value.code == "unknown_game"
    with pytest.raises(metropole.Error):
        match.view(5)


def test_notation_and_actions_are_the_same(any_game):
    match = play(any_game.match(seed=2), 5)
    for action in match.legal_actions()[:50]:
        assert match.string_to_action(match.action_to_string(action)) == action


def test_clone_and_undo(any_game):
    match = play(any_game.match(seed=4), 8)
    key, copy = match.information_state_key(metropole.ALL), match.clone()
    play(copy, 3)
    assert match.information_state_key(metropole.ALL) == key
    action = match.legal_actions()[0]
    match.apply(action)
    match.undo()
    assert match.information_state_key(metropole.ALL) == key


def test_chance_is_a_player_without_a_seed(any_game):
    match = any_game.match()
    rng = random.Random(5)
    while match.is_chance:
        outcomes = match.chance_outcomes()
        assert sum(p for _, p in outcomes) == pytest.approx(1)
        actions, weights = zip(*outcomes)
        assert list(actions) == match.legal_actions()
        match.apply(rng.choices(actions, weights)[0])
    assert match.turn >= 0


def test_resampling_keeps_what_the_seat_knows(any_game):
    match = play(any_game.match(seed=6), 10)
    seen = set()
    for seed in range(20):
        world = match.resample(0, seed)
        assert world.information_state_key(0) == match.information_state_key(0)
        assert world.view(0) == match.view(0)
        seen.add(world.information_state_key(metropole.ALL))
    hides = {**match.view(metropole.PUBLIC), "seat": "all"} != match.view(metropole.ALL)
    assert len(seen) > 1 if hides else len(seen) == 1


def test_a_followed_match_sees_the_same(any_game):
    match, mine = any_game.match(seed=7), any_game.follow(1)
    rng = random.Random(7)
    while not match.is_over and len(match) < 400:
        for who, move in match.history(1)[len(mine):]:
            mine.apply(move, seat=who)
        assert mine.view(1) == match.view(1)
        assert mine.information_state_string(1) == match.information_state_string(1)
        match.apply(rng.choice(match.legal_actions()))
    with pytest.raises(metropole.Error):
        mine.view(0)
    assert mine._repr_svg_().startswith("<svg")


def test_a_notebook_shows_picture_and_words(any_game):
    """What IPython asks of an object to be displayed: rich first, and text for a terminal."""
    class Printer:
        said = ""

        def text(self, words):
            self.said += words

    match, printer = play(any_game.match(seed=5), 6), Printer()
    assert match._repr_svg_() == match.svg()
    match._repr_pretty_(printer, False)
    assert printer.said == (match.text() or repr(match))


def test_pictures_are_svg_and_hide_what_is_hidden(any_game):
    match = play(any_game.match(seed=8), 12)
    for viewer in (0, 1, metropole.PUBLIC, metropole.ALL):
        xml.dom.minidom.parseString(match.svg(viewer))
        # A game that has no words yet is silent in both languages.
        assert not match.text(viewer) or match.text(viewer, "fr") != match.text(viewer, "en")
    world = match.resample(0, 99)
    assert world.svg(0) == match.svg(0) and world.text(0) == match.text(0)


def test_bots_choose_the_same_with_the_same_seed(any_game):
    chosen = []
    for _ in range(2):
        match, bot = any_game.match(seed=9), metropole.Bot("normal", iterations=50, seed=3)
        for _ in range(4):
            match.apply(bot.choose(match))
        chosen.append(match.history())
        assert sum(bot.expects(seat) for seat in range(2)) == pytest.approx(1, abs=0.01)
    assert chosen[0] == chosen[1]


def test_a_better_bot_is_told_from_a_worse():
    game = metropole.Game(metropole.games()[1], 2)
    strong, weak = metropole.Bot("b3", iterations=100), metropole.Bot("b0")
    score = metropole.compare(game, strong.choose, weak.choose, boards=6)
    assert score.share - score.interval > 0.5 and "better" in str(score)
    even = metropole.compare(game, weak.choose, weak.choose, boards=10)
    assert even.share - even.interval <= 0.5 <= even.share + even.interval
