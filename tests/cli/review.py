#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""review.py PROGRAM ROOT: `metropole review` and `puzzles` from outside. What is broken, hidden, huge or
cannot be written is said in a sentence, at once; the same seed says the same; a folder is reviewed whole."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
GOLDEN = os.path.join(ROOT, "games/metropolys/tests/golden/family-2.txt")
AT_ONCE = 60  # seconds: with sanitizers, on a machine that does other things
with open(GOLDEN, encoding="utf-8") as golden:
    WHOLE = golden.read()


def run(*args):
    return subprocess.run([PROGRAM, *args], capture_output=True, text=True, timeout=AT_ONCE, check=False,
                          env={**os.environ, "LANGUAGE": "", "LC_ALL": "", "LANG": "C.UTF-8"})


def review(*args):
    return run("review", "--iterations", "8", *args)


class Review(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="metropole-review-")
        self.addCleanup(shutil.rmtree, self.folder)

    def file(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def refused(self, said, *args, status=1):
        done = review(*args)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn(said, done.stderr)

    def test_what_is_broken_is_named_with_its_line(self):
        self.refused("line 1: A record begins", self.file("empty", ""))
        self.refused("line 3:", self.file("short", WHOLE[:30]))
        self.refused("moves do not end the game", self.file("torn", WHOLE[: WHOLE.rindex("\n", 0, len(WHOLE) // 2)]))
        self.refused("is not a text file", self.file("bytes", bytes(range(256)) * 40))
        self.refused("The game is over", self.file("long", WHOLE + "12@C1\n" * 300000))
        self.refused("is too long", self.file("huge", "metropole 1\n" + "x" * (65 << 20)), status=3)
        self.refused("No such file", os.path.join(self.folder, "none"), status=3)

    def test_what_is_hidden_is_said(self):
        cut = "metropole 1\ngame metro\nrules 1\nplayers 2\nresult *\n\n~start 1; ~deal 1 srls; ~deal 2 ?\n"
        self.refused("what one seat saw", self.file("cut", cut))

    def test_wrong_options_are_refused(self):
        for options in (["--lens", "both"], ["--seed", "-1"], ["--iterations", "many"], ["--threads", "1000"]):
            self.refused("", *options, GOLDEN, status=2)
        self.refused("name one file", "--html", self.file("page", ""), GOLDEN, GOLDEN, status=2)

    def test_what_cannot_be_written_is_said_before_the_work(self):
        nowhere = os.path.join(self.folder, "none", "out")
        done = run("review", "--iterations", "100000000", "--html", nowhere, GOLDEN)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("No such file", done.stderr)
        done = run("puzzles", "metro", "-n", "200", "-O", nowhere)
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("No such file", done.stderr)

    def test_the_same_seed_says_the_same(self):
        one = review("--json", "--seed", "5", "-t", "1", GOLDEN).stdout
        self.assertEqual(one, review("--json", "--seed", "5", "-t", "3", GOLDEN).stdout)
        self.assertNotEqual(one, review("--json", "--seed", "6", GOLDEN).stdout)
        found = json.loads(one)
        for player in found["players"]:
            parts = sum(player[part] for part in ("start", "luck", "given", "learned", "residual"))
            self.assertAlmostEqual(parts, player["result"], places=4)

    def test_a_folder_is_reviewed_whole_though_one_of_it_is_broken(self):
        self.file("a.txt", WHOLE)
        self.file("b.txt", WHOLE[:30])
        self.file("readme", "no record")
        done = review("--json", self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("b.txt, line 3", done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(lines), 2)
        self.assertEqual(lines[-1]["summaries"][0]["games"], 1)
        os.remove(os.path.join(self.folder, "b.txt"))
        self.assertEqual(review(self.folder).returncode, 0)

    def test_a_few_games_do_not_make_certain(self):
        for name in ("a", "b"):
            self.file(name, WHOLE.replace("players 2\n", "players 2\nname 1 Anna\nname 2 Bruno\n"))
        sums = json.loads(review("--json", self.folder).stdout.splitlines()[-1])["summaries"][0]
        for person in sums["people"]:
            # Two wins of two: what never came may still come.
            self.assertEqual((person["result"]["mean"] in (0, 1), person["result"]["margin"]), (True, 1))
        self.assertEqual(sums["all"]["games"], 4)
        kind = max(sums["kinds"], key=lambda each: each["decisions"])
        self.assertGreater(kind["decisions"], 4)
        self.assertGreater(kind["result"]["margin"], 0.5)  # two games, not so many decisions
        once = [row for row in sums["openings"] if row["decisions"] == 1]
        self.assertTrue(all(row["loss"]["margin"] is None for row in once))

    def test_one_player_is_counted_alone(self):
        self.file("a", WHOLE.replace("players 2\n", "players 2\nname 1 Anna\nname 2 Bruno\n"))
        self.file("b", WHOLE.replace("players 2\n", "players 2\nname 1 Bruno\nname 2 Chloé\n"))
        sums = json.loads(review("--json", "--player", "Anna", self.folder).stdout.splitlines()[-1])["summaries"][0]
        self.assertEqual([person["name"] for person in sums["people"]], ["Anna"])
        self.assertEqual((sums["games"], sums["all"]["games"], sums["seats"][1]["games"]), (1, 1, 0))
        done = review("--player", "Zoé", self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("nobody of this name", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
