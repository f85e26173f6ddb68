#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""moderation.py PROGRAM: what a host does to tables and people while they play, and what a kill in
the middle of it leaves."""

import os
import random
import signal
import sqlite3
import sys
import threading
import time

from premises import Game, Talk, account, contains, curl, guest, run_all

PROGRAM = os.path.abspath(sys.argv[1])
TESTS = []


def test(function):
    TESTS.append(function)
    return function


@test
def tables_are_looked_after_and_slips_are_told(site):
    site.start()
    game = Game(site)
    game.play(1)
    for word in ["close", "delete"]:
        status, said = site.run("admin", "--config", site.conf, word, "nosuchtable")
        assert status != 0, said
        contains(said, "nosuchtable")
    status, said = site.run("admin", "--config", site.conf, "tables")
    assert status == 0
    contains(said, game.table, '"game":"metro"', "Anna", '"status":"playing"')
    game.talks[1].do("watch", table=game.table)
    status, said = site.run("admin", "--config", site.conf, "close", game.table)
    assert status == 0, said
    contains(said, game.table)
    while True:
        events = game.talks[1].wait("events")["events"]
        if [event for event in events if event["kind"] == "end" and event["reason"] == "closed"]:
            break
    status, said = site.run("admin", "--config", site.conf, "close", game.table)
    assert status != 0, said
    status, said = site.run("admin", "--config", site.conf, "delete", game.table)
    assert status == 0
    contains(said, "Nothing has been deleted yet")
    game.talks[0].do("view", table=game.table)
    status, said = site.run("admin", "--config", site.conf, "--yes", "delete", game.table)
    assert status == 0, said
    contains(said, "Deleted", game.table)
    for _ in range(200):
        if game.talks[0].ask("view", table=game.table).get("ok") is False:
            break
        time.sleep(0.05)
    # while it runs: people are told `busy` at most, and nothing is lost
    status, said = site.run("admin", "--config", site.conf, "compact")
    assert status == 0, said
    game.talks[0].do("ping")
    game.leave()
    assert site.stop() == 0
    db = sqlite3.connect(site.data)
    assert db.execute("SELECT count(*) FROM events").fetchone()[0] == 0
    db.execute("PRAGMA user_version = 99")
    db.commit()
    db.close()
    for command in [["tables"], ["close", game.table], ["reports"], ["compact"]]:
        status, said = site.run("admin", "--data", site.data, *command)
        assert status != 0, command
        contains(said, "version 99")
    status, said = site.run("serve", "--data", site.data, "--port", "0")
    assert status == 3
    contains(said, "newer")


@test
def people_are_moderated_exported_and_forgotten(site):
    site.start()
    url = "http://localhost:%d" % site.port
    admin = lambda *args: site.run("admin", "--config", site.conf, *args)  # noqa: E731
    mallory = Talk(site.port, account(url, "Mallory", "correct horse"))
    anna = Talk(site.port, guest(url, "Anna"))
    table = mallory.do("create", game="metro", players=2, seats=["me", "open"])["table"]
    anna.do("sit", table=table)
    mallory.do("start", table=table)
    seq = mallory.do("chat", table=table, text="a nasty word")["seq"]
    anna.do("report", table=table, seq=seq)
    status, said = admin("reports")
    assert status == 0
    contains(said, table, "a nasty word")
    status, said = admin("people", "mallory")
    assert status == 0
    contains(said, '"Mallory"')
    for order in [("ban", "Nobodyy"), ("forget", "Nobodyy"), ("unban", "Nobodyy"), ("close", "x")]:
        status, said = admin(*order)
        assert status == 1, (order, status, said)
        contains(said, order[1])
    status, said = admin("ban", "Mallory")
    assert status == 0, said
    contains(said, "Mallory")
    try:
        while True:
            mallory.next()
    except ConnectionError:
        pass
    login = ("-H", "Content-Type: application/json", "-H", "Origin: " + url, "-d",
             '{"name":"Mallory","password":"correct horse"}', url + "/api/login")
    assert curl(*login)[0] in (401, 403)
    contains(admin("bans")[1], "Mallory")
    assert admin("unban", "Mallory")[0] == 0
    assert curl(*login)[0] == 200
    status, said = admin("export", "Mallory")
    assert status == 0, said
    contains(said, '"Mallory"', "a nasty word", table)
    status, said = admin("forget", "Mallory")
    assert status == 0, said
    assert curl(*login)[0] == 200, "a look deletes nothing"
    status, said = admin("forget", "--yes", "Mallory")
    assert status == 0, said
    assert curl(*login)[0] == 401
    anna.do("ping")
    anna.close()
    assert site.stop() == 0
    assert admin("compact")[0] == 0
    with open(site.data, "rb") as file:
        kept = file.read()
    assert b"Mallory" not in kept and b"nasty" not in kept, "something of the person is left"


@test
def killed_while_admin_and_backup_run(site):
    for turn in range(6):
        site.start()
        game = Game(site)
        told = []
        stopping = threading.Event()

        def commands():
            n = 0
            while not stopping.is_set():
                n += 1
                site.run("backup", "--data", site.data, site.path("copy%d.db" % (n % 2)))
                site.run("admin", "--data", site.data, "tables")
                if n == 3:
                    site.run("admin", "--data", site.data, "delete", "--yes", game.table)

        beside = threading.Thread(target=commands)
        beside.start()
        end = time.time() + 0.3 + random.random() * 0.5
        try:
            while time.time() < end:
                game.play(1)
                told.append(game.last)
        except (AssertionError, ConnectionError):
            pass  # closed by the host
        site.stop(signal.SIGKILL)
        stopping.set()
        beside.join()
        game.leave()
        for path in [site.data, site.path("copy0.db"), site.path("copy1.db")]:
            if os.path.exists(path):
                db = sqlite3.connect(path)
                assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok", path
                assert db.execute("SELECT count(*) FROM events WHERE table_key NOT IN"
                                  " (SELECT key FROM tables)").fetchone()[0] == 0
                if path == site.data and told:
                    kept = db.execute("SELECT max(seq) FROM events e JOIN tables t ON"
                                      " t.key = e.table_key WHERE id = ?", (game.table,)).fetchone()[0]
                    assert kept is None or kept >= told[-1], (kept, told[-1])
                db.close()
        assert told, "nobody played"
    assert turn == 5


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[2:]))
