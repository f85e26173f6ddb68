#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""away.py PROGRAM ROOT: people who are not there are told what waits for them. A push service of the
test's own stands in for those of browser makers, and a mail server for the host's; what the first gets
is opened with the receiver's keys."""

import json
import os
import random
import re
import shutil
import sqlite3
import sys
import time

from premises import Site, Talk, account, curl, free_port, guest
from services import Browser, Post, Service

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
PASSWORD = "correct horse battery"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def post(site, cookie, path, **body):
    url = "http://localhost:%d" % site.port
    status, text = curl("-b", cookie, "-H", "Content-Type: application/json", "-H", "Origin: " + url,
                        "-d", json.dumps(body), url + path)
    return status, json.loads(text)


def get(site, cookie, path):
    status, text = curl("-b", cookie, "http://localhost:%d%s" % (site.port, path))
    assert status == 200, (path, status, text)
    return json.loads(text)


def subscribe(site, cookie, browser, endpoint, **more):
    return post(site, cookie, "/api/push", endpoint=endpoint, keys={
        "p256dh": browser.keys["p256dh"], "auth": browser.keys["auth"]}, **more)


def seat_two(site, first, second, game="metro", **more):
    """A game of two; both talk."""
    talks = [Talk(site.port, first), Talk(site.port, second)]
    table = talks[0].do("create", game=game, players=2, seats=["me", "open"], **more)["table"]
    talks[1].do("sit", table=table)
    talks[0].do("start", table=table)
    return table, talks


def on_turn(talks, table):
    """Who is on turn, and who is not."""
    first = bool(talks[0].do("legal", table=table)["moves"])
    return (talks[0], talks[1]) if first else (talks[1], talks[0])


def move(talk, table):
    """Plays until the turn is another's."""
    for _ in range(50):
        legal = talk.do("legal", table=table)
        if not legal["moves"]:
            return
        talk.do("play", table=table, turn=legal["turn_no"], move=random.choice(legal["moves"]))
    raise AssertionError("a turn without an end")


def start(site, *lines):
    return site.start("push_to_private = 1", "messages_per_second = 1000",
                      "requests_per_minute = 100000", *lines)


def gone(site, talk):
    """Leaves, and waits until the server has noticed."""
    gone_but(site, talk, 1)


def two_guests(site):
    """A server with all that away people have, and the cookies of Anna and Bruno."""
    start(site)
    url = "http://localhost:%d" % site.port
    return [guest(url, "Anna"), guest(url, "Bruno")]


def second_is_gone(site, talks, table):
    """The first is on turn, and the second is not there."""
    if on_turn(talks, table)[0] is talks[1]:
        move(talks[1], table)
    gone(site, talks[1])


def gone_but(site, talk, most):
    """The same, where so many stay."""
    talk.close()
    for _ in range(400):
        count = int(curl("http://localhost:%d/metrics" % site.port)[1]
                    .split("\nmetropole_connections ")[1].split()[0])
        if count <= most:
            return
        time.sleep(0.02)
    raise AssertionError("the server still sees somebody")


@test
def somebody_who_is_away_is_told_of_their_turn(site):
    service, browser = Service(), Browser()
    start(site, "push_contact = host@games.example.net")
    url = "http://localhost:%d" % site.port
    cookies = [guest(url, name) for name in ("Anna", "Bruno")]
    answer = get(site, cookies[1], "/api/me/notify")
    assert subscribe(site, cookies[1], browser, service.url("bruno"), lang="fr")[0] == 200
    assert get(site, cookies[1], "/api/me/notify")["browsers"] == 1
    table, talks = seat_two(site, *cookies, clock={"kind": "days", "days": 3})
    if on_turn(talks, table)[0] is talks[1]:
        move(talks[1], table)
    service.nothing()  # he was there
    gone(site, talks[1])
    move(talks[0], table)
    path, headers, body = service.next()
    assert path == "/bruno"
    assert headers["Content-Encoding"] == "aes128gcm" and headers["TTL"] == str(3 * 86400), headers
    assert table not in str(headers), "the service learns the table"
    token = Browser.ask(token=headers["Authorization"])
    assert token["good"] and token["key"] == answer["push"], token
    assert token["claims"]["aud"] == "http://127.0.0.1:%d" % service.server_address[1], token
    assert token["claims"]["sub"] == "mailto:host@games.example.net", token
    assert 0 < token["claims"]["exp"] - time.time() < 24 * 3600, token
    told = browser.open(body)
    assert set(told) == {"body", "tag", "url"}, told
    assert told["url"] == "#/table/" + table and told["tag"] == table + "-turn", told
    assert told["body"].endswith("À vous de jouer à Metro.") and "Anna" in told["body"], told
    service.nothing()  # once for a turn


