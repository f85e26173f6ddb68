#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""upgrade.py PROGRAM: data files written by every released version (see data/make.py) are opened by
this one: finished games replay to the letter, people are who they were, and games go on."""

import glob
import json
import lzma
import os
import random
import shutil
import sqlite3
import sys

from premises import Site, Talk, curl, guest

HERE = os.path.dirname(os.path.abspath(__file__))


def look(site, expected):
    """Everything is there, as it was."""
    url = "http://localhost:%d" % site.port
    for table in expected["tables"]:
        status, text = curl(url + "/api/tables/" + table["id"])
        assert status == 200, (table["id"], status, text)
        assert json.loads(text)["info"]["game"] == table["game"], text
        if table["status"] == "over":
            status, record = curl(url + "/api/tables/%s/record" % table["id"])
            assert status == 200 and record == table["record"], (table["id"], record, table["record"])
    status, text = curl("-b", expected["cookies"][0], url + "/api/me/games")
    assert status == 200, text
    assert {game["table"] for game in json.loads(text)["games"]} == \
        {game["table"] for game in expected["profile"]["games"]}, text
    status, text = curl("-H", "Content-Type: application/json", "-H", "Origin: " + url, "-d",
                        json.dumps({"name": expected["account"], "password": expected["password"]}),
                        url + "/api/login")
    assert status == 200, text


def go_on(site, expected):
    """Games that were being played are played on; tables that were open are filled and started."""
    newcomer = guest("http://localhost:%d" % site.port, "Nadia")
    moves = 0
    for table in expected["tables"]:
        if table["status"] == "over":
            continue
        talks = [Talk(site.port, cookie) for cookie in expected["cookies"][:table["players"]]]
        if table["status"] == "open":
            if table["players"] == 3:
                talks[2].do("sit", table=table["id"])
            talks[0].do("start", table=table["id"])
        else:
            talks[0].do("watch", table=table["id"])
            assert talks[0].wait("table")["seq"] >= table["seq"]
        before = moves
        for _ in range(3):
            for talk in talks:
                legal = talk.do("legal", table=table["id"])
                if legal["moves"]:
                    moves += talk.ask("play", table=table["id"], turn=legal["turn_no"],
                                      move=random.choice(legal["moves"]))["ok"]
        assert moves > before, table
        for talk in talks:
            talk.close()
    talk = Talk(site.port, newcomer)
    made = talk.do("create", game="metro", players=2, seats=["me", "easy"])["table"]
    talk.do("start", table=made)
    talk.close()


def check(program, path):
    with lzma.open(path, "rt", encoding="utf-8") as file:
        expected = json.load(file)
    site = Site(program)
    with lzma.open(path[:-len(".json.xz")] + ".db.xz") as source, open(site.data, "wb") as out:
        out.write(source.read())
    for turn in range(2):
        site.start("requests_per_minute = 10000")
        look(site, expected)
        go_on(site, {**expected, "tables": [
            {**t, "status": "playing"} if t["status"] == "open" and turn else t
            for t in expected["tables"]]})
        assert site.stop() == 0, site.said()
        assert "not_replayed" not in site.said(), site.said()
    db = sqlite3.connect(site.data)
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    print("version %d: %d tables replayed and played on, now version %d" %
          (expected["version"], len(expected["tables"]),
           db.execute("PRAGMA user_version").fetchone()[0]))
    db.close()
    shutil.rmtree(site.dir)


def main():
    random.seed(1)
    paths = sorted(glob.glob(os.path.join(HERE, "data/*.json.xz")))
    assert paths
    for path in paths:
        check(os.path.abspath(sys.argv[1]), path)


if __name__ == "__main__":
    main()
