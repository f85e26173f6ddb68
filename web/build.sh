#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh BUILD OUTPUT DEPFILE: builds the client into BUILD/web/ and says what it was made from.
set -eu
build=$(cd "$1" && pwd)
output=$build/$2 depfile=$build/$3
cd "$(dirname "$0")"
. ./node.sh
node tools/types.mjs
mkdir -p "$build/fonts"
/usr/bin/python3 tools/font.py node_modules/@fontsource/limelight/files/limelight-latin-400-normal.woff2 "$build/fonts/display.woff2"
/usr/bin/python3 tools/font.py node_modules/@fontsource-variable/jost/files/jost-latin-wght-normal.woff2 "$build/fonts/text.woff2"
METROPOLE_BUILD=$build npx --no-install vite build --logLevel warn
METROPOLE_BUILD=$build npx --no-install vite build --logLevel warn --config vite.page.config.ts
touch "$output"
{
	printf '%s:' "$2"
	find "$PWD/src" "$PWD/plugins" "$PWD/public" "$PWD/tools" "$PWD/../games" "$PWD/../wasm" "$PWD/../core" -type f \
		\( -path '*/web/*' -o -name 'RULES.*.md' -o -name 'words.en' -o -name 'words.fr' -o -name 'schema.json' -o -path '*/data/*' -o -name '*.js' \) |
		sort | while read -r file; do printf ' \\\n %s' "$file"; done
	printf ' \\\n %s' "$PWD/../tools/words.py" "$PWD/package-lock.json" "$PWD/vite.config.ts" "$PWD/vite.page.config.ts" "$PWD/index.html" "$PWD/review.html" "$PWD/svelte.config.js"
	echo
} >"$depfile"
