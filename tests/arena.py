#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""arena.py METROPOLE games|ranks|referee: `metropole arena` as a whole: the same games whoever plays
them, threads or ranks of Open MPI (skipped where it is not installed), and a match that goes on
from its file; and programs that are told every draw."""
import json
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
    told, _ = run([*mpirun, METROPOLE, "--lang", "fr", "arena", *MATCH, "-n", "1"])
    assert "joueurs" in told, told
    # A test that is decided ends the match before its boards are played.
    few = os.path.join(folder, "few")
    told, _ = run([*mpirun, METROPOLE, "arena", "jeudumetro", "b1", "b0", "-p", "3", "-n", "500", "-S", "0,50", "-f", few])
    assert "SPRT" in told and len(played(few)[1]) < 1500, told
    # What one process cannot, many cannot either, and nobody waits for the others.
    _, said = run([*mpirun, METROPOLE, "arena", *MATCH, "-n", "1", "-s", "8", "-f", few], 1)
    assert "another match" in said, said


def referee(folder):
    """A program that is told every draw plays as one that follows its seat, where nothing is hidden;
    and everywhere it plays whole games."""
    log = os.path.join(folder, "log")
    with open(os.path.join(folder, "told"), "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\ntee -a "%s" | "%s" engine\n' % (log, METROPOLE))
    listed = subprocess.run([METROPOLE, "engine"], input='{"op":"games"}\n', capture_output=True, text=True, check=True)
    for game in [game["id"] for game in json.loads(listed.stdout)["games"]]:
        told, said = run([METROPOLE, "arena", game, "all:sh %s/told@5ms" % folder, "b0", "-n", "1", "-t", "1"])
        assert "2 games" in told and "lost" not in said, (told, said)
    with open(log, encoding="utf-8") as file:
        requests = file.read()
    assert '"chance":"manual"' in requests and "follow" not in requests and "?" not in requests


with tempfile.TemporaryDirectory() as scratch:
    {"games": games, "ranks": ranks, "referee": referee}[PART](scratch)
