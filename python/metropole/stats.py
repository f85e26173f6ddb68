# SPDX-License-Identifier: MIT
"""Who is better, and how sure that is: the arena's way of counting.

Each board (a seed) is played once for every rotation of the seats, and counts as one result, the mean
of its games: what luck the board has falls on both sides. The interval is 95 % over boards.
"""
from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Callable

from .game import CHANCE, Game, Match

Chooser = Callable[[Match], int]


@dataclass(frozen=True)
class Score:
    """The mean share of the first chooser's wins, half the width of its 95 % interval, and how many
    boards that is from. An even share is 1 / players."""

    share: float
    interval: float
    boards: int
    players: int

    @property
    def elo(self) -> float:
        """How much better than the others, if there are two players: 400 log10 of the odds."""
        share = min(max(self.share, 1e-9), 1 - 1e-9)
        return 400 * math.log10(share / (1 - share))

    def __str__(self) -> str:
        even = 1 / self.players
        verdict = ("better" if self.share - self.interval > even else
                   "worse" if self.share + self.interval < even else "not told apart")
        return (f"{100 * self.share:.1f} % ± {100 * self.interval:.1f} % of the win "
                f"({100 * even:.0f} % is even) in {self.boards} boards: {verdict}")


def play(game: Game, choosers: list[Chooser], seed: int, most: int = 20000) -> list[float]:
    """One match; each seat's share of the win. Given up, and nobody wins, after `most` moves."""
    match = game.match(seed)
    while not match.is_over and len(match) < most:
        turn = match.turn
        assert turn != CHANCE
        match.apply(choosers[turn](match))
    return match.returns()


def compare(game: Game, first: Chooser, others: Chooser, boards: int = 20, seed: int = 1) -> Score:
    """Lets `first` play against seats of `others`, on the same boards from every seat."""
    results = []
    for board in range(boards):
        shares = []
        for seat in range(game.players):
            choosers = [others] * game.players
            choosers[seat] = first
            shares.append(play(game, choosers, seed + board)[seat])
        results.append(sum(shares) / len(shares))
    mean = sum(results) / boards
    spread = math.sqrt(sum((x - mean) ** 2 for x in results) / (boards - 1)) if boards > 1 else 0.5
    return Score(mean, 1.96 * spread / math.sqrt(boards), boards, game.players)
