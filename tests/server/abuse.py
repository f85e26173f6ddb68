#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""abuse.py PROGRAM ROOT: what somebody can try who means harm, from outside."""

import json
import os
import sys

from premises import Talk, curl, guest, run_all

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
TESTS = []
TEXT_MOST = 16000


def test(function):
    TESTS.append(function)
    return function


def refused(answer):
    return "" if answer["ok"] else answer["error"]["code"]


def file_size(site):
    return sum(os.path.getsize(site.data + suffix) for suffix in ("", "-wal")
               if os.path.exists(site.data + suffix))


def large_option(url):
    """A game with an option that is a text, and a text for it as large as may be."""
    for game in json.loads(curl(url + "/api/games")[1])["games"]:
        for option in game["options"]:
            if option["type"] == "text":
                path = os.path.join(ROOT, "games", game["id"], "data", option["name"] + ".txt")
                with open(path, encoding="utf-8") as file:
                    text = file.read()
                return game["id"], {option["name"]: text + "#" * (TEXT_MOST - len(text) - 1) + "\n"}
    raise AssertionError("no game has an option that is a text")


@test
def file_grows_by_so_much_for_a_person_with_large_options(site):
    site.start("kilobytes_per_hour = 300", "tables_per_hour = 100000", "tables_per_user = 100000",
               "messages_per_second = 10000")
    url = "http://localhost:%d" % site.port
    game, options = large_option(url)
    mallory, anna = Talk(site.port, guest(url, "Mallory")), Talk(site.port, guest(url, "Anna"))
    before, made, answer = file_size(site), 0, {"ok": True}
    table = mallory.do("create", game=game, players=2, seats=["me", "open"], options=options)["table"]
    while answer["ok"] and made < 1000:
        made += 1
        # a new one, or the old one again; seats change, which writes the table's row
        assert refused(mallory.ask("abort", table=table)) in ("", "too_fast")
        answer = mallory.ask("create", game=game, players=2, seats=["me", "open"], options=options) \
            if made % 2 else mallory.ask("rematch", table=table)
        if not answer["ok"] and answer["error"]["code"] != "too_fast":
            answer = mallory.ask("create", game=game, players=2, seats=["me", "open"], options=options)
        table = answer.get("table", table)
        for op in ("stand", "sit"):
            mallory.ask(op, table=table)
    assert refused(answer) == "too_fast", answer
    assert 10 <= made <= 20, made
    # moving about at the last table writes no more of the file than it pays for
    for _ in range(500):
        for op in ("stand", "sit"):
            mallory.ask(op, table=table)
    anna.do("create", game=game, players=2, seats=["me", "open"], options=options)
    for talk in (mallory, anna):
        talk.close()
    while_open = file_size(site) - before
    assert site.stop() == 0
    grown = file_size(site) - before
    print("%d tables of 16 kB, then %d kB more in the file (%d kB with the log, while it ran)" %
          (made, grown // 1024, while_open // 1024))
    assert grown < 2 * 300 * 1024, grown
    assert while_open < 8 * 2**20, while_open


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[3:]))
