#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tokens.py PROGRAM: bots that come with a token. What they may, how they are marked and rated, and
what ends with a token, a bot and an account."""

import json
import os
import random
import sqlite3
import sys

from premises import Talk, account, contains, curl, guest, run_all

PROGRAM = os.path.abspath(sys.argv[1])
PASSWORD = "correct horse battery"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class People:
    """An account with its cookie, and what it asks for over REST."""

    def __init__(self, site, name):
        self.url = "http://localhost:%d" % site.port
        self.port = site.port
        self.cookie = account(self.url, name, PASSWORD)

    def post(self, path, **body):
        status, text = curl("-b", self.cookie, "-H", "Content-Type: application/json", "-H",
                            "Origin: " + self.url, "-d", json.dumps(body), self.url + path)
        return status, json.loads(text)

    def get(self, path):
        status, text = curl("-b", self.cookie, self.url + path)
        return status, json.loads(text)

    def bot(self, name):
        status, made = self.post("/api/bots", name=name)
        assert status == 201 and made["name"] == name and made["token"].startswith("mpb_"), made
        return made["token"]

    def talk(self):
        return Talk(self.port, self.cookie)


def seat(talk, table, at):
    talk.do("watch", table=table)
    found = talk.wait("table")["info"]["seats"][at - 1]
    talk.do("unwatch", table=table)
    return found


def play_out(talks, table):
    """Random moves until the end."""
    for _ in range(400):
        for talk in talks:
            legal = talk.ask("legal", table=table)
            if legal["ok"] and legal["moves"]:
                talk.ask("play", table=table, move=random.choice(legal["moves"]),
                         turn=legal["turn_no"])
        if talks[0].do("view", table=table)["view"]["over"]:
            return
    raise AssertionError("it does not end")


def is_closed(talk):
    try:
        while True:
            talk.next()
    except (ConnectionError, OSError):
        return True


@test
def a_bot_is_made_named_and_marked(site):
    site.start("messages_per_second = 1000")
    anna = People(site, "Anna")
    token = anna.bot("Robo")
    assert anna.post("/api/bots", name="Robo")[0] == 409
    assert anna.post("/api/bots", name="Anna")[0] == 409
    assert anna.post("/api/bots", name="!")[0] == 400
    assert curl("-H", "Content-Type: application/json", "-H", "Origin: " + anna.url, "-d",
                '{"name":"Other"}', anna.url + "/api/bots")[0] == 401
    status, mine = anna.get("/api/me/bots")
    assert status == 200 and [bot["name"] for bot in mine["bots"]] == ["Robo"], mine
    assert "token" not in json.dumps(mine)
    robot = Talk(site.port, token=token)
    assert robot.hello["you"] == {"name": "Robo", "account": True, "bot": True}, robot.hello
    # the token is no password, and opens nothing but the socket
    assert anna.post("/api/login", name="Robo", password=token)[0] == 401
    status, text = curl("-H", "Authorization: Bearer " + token, anna.url + "/api/me")
    assert status == 200 and json.loads(text)["name"] is None, text
    talk = anna.talk()
    table = talk.do("create", game="metro", players=2, seats=["me", "open"])["table"]
    robot.do("sit", table=table)
    shown = seat(talk, table, 2)
    assert shown["kind"] == "person" and shown["bot"] is True and shown["name"] == "Robo", shown
    talk.do("watch", table=table)
    talk.do("start", table=table)
    play_out([talk, robot], table)
    status, games = anna.get("/api/me/games")
    assert games["games"][0]["bots"] == [False, True], games
    assert "rating" not in games["games"][0], "nobody is rated against a bot of their own"
    status, profile = anna.get("/api/users/Robo")
    assert status == 200 and profile["bot"] is True, profile


@test
def a_bot_plays_and_leaves_the_rest_to_people(site):
    site.start()
    anna = People(site, "Anna")
    robot = Talk(site.port, token=anna.bot("Robo"))
    refused = robot.ask("create", game="metro", players=2, seats=["me", "easy"])
    assert refused["error"]["code"] == "forbidden", refused
    talk = anna.talk()
    table = talk.do("create", game="metro", players=2, seats=["me", "open"])["table"]
    robot.do("sit", table=table)
    for op, more in [("chat", {"text": "buy now"}), ("bot", {"seat": 1, "level": "easy"}),
                     ("report", {"seq": 1}), ("abort", {}), ("takeback", {}), ("pause", {})]:
        assert robot.ask(op, table=table, **more)["error"]["code"] == "forbidden", op
    # with neither a good token nor a bad one does a cookie count
    nobody = Talk(site.port, anna.cookie, token="mpb_" + "0" * 64)
    assert nobody.hello["you"] is None, nobody.hello
    nobody = Talk(site.port, anna.cookie, token="nonsense")
    assert nobody.hello["you"] is None, nobody.hello


@test
def a_public_table_says_whether_it_takes_bots(site):
    site.start()
    anna, bruno = People(site, "Anna"), People(site, "Bruno")
    robot = Talk(site.port, token=anna.bot("Robo"))
    talk = bruno.talk()
    make = {"game": "metro", "players": 2, "seats": ["me", "open"]}
    closed = talk.do("create", **make, public=True)["table"]
    assert robot.ask("sit", table=closed)["error"]["code"] == "forbidden"
    welcome = talk.do("create", **make, public=True, bots="unrated")["table"]
    robot.do("sit", table=welcome)
    private = talk.do("create", **make)["table"]
    robot.do("sit", table=private)
    own = anna.talk().do("create", **make, public=True)["table"]
    robot.do("sit", table=own)
    assert talk.ask("create", **make, bots="perhaps")["error"]["code"] == "bad_request"


@test
def bots_are_rated_among_themselves_and_against_people_where_the_table_says_so(site):
    site.start("messages_per_second = 1000")
    anna, bruno = People(site, "Anna"), People(site, "Bruno")
    robots = [Talk(site.port, token=anna.bot("Robo")), Talk(site.port, token=bruno.bot("Otto"))]
    twin = Talk(site.port, token=anna.bot("Robo 2"))
    talk = bruno.talk()

    def rated(players, **more):
        table = talk.do("create", game="metro", players=2, seats=["open", "open"], **more)["table"]
        for player in players:
            player.do("sit", table=table)
        talk.do("start", table=table)
        play_out(players, table)
        talk.do("watch", table=table)
        talk.wait("table")
        return table

    def ranks():
        return {rank["name"]: rank for rank in json.loads(curl(anna.url + "/api/bots")[1])["bots"]}

    rated([robots[0], talk])
    assert not ranks()
    assert "rating" not in bruno.get("/api/me/games")[1]["games"][0]
    rated([robots[0], twin])
    assert not ranks(), "two bots of one account"
    rated([robots[0], talk], bots="rated")
    assert ranks()["Robo"]["rated"] == 1 and ranks()["Robo"]["owner"] == "Anna", ranks()
    assert "Bruno" not in ranks()
    assert "rating" in bruno.get("/api/me/games")[1]["games"][0]
    rated(robots)
    assert ranks()["Robo"]["rated"] == 2 and ranks()["Otto"]["rated"] == 1, ranks()

    # A list that is longer than an answer comes in parts, whole and in order.
    with sqlite3.connect(site.data) as db:
        robo = db.execute("SELECT id FROM users WHERE name = 'Robo'").fetchone()[0]
        db.executemany("INSERT INTO ratings VALUES(?, 'metro', ?, 25, 8, 1)",
                       [(robo, 100 + i) for i in range(600)])
    heard = []
    for _ in range(4):
        part = json.loads(curl("%s/api/bots?from=%d" % (anna.url, len(heard)))[1])
        heard += [rank["players"] for rank in part["bots"]]
        if "more" not in part:
            break
    assert heard == [2, 2] + list(range(100, 700)), heard


@test
def what_is_revoked_is_over_at_once(site):
    site.start()
    anna = People(site, "Anna")
    token = anna.bot("Robo")
    robot = Talk(site.port, token=token)
    table = anna.talk().do("create", game="metro", players=2, seats=["open", "open"])["table"]
    robot.do("sit", table=table)
    status, renewed = anna.post("/api/bots/token", name="Robo")
    assert status == 200 and renewed["token"] != token, renewed
    assert is_closed(robot)
    assert Talk(site.port, token=token).hello["you"] is None
    robot = Talk(site.port, token=renewed["token"])
    assert robot.hello["you"]["name"] == "Robo"
    assert anna.post("/api/bots/revoke", name="Robo")[0] == 200
    assert is_closed(robot)
    assert Talk(site.port, token=renewed["token"]).hello["you"] is None
    assert anna.get("/api/me/bots")[1]["bots"][0]["active"] is False
    bruno = People(site, "Bruno")
    for path in ["/api/bots/token", "/api/bots/revoke", "/api/bots/drop"]:
        assert bruno.post(path, name="Robo")[0] == 404, "another's bot"
        assert bruno.post(path, name="Anna")[0] == 404, "no bot"
    assert anna.post("/api/bots/drop", name="Robo")[0] == 200
    assert anna.get("/api/me/bots")[1]["bots"] == []
    bruno.bot("Robo")


@test
def an_account_has_few_bots_and_few_new_tokens(site):
    site.start()
    anna = People(site, "Anna")
    for i in range(8):
        anna.bot("Robo %d" % i)
    status, refused = anna.post("/api/bots", name="Robo 8")
    assert status == 409 and refused["error"]["code"] == "too_many", refused
    statuses = [anna.post("/api/bots/token", name="Robo 1")[0] for _ in range(16)]
    assert statuses[0] == 200 and statuses[-1] == 429, statuses


@test
def tokens_are_kept_as_hashes(site):
    site.start()
    anna = People(site, "Anna")
    token = anna.bot("Robo")
    Talk(site.port, token=token).close()
    assert site.stop() == 0
    with open(site.data, "rb") as file:
        data = file.read()
    assert token.encode() not in data and bytes.fromhex(token[4:]) not in data
    assert token not in site.said() and token[4:] not in site.said()
    site.start()
    assert Talk(site.port, token=token).hello["you"]["name"] == "Robo"


@test
def a_ban_of_the_account_or_the_bot_holds_for_it(site):
    site.start()
    anna = People(site, "Anna")
    token = anna.bot("Robo")
    other = anna.bot("Otto")
    robot, otto = Talk(site.port, token=token), Talk(site.port, token=other)
    status, said = site.run("admin", "--config", site.conf, "ban", "Otto")
    assert status == 0, said
    assert is_closed(otto) and Talk(site.port, token=other).hello["you"] is None
    assert Talk(site.port, token=token).hello["you"]["name"] == "Robo"
    status, said = site.run("admin", "--config", site.conf, "ban", "Anna")
    assert status == 0, said
    assert is_closed(robot)
    assert Talk(site.port, token=token).hello["you"] is None


@test
def the_export_and_the_deletion_of_an_account_cover_its_bots(site):
    site.start("messages_per_second = 1000")
    anna = People(site, "Anna")
    robot = Talk(site.port, token=anna.bot("Robo"))
    anna.bot("Otto")
    bruno = Talk(site.port, guest(anna.url, "Bruno"))
    tables = []
    for _ in range(2):
        tables.append(bruno.do("create", game="metro", players=2, seats=["me", "open"])["table"])
        robot.do("sit", table=tables[-1])
        bruno.do("start", table=tables[-1])
    play_out([bruno, robot], tables[0])
    status, all_of_it = anna.get("/api/me/export")
    assert status == 200
    kept = {bot["person"]["name"]: bot for bot in all_of_it["bots"]}
    assert set(kept) == {"Robo", "Otto"}, kept
    assert {table["table"] for table in kept["Robo"]["tables"]} == set(tables)
    assert kept["Robo"]["tables"][0]["moves"] and len(kept["Robo"]["results"]) == 1, kept
    assert anna.post("/api/delete-account", password=PASSWORD)[0] == 200
    assert is_closed(robot)
    for table in tables:
        shown = seat(bruno, table, 2)
        assert "Robo" not in json.dumps(shown) and "bot" not in shown, shown
    history = bruno.do("history", table=tables[0])
    assert "Robo" not in json.dumps(bruno.wait("events")), history
    assert site.stop() == 0
    db = sqlite3.connect(site.data)
    assert db.execute("SELECT count(*) FROM users WHERE bot_of <> 0 OR token IS NOT NULL").fetchone()[0] == 0
    assert db.execute("SELECT count(*) FROM seats WHERE bot_of <> 0").fetchone()[0] == 0
    assert not any("Robo" in (row[0] or "") for row in db.execute("SELECT text FROM events"))
    db.close()
    site.start()
    anna = People(site, "Anna")
    anna.bot("Robo")


@test
def the_host_sees_which_are_bots(site):
    site.start()
    anna = People(site, "Anna")
    robot = Talk(site.port, token=anna.bot("Robo"))
    table = anna.talk().do("create", game="metro", players=2, seats=["open", "open"])["table"]
    robot.do("sit", table=table)
    contains(site.run("admin", "--config", site.conf, "tables")[1], '"who":"account_bot"', "Robo")


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[2:]))
