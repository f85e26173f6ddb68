#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""history.py PROGRAM ROOT: an account's history, fetched as docs/review.md says and reviewed as a
whole."""

import json
import os
import random
import subprocess
import sys

from premises import Talk, account, contains, run_all

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
PASSWORD = "correct horse battery"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def play_out(talks, **more):
    table = talks[0].do("create", game="metropolys", players=2, seats=["me", "open"], **more)["table"]
    talks[1].do("sit", table=table)
    talks[0].do("start", table=table)
    for _ in range(400):
        for talk in talks:
            legal = talk.ask("legal", table=table)
            if legal["ok"] and legal["moves"]:
                talk.ask("play", table=table, move=random.choice(legal["moves"]), turn=legal["turn_no"])
        if talks[0].do("view", table=table)["view"]["over"]:
            return
    raise AssertionError("it does not end")


def fetch(site, name, folder, *more, server=None):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "docs/examples/history.py"),
                           server or "http://localhost:%d" % site.port, name, folder, *more],
                          capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


@test
def a_history_is_fetched_and_reviewed_as_a_whole(site):
    site.start("messages_per_second = 1000")
    url = "http://localhost:%d" % site.port
    cookies = [account(url, name, PASSWORD) for name in ("Anna", "Bruno")]
    talks = [Talk(site.port, cookie) for cookie in cookies]
    play_out(talks, public=True)
    play_out(talks, public=True)
    play_out(talks)
    folder, own = site.path("public"), site.path("own")
    assert fetch(site, "Anna", folder) == (0, "2 records fetched into %s\n" % folder)
    assert fetch(site, "Anna", folder) == (0, "0 records fetched into %s\n" % folder)
    assert fetch(site, "Anna", own, cookies[0])[1].startswith("3 records")
    status, said = site.run("review", "--iterations", "8", "--json", folder)
    summary = json.loads(said.splitlines()[-1])["summaries"][0]
    assert status == 0 and summary["games"] == 2, said[-600:]
    assert {player["name"] for player in summary["people"]} == {"Anna", "Bruno"}, summary["people"]
    contains(site.run("review", "--iterations", "8", own)[1], "Anna", "Bruno", "3")


@test
def what_cannot_be_fetched_is_said(site):
    site.start()
    status, said = fetch(site, "Nobody", site.path("none"))
    assert status == 1, said
    contains(said, "nobody of the name Nobody", "0 records")
    status, said = fetch(site, "Anna", site.path("none"), server="http://localhost:1")
    assert status == 1, said
    contains(said, "cannot be asked")


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[3:]))
