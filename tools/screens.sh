#!/bin/sh
# SPDX-License-Identifier: MIT
# screens.sh OUTPUT ID…: writes the registry of the games' screens, one exported mp_screen_ID each.
set -eu
out=$1
shift
{
	echo '/* Generated from the folders in games/. */'
	echo '#include <metropole/screen.h>'
	echo '#include <string.h>'
	for id; do echo "extern const struct mp_screen mp_screen_$id;"; done
	echo 'const struct mp_screen *mp_screen_find(const struct mp_game *game)'
	echo '{'
	echo '	(void)game;'
	for id; do echo "	if (strcmp(game->id, \"$id\") == 0) return &mp_screen_$id;"; done
	echo '	return NULL;'
	echo '}'
} >"$out"
