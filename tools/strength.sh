#!/bin/sh
# SPDX-License-Identifier: MIT
# strength.sh DIR [PATTERN]: plays the matches of docs/strength.md, each kept in DIR and resumed from
# there, and prints how they stand. PATTERN picks matches by name (shell pattern, default all).
# Everything takes some forty hours of one core; a match alone takes minutes to a few hours.
set -eu
dir=$1
pick=${2:-*}
metropole=${METROPOLE:-build/metropole}
mkdir -p "$dir"

play() { # play NAME ARGUMENTS…
	name=$1
	shift
	case $name in
	$pick) ;;
	*) return 0 ;;
	esac
	echo "== $name: metropole arena $* -s 2026"
	"$metropole" arena "$@" -s 2026 -f "$dir/$name.txt"
}

# easy against random
play metro-easy metro easy b0 -n 100
play metropolys-easy metropolys easy b0 -n 100
play metropolis-easy metropolis easy b0 -n 100 -o deals=false
play jeudumetro-easy jeudumetro easy b0 -p 3 -n 100

# greedy against random: a baseline that cannot beat this is none
play metro-b1 metro b1 b0 -n 100
play metropolys-b1 metropolys b1 b0 -n 100
play metropolis-b1 metropolis b1 b0 -n 100 -o deals=false
play jeudumetro-b1 jeudumetro b1 b0 -p 4 -n 100

# hard's search against the plain tree, at equal time
play metro-b3 metro hard@200ms b3@200ms -n 100
play metropolys-b3 metropolys hard@200ms b3@200ms -n 100
play metropolis-b3 metropolis hard@200ms b3@200ms -n 250 -o deals=false
play jeudumetro-b3 jeudumetro hard@200ms b3@200ms -p 4 -n 100

# what peeking would add
play metro-peek metro b+@200ms b3@200ms -n 100
play metropolys-peek metropolys b+@200ms b3@200ms -n 50
play jeudumetro-peek jeudumetro b+@200ms b3@200ms -p 4 -n 50

# hard against normal, each at its own time
play metro-levels metro hard normal -n 30
play metropolys-levels metropolys hard normal -n 80
play metropolis-levels metropolis hard normal -n 30 -o deals=false
play jeudumetro-levels jeudumetro hard normal -p 2 -n 30

# deals: two that trade and two that refuse; and one that refuses among traders
trader=hard@60it/cutoff=8/margin=0
play metropolis-trader metropolis $trader $trader $trader/refuse -p 4 -n 3000
play metropolis-refuser metropolis $trader/refuse $trader -p 4 -n 3000