@test
def a_language_and_the_kinds_are_the_persons_own(site):
    service, loud, calm = Service(), Browser(), Browser()
    start(site)
    url = "http://localhost:%d" % site.port
    cookies = [account(url, "Odile", PASSWORD), guest(url, "Bruno")]
    assert subscribe(site, cookies[1], loud, service.url("loud"), lang="en")[0] == 200
    assert subscribe(site, cookies[1], calm, service.url("calm"), lang="en",
                     quiet=["turn", "chat"])[0] == 200
    table, talks = seat_two(site, *cookies)
    second_is_gone(site, talks, table)
    move(talks[0], table)
    path, _, body = service.next()
    assert path == "/loud"
    assert loud.open(body)["body"].endswith("Your turn in Metro."), loud.open(body)
    service.nothing()


@test
def a_request_waits_for_the_others_word(site):
    service, browser = Service(), Browser()
    cookies = two_guests(site)
    table, talks = seat_two(site, *cookies, game="metropolys")
    asker, other = on_turn(talks, table)
    move(asker, table)
    move(other, table)
    subscribe(site, cookies[talks.index(other)], browser, service.url("x"), lang="en", quiet=["turn"])
    gone(site, other)
    asker.do("takeback", table=table)
    told = browser.open(service.next()[2])
    name = ("Anna", "Bruno")[talks.index(asker)]
    assert told["body"] == name + " would like to take a move back in Metropolys.", told
    assert told["tag"] == table + "-takeback", told


@test
def a_browser_that_is_gone_is_forgotten(site):
    service, browser = Service(), Browser()
    cookies = two_guests(site)
    subscribe(site, cookies[1], browser, service.url("old"), lang="en")
    table, talks = seat_two(site, *cookies)
    second_is_gone(site, talks, table)
    service.status = 410
    move(talks[0], table)
    service.next()
    for _ in range(400):
        if get(site, cookies[1], "/api/me/notify")["browsers"] == 0:
            break
        time.sleep(0.02)
    assert get(site, cookies[1], "/api/me/notify")["browsers"] == 0


@test
def a_slow_service_holds_nobody_up(site):
    service, browser = Service(), Browser()
    cookies = two_guests(site)
    for i in range(10):
        subscribe(site, cookies[1], browser, service.url("slow%d" % i), lang="en")
    assert get(site, cookies[1], "/api/me/notify")["browsers"] == 8, "bounded"
    table, talks = seat_two(site, *cookies)
    second_is_gone(site, talks, table)
    service.wait = 30
    move(talks[0], table)
    service.next()
    before = time.time()
    for _ in range(20):
        talks[0].do("ping")
    assert time.time() - before < 5
    before = time.time()
    assert site.stop() == 0
    assert time.time() - before < 8, "it waits for a push service at its end"


@test
def what_is_no_push_service_is_refused(site):
    browser = Browser()
    site.start("requests_per_minute = 100000")
    url = "http://localhost:%d" % site.port
    cookie = guest(url, "Anna")
    for endpoint in ["http://push.example.net/x", "https://127.0.0.1/x", "https://localhost/x",
                     "https://10.0.0.1/x", "https://[::1]/x", "https://x.example/" + "a" * 600, 7]:
        status, answer = subscribe(site, cookie, browser, endpoint)
        assert status == 400 and answer["error"]["code"] == "bad_request", (endpoint, answer)
    good = "https://push.example.net/x"
    for keys in [{}, {"p256dh": "AAAA", "auth": browser.keys["auth"]},
                 {"p256dh": browser.keys["p256dh"], "auth": "!!"}]:
        assert post(site, cookie, "/api/push", endpoint=good, keys=keys)[0] == 400, keys
    assert subscribe(site, "x=y", browser, good)[0] == 401
    assert subscribe(site, cookie, browser, good)[0] == 200
    assert post(site, cookie, "/api/push/drop", endpoint=good)[0] == 200
    assert get(site, cookie, "/api/me/notify")["browsers"] == 0


