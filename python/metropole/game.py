# SPDX-License-Identifier: MIT
"""Games, matches and bots, to be read and played with.

An action is a number: the packed move of the game's own, as `Match.legal_actions` gives it. It means
the same in every match of the game. `Match.action_to_string` writes it in the game's notation, and
notation is taken wherever an action is. The small dense numbers of batches are another thing:
`Match.encode` and `Match.decode` go between the two.
"""
from __future__ import annotations

import json
from typing import Any, Iterator

import numpy as np

from . import _native
from .svg import draw

PUBLIC, ALL = 6, 7  # viewers who are no seat: what everybody knows, and the referee
CHANCE, OVER = -1, -2

def describe() -> list[dict[str, Any]]:
    """Every game with its id, title, players and options, as the engine tells them."""
    return json.loads(_native.games())["games"]


def games() -> list[str]:
    """The ids of the games."""
    return [game["id"] for game in describe()]


def _option(name: str, value: Any) -> str:
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


class Game:
    """A game for a number of players, with its options. Never changes.

    >>> Game(games()[0], players=2).players
    2
    """

    def __init__(self, game: str, players: int = 2, **options: Any) -> None:
        self._options = tuple(_option(*item) for item in options.items())
        self._setup = _native.Setup(game, players, self._options)
        self.id, self.players, self.options = game, players, options

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"Game({self.id!r}, players={self.players}{options})"

    def match(self, seed: int | None = None) -> Match:
        """A new match. With a seed, chance is drawn by itself, always the same; without, chance is
        a player: see `Match.chance_outcomes`."""
        return Match(self, self._setup.match(seed))

    def follow(self, viewer: int) -> Match:
        """A match as one seat (or PUBLIC) knows it: made of what that viewer is told."""
        return Match(self, self._setup.follow(viewer))

    @property
    def num_actions(self) -> int:
        """How many dense actions there are, as in batches. Error if the game has no batches."""
        return self._setup.shape()[1]

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return self._setup.shape()[3]

    @property
    def planes(self) -> dict[str, tuple[slice, tuple[int, int], str]]:
        """The planes of an observation by name: where they lie, their shape, and what they say."""
        found, at = {}, 0
        for name, rows, columns, says in self._setup.planes():
            found[name] = (slice(at, at + rows * columns), (rows, columns), says)
            at += rows * columns
        return found


