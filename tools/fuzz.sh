#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh BUILD SECONDS: runs every fuzz target of a sanitized build on a copy of its corpus, two
# at a time. What breaks one is left in BUILD/fuzz/<target>.crash-…
set -u
export LSAN_OPTIONS="suppressions=$PWD/tools/leaks.txt:print_suppressions=0"
build=$1
seconds=$2
targets=$(cd "$build/fuzz" 2>/dev/null && ls fuzz-* 2>/dev/null | grep -v '\.') || true
[ -n "$targets" ] || { echo "fuzz: no targets in $build"; exit 1; }

one() {
	build=$1 seconds=$2 name=${3#fuzz-}
	work=$build/fuzz/corpus-$name
	mkdir -p "$work"
	if "$build/fuzz/fuzz-$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
		-close_fd_mask=1 -artifact_prefix="$build/fuzz/$name." -print_final_stats=1 \
		"$work" "fuzz/corpus/$name" >"$build/fuzz/$name.log" 2>&1; then
		runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzz/$name.log")
		echo "fuzz: $name: $runs inputs in $seconds s, nothing found"
	else
		echo "fuzz: $name failed; the end of $build/fuzz/$name.log:"
		grep -E 'ERROR|SUMMARY|runtime error|Test unit|artifact' "$build/fuzz/$name.log" | tail -20
		exit 1
	fi
}

if [ $# -eq 3 ]; then
	one "$@"
else
	echo "$targets" | xargs -P 2 -n 1 "$0" "$build" "$seconds"
fi