@test
def a_subscription_ends_with_its_session_and_its_person(site):
    browser = Browser()
    site.start("requests_per_minute = 100000")
    url = "http://localhost:%d" % site.port
    odile, anna = account(url, "Odile", PASSWORD), guest(url, "Anna")

    def rows():
        db = sqlite3.connect(site.data)
        count = db.execute("SELECT count(*) FROM pushes").fetchone()[0]
        db.close()
        return count

    subscribe(site, odile, browser, "https://push.example.net/odile")
    subscribe(site, anna, browser, "https://push.example.net/anna")
    assert rows() == 2
    assert "push.example.net/anna" in json.dumps(get(site, anna, "/api/me/export")), "exported"
    assert post(site, odile, "/api/logout")[0] == 200
    assert rows() == 1
    assert post(site, anna, "/api/delete-account")[0] == 200
    assert rows() == 0


@test
def without_push_nothing_is_offered(site):
    site.start("push = 0")
    cookie = guest("http://localhost:%d" % site.port, "Anna")
    assert get(site, cookie, "/api/me/notify")["push"] is None
    assert subscribe(site, cookie, Browser(), "https://push.example.net/x")[0] == 404


class Written:
    """A server that sends mails, and two people at it, the second with an address."""

    def __init__(self, site):
        self.site, self.post = site, Post()
        self.port, self.origin = free_port(), "https://games.example.net"
        site.start("public_url = " + self.origin, "smtp_url = smtp://127.0.0.1:%d" %
                   self.post.server_address[1], "smtp_from = Metropole <games@example.net>",
                   "mail_minutes = 0", "messages_per_second = 1000", "requests_per_minute = 100000",
                   port=self.port)
        self.url = "http://localhost:%d" % self.port
        self.cookies = [guest(self.url, name, origin=self.origin) for name in ("Anna", "Bruno")]

    def send(self, cookie, path, *more, **body):
        status, text = curl("-b", cookie, "-H", "Content-Type: application/json", "-H",
                            "Origin: " + self.origin, "-d", json.dumps(body), *more, self.url + path)
        return status, text

    def confirm(self, address="bruno@example.org", lang="fr"):
        assert self.send(self.cookies[1], "/api/mail", address=address, lang=lang)[0] == 200
        _, mail = self.post.next()
        token = re.search(r"#/mail/verify/(\w+)", mail.get_content()).group(1)
        assert self.send("", "/api/mail/verify", token=token)[0] == 200
        return mail

    def game(self, **more):
        """A table where Bruno has just moved and left; Anna's move makes it his turn."""
        table, talks = seat_two(self.site, *self.cookies, **more)
        if on_turn(talks, table)[0] is talks[1]:
            move(talks[1], table)
        return table, talks


@test
def a_mail_tells_of_all_that_waits_once(site):
    here = Written(site)
    mail = here.confirm()
    assert mail["Subject"] == "Confirmez votre adresse pour Metropole", mail["Subject"]
    assert mail["To"] == "bruno@example.org" and mail["From"] == "Metropole <games@example.net>"
    known = get(site, here.cookies[1], "/api/me/notify")["mail"]
    assert known == {"address": "bruno@example.org", "verified": True}, known
    first, talks = here.game()
    second, more = here.game()
    talks[1].close()
    gone_but(site, more[1], 2)
    move(talks[0], first)
    move(more[0], second)
    to, mail = here.post.next()
    assert to == ["RCPT TO:<bruno@example.org>"], to
    said = mail.get_content()
    told = [table for table in (first, second) if here.origin + "/#/table/" + table in said]
    assert told, said
    assert "Bonjour Bruno," in said and "avec Anna" in said, said
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    here.post.nothing()  # nor for the turns that follow, until he has been seen
    back = Talk(site.port, here.cookies[1])
    move(back, first)
    gone_but(site, back, 2)
    move(talks[0], first)
    _, mail = here.post.next()
    assert mail["Subject"] == "C’est à vous de jouer dans 2 parties", mail["Subject"]
    assert all(here.origin + "/#/table/" + table in mail.get_content() for table in (first, second))
    # One click, from a mail program that knows nothing of us.
    stop = re.match(r"<%s(/api/mail/stop\?\w+)>" % here.origin, mail["List-Unsubscribe"]).group(1)
    another = stop[:-1] + ("1" if stop.endswith("0") else "0")
    status, text = curl("-d", "List-Unsubscribe=One-Click", here.url + another)
    assert status == 404, (status, text)
    status, text = curl("-d", "List-Unsubscribe=One-Click", here.url + stop)
    assert status == 200, text
    assert get(site, here.cookies[1], "/api/me/notify")["mail"]["address"] is None
    Talk(site.port, here.cookies[1]).close()


