#!/bin/sh
# SPDX-License-Identifier: MIT
# tsan.sh BUILD: the server's tests under the thread sanitizer, in a build of their own; among them
# one that reads /metrics while games are played.
set -u
build=$1
tests='server-accounts server-clocks server-host server-parts server-protocol server-races'
targets=$(for name in $tests; do echo "tests/server/test-$name"; done)

ninja -C "$build" $targets >"$build/ninja.log" 2>&1 ||
	{ grep -E 'error|FAILED' "$build/ninja.log" | head -20; exit 1; }
TSAN_OPTIONS=halt_on_error=1 \
	meson test -C "$build" --no-rebuild --print-errorlogs $tests >"$build/test.log" 2>&1
status=$?
grep -E '^ *[0-9]+/|WARNING: ThreadSanitizer|SUMMARY' "$build/test.log"
exit $status
