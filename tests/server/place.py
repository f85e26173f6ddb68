# SPDX-License-Identifier: MIT
"""A database with nodes on it, and what people do there: for the tests of several nodes."""

import os
import random
import subprocess
import time

from ground import Cluster, Node
from premises import Talk, curl, guest, run_each

WAIT = 20


class Place:
    """A database and its nodes."""

    def __init__(self, cluster, program):
        self.cluster, self.program = cluster, program
        self.name = cluster.database()
        self.nodes, self.workers = [], []

    def node(self, *lines):
        node = Node(self.program, self.cluster.url(self.name)).up(*lines)
        self.nodes.append(node)
        return node

    def worker(self, *args):
        worker = subprocess.Popen([self.program, "work", "--data", self.cluster.url(self.name), *args],
                                  stderr=subprocess.DEVNULL)
        self.workers.append(worker)
        return worker

    def sql(self, text):
        return self.cluster.sql(self.name, text)

    def tell(self):
        """The ends of what the nodes said."""
        for node in self.nodes:
            print(node.said()[-1500:])

    def clear(self):
        for node in self.nodes:
            node.clear()
        for worker in self.workers:
            worker.kill()
            worker.wait()


def until(condition, seconds=WAIT, what="it"):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "%s did not happen in %d s" % (what, seconds)
        time.sleep(0.02)


def name():
    return "".join(random.choice("abcdefghijklmnop") for _ in range(10))


def pair(first, second, **more):
    """Two guests at a table, each on a node; the talks and the table."""
    talks = [Talk(node.port, guest(node.url(), name())) for node in (first, second)]
    table = talks[0].do("create", **{"game": "metro", "players": 2, "seats": ["me", "open"], **more})
    table = table["table"]
    talks[1].do("watch", table=table)
    talks[1].do("sit", table=table)
    talks[0].do("watch", table=table)
    talks[0].do("start", table=table)
    return talks, table


def move(talk, table):
    """A move, if there is one to make; its seq, or 0."""
    legal = talk.do("legal", table=table)
    if not legal["moves"]:
        return 0
    moves = [word for word in legal["moves"] if word != "draw"]  # whoever draws is on turn still
    answer = talk.ask("play", table=table, move=random.choice(moves or legal["moves"]),
                      turn=legal["turn_no"])
    if not answer["ok"]:
        assert answer["error"]["code"] in ("stale", "busy"), answer
        return 0
    return answer["seq"]


def play(talks, table, moves):
    done = 0
    end = time.monotonic() + WAIT
    while done < moves:
        assert time.monotonic() < end, "nobody can move"
        for talk in talks:
            done += move(talk, table) > 0


def told_up_to(talk, table, seq):
    """All events after the next one that is told, without a gap, to this number."""
    last = 0
    while last < seq:
        message = talk.wait("events")
        for event in message["events"] if message["table"] == table else ():
            assert not last or event["seq"] == last + 1, (event["seq"], last)
            last = event["seq"]


def metric(node, what):
    """A number of its /metrics."""
    for line in curl(node.url() + "/metrics")[1].splitlines():
        if line.startswith(what + " "):
            return int(line.split()[1])
    raise AssertionError(what)


def log_is_whole(place, table):
    rows = place.sql("SELECT e.seq FROM events e JOIN tables t ON t.key = e.table_key WHERE t.id = "
                     "'%s' ORDER BY 1" % table)
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1)), rows
    return len(rows)


def owners(place):
    """Nodes that have duties."""
    return {row[0] for row in place.sql("SELECT DISTINCT node FROM leases WHERE until > "
                                        "extract(epoch FROM now()) * 1000")}


def answer_to(talk, number):
    while True:
        answer = talk.wait("answer")
        if answer["id"] == number:
            return answer


def run_all(tests, program, chosen):
    """As at a site, each on a database of its own."""
    cluster = Cluster()
    try:
        return run_each(tests, chosen, lambda: Place(cluster, os.path.abspath(program)))
    finally:
        cluster.stop()
