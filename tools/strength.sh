#!/bin/sh
# SPDX-License-Identifier: MIT
# strength.sh DIR [PATTERN]: plays the matches of docs/strength.md, which
# stand in games/<id>/tests/strength.txt, each kept in DIR and resumed from
# there, and prints how they stand. PATTERN picks matches by name (shell pattern, default all). With
# RANKS=N in the environment N ranks of Open MPI play them.
# Everything takes some sixty-five hours of one core; a match alone takes minutes to a few hours.
set -eu
dir=$1
pick=${2:-*}
metropole=${METROPOLE:-build/metropole}
mkdir -p "$dir"
PATH=$(cd "$dir" && pwd)/first:$PATH # all:h1 is the program of the first edition
export PATH

play() { # play NAME ARGUMENTS…
	name=$1
	shift
	case $name in
	$pick) ;;
	*) return 0 ;;
	esac
	case $* in
	*all:h1*) tools/first_edition.sh "$dir/first" ;;
	esac
	echo "== $name: metropole arena $* -s 2026"
	${RANKS:+mpirun -n "$RANKS"} "$metropole" arena "$@" -s 2026 -f "$dir/$name.txt"
}

for file in games/*/tests/strength.txt; do
	game=${file#games/}
	game=${game%%/*}
	# shellcheck disable=SC2086
	grep -v '^ *\(#\|$\)' "$file" | while read -r name arguments; do
		play "$game-$name" "$game" $arguments </dev/null
	done
done