@test
def an_address_is_its_owners(site):
    here = Written(site)
    for address in ["bruno", "a@b", "a b@example.org", "a@example.org\nBcc: b@example.org", "@x.org",
                    "a@b@example.org", "<a@example.org>", "a" * 130 + "@example.org", 7]:
        assert here.send(here.cookies[1], "/api/mail", address=address)[0] == 400, address
    assert here.send(here.cookies[1], "/api/mail", address="bruno@example.org", lang="en")[0] == 200
    _, mail = here.post.next()
    assert mail["Subject"] == "Confirm your address for Metropole", mail["Subject"]
    # Not confirmed, nothing is sent.
    table, talks = here.game()
    gone(site, talks[1])
    move(talks[0], table)
    here.post.nothing(2.5)
    assert here.send("", "/api/mail/verify", token="0" * 32)[0] == 404
    # The link in the mail stops it for good, signed in or not.
    stop = re.search(r"#/mail/stop/(\w+)", mail.get_content()).group(1)
    assert here.send("", "/api/mail/stop", token=stop)[0] == 200
    assert here.send("", "/api/mail/stop", token=stop)[0] == 404
    here.confirm("bruno@example.org", "en")
    assert "bruno@example.org" in json.dumps(get(site, here.cookies[1], "/api/me/export"))
    assert here.send(here.cookies[1], "/api/delete-account")[0] == 200
    for _ in range(10):
        status, _ = here.send(here.cookies[0], "/api/mail", address="x@example.org")
    assert status == 429, "as many mails as one likes"
    assert site.stop() == 0
    with open(site.data, "rb") as data:
        assert b"bruno@example.org" not in data.read()


@test
def a_mail_that_did_not_go_is_tried_with_the_next_turn(site):
    here = Written(site)
    here.confirm()
    table, talks = here.game()
    gone(site, talks[1])
    here.post.refuses = True
    move(talks[0], table)
    for _ in range(400):
        if "mails_failed_total 1" in curl(here.url + "/metrics")[1]:
            break
        time.sleep(0.02)
    here.post.refuses = False
    db = sqlite3.connect(site.data)
    for _ in range(200):
        if db.execute("SELECT sent FROM mails").fetchone()[0] == 0:
            break
        time.sleep(0.02)
    assert db.execute("SELECT sent FROM mails").fetchone()[0] == 0
    db.close()


@test
def without_a_mail_server_no_mail_is_offered(site):
    site.start()
    cookie = guest("http://localhost:%d" % site.port, "Anna")
    assert get(site, cookie, "/api/me/notify")["mail"] is None
    assert post(site, cookie, "/api/mail", address="anna@example.org")[0] == 404
    site.stop()
    for lines in [["smtp_url = mail.example.net"], ["smtp_url = smtps://mail.example.net"],
                  ["smtp_url = smtps://mail.example.net", "smtp_from = a@example.net"]]:
        site.configure(*lines)
        status, said = site.run("serve", "--config", site.conf)
        assert status == 2 and "smtp_url" in said, said


def main():
    random.seed(1)
    for function in TESTS:
        site = Site(PROGRAM)
        print(function.__name__.replace("_", " "), flush=True)
        try:
            function(site)
        finally:
            site.stop()
        assert "error" not in site.said(), site.said()
        shutil.rmtree(site.dir)
    Browser.node.stdin.close()
    Browser.node.wait(10)


if __name__ == "__main__":
    main()
