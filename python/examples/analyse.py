#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Goes through a record and says, move by move, what a bot expected and what it would have played,
from what the seat on turn knew.

    python3 analyse.py RECORD [--level hard] [--iterations 500] [--moves 20]
"""
import argparse

import metropole

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("record")
parser.add_argument("--level", default="hard")
parser.add_argument("--iterations", type=int, default=500)
parser.add_argument("--moves", type=int, default=1 << 30, help="stop after so many")
args = parser.parse_args()

with open(args.record, encoding="utf-8") as file:
    played = metropole.load(file.read())
bot = metropole.Bot(args.level, iterations=args.iterations)
match = played.game.match()
number = 0
for who, move in played.history():
    if who >= 0:
        number += 1
        if number > args.moves:
            break
        choice = bot.choose(match, who)
        better = match.action_to_string(choice) if choice is not None else "nothing"
        note = "as the bot would" if better == move else f"the bot: {better}"
        print(f"{number:4} seat {who + 1}  {move:24} {100 * bot.expects(who):5.1f} %  {note}")
    match.apply(move, seat=who)
for seat, (points, share) in enumerate(zip(match.points(), match.returns()), 1):
    print(f"seat {seat}: {points:g} points{', wins' if share else ''}")
