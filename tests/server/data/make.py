#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make.py PROGRAM NAME: a small data file with something of everything, written by a released
program, and what is expected of it: NAME.db.xz and NAME.json.xz beside this script. Run once with each
program whose data files look different; what it made is kept for ever."""

import json
import lzma
import os
import random
import sqlite3
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from premises import Site, Talk, account, curl, guest  # noqa: E402  pylint: disable=wrong-import-position

PASSWORD = "correct horse battery"


def play(talks, table, most):
    """Random moves of the people, at most so many; true once the game is over."""
    for _ in range(most):
        moved = False
        for talk in talks:
            legal = talk.do("legal", table=table)
            if legal["moves"]:
                moved |= talk.ask("play", table=table, move=random.choice(legal["moves"]),
                                  turn=legal["turn_no"])["ok"]
        if not moved and talks[0].do("view", table=table)["view"].get("over"):
            return True
    return False


def main():
    program, name = os.path.abspath(sys.argv[1]), sys.argv[2]
    random.seed(1)
    site = Site(program).start("messages_per_second = 1000", "requests_per_minute = 10000")
    url = "http://localhost:%d" % site.port
    cookies = [account(url, "Odile", PASSWORD), guest(url, "Bruno"), guest(url, "Clara")]
    expected = {"cookies": cookies, "account": "Odile", "password": PASSWORD, "tables": []}
    for info in json.loads(curl(url + "/api/games")[1])["games"]:
        game, players = info["id"], info["players"][0]
        for wanted in ("over", "playing", "open"):
            talks = [Talk(site.port, cookie) for cookie in cookies[:players]]
            made = talks[0].do("create", game=game, players=players,
                               seats=["me"] + ["open"] * (players - 1))["table"]
            talks[1].do("sit", table=made)
            if wanted != "open":
                for talk in talks[2:]:
                    talk.do("sit", table=made)
                talks[0].do("start", table=made)
                over = play(talks, made, 4 if wanted == "playing" else 400)
                if wanted == "over" and not over:
                    talks[1].do("resign", table=made)
                talks[0].do("chat", table=made, text="good game")
                talks[1].ask("takeback", table=made)
            record = curl(url + "/api/tables/%s/record" % made)[1] if wanted == "over" else ""
            seq = json.loads(curl(url + "/api/tables/" + made)[1])["seq"]
            expected["tables"].append({"id": made, "game": game, "players": players, "status": wanted,
                                       "seq": seq, "record": record})
            for talk in talks:
                talk.close()
    expected["profile"] = json.loads(curl("-b", cookies[0], url + "/api/me/games")[1])
    assert site.stop() == 0
    db = sqlite3.connect(site.data)
    expected["version"] = db.execute("PRAGMA user_version").fetchone()[0]
    db.execute("VACUUM")
    db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    with open(site.data, "rb") as source, lzma.open(os.path.join(HERE, name + ".db.xz"), "wb") as out:
        out.write(source.read())
    with lzma.open(os.path.join(HERE, name + ".json.xz"), "wt", encoding="utf-8") as out:
        json.dump(expected, out, indent=1, ensure_ascii=False)
        out.write("\n")


if __name__ == "__main__":
    main()
