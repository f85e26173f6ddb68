#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arena.py METROPOLE games|ranks: `metropole arena` as a whole: the same games whoever plays
them, threads or ranks of Open MPI (skipped where it is not installed), and a match that goes on
from its file."""
import os
import shutil
import subprocess
import sys
import tempfile

METROPOLE, PART = os.path.realpath(sys.argv[1]), sys.argv[2]
SKIPPED = 77
MATCH = ["jeudumetro", "hard@60it", "b1", "hard@30it", "-p", "3", "-s", "7", "-o", "turn_limit=40"]
BOARDS = 8


def run(command, code=0):
    done = subprocess.run(command, capture_output=True, text=True, timeout=100,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert done.returncode == code, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout, done.stderr


def arena(path, boards, *more, by=()):
    return run([*by, METROPOLE, "arena", *MATCH, "-n", str(boards), "-f", path, *more])


def played(path):
    """The games of a file without the times, in order of their numbers."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    head, lines = lines[:6], [line.split() for line in lines[6:] if line]
    games = {}
    for line in lines:
        seats = line[4:]
        games[int(line[0]), int(line[1])] = (line[2], [(seats[i], seats[i + 1]) for i in range(0, len(seats), 3)])
    assert len(games) == len(lines), "no game is kept twice"
    return head, sorted(games.items())


def standing(told):
    """A report without its times."""
    return [line.split("a move takes")[0] for line in told.splitlines() if "overrun" not in line]


def same_games(folder, by, *threads):
    """By whom they are played does not matter, nor when."""
    whole, parts = os.path.join(folder, "whole"), os.path.join(folder, "parts")
    wanted = standing(arena(whole, BOARDS, "-t", "1")[0])
    arena(parts, BOARDS // 2 - 1, *threads, by=by)
    with open(parts, "r+", encoding="utf-8") as file:
        file.truncate(os.path.getsize(parts) - 5)
    told, _ = arena(parts, BOARDS, *threads, by=by)
    assert standing(told) == wanted, (told, wanted)
    assert played(parts) == played(whole)
    assert len(played(whole)[1]) == 3 * BOARDS


def games(folder):
    same_games(folder, [], "-t", "3")


def ranks(folder):
    program = os.path.join(os.path.dirname(METROPOLE), "metropole-ranks")
    if not shutil.which("mpirun") or not os.path.exists(program):
        sys.exit(SKIPPED)
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", TMPDIR=folder)
    mpirun = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "2"]
    same_games(folder, mpirun)
    # A test that is decided ends the match before its boards are played.
    few = os.path.join(folder, "few")
    told, _ = run([*mpirun, METROPOLE, "arena", "jeudumetro", "b1", "b0", "-p", "3", "-n", "500", "-S", "0,50", "-f", few])
    assert "SPRT" in told and len(played(few)[1]) < 1500, told
    # What one process cannot, many cannot either, and nobody waits for the others.
    _, said = run([*mpirun, METROPOLE, "arena", *MATCH, "-n", "1", "-s", "8", "-f", few], 1)
    assert "another match" in said, said


with tempfile.TemporaryDirectory() as scratch:
    {"games": games, "ranks": ranks}[PART](scratch)
