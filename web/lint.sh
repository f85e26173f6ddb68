#!/bin/sh
# SPDX-License-Identifier: MIT
# lint.sh BUILD: the client's sources, as far as they can be judged without running: their form, their
# habits, and that every colour is a token. Needs the packages of the lock file; without them (the
# client was never built here) it says so and is content.
set -u
build=$(cd "$1" && pwd)
cd "$(dirname "$0")"
cmp -s package-lock.json node_modules/.lock-installed || { echo "web: not looked at, its packages are not installed"; exit 0; }
. ./node.sh
failed=0
npx --no-install prettier --check --log-level warn --cache . || failed=1
npx --no-install eslint --max-warnings 0 --cache --cache-location node_modules/.cache/eslint . || failed=1
colours=$(grep -rnE '#[0-9a-fA-F]{3}([0-9a-fA-F]{3}([0-9a-fA-F]{2})?)?\b|\b(rgb|hsl)a?\(' src --include='*.svelte' --include='*.ts' --include='*.css' |
	grep -vE '^[^:]*/tokens\.css:|href=|\{#|url\(#|#/' || true)
if [ -n "$colours" ]; then
	echo "$colours"
	echo "web: colours stand in tokens.css, of the page or of a game"
	failed=1
fi
[ "$failed" = 0 ] && echo "web: format, habits and colours are as they should be"
exit "$failed"
