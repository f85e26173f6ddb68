#!/bin/sh
# SPDX-License-Identifier: MIT
# deb.sh BUILD OUT: the Debian packages in OUT, from the files that are kept (git ls-files) and the
# pages that BUILD has built.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' packaging/debian/changelog)
source=$out/metropole-$version
rm -rf "$out"/*.deb "$out"/*.tar.* "$out"/*.dsc "$out"/*.changes "$out"/*.buildinfo "$source"
mkdir "$source"
git ls-files -z --cached --others --exclude-standard | grep -zv '^docs/pictures/' |
	tar --null -T - -c | tar -x -C "$source"
cp -r "$source/packaging/debian" "$source/debian"
cp -r "$build/web" "$source/web-built"
find "$source/web-built" -name '*.map' -delete
cd "$source"
dpkg-buildpackage -us -uc -j"$(nproc)" >"$out/build.log" 2>&1 || { tail -40 "$out/build.log"; exit 1; }
cd "$out"
rm -rf "$source"
ls ./*.deb
