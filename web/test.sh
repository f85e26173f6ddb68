#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh BUILD: types, units, and every screen in a real browser.
set -eu
build=$(cd "$1" && pwd)
export METROPOLE_BUILD="$build"
cd "$(dirname "$0")"
. ./node.sh
node tools/types.mjs
exec npm test --silent
