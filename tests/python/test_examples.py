# SPDX-License-Identifier: MIT
"""The examples run, and say what they promise to."""
import pathlib
import subprocess
import sys

import metropole

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "python" / "examples"


def run(name, *args):
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *args], capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_policy_learns():
    said = run("train.py", "metropolis", "--steps", "800")
    first, last = (float(line.split()[-2]) for line in said.splitlines() if "against random" in line)
    assert last > first + 5


def test_a_bot_is_evaluated():
    assert "of the win" in run("evaluate.py", metropole.games()[1], "easy", "--boards", "2",
                               "--iterations", "20")


def test_a_record_is_analysed(tmp_path):
    match = metropole.Game(metropole.games()[1]).match(seed=1)
    while not match.is_over:
        match.apply(match.legal_actions()[-1])
    record = tmp_path / "game.txt"
    record.write_text(match.record(), encoding="utf-8")
    said = run("analyse.py", str(record), "--iterations", "20", "--moves", "6")
    assert len(said.splitlines()) >= 6
