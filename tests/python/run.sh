#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh ROOT BUILD: builds the wheel and tries it, with its examples and what its pages show.
set -eu
"$1/tools/wheel.sh" "$2" "$2/python"
export PYTHONPATH="$2/python/site" PYTHONDONTWRITEBYTECODE=1
exec /usr/bin/python3 -m pytest -q -p no:cacheprovider --rootdir "$1/tests/python" "$1/tests/python"
