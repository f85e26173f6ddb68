#!/bin/sh
# SPDX-License-Identifier: MIT
# puzzles.sh BUILD GAME SEED [OPTION…]: mines puzzles and adds them to those that ship with a game
# (docs/puzzles.md), until there are 200, in games/GAME/puzzles.json, puzzles-2.json and so on. What was
# mined grows in BUILD/puzzles-GAME-SEED.json; takes up to an hour. BUILD/tests/test-puzzles checks it.
set -eu
build=$1 game=$2 seed=$3
shift 3
found=$build/puzzles-$game-$seed.json
nice "$build/metropole" puzzles "$game" -n 200 -s "$seed" -O "$found" "$@"
python3 "$(dirname "$0")/puzzles.py" "$found" 200 "games/$game/puzzles.json"
