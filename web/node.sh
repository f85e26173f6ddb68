# SPDX-License-Identifier: MIT
# Sourced by build.sh and test.sh, in web/: puts a Node that Vite can use first in PATH, and sees
# that the packages of the lock file are there.
#
# Debian 12's own Node is older than Vite needs; npm's package `node` then provides one.
good_node() { node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null; }

if ! good_node; then
	if [ ! -x "$build/node/node_modules/node/bin/node" ]; then
		echo "web: this machine's Node is too old, taking one from npm"
		mkdir -p "$build/node"
		echo '{"private":true}' >"$build/node/package.json"
		(cd "$build/node" && npm install --no-audit --no-fund --loglevel=error node@22)
	fi
	PATH=$build/node/node_modules/node/bin:$PATH
	export PATH
	good_node || { echo "web: no Node of version 20.19 or later could be had" >&2; exit 1; }
fi

if ! cmp -s package-lock.json node_modules/.lock-installed; then
	echo "web: installing the packages of the lock file"
	npm ci --no-audit --no-fund --loglevel=error
	cp package-lock.json node_modules/.lock-installed
fi
