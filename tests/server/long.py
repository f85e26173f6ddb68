#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""long.py PROGRAM: tables of 17,000 events, as they could once be made by taking moves back. The
server starts with them, they are opened and read page by page, and 55 strangers who open one at
once do not keep others waiting. The times are printed; the bounds are generous."""

import json
import os
import random
import sqlite3
import sys
import threading
import time

from premises import Talk, account, curl, guest, run_all

PROGRAM = os.path.abspath(sys.argv[1])
EVENTS, STRANGERS, MOVES = 17000, 55, 12
MOVE, UNDO = 0, 4
FULL = int(os.environ.get("LONG_EVENTS", "200000"))
LIMITS = ("messages_per_second = 10000", "busy_ms_per_second = 1000000", "requests_per_minute = 100000")
START_MOST, OPEN_MOST, PAGE_MOST, STALL_MOST, DELETE_MOST = 20, 3, 2, 3, 20


def play(site, game, players):
    """A table of so many people in the middle of a game; its id."""
    url = "http://localhost:%d" % site.port
    talks = [Talk(site.port, guest(url, name)) for name in ("Anna", "Bruno", "Clara", "David")[:players]]
    table = talks[0].do("create", game=game, players=players, seats=["me"] + ["open"] * (players - 1))["table"]
    for talk in talks[1:]:
        talk.do("sit", table=table)
    talks[0].do("start", table=table)
    for _ in range(MOVES):
        for talk in talks:
            legal = talk.do("legal", table=table)
            if legal["moves"]:
                talk.ask("play", table=table, move=random.choice(legal["moves"]), turn=legal["turn_no"])
    for talk in talks:
        talk.close()
    return table


def lengthen(data, table):
    """The last move, with the chance after it, is taken back and made again, over and over."""
    db = sqlite3.connect(data)
    key = db.execute("SELECT key FROM tables WHERE id = ?", (table,)).fetchone()[0]
    rows = db.execute("SELECT * FROM events WHERE table_key = ? ORDER BY seq", (key,)).fetchall()
    names = [column[1] for column in db.execute("PRAGMA table_info(events)")]
    at = {name: names.index(name) for name in names}
    moves = [row for row in rows if row[at["kind"]] == MOVE]
    last = max(i for i, row in enumerate(moves) if row[at["seat"]] >= 0)
    again, seq = moves[last:], rows[-1][at["seq"]]
    put = "INSERT INTO events VALUES(%s)" % ",".join("?" * len(names))

    def add(row, **other):
        nonlocal seq
        seq += 1
        row = list(row)
        row[at["seq"]] = seq
        for name, value in other.items():
            row[at[name]] = value
        db.execute(put, row)

    while seq < EVENTS:
        add(again[0], kind=UNDO, text=str(last))
        for row in again:
            add(row)
    db.commit()
    db.close()
    return seq


def pages(talk, table, last):
    """Everything that happened, page by page; how long the slowest took, and how many there were."""
    since, slowest, n = 0, 0, 0
    while since < last:
        began = time.time()
        talk.do("history", table=table, since=since)
        page = talk.wait("events")
        slowest, n = max(slowest, time.time() - began), n + 1
        assert [event["seq"] for event in page["events"]] == list(range(since + 1, since + 1 + len(page["events"])))
        assert page["events"], page
        since += len(page["events"])
        assert page["more"] == (since < last)
    return slowest, n


def crowd(site, table):
    """Many who open the table and read its first page; the longest that somebody else waits."""
    talks = [Talk(site.port) for _ in range(STRANGERS)]
    done = []

    def look(talk):
        talk.do("watch", table=table)
        talk.do("history", table=table, since=0)
        done.append(talk)

    threads = [threading.Thread(target=look, args=(talk,)) for talk in talks]
    bystander, longest = Talk(site.port), 0
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        began = time.time()
        bystander.do("ping")
        longest = max(longest, time.time() - began)
    for thread in threads:
        thread.join()
    assert len(done) == STRANGERS
    for talk in talks + [bystander]:
        talk.close()
    return longest


def fill(data, table):
    """As many games of others as make the file full: the same one under other names."""
    db = sqlite3.connect(data)
    names = [column[1] for column in db.execute("PRAGMA table_info(tables)")]
    key, = db.execute("SELECT key FROM tables WHERE id = ?", (table,)).fetchone()
    n = FULL // 1000
    rest = ",".join(name for name in names if name not in ("key", "id", "status", "host"))
    db.execute("CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE"
               " i < max(1000, %d)) SELECT i FROM n" % n)
    db.execute("INSERT INTO tables(key, id, status, host, %s) SELECT key + i, printf('full%%012d', i), 2, 99,"
               " %s FROM tables, n WHERE key = %d AND i <= %d" % (rest, rest, key, n))
    db.execute("INSERT INTO events SELECT %d + t.i, e.i, 0, 2, -1, 1000 + t.i %% 90, 0, '\"text\":\"a line\"'"
               " FROM n t, n e WHERE t.i <= %d AND e.i <= 1000" % (key, n))
    db.commit()
    held, = db.execute("SELECT count(*) FROM events").fetchone()
    db.close()
    return held


def delete(site, cookie):
    """Deletes the account; how long that took, and the longest that somebody else waited."""
    url = "http://localhost:%d" % site.port
    bystander, longest, answers = Talk(site.port), 0, []
    thread = threading.Thread(target=lambda: answers.append(curl(
        "-b", cookie, "-H", "Content-Type: application/json", "-H", "Origin: " + url, "-d",
        json.dumps({"password": "correct horse"}), url + "/api/delete-account")))
    began = time.time()
    thread.start()
    while thread.is_alive():
        asked = time.time()
        bystander.do("ping")
        longest = max(longest, time.time() - asked)
    thread.join()
    assert answers[0][0] == 200, answers
    bystander.close()
    return time.time() - began, longest


def full_file_keeps_nobody_waiting(site):
    site.start(*LIMITS)
    url = "http://localhost:%d" % site.port
    cookies = [account(url, name, "correct horse") for name in ("Odile", "Odette")]
    game = json.loads(curl(url + "/api/games")[1])["games"][0]["id"]
    for cookie in cookies:
        talk = Talk(site.port, cookie)
        table = talk.do("create", game=game, players=2, seats=["me", "easy"])["table"]
        talk.do("start", table=table)
        for i in range(10):
            talk.do("chat", table=table, text="a line to forget, %d" % i)
        talk.close()
    assert site.stop() == 0
    held = fill(site.data, table)
    # at the first start the chat is old and goes; at the second there is nothing left to drop
    for cookie, when in zip(cookies, ("as old chat goes", "later")):
        site.start(*LIMITS)
        took, longest = delete(site, cookie)
        print("%d events, %s: an account is deleted in %.3f s, somebody else waited for %.3f s at the most" %
              (held, when, took, longest))
        assert longest < STALL_MOST and took < DELETE_MOST
        assert site.stop() == 0
    db = sqlite3.connect(site.data)
    assert db.execute("SELECT count(*) FROM events WHERE text LIKE '%to forget%'").fetchone()[0] == 0


def long_tables_open_quickly(site):
    site.start(*LIMITS)
    games = json.loads(curl("http://localhost:%d/api/games" % site.port)[1])["games"]
    tables = [[game["id"], play(site, game["id"], min(3, game["players"][-1])), 0] for game in games]
    assert site.stop() == 0
    for table in tables:
        table[2] = lengthen(site.data, table[1])
    began = time.time()
    site.start(*LIMITS)
    started = time.time() - began
    print("%d tables of %d events: started in %.2f s" % (len(tables), EVENTS, started))
    assert started < START_MOST * len(tables)
    for game, table, last in tables:
        talk = Talk(site.port)
        began = time.time()
        talk.do("watch", table=table)
        seq = talk.wait("table")["seq"]
        opened = time.time() - began
        assert seq >= last, (seq, last)
        slowest, n = pages(talk, table, last)
        talk.close()
        stall = crowd(site, table)
        print("%-12s opened in %.3f s; %d pages, the slowest in %.3f s; %d strangers at once kept "
              "somebody waiting for %.3f s" % (game, opened, n, slowest, STRANGERS, stall))
        assert opened < OPEN_MOST and slowest < PAGE_MOST and stall < STALL_MOST
    assert site.stop() == 0


if __name__ == "__main__":
    sys.exit(run_all([long_tables_open_quickly, full_file_keeps_nobody_waiting], PROGRAM, sys.argv[2:]))
