#!/bin/sh
# SPDX-License-Identifier: MIT
# schemas.sh BUILD METROPOLE: what the engine answers, held against the schemas.
set -eu
build=$(cd "$1" && pwd)
metropole=$(realpath "$2")
cd "$(dirname "$0")"
. ./node.sh
exec node ../tests/schemas/engine.mjs "$metropole"
