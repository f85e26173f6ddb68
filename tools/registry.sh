#!/bin/sh
# SPDX-License-Identifier: MIT
# registry.sh OUTPUT ID…: writes the registry of games, one exported descriptor mp_game_ID each.
set -eu
out=$1
shift
{
	echo '/* Generated from the folders in games/. */'
	echo '#include <metropole/game.h>'
	for id; do echo "extern const struct mp_game mp_game_$id;"; done
	echo 'const struct mp_game *const mp_games[] = {'
	for id; do echo "	&mp_game_$id,"; done
	echo '	NULL,'
	echo '};'
} >"$out"
