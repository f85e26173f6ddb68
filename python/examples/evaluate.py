#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How good is a bot against b3, the plain tree search? Counted as the arena counts: each board from
every seat, 95 % interval over boards.

    python3 evaluate.py GAME [LEVEL] [--boards 20] [--iterations 200]
"""
import argparse

import metropole

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("game")
parser.add_argument("level", nargs="?", default="hard")
parser.add_argument("--against", default="b3")
parser.add_argument("--players", type=int, default=2)
parser.add_argument("--boards", type=int, default=20)
parser.add_argument("--iterations", type=int, default=200)
args = parser.parse_args()

game = metropole.Game(args.game, args.players)
mine = metropole.Bot(args.level, iterations=args.iterations)
theirs = metropole.Bot(args.against, iterations=args.iterations, seed=1 << 40)
score = metropole.compare(game, mine.choose, theirs.choose, boards=args.boards)
print(f"{args.level} against {args.against}, {args.iterations} iterations each: {score}")
