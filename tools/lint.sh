#!/bin/sh
# SPDX-License-Identifier: MIT
# lint.sh BUILD: all that can be told from the files and the objects without running anything.
set -u
build=$1
failed=0
checks=0
run() {
	checks=$((checks + 1))
	"$@" || failed=$((failed + 1))
}

format() {
	files=$(git ls-files -co --exclude-standard '*.c' '*.h' | while read -r f; do [ -f "$f" ] && echo "$f"; done)
	# shellcheck disable=SC2086
	clang-format --dry-run --Werror $files && echo "format: $(echo "$files" | wc -l) files"
}

run format
run tools/headers.sh
# Objects of files that are gone would speak for them.
ninja -C "$build" -t cleandead >/dev/null
run tools/layers.py "$build"
run tools/rules.py
run tools/catalogues.py
run tools/style.py
run tools/names.py
run web/lint.sh "$build"
[ "$failed" = 0 ] || { echo "lint: $failed of $checks checks failed"; exit 1; }
