#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""calibration.py BUILD GAMES [PICTURE.svg]: do reviews promise what comes? For every game and number
of players, the shares that a quick review expects against the results of so many games of bots: a
table for docs/review.md, and a picture. It may be stopped at any time and goes on where it was: what
BUILD/calibration holds is not played again. With 0 games nothing is played, and what there is told."""

import json
import math
import os
import subprocess
import sys

ROUND = 250  # games of a kind, then comes the next kind: all grow alike
BINS = 10
FEW = 30  # positions below which a point says nothing
# Iterations for a move: in Metropolis, whose games are played on to their end, as many as a quick
# review has.
ITERATIONS = {"metropolis": 96}


def kinds(build):
    asked = subprocess.run([build + "/metropole", "engine"], input='{"op":"games"}\n', check=True,
                           capture_output=True, text=True)
    return [(game["id"], players) for game in json.loads(asked.stdout)["games"]
            for players in range(game["players"][0], game["players"][1] + 1)]


def file_of(build, kind):
    return f"{build}/calibration/{kind[0]}-{kind[1]}.txt"


def play(build, games):
    os.makedirs(build + "/calibration", exist_ok=True)
    for upto in [*range(ROUND, games, ROUND), games]:
        for kind in kinds(build):
            subprocess.run([build + "/bench/calibration", kind[0], str(kind[1]), str(upto),
                            file_of(build, kind), str(ITERATIONS.get(kind[0], 200))], check=True)


class Position:
    def __init__(self, game, words):
        self.game = game
        self.share = {"seat": float(words[3]), "open": float(words[5])}
        self.result = float(words[7])


def read(build, kind):
    """Its positions, and the number of games."""
    positions, games = [], set()
    if not os.path.exists(file_of(build, kind)):
        return [], 0
    with open(file_of(build, kind), encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words[0] == "game":
                games.add(words[1])
                game = words[1]
            else:
                positions.append(Position(game, words))
    return positions, len(games)


def mean(values):
    return sum(values) / len(values)


def margin(positions, lens):
    """Of the mean of what came less what was expected; positions of a game belong together."""
    by_game = {}
    off = mean([p.result - p.share[lens] for p in positions])
    for p in positions:
        by_game[p.game] = by_game.get(p.game, 0) + p.result - p.share[lens] - off
    return 1.96 * math.sqrt(sum(x * x for x in by_game.values())) / len(positions)


def points(positions, lens):
    """For each tenth of the expected shares: how many, expected, came, margin."""
    bins = [[] for _ in range(BINS)]
    for p in positions:
        bins[min(BINS - 1, int(p.share[lens] * BINS))].append(p)
    return [(len(b), mean([p.share[lens] for p in b]), mean([p.result for p in b]), margin(b, lens))
            for b in bins if len(b) >= FEW]


def fitted(positions):
    """Those that `off` is found with: of games with even numbers. The others judge it."""
    return [p for p in positions if int(p.game) % 2 == 0]


def off_by(told):
    """How far these points are off beyond chance, as the standard error of a share of one half:
    struct mp_search_plan's `off`."""
    square = sum(max(0, (came - expected) ** 2 - (wide / 1.96) ** 2) for _, expected, came, wide in told)
    scale = sum(4 * expected * (1 - expected) for _, expected, _, _ in told)
    return math.sqrt(square / scale) if scale else 0


def held_by(told, off):
    """How many points are within their interval and what is stated."""
    return sum(abs(came - expected) <= math.hypot(wide, 1.96 * off * 2 * math.sqrt(expected * (1 - expected)))
               for _, expected, came, wide in told)


def fit(build):
    """One number for a game: for each number of players it would be less sure, and fits worse."""
    held = plain = total = 0
    for name in dict.fromkeys(name for name, _ in kinds(build)):
        played = [read(build, kind)[0] for kind in kinds(build) if kind[0] == name]
        off = off_by([point for positions in played for point in points(fitted(positions), "seat")])
        for positions in played:
            told = points([p for p in positions if int(p.game) % 2 == 1], "seat")
            plain += held_by(told, 0)
            held += held_by(told, off)
            total += len(told)
        print(f"{name}: .off = {off:.3f}f,")
    print(f"Of {total} points of the other games {plain} are within their interval, "
          f"{held} within that and what is stated.")


def brier(positions, share):
    return mean([(share(p) - p.result) ** 2 for p in positions])


def log_loss(positions, share):
    held = [(min(max(share(p), 0.005), 0.995), p.result) for p in positions]
    return -mean([came * math.log(x) + (1 - came) * math.log(1 - x) for x, came in held])


def tell(build):
    print("| game | players | games | positions | Brier, seat | open | fair share "
          "| log loss, seat | open | fair share |")
    print("|" + "---|" * 10)
    total = off = 0
    for kind in kinds(build):
        positions, games = read(build, kind)
        if not positions:
            continue
        lenses = [lambda p: p.share["seat"], lambda p: p.share["open"], lambda p: 1 / kind[1]]
        told = points(positions, "seat")
        total += len(told)
        off += sum(abs(came - expected) > wide for _, expected, came, wide in told)
        print(f"| {kind[0]} | {kind[1]} | {games} | {len(positions)} | "
              + " | ".join([f"{brier(positions, lens):.3f}" for lens in lenses]
                           + [f"{log_loss(positions, lens):.3f}" for lens in lenses])
              + " |")
    print(f"{off} of {total} points are farther from the line than their interval.")


def tell_points(build):
    for kind in kinds(build):
        positions, games = read(build, kind)
        for lens in ["seat", "open"] if positions else []:
            print(kind[0], kind[1], f"{games} games,", lens)
            for n, expected, came, wide in points(positions, lens):
                print(f"  {n:6} {expected:.3f} {came:.3f} {came - expected:+.3f} ± {wide:.3f}")


def draw(build, picture):
    told = kinds(build)
    ids = list(dict.fromkeys(name for name, _ in told))
    rows = (len(ids) + 1) // 2
    plot = [f"set terminal svg size 760,{rows * 360} dynamic background '#ffffff'; "
            f"set output '{picture}'",
            f"set multiplot layout {rows},2; set xrange [0:1]; set yrange [0:1]; "
            "set key left top; set grid",
            "set linetype 5 lc rgb '#c0392b'; set linetype 6 lc rgb '#6c3483'",
            "set xlabel 'expected share of the win'; set ylabel 'share that came'; set size square"]
    for name in ids:
        plot.append(f"set title '{name}'")
        parts = ['x with lines lc rgb "#999999" notitle']
        for kind in told:
            found = points(read(build, kind)[0], "seat") if kind[0] == name else []
            if found:
                data = f"$d{name}{kind[1]}"
                plot.append(data + " << EOD")
                plot += [f"{expected} {came} {wide}" for _, expected, came, wide in found]
                plot.append("EOD")
                parts.append(f'{data} using 1:2:3 with yerrorbars pt 7 ps 0.5 '
                             f'title "{kind[1]} players"')
        plot.append("plot " + ", ".join(parts))
    subprocess.run(["gnuplot"], input="\n".join(plot + ["unset multiplot\n"]), check=True, text=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, games = sys.argv[1], int(sys.argv[2])
    if games:
        play(build, games)
    tell(build)
    fit(build)
    if len(sys.argv) > 3:
        draw(build, sys.argv[3])
    else:
        tell_points(build)


if __name__ == "__main__":
    main()
