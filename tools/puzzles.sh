#!/bin/sh
# SPDX-License-Identifier: MIT
# puzzles.sh BUILD GAME [OPTION…]: finds the puzzles that ship with a game (docs/puzzles.md), into
# games/GAME/puzzles.json, which grows as they are found. Takes an hour or so.
set -eu
build=$1 game=$2
shift 2
exec nice "$build/metropole" puzzles "$game" -n 200 -s 1 -O "games/$game/puzzles.json" "$@"
