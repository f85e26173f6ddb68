#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""abuse.py PROGRAM ROOT: what somebody can try who means harm, from outside."""

import json
import os
import socket
import sys
import time

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
               "messages_per_second = 10000", "busy_ms_per_second = 1000000")
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


def memory(site):
    """Of the server, in MB."""
    with open("/proc/%d/statm" % site.process.pid, encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def game_to_read(site):
    """A public table at which much has happened."""
    url = "http://localhost:%d" % site.port
    talk = Talk(site.port, guest(url, "Anna"))
    game = json.loads(curl(url + "/api/games")[1])["games"][0]["id"]
    table = talk.do("create", game=game, players=2, seats=["me", "open"], public=True)["table"]
    for _ in range(200):
        talk.do("chat", table=table, text="a" * 500)
    talk.close()
    return table


FREE = ("messages_per_second = 10000", "chat_per_minute = 10000", "connections_per_address = 400")


@test
def readers_who_do_not_read_fill_no_memory(site):
    site.start("busy_ms_per_second = 1000000", *FREE)
    table = game_to_read(site)
    before, crowd = memory(site), [Talk(site.port) for _ in range(150)]
    for _ in range(60):  # more than what the sockets hold
        for talk in crowd:
            try:
                talk.tell("history", table=table)
            except OSError:
                pass  # cut off
    bystander = Talk(site.port)
    for _ in range(20):
        bystander.do("ping")
    grown = memory(site) - before
    print("%d readers who do not read take %.0f MB" % (len(crowd), grown))
    bystander.do("history", table=table)
    for talk in crowd + [bystander]:
        talk.close()
    with open(site.program, "rb") as file:  # a sanitizer keeps what was freed, to watch it
        most = 400 if b"__asan_init" in file.read() else 150
    assert grown < most, grown
    assert site.stop() == 0


@test
def one_address_keeps_the_loop_busy_only_for_a_part_of_the_time(site):
    site.start("busy_ms_per_second = 1000000", *FREE)
    table = game_to_read(site)
    assert site.stop() == 0
    site.start("busy_ms_per_second = 1", *FREE)
    crowd, other = [Talk(site.port) for _ in range(20)], Talk(site.port, source="127.0.0.2")
    answers = []
    while len(answers) < 2000 and "too_fast" not in answers:
        for talk in crowd:
            answers.append(refused(talk.ask("history", table=table)))
    assert answers[0] == "" and "too_fast" in answers, set(answers)
    assert other.ask("history", table=table)["ok"]
    status, text = curl("http://localhost:%d/metrics" % site.port)
    assert status == 200 and 'refused_total{what="work"} 0' not in text
    # and after a while they may again
    for _ in range(200):
        time.sleep(0.1)
        if crowd[0].ask("history", table=table)["ok"]:
            break
    else:
        raise AssertionError("refused for ever")
    for talk in crowd + [other]:
        talk.close()
    assert site.stop() == 0


@test
def strangers_do_not_fill_the_log(site):
    site.start()
    for _ in range(300):
        with socket.create_connection(("127.0.0.1", site.port), 20) as sock:
            sock.sendall(b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n")
            try:
                while sock.recv(4096):
                    pass
            except ConnectionError:
                pass
    lines = site.said().count('"sockets"')
    assert 0 < lines <= 60, lines
    assert curl("http://localhost:%d/healthz" % site.port)[0] == 200
    assert site.stop() == 0


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[3:]))
