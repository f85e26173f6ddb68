#!/bin/sh
# SPDX-License-Identifier: MIT
# deps.sh run|test|deb: installs the Debian packages that playing, testing or packing needs and this machine
# lacks. Looks for commands and libraries, not for packages, so that a machine set up otherwise is
# left as it is.
set -eu

for=${1:-test}
missing=
need() { # need PACKAGE TEST…
	package=$1
	shift
	"$@" >/dev/null 2>&1 || missing="$missing $package"
}
has() { command -v "$1"; }
lib() { pkg-config --exists "$1"; }

# What it takes to build the program with its pages, and to play.
need gcc has gcc
need pkg-config has pkg-config
need meson has meson
need ninja-build has ninja
need ccache has ccache
need clang has clang
need lld has wasm-ld
need binaryen has wasm-opt
need wasi-libc test -e /usr/include/wasm32-wasi/stdint.h
need libclang-rt-14-dev-wasm32 sh -c 'ls $(clang -print-resource-dir)/lib/wasi/libclang_rt.builtins-wasm32.a'
need libjansson-dev lib jansson
need libsqlite3-dev lib sqlite3
need libpq-dev lib libpq
need libsodium-dev lib libsodium
need libssl-dev lib libssl
need libcurl4-openssl-dev lib libcurl
need libwebsockets-dev lib libwebsockets
need libuv1-dev lib libuv
need libncurses-dev lib ncursesw
need libwebsockets-evlib-uv sh -c "ls /usr/lib/*/libwebsockets-evlib_uv.so"
need gettext has msgfmt
need python3 has python3
need fonttools /usr/bin/python3 -c 'import fontTools'
need python3-brotli /usr/bin/python3 -c 'import brotli'
need nodejs has node
need npm has npm

# What only proving it takes.
if [ "$for" = test ]; then
	need clang-format has clang-format
	need libclang-rt-14-dev sh -c 'ls $(clang -print-resource-dir)/lib/linux/libclang_rt.fuzzer-*.a'
	need libcmocka-dev lib cmocka
	need g++ has g++
	need python3-dev sh -c 'ls /usr/include/python3*/Python.h'
	need python3-numpy /usr/bin/python3 -c 'import numpy'
	need python3-mesonpy /usr/bin/python3 -c 'import mesonpy'
	need python3-pytest /usr/bin/python3 -c 'import pytest'
	need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb'
	need haproxy sh -c 'PATH=$PATH:/usr/sbin command -v haproxy'
	need valgrind has valgrind
	need gnuplot-nox has gnuplot
	need chromium has chromium
	need curl has curl
	need tmux has tmux
	need ncurses-term infocmp xterm-direct
	need openssl has openssl
	need nginx-light sh -c 'PATH=$PATH:/usr/sbin command -v nginx'
fi

# What making Debian packages takes.
if [ "$for" = deb ]; then
	need debhelper has dh
	need dh-python has dh_python3
	need dpkg-dev has dpkg-buildpackage
	need fakeroot has fakeroot
	need lintian has lintian
	need python3-dev sh -c 'ls /usr/include/python3*/Python.h'
	need python3-mesonpy /usr/bin/python3 -c 'import mesonpy'
	need curl has curl
fi

[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null; then
	echo "metropole needs these Debian packages (or their likes):$missing" >&2
	exit 1
fi
echo "Installing:$missing"
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -qq
# npm conflicts with some builds of nodejs that bring their own.
if command -v npm >/dev/null; then missing=$(echo "$missing" | sed 's/ npm\b//'); fi
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing
