#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""attack.py PROGRAM: what somebody tries who wants to be another, to stay where they were thrown out,
or to win by other means than play."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

from premises import Talk, account, curl, guest, run_all

PROGRAM = os.path.abspath(sys.argv[1])
PASSWORD = "correct horse battery"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def url_of(site):
    return "http://localhost:%d" % site.port


def post_later(site, path, cookie, **body):
    """Asks, and does not wait for the answer."""
    return subprocess.Popen(["curl", "-s", "-i", "-m", "20", "-b", cookie, "-H",
                             "Content-Type: application/json", "-H", "Origin: " + url_of(site), "-d",
                             json.dumps(body), url_of(site) + path],
                            stdout=subprocess.PIPE, text=True)


def end_of(asking):
    """Status, cookies and body."""
    head, _, body = asking.communicate(timeout=30)[0].replace("\r", "").partition("\n\n")
    lines = head.split("\n")
    cookies = [line.split(":", 1)[1].split(";")[0].strip() for line in lines
               if line.lower().startswith("set-cookie:")]
    return int(lines[0].split()[1]), dict(cookie.split("=", 1) for cookie in cookies), json.loads(body)


def post(site, path, cookie="", **body):
    return end_of(post_later(site, path, cookie, **body))


def me(site, cookie):
    done = subprocess.run(["curl", "-s", "-i", "-m", "20", "-b", cookie, url_of(site) + "/api/me"],
                          stdout=subprocess.PIPE, text=True, check=True)
    head, _, body = done.stdout.replace("\r", "").partition("\n\n")
    renewed = [line.split(":", 1)[1].split(";")[0].strip() for line in head.split("\n")
               if line.lower().startswith("set-cookie:")]
    return json.loads(body)["name"], renewed[0] if renewed else ""


@test
def what_was_signed_for_something_else_makes_no_guest(site):
    site.start()
    # in hexadecimal: a name that nobody may have
    status, cookies, _ = post(site, "/api/signup", name="416e6e610a", password=PASSWORD)
    assert status == 201
    forged = Talk(site.port, "mp_guest=device." + cookies["mp_device"])
    assert forged.hello["you"] is None, forged.hello


@test
def a_guest_is_marked_once(site):
    site.start()
    cookie = guest(url_of(site), "Zoe")
    account(url_of(site), "Zoe", PASSWORD)
    for _ in range(3):
        name, cookie = me(site, cookie)
        assert name == "~Zoe", name


def keep_hashing(site):
    """Passwords are hashed one after the other: whoever comes now waits behind these."""
    asked = [post_later(site, "/api/login", "", name="Nobody %d" % i, password=PASSWORD)
             for i in range(8)]
    time.sleep(0.3)
    return asked


@test
def a_new_password_does_not_bring_back_who_was_forgotten(site):
    site.start()
    cookie = account(url_of(site), "Anna", PASSWORD)
    asked = keep_hashing(site)
    going = post_later(site, "/api/delete-account", cookie, password=PASSWORD)
    time.sleep(0.3)
    asked.append(post_later(site, "/api/password", cookie, old_password=PASSWORD,
                            password=PASSWORD + "2"))
    assert end_of(going)[0] == 200
    assert [end_of(each)[0] for each in asked][-1] == 401
    assert post(site, "/api/login", name="Anna", password=PASSWORD + "2")[0] == 401
    account(url_of(site), "Anna", PASSWORD)


@test
def an_old_password_opens_nothing_once_there_is_another(site):
    site.start("logins_per_hour = 1000")
    cookie = account(url_of(site), "Anna", PASSWORD)
    change = post_later(site, "/api/password", cookie, old_password=PASSWORD, password=PASSWORD + "2")
    asked = [post_later(site, "/api/login", "", name="Anna", password=PASSWORD) for _ in range(4)]
    assert end_of(change)[0] == 200
    for each in asked:
        _, cookies, _ = end_of(each)
        if "mp_session" in cookies:
            assert me(site, "mp_session=" + cookies["mp_session"])[0] is None


@test
def a_new_password_lifts_no_ban(site):
    site.start()
    cookie = account(url_of(site), "Anna", PASSWORD)
    asked = keep_hashing(site)
    asked.append(post_later(site, "/api/password", cookie, old_password=PASSWORD,
                            password=PASSWORD + "2"))
    time.sleep(0.3)
    assert site.run("admin", "--config", site.conf, "ban", "Anna")[0] == 0
    for each in asked:
        end_of(each)
    for password in (PASSWORD, PASSWORD + "2"):
        assert post(site, "/api/login", name="Anna", password=password)[0] == 401
    assert me(site, cookie)[0] is None


def refusal(answer):
    return "" if answer["ok"] else answer["error"]["code"]


def seated(site, game, *names):
    """Guests at a table where the game has begun."""
    talks = []
    for name in names:
        cookie = guest(url_of(site), name)
        talks.append(Talk(site.port, cookie))
        talks[-1].cookie = cookie
    table = talks[0].do("create", game=game, players=len(names), options={"start": 1},
                        seats=["me"] + ["open"] * (len(names) - 1))["table"]
    for talk in talks[1:]:
        talk.do("sit", table=table)
    talks[0].do("start", table=table)
    return talks, table


@test
def who_has_resigned_has_no_say_in_the_game(site):
    site.start()
    (anna, bruno, carla), table = seated(site, "metropolys", "Anna", "Bruno", "Carla")
    moves = 0
    for _ in range(100):
        for talk in (anna, bruno, carla):
            legal = talk.do("legal", table=table)
            if legal["moves"]:
                moves += talk is anna
                talk.do("play", table=table, move=legal["moves"][0], turn=legal["turn_no"])
                last = talk
                break
        if moves and last is anna:
            break
    anna.do("resign", table=table)
    assert refusal(anna.ask("takeback", table=table)) == "not_playing"
    assert refusal(anna.ask("answer", table=table, yes=False)) == "stale"
    assert refusal(anna.ask("pause", table=table)) == "not_playing"


@test
def an_accepted_deal_is_the_one_that_was_seen(site):
    site.start()
    (anna, bruno), table = seated(site, "metropolis", "Anna", "Bruno")
    owners = anna.do("view", table=table)["view"]["owners"]
    mine, yours = owners.index(1) + 10, owners.index(2) + 10
    bad = anna.do("play", table=table, move="offer 2 - for %d" % yours)["seq"]
    anna.do("play", table=table, move="withdraw", deal=bad)
    good = anna.do("play", table=table, move="offer 2 %d for -" % mine)["seq"]
    # the gift is gone, and what was withdrawn is back, while the other says yes to the gift
    anna.do("takeback", table=table)
    anna.do("takeback", table=table)
    for again in (False, True):
        if again:
            site.stop(signal.SIGKILL)
            port = site.port
            site.start(port=port)
            bruno = Talk(port, bruno.cookie)
            anna = Talk(port, anna.cookie)
        assert refusal(bruno.ask("play", table=table, move="accept 1", deal=good)) == "stale"
    assert anna.do("view", table=table)["view"]["owners"] == owners
    bruno.do("play", table=table, move="accept 1", deal=bad)


@test
def deleting_an_account_saves_nobody_from_losing(site):
    site.start()
    cookies = [account(url_of(site), name, PASSWORD) for name in ("Anna", "Bruno", "Carla")]
    anna, bruno, carla = (Talk(site.port, cookie) for cookie in cookies)
    table = anna.do("create", game="metro", players=3, options={"start": 1}, public=True,
                    seats=["me", "open", "open"])["table"]
    bruno.do("sit", table=table)
    carla.do("sit", table=table)
    anna.do("start", table=table)
    legal = anna.do("legal", table=table)
    anna.do("play", table=table, move=legal["moves"][0], turn=legal["turn_no"])
    assert post(site, "/api/delete-account", cookies[2], password=PASSWORD)[0] == 200
    site.stop(signal.SIGKILL)
    site.start()
    anna, bruno = (Talk(site.port, cookie) for cookie in cookies[:2])
    bruno.do("resign", table=table)
    anna.do("resign", table=table)
    for name, place in (("Anna", 1), ("Bruno", 2)):
        games = json.loads(curl(url_of(site) + "/api/users/%s/games" % name)[1])["games"]
        assert games[0]["place"] == place and "rating" in games[0], games
        assert "Carla" not in json.dumps(games), games


@test
def what_is_said_of_digests_fills_no_log(site):
    site.start()
    host = Talk(site.port, guest(url_of(site), "Anna"))
    table = host.do("create", game="metro", players=2, seats=["me", "open"])["table"]
    for _ in range(20):
        talk = Talk(site.port)
        assert refusal(talk.ask("mismatch", table=table, seq=10**9)) == "bad_request"
        for _ in range(3):
            talk.do("mismatch", table=table, seq=1)
        talk.close()
    assert 0 < site.said().count('"mismatch"') <= 10


@test
def no_upgrade_leads_past_a_proxy(site):
    site.start()
    for wish in ("h2c", "H2C", "h2c, websocket"):
        with socket.create_connection(("127.0.0.1", site.port), 20) as sock:
            sock.sendall(("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: %s\r\nConnection: Upgrade, "
                          "HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"
                          % wish).encode())
            assert b" 101 " not in sock.recv(4096), wish
    assert Talk(site.port).hello


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[2:]))
