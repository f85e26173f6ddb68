#!/bin/sh
# SPDX-License-Identifier: MIT
# static.sh OUTPUT LIST LIBRARY…: one archive of one object, in which only the functions in LIST are
# seen from outside, as in the shared library: nobody's names collide with ours.
set -eu
out=$1 list=$2
shift 2
${LD:-ld} -r -o "$out.o" --whole-archive "$@"
objcopy --keep-global-symbols="$list" "$out.o"
rm -f "$out"
ar crs "$out" "$out.o"
rm "$out.o"
