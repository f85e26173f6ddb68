# SPDX-License-Identifier: MIT
"""Nodes of two versions side by side, and one upgraded after the other while people play: everybody is
told to move, goes on elsewhere in under two seconds, and no move is lost. The other version has another
number, and a schema that is a step further (next.py): nodes of this one go on when it comes, even if
somebody copies the database meanwhile.
Usage: rolling.py PROGRAM NEXT ROOT"""

import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from crowd import Judge, Seat
from ground import Cluster, Node
from place import until
from premises import Talk, account, become, curl, guest

MOVE_S = 2
COPY_S, PATIENCE_S = 8, 5  # how long somebody reads the whole database; a player waits for an answer


class Person(Seat):
    """Who goes to another node when told to, as pages do."""

    def __init__(self, nodes, at, cookie, table, number):
        super().__init__(nodes[at].port, cookie, table)
        self.nodes, self.at, self.number = nodes, at, number
        self.game, self.players, self.options = "metro", 2, {}
        self.is_told = False
        self.waits, self.longest = [], 0

    def hear(self, message):
        self.is_told = self.is_told or message["type"] == "moving"
        super().hear(message)

    def move_on(self):
        began = time.monotonic()
        while True:
            self.at = (self.at + 1) % len(self.nodes)
            self.port = self.nodes[self.at].port
            try:
                self.is_told = False
                self.join()
                break
            except OSError:
                assert time.monotonic() < began + 10, "no node takes anybody"
        assert self.ask("legal")["ok"]
        self.waits.append(time.monotonic() - began)


def play(people, stop, flaws):
    dice = random.Random(people[0].table)
    try:
        while not stop.is_set():
            for person in people:
                began = time.monotonic()
                try:
                    person.play(dice)
                    person.longest = max(person.longest, time.monotonic() - began)
                except OSError:  # closed before it read that it was told to move
                    person.is_told = True
                if person.is_told:
                    person.move_on()
            time.sleep(0.1)
    except Exception as error:  # pylint: disable=broad-except
        flaws.append(error)


def other_version(program, folder, mine):
    """The program, but that it says another number."""
    theirs = mine[:-1] + ("1" if mine[-1] != "1" else "2")
    path = os.path.join(folder, "metropole")
    with open(program, "rb") as source, open(path, "wb") as copy:
        data = source.read()
        assert data.count(mine.encode() + b"\0") >= 1
        copy.write(data.replace(mine.encode() + b"\0", theirs.encode() + b"\0"))
    os.chmod(path, 0o755)
    return path, theirs


def use_everything(nodes, number):
    """What people do beside playing, each step on another node than the one before it."""
    url = itertools.cycle(node.url() for node in nodes)
    port = itertools.cycle(node.port for node in nodes)
    names = ["Step%d%s" % (number, letter) for letter in "AB"]
    for name in names:
        account(next(url), name, "a long password")
    cookies = [become(next(url), "/api/login", {"name": name, "password": "a long password"}, status=200)
               for name in names]
    talks = [Talk(next(port), cookie) for cookie in cookies]
    table = talks[0].do("create", game="metropolys", players=2, seats=["me", "open"])["table"]
    talks[1].do("sit", table=table)
    talks[0].do("start", table=table)
    talks[1].do("chat", table=table, text="Salut")
    talks[0].do("resign", table=table)
    for talk in talks:
        talk.close()
    for path in ("/api/me", "/api/me/games", "/api/users/" + names[0], "/api/tables/%s/record" % table):
        for node in nodes:
            status, text = curl("-b", cookies[0], node.url() + path)
            assert status == 200, (path, status, text)


def versions(place):
    """Of the nodes that live."""
    return {row[0] for row in place.sql("SELECT about FROM nodes WHERE until > extract(epoch FROM now()) * 1000")}


class Place:
    def __init__(self, cluster):
        self.cluster, self.name = cluster, cluster.database()

    def sql(self, text):
        return self.cluster.sql(self.name, text)


def company(nodes, number, game):
    cookies = [guest(nodes[0].url(), "Roll%d%s" % (number, letter)) for letter in "AB"]
    talks = [Talk(nodes[(number + i) % 3].port, cookie) for i, cookie in enumerate(cookies)]
    table = talks[0].do("create", game=game, players=2, seats=["me", "open"])["table"]
    talks[1].do("sit", table=table)
    talks[0].do("start", table=table)
    people = [Person(nodes, (number + i) % 3, cookie, table, i + 1) for i, cookie in enumerate(cookies)]
    for talk, person in zip(talks, people):
        talk.close()
        person.join()
    return people


def main():
    program, following = (os.path.abspath(path) for path in sys.argv[1:3])
    root = sys.argv[3]
    folder = tempfile.mkdtemp(prefix="metropole-rolling-")
    cluster = Cluster()
    place, nodes, stop, flaws = Place(cluster), [], threading.Event(), []
    try:
        mine = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True,
                              check=True).stdout.split()[-1]
        newer, theirs = other_version(following, folder, mine)
        nodes += [Node(program, cluster.url(place.name)).up() for _ in range(3)]
        schema = int(place.sql("SELECT version FROM schema_version")[0][0])
        companies = [company(nodes, i, "metro") for i in range(6)]
        threads = [threading.Thread(target=play, args=(people, stop, flaws)) for people in companies]
        for thread in threads:
            thread.start()
        for i, node in enumerate(nodes):
            assert node.stop() == 0, node.said()
            node.program = newer
            copying = cluster.reads_all(place.name, COPY_S) if i == 0 else None
            node.up()
            if copying:
                assert copying.wait() == 0
            until(lambda: versions(place) == ({mine, theirs} if i < 2 else {theirs}), what="all versions")
            use_everything(nodes, i)
            is_next = place.sql("SELECT version FROM schema_version")
            assert is_next == [[str(schema + 1)]], is_next
            if i == 0:
                status, said = node.run("serve", "--data", cluster.url(place.name), "--port", "0",
                                        program=program)
                assert status == 3 and "Use a newer metropole" in said, (status, said)
            time.sleep(1)
        stop.set()
        for thread in threads:
            thread.join()
        assert not flaws, flaws
        waits = sorted(wait for people in companies for person in people for wait in person.waits)
        assert len(waits) >= 10 and waits[-1] < MOVE_S, waits
        longest = max(person.longest for people in companies for person in people)
        assert longest < PATIENCE_S, longest
        judge = Judge(place, nodes[0].url(), root)
        for people in companies:
            for person in people:
                person.join()
                person.ask("ping")
            judge.look(people[0], people)
        assert judge.moves > 50, judge.moves
        assert curl(nodes[0].url() + "/healthz")[0] == 200
        print("from %s to %s: moved %d times, within %.2f s at most; %d moves, the longest took %.2f s" %
              (mine, theirs, len(waits), waits[-1], judge.moves, longest))
    finally:
        stop.set()
        for node in nodes:
            node.clear()
        cluster.stop()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
