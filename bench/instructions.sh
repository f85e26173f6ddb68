#!/bin/sh
# SPDX-License-Identifier: MIT
# instructions.sh PROGRAM [GAME…]: instructions per ply under callgrind, for both paths. Two runs of
# different length are subtracted, so that start-up does not count. Instruction counts are the same
# on every run, unlike times.
set -eu
program=$1
shift
[ $# -gt 0 ] || set -- $("$program" games | awk '/^[a-z]/ { print $1 }')
out=$(mktemp)
trap 'rm -f "$out"' EXIT

count() { # count GAME PLAYERS PATH GAMES → "instructions plies"
	line=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
		"$program" bench "$1" -p "$2" -P "$3" -n "$4" --json 2>"$out")
	instructions=$(sed -n 's/.*Collected : *\([0-9]*\).*/\1/p' "$out")
	plies=$(echo "$line" | sed -n 's/.*"plies":\([0-9]*\).*/\1/p')
	echo "$instructions $plies"
}

printf '%-12s %7s %-8s %s\n' game players path instructions/ply
for game; do
	for players in 2 4; do
		for path in generic playout; do
			short=$(count "$game" "$players" "$path" 50)
			long=$(count "$game" "$players" "$path" 250)
			echo "$short $long" | awk -v g="$game" -v p="$players" -v w="$path" \
				'NF == 4 { printf "%-12s %7d %-8s %.0f\n", g, p, w, ($3 - $1) / ($4 - $2) }'
		done
	done
done
