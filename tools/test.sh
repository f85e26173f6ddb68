#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh: everything that a clean checkout must pass, step by step. Goes on after a failure, so
# that one run tells all; ends with a line "N passed, N failed" and a status that agrees with it.
set -u
cd "$(dirname "$0")/.."
passed=0
failed=0
broken=

began=$(date +%s)
title() { printf '\n== %s (after %d s)\n' "$1" $(($(date +%s) - began)); }

# step TITLE COMMAND…: counts as one.
step() {
	title "$1"
	name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		broken="$broken\n  $name"
	fi
}

# suite TITLE BUILD: builds, then runs every test that meson knows of there; counts each.
suite() {
	title "$1: build"
	if ! ninja -C "$2" >"$2/ninja.log" 2>&1; then
		grep -E 'error|warning|FAILED' "$2/ninja.log" | head -40
		failed=$((failed + 1))
		broken="$broken\n  $1: the build (see $2/ninja.log)"
		return
	fi
	title "$1: tests"
	tools/twice.py "$2" >"$2/test.log" 2>&1
	grep -vE '^(ninja:|Full log|$)' "$2/test.log" | sed '$d'
	set -- "$1" "$2" $(tail -1 "$2/test.log" | sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p')
	passed=$((passed + ${3:-0}))
	failed=$((failed + ${4:-1}))
	[ "${4:-1}" = 0 ] || broken="$broken\n  $1: ${4:-all} tests (see $2/test.log)"
}

suite "gcc" build
step "lint" tools/lint.sh build
CC=clang tools/configure.sh build/asan $SANITIZED
LSAN_OPTIONS=suppressions=$PWD/tools/leaks.txt:print_suppressions=0 \
	LAWS_POSITIONS=${LAWS_POSITIONS:-4000} suite "clang, address and undefined-behaviour sanitizers" build/asan
CC=clang tools/configure.sh build/tsan -Dbuildtype=debugoptimized -Db_sanitize=thread -Db_lundef=false
step "clang, thread sanitizer: the server" tools/tsan.sh build/tsan
step "fuzz, 60 s a target" tools/fuzz.sh build/asan "${TEST_FUZZ_SECONDS:-60}"
# The server and the browser are among the tests of the first build: see tests/ and web/.

printf '\n'
[ "$failed" = 0 ] || printf 'Failed:%b\n' "$broken"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
