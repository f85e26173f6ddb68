#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""learn.py ROOT METROPOLE games|training|ranks: the learning room from games to a net, small. What
needs a tool that is not installed is skipped."""
import fcntl
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT, METROPOLE, PART = sys.argv[1:]
SKIPPED = 77
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "learn"))
SHORT = ["-o", "turn_limit=40"]  # who has learnt little may play for ever
QUICK = ["-i", "60", "-s", "5", *SHORT]


def run(command, code=0):
    done = subprocess.run(command, capture_output=True, text=True, timeout=100,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    assert done.returncode == code, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def play(out, n, *more, code=0):
    return run([METROPOLE, "selfplay", "jeudumetro", "-O", out, "-n", str(n), *QUICK, *more], code)


def gathered(out):
    from games import read_games
    return read_games(os.path.join(out, "games.dat"))


def games(folder):
    from games import proof_of
    whole, parts = os.path.join(folder, "whole"), os.path.join(folder, "parts")
    play(whole, 8, "-t", "1")
    # Stopped, cut short by a crash, and gone on with on two threads: the same games.
    play(parts, 5, "-t", "2")
    path = os.path.join(parts, "games.dat")
    os.truncate(path, os.path.getsize(path) - 7)
    play(parts, 8, "-t", "2")
    assert [number for number, _ in gathered(whole)] == list(range(8))
    assert gathered(parts) == gathered(whole)
    with open(path, "rb") as file:
        head = file.read(16)
        data = file.read(int.from_bytes(head[8:12], "little"))
    assert int.from_bytes(head[12:], "little") == proof_of(data)
    # Nobody writes where another run does.
    with open(path, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        play(parts, 8, code=3)
    # Another plan is refused, and nothing is lost.
    assert "plan.txt" in play(whole, 8, "-w", "0.2", code=1)
    assert "net" in play(os.path.join(folder, "none"), 1, "-N", path, code=1)
    assert gathered(whole) == gathered(parts)


def training(folder):
    try:
        import torch
    except ImportError:
        sys.exit(SKIPPED)
    out = os.path.join(folder, "games")
    play(out, 24)
    nets = []
    for name in "ab":
        net = os.path.join(folder, name)
        said = run([sys.executable, "-B", os.path.join(ROOT, "learn/train.py"), net, out, "--epochs", "2"])
        with open(net, encoding="utf-8") as file:
            nets.append(file.read())
    assert nets[0] == nets[1], "the same games, seed and versions make the same net"
    assert torch.__version__ in nets[0]
    # The program takes it for the net that it is, compares it, and plays on with it.
    name = re.search(r"hash (\w+)", said).group(1)
    told = run([METROPOLE, "arena", "jeudumetro", "hard@30it/try", "hard@30it", "-n", "1", "-N", net, *SHORT])
    assert f"hard@30it/try#{name}" in told, told
    play(os.path.join(folder, "next"), 2, "-N", net)
    with open(os.path.join(folder, "next", "plan.txt"), encoding="utf-8") as file:
        assert f"net {name}\n" in file.read()
    # What is no net for this game is refused.
    told = run([METROPOLE, "arena", "jeudumetro", "hard@30it/try", "hard@30it", "-p", "3", "-n", "1", "-N", net, *SHORT], 1)
    assert "players" in told, told


def ranks(folder):
    program = os.path.join(os.path.dirname(os.path.realpath(METROPOLE)), "metropole-ranks")
    if not shutil.which("mpirun") or not os.path.exists(program):
        sys.exit(SKIPPED)
    whole, parts = os.path.join(folder, "whole"), os.path.join(folder, "parts")
    play(whole, 8, "-t", "1")
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", TMPDIR=folder)
    told = run(["mpirun", "--oversubscribe", "-n", "2", METROPOLE, "selfplay", "jeudumetro", "-O", parts,
                "-n", "8", *QUICK])
    assert "8 games in" in told, told
    assert gathered(parts) == gathered(whole)


with tempfile.TemporaryDirectory() as scratch:
    try:
        import numpy  # games.py needs it
    except ImportError:
        sys.exit(SKIPPED)
    {"games": games, "training": training, "ranks": ranks}[PART](scratch)