class Match:
    """A match: a position, and how it came about."""

    __slots__ = ("game", "_match")

    def __init__(self, game: Game, match: _native.Match) -> None:
        self.game, self._match = game, match

    # -- whose turn, and what may be done

    @property
    def turn(self) -> int:
        """The seat on turn, CHANCE or OVER."""
        return self._match.turn()

    @property
    def is_over(self) -> bool:
        return self._match.turn() == OVER

    @property
    def is_chance(self) -> bool:
        return self._match.turn() == CHANCE

    @property
    def actors(self) -> list[int]:
        """Every seat that may move now."""
        bits = self._match.actors()
        return [seat for seat in range(self.game.players) if bits >> seat & 1]

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """The actions of a seat, or of who is on turn; at a chance node, its outcomes."""
        match = self._match
        turn = match.turn() if seat is None else seat
        return [move for move, _ in match.outcomes()] if turn == CHANCE else match.moves(turn)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with its probabilities."""
        outcomes = self._match.outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(move, weight / total) for move, weight in outcomes]

    def apply(self, action: int | str, seat: int | None = None) -> None:
        """Makes a move (a number or notation) for who is on turn, or for a seat."""
        match = self._match
        match.make(match.turn() if seat is None else seat, action)

    def undo(self) -> None:
        """Back to before the last move of a player."""
        self._match.take_back()

    def action_to_string(self, action: int) -> str:
        return self._match.text(action)

    def string_to_action(self, text: str, seat: int | None = None) -> int:
        """The action that notation means, if it may be played now; Error says why not."""
        return self._match.parse(self.turn if seat is None else seat, text)

    # -- copies

    def clone(self) -> Match:
        return Match(self.game, self._match.clone())

    def resample(self, seat: int, seed: int) -> Match:
        """A match that this seat could not tell from this one: what it does not know is drawn anew.
        It begins here, without a history."""
        return Match(self.game, self._match.sample(seat, seed))

    def reveal(self, record: str) -> Match:
        """The full match of a record, if it is what this followed match has followed."""
        return Match(self.game, self._match.reveal(record))

    # -- what happened, and what it is worth

    def __len__(self) -> int:
        return self._match.length()

    def history(self, viewer: int = ALL) -> list[tuple[int, str]]:
        """(who, move) from the start, as the viewer was told."""
        return [self._match.told(i, viewer) for i in range(len(self))]

    def returns(self) -> list[float]:
        """Each seat's share of the win; zeros until it is over."""
        return [self._match.share(seat) for seat in range(self.game.players)]

    def points(self, viewer: int = ALL) -> list[float]:
        """Each seat's points if the game ended now, as far as the viewer knows."""
        return [self._match.points(seat, viewer) for seat in range(self.game.players)]

    def record(self, viewer: int = ALL) -> str:
        return self._match.show("record", viewer, 0)

    # -- what a seat knows

    def information_state_string(self, seat: int) -> str:
        """All that the seat was told from the start: the same for two matches exactly when it
        cannot tell them apart."""
        return "\n".join(f"{who} {move}" for who, move in self.history(seat))

    def information_state_key(self, seat: int) -> int:
        """A number for what the seat knows of the position, however it came about."""
        return self._match.key(seat)

    def observation(self, seat: int, begun: list[int] | None = None) -> np.ndarray:
        """What the seat may know as numbers, plane by plane (see Game.planes)."""
        out = np.empty(self.game.observation_size, np.float32)
        self._match.observe(self.game._setup, seat, begun or [], None, out)
        return out

    def legal_mask(self, seat: int | None = None, begun: list[int] | None = None) -> np.ndarray:
        """The dense actions that the seat may take, after those with which it has begun a move."""
        out = np.empty(self.game.num_actions, np.bool_)
        self._match.observe(self.game._setup, self.turn if seat is None else seat, begun or [], out,
                            None)
        return out

    def encode(self, action: int) -> list[int]:
        """The dense actions that make a move: one, or several where moves are sets."""
        return self._match.encode(action)

    def decode(self, actions: list[int]) -> int | None:
        """The move that dense actions make; None if they are only the beginning of one."""
        return self._match.decode(actions)

    def view(self, viewer: int = ALL) -> dict[str, Any]:
        """The view as the protocols send it."""
        return json.loads(self._match.show("view", viewer, 0))

    def breakdown(self, viewer: int = ALL, lang: str = "en") -> list[dict[str, Any]]:
        """Every point with its rule and cause, in sentences."""
        return json.loads(self._match.show("points", viewer, int(lang == "fr")))

    def preview(self, action: int | str, seat: int | None = None) -> dict[str, Any]:
        """What a move would do, up to the first chance: `effects` and the `view` after it."""
        text = action if isinstance(action, str) else self.action_to_string(action)
        return json.loads(self._match.preview(self.turn if seat is None else seat, text))

    # -- for people

    def text(self, viewer: int = ALL, lang: str = "en") -> str:
        """The board in sentences, and what the viewer may do."""
        read = json.loads(self._match.show("read", viewer, int(lang == "fr")))
        return "\n".join(part["text"] for part in read["board"] + read["prompt"] if "text" in part)

    def svg(self, viewer: int = ALL) -> str:
        """A schematic picture, drawn from the viewer's view."""
        return draw(self.view(viewer), self.text(viewer))

    def _viewer(self) -> int:
        """Who may look: the referee, or whoever follows."""
        for viewer in (ALL, PUBLIC, *range(self.game.players)):
            try:
                self._match.key(viewer)
                self._match.show("view", viewer, 0)
                return viewer
            except _native.Error:
                continue
        return ALL

    def __str__(self) -> str:
        return self.text(self._viewer())

    def _repr_svg_(self) -> str:
        return self.svg(self._viewer())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """In IPython's terminal, and beside the picture in a notebook: as the terminal says it."""
        printer.text(str(self) or repr(self))

    def __repr__(self) -> str:
        turn = {CHANCE: "chance", OVER: "over"}.get(self.turn, f"seat {self.turn}")
        return f"<Match of {self.game.id}, {len(self)} moves, {turn}>"


class Bot:
    """A bot of the house. With `iterations` it does the same work for every choice, and with the
    same seed makes the same choice everywhere; with `ms` it takes that long.

    >>> bot = Bot("easy", iterations=50)
    >>> match = Game(games()[0]).match(seed=1)
    >>> match.apply(bot.choose(match))
    """

    def __init__(self, level: str = "normal", *, ms: int = 0, iterations: int = 0, seed: int = 0,
                 threads: int = 1) -> None:
        self.level = level
        self._player = _native.Player(level, threads, ms, iterations, seed)
        self._seeds: Iterator[int] = iter(range(seed, seed + (1 << 62)))

    def choose(self, match: Match, seat: int | None = None) -> int | None:
        """An action for a seat, or for who is on turn, from what the seat may know. None if it
        would rather say nothing to an open deal."""
        self._player.seed(next(self._seeds))
        return self._player.choose(match._match, match.turn if seat is None else seat)

    def expects(self, seat: int) -> float:
        """The share of the win that it expected for a seat at its last choice."""
        return self._player.expects(seat)


def load(record: str, viewer: int = ALL) -> Match:
    """The match of a record; of a seat's own record if `viewer` is the seat."""
    match = _native.load(record, viewer)
    game = Game.__new__(Game)
    header = dict(line.split(" ", 1) for line in record.split("\n\n")[0].splitlines()
                  if line.startswith(("game ", "players ")))
    game.id, game.players = header["game"], int(header["players"])
    options = json.loads(match.show("view", viewer, 0))["options"]
    game.options = options
    game._options = tuple(_option(*item) for item in options.items() if item[1] != "")
    game._setup = _native.Setup(game.id, game.players, game._options)
    return Match(game, match)
