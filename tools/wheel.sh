#!/bin/sh
# SPDX-License-Identifier: MIT
# wheel.sh BUILD OUT: the Python package as a wheel in OUT, and unpacked in OUT/site, on the library
# that BUILD has built. By Debian's python3 and its meson-python, whatever else there is.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
python=/usr/bin/python3
rm -rf "$out/stage" "$out/site" "$out"/*.whl
meson install -C "$build" --no-rebuild --destdir "$out/stage" >/dev/null
pc=$(find "$out/stage" -name metropole.pc)
sed -i "s,^prefix=,prefix=$out/stage," "$pc"
export PKG_CONFIG_PATH="${pc%/*}"
# A copy, so that nothing is written beside the sources.
rm -rf "$out/source"
mkdir "$out/source"
cp -r "$root/python" "$out/source/"
ln -s "$root/games" "$out/source/games"
cd "$out/source/python"
$python -c "import sys, mesonpy; print(mesonpy.build_wheel(sys.argv[1]))" "$out" >"$out/wheel.log" 2>&1 ||
	{ tail -30 "$out/wheel.log"; exit 1; }
$python -m zipfile -e "$out"/*.whl "$out/site"
rm -rf "$out/stage" "$out/source"
ls "$out"/*.whl
