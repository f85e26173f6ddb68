#!/bin/sh
# SPDX-License-Identifier: MIT
# headers.sh: every header compiles alone.
set -eu
n=0
for header in $(git ls-files -co --exclude-standard '*.h'); do
	[ -f "$header" ] || continue
	case $header in wasm/* | python/*) continue ;; esac # for the cross compiler, for Python's headers
	gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Iinclude -I. -Iai -Iengine -Iserver -Icli -fsyntax-only \
		$(pkg-config --cflags libpq) -x c -include "$header" /dev/null || { echo "$header does not compile alone"; exit 1; }
	n=$((n + 1))
done
echo "headers: $n compile alone"
