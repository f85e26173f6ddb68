#!/bin/sh
# SPDX-License-Identifier: MIT
# calibration.sh BUILD GAMES ITERATIONS PICTURE.svg: do reviews promise what comes? For every game and
# number of players the shares that a review expects against the results of so many games of bots: a
# table for docs/review.md, and a picture. Resumable: what BUILD/calibration holds is not played again.
set -eu
build=$1 games=$2 iterations=$3 picture=$4
out=$build/calibration
mkdir -p "$out"

"$build/metropole" engine <<'REQUEST' >"$out/games.json"
{"op":"games"}
REQUEST
list() {
	python3 -c 'import json, sys
for game in json.load(open(sys.argv[1]))["games"]:
    for n in range(game["players"][0], game["players"][1] + 1):
        print(game["id"], n)' "$out/games.json"
}

list | while read -r id players; do
	file=$out/$id-$players-$games-$iterations.txt
	[ -s "$file" ] || nice "$build/bench/calibration" "$id" "$players" "$games" "$iterations" >"$file.part"
	[ -s "$file" ] || mv "$file.part" "$file"
done

echo '| game | players | positions | Brier, seat | open | fair share | log loss, seat | open | fair share |'
echo '|---|---|---|---|---|---|---|---|---|'
list | while read -r id players; do
	awk -v id="$id" -v n="$players" '
		$1 == "sum" { count = $3; brier[$2] = $4; fair = $5; log_[$2] = $6; fair_log = $7 }
		END { printf "| %s | %d | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f |\n",
			id, n, count, brier["seat"], brier["open"], fair, log_["seat"], log_["open"], fair_log }' \
		"$out/$id-$players-$games-$iterations.txt"
done

ids=$(list | cut -d' ' -f1 | uniq)
rows=$(((($(echo "$ids" | wc -l)) + 1) / 2))
{
	echo "set terminal svg size 760,$((rows * 360)) dynamic background '#ffffff'; set output '$picture'"
	echo "set multiplot layout $rows,2; set xrange [0:1]; set yrange [0:1]; set key left top; set grid"
	echo "set linetype 5 lc rgb '#c0392b'; set linetype 6 lc rgb '#6c3483'"
	echo "set xlabel 'expected share of the win'; set ylabel 'share that came'; set size square"
	for id in $ids; do
		echo "set title '$id'"
		printf 'plot x with lines lc rgb "#999999" notitle'
		list | while read -r each players; do
			[ "$each" = "$id" ] || continue
			printf ', "< grep ^bin.seat %s" using 5:($4 >= 30 ? $6 : 1/0):7 with yerrorbars pt 7 ps 0.5 title "%s players"' \
				"$out/$id-$players-$games-$iterations.txt" "$players"
		done
		echo
	done
	echo 'unset multiplot'
} | gnuplot
