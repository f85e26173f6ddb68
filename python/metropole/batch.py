# SPDX-License-Identifier: MIT
"""Many matches at once, in arrays that the library writes and nobody copies."""
from __future__ import annotations

import numpy as np

from . import _native
from .game import Game


class Batch:
    """n matches of one game, stepped together.

    The arrays are written anew by every `step`; keep a copy of what you want to keep.

    ============  ==================  ==========================================================
    seat          int8[n]             who is on turn
    mask          bool[n, actions]    the legal actions
    bits          uint64[n, words]    the same as bits, action a at bit a % 64 of word a // 64
    observation   float32[n, size]    what the seat on turn may know (see Game.planes)
    key           uint64[n]           a number for it
    done          bool[n]             this step has ended the match, and a new one has begun
    returns       float32[n, players] shares of the win where done, else 0
    points        float32[n, players] final points where done, else 0
    ============  ==================  ==========================================================

    `mask`, `bits`, `observation`, `key` and `points` are written if they are asked for, and None
    otherwise: each takes its time.

    >>> from metropole import Game, games
    >>> batch = Batch(Game(games()[0]), 16, seed=1)
    >>> for _ in range(10):
    ...     batch.step(batch.random())
    """

    def __init__(self, game: Game, n: int, *, seed: int = 0, threads: int = 1, mask: bool = True,
                 bits: bool = False, observation: bool = False, key: bool = False,
                 points: bool = False) -> None:
        players, actions, words, size = game._setup.shape()
        self.game, self.n, self.num_actions = game, n, actions
        self.seat = np.empty(n, np.int8)
        self.mask = np.empty((n, actions), np.bool_) if mask else None
        self.bits = np.empty((n, words), np.uint64) if bits else None
        self.observation = np.empty((n, size), np.float32) if observation else None
        self.key = np.empty(n, np.uint64) if key else None
        self.done = np.empty(n, np.bool_)
        self.returns = np.empty((n, players), np.float32)
        self.points = np.empty((n, players), np.float32) if points else None
        self._actions = np.empty(n, np.int32)
        self._batch = _native.Batch(game._setup, n, seed, threads, (
            self.seat, self.mask, self.bits, self.observation, self.key, self.done, self.returns,
            self.points))

    def step(self, actions: np.ndarray) -> None:
        """One action for each match. Error, and nothing is done, if one is not in its mask."""
        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int32
                and actions.flags.c_contiguous):
            actions = np.ascontiguousarray(actions, np.int32)
        self._batch.step(actions)

    def random(self) -> np.ndarray:
        """A legal action for each match, each as likely as the other; an array of the batch's own."""
        self._batch.random(self._actions)
        return self._actions

    def reset(self) -> None:
        """All matches from their start again."""
        self._batch.reset()

    def __len__(self) -> int:
        return self.n
