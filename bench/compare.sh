#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh PROGRAM [MS]: moves a second of every game with two players, through the contract and by
# its playout, as part of the moves a second of Stockfish's `go perft 6`, which counts chess positions
# (Debian's package; STOCKFISH says where it is). Both are measured in turns, by processor time on one
# core, so that what else the machine does falls on both; the middle of nine turns is told.
set -eu
program=$1
ms=${2:-200}
stockfish=${STOCKFISH:-$(PATH=$PATH:/usr/games command -v stockfish || true)}
[ -n "$stockfish" ] || { echo 'compare.sh: stockfish is not here; apt-get install stockfish' >&2; exit 1; }

python3 - "$program" "$ms" "$stockfish" <<'PYTHON'
import json, resource, statistics, subprocess, sys

program, ms, stockfish = sys.argv[1:]
TURNS = 9

def perft(depth):
    """Positions a CPU second; that the program starts counts for little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run([stockfish], input=f"go perft {depth}\nquit\n", text=True,
                         capture_output=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    nodes = int(out.rsplit("Nodes searched:", 1)[1])
    return nodes / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

def bench():
    """Moves a CPU second by (game, path)."""
    out = subprocess.run([program, "bench", "-p", "2", "-m", ms, "--json"], text=True,
                         capture_output=True, check=True).stdout
    rows = [json.loads(line) for line in out.splitlines()]
    return {(row["game"], row["path"]): row["plies_per_s"] for row in rows}

chess, games = [], []
for turn in range(TURNS):
    chess.append(perft(6))
    games.append(bench())
print(f"stockfish perft 6: {statistics.median(chess) / 1e6:.0f} million positions a second "
      f"({min(chess) / 1e6:.0f} to {max(chess) / 1e6:.0f})")
print(f"{'game':<12} {'path':<8} {'million moves/s':>16} {'of perft':>9}  (least, most)")
for game, path in games[0]:
    rates = [turn[game, path] for turn in games]
    parts = [rate / beside for rate, beside in zip(rates, chess)]
    print(f"{game:<12} {path:<8} {statistics.median(rates) / 1e6:>16.2f} "
          f"{statistics.median(parts):>9.3f}  ({min(parts):.3f}, {max(parts):.3f})")
PYTHON
