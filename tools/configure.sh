#!/bin/sh
# SPDX-License-Identifier: MIT
# configure.sh DIR [MESON OPTION…]: sets a build folder up, and again when a game's folder or one of
# its files, or the library of the tests, has come or gone.
set -eu
dir=$1
shift
if [ ! -f "$dir/build.ninja" ]; then
	meson setup "$dir" "$@"
fi
tests=$(pkg-config --exists cmocka && echo tests || true)
list=$tests$(ls -d games/*/* games/*/tests/* games/*/tools/* 2>/dev/null | cksum)
if [ "$(cat "$dir/.games" 2>/dev/null || true)" != "$list" ]; then
	meson setup --reconfigure "$dir" "$@" >/dev/null
	echo "$list" >"$dir/.games"
fi
