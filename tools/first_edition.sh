#!/bin/sh
# SPDX-License-Identifier: MIT
# first_edition.sh DIR: builds the program of the first edition (commit 99b91fa) in DIR, for matches
# against it; DIR/h1 speaks the engine protocol. It needs this repository's history. Its rules and
# bots are as they were. Two lines are not: its bots measure the processor time of their thread, as
# the arena does, not the time on the wall; and its WebAssembly keeps the section that names its
# features, without which a wasm-opt of today refuses it.
set -eu
dir=$1
[ ! -x "$dir/h1" ] || exit 0
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
git archive --prefix=source/ 99b91fa | tar -x -C "$dir"
sed -i 's/CLOCK_MONOTONIC/CLOCK_THREAD_CPUTIME_ID/' "$dir/source/ai/bot.c"
sed -i 's/--strip-all/--strip-debug/' "$dir/source/wasm/meson.build"
[ -f "$dir/build/build.ninja" ] || meson setup "$dir/build" "$dir/source"
ninja -C "$dir/build" cli/metropole
printf '#!/bin/sh\nexec "%s" engine\n' "$dir/build/cli/metropole" >"$dir/h1"
chmod +x "$dir/h1"
