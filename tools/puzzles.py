#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""puzzles.py FOUND.json WANTED PACK.json: adds to the packs of a game what was found with one seed.

Packs that are there stay as they are. Of what was found, in its order, that is left out which is like a
puzzle that is there or was taken already (docs/puzzles.md), and the rest as soon as there are WANTED in
all. It goes into packs of its own, the next numbers after those that are there, each within the limit.
"""
import gzip
import json
import re
import sys
from pathlib import Path

LIMIT = 40_000


def motive(puzzle):
    return puzzle["best"], puzzle["tries"][0]["move"]


def events(record):
    return re.split(r"[;\n]", record)


def are_related(a, b):
    """Branches of one trunk have more than half of the earlier one's events in common."""
    (one, x), (other, y) = a, b
    same = next((i for i, (p, q) in enumerate(zip(one, other)) if p != q), min(len(one), len(other)))
    return same * 2 > min(x, y)


def told(pack):
    return (json.dumps(pack, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def part(pack, puzzles):
    """A pack of these puzzles, and of the games that they are in."""
    games = sorted({puzzle["game"] for puzzle in puzzles})
    renumbered = [{**puzzle, "game": games.index(puzzle["game"])} for puzzle in puzzles]
    return {**pack, "games": [pack["games"][game] for game in games], "puzzles": renumbered}


def is_small(pack, puzzles):
    return len(gzip.compress(told(part(pack, puzzles)), 9)) <= LIMIT


def choose(found, there, wanted):
    """What is new in what was found."""
    known, motives, taken = [], set(), []
    for pack in there:
        for puzzle in pack["puzzles"]:
            known.append((puzzle["best"], events(pack["games"][puzzle["game"]]["record"]), puzzle["moves"]))
            motives.add(motive(puzzle))
    for puzzle in found["puzzles"]:
        if len(known) >= wanted:
            break
        own = puzzle["best"], events(found["games"][puzzle["game"]]["record"]), puzzle["moves"]
        if motive(puzzle) in motives or any(best == own[0] and are_related((log, n), own[1:]) for best, log, n in known):
            continue
        known.append(own)
        motives.add(motive(puzzle))
        taken.append(puzzle)
    return taken


def split(found, puzzles):
    """As many puzzles to a pack as it holds."""
    while puzzles:
        few, many = 1, len(puzzles) + 1
        while many - few > 1:
            n = (few + many) // 2
            few, many = (n, many) if is_small(found, puzzles[:n]) else (few, n)
        yield part(found, puzzles[:few])
        puzzles = puzzles[few:]


def main():
    found, wanted, first = json.loads(Path(sys.argv[1]).read_text()), int(sys.argv[2]), Path(sys.argv[3])
    names = [first] + [first.with_name(f"{first.stem}-{n}.json") for n in range(2, 100)]
    there = [json.loads(name.read_text()) for name in names if name.exists()]
    taken = choose(found, there, wanted)
    for name, pack in zip(names[len(there) :], split(found, taken)):
        name.write_bytes(told(pack))
        print(f"{name}: {len(pack['puzzles'])} puzzles")


if __name__ == "__main__":
    main()
