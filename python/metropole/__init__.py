# SPDX-License-Identifier: MIT
"""Four city and metro board games for programs and learners.

>>> import metropole
>>> game = metropole.Game(metropole.games()[0], players=2)
>>> match = game.match(seed=1)
>>> while not match.is_over:
...     match.apply(match.legal_actions()[0])
>>> sum(match.returns())
1.0

Three layers: `Game` and `Match` are readable, `AECEnv` and `SoloEnv` have the call conventions of
PettingZoo and Gymnasium, `Batch` is fast. Seats are counted from 0.
"""
from ._native import Error, version as __version__
from .batch import Batch
from .env import AECEnv, SoloEnv
from .game import ALL, CHANCE, OVER, PUBLIC, Bot, Game, Match, describe, games, load
from .stats import Score, compare

__all__ = ["ALL", "AECEnv", "Batch", "Bot", "CHANCE", "Error", "Game", "Match", "OVER", "PUBLIC",
           "Score", "SoloEnv", "__version__", "compare", "describe", "games", "load"]
