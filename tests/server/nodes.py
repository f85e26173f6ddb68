# SPDX-License-Identifier: MIT
"""Several nodes on one PostgreSQL: a table is the same on all of them, races have one winner, duties
are taken over, and what ends on one node ends on all. Usage: nodes.py PROGRAM [TEST …]"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
import traceback

from ground import Cluster, Node
from premises import Talk, account, curl, guest

TESTS = []
WAIT = 20


def test(function):
    TESTS.append(function)
    return function


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

    def worker(self):
        worker = subprocess.Popen([self.program, "work", "--data", self.cluster.url(self.name)],
                                  stderr=subprocess.DEVNULL)
        self.workers.append(worker)
        return worker

    def sql(self, text):
        return self.cluster.sql(self.name, text)

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


@test
def a_table_is_the_same_on_every_node(place):
    """Moves of one node are told on the other; a third that has never seen the table shows it."""
    first, second = place.node(), place.node()
    talks, table = pair(first, second)
    play(talks, table, 12)
    seq = log_is_whole(place, table)
    until(lambda: {talk.do("view", table=table)["seq"] for talk in talks} == {seq})
    third = place.node()
    talk = Talk(third.port)
    talk.tell("watch", table=table)
    assert talk.wait("table")["seq"] == seq
    last = 0
    while not last:
        last = move(talks[0], table) or move(talks[1], table)
    told_up_to(talk, table, last)


@test
def of_two_who_write_at_once_both_are_kept(place):
    """A lost race is asked again: every line is in the log once, and all are told all of them."""
    nodes = [place.node("chat_per_minute = 10000") for _ in range(2)]
    talks, table = pair(*nodes)
    lines = 40

    def say(talk, who):
        for i in range(lines):
            talk.do("chat", table=table, text="%s %d" % (who, i))

    threads = [threading.Thread(target=say, args=(talk, who)) for talk, who in zip(talks, "ab")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT)
    log_is_whole(place, table)
    rows = place.sql("SELECT text FROM events WHERE kind = 2 ORDER BY seq")
    for who in "ab":
        said = [row[0] for row in rows if '"text":"%s ' % who in row[0]]
        assert len(said) == lines, said
        assert all('"%s %d"' % (who, i) in text for i, text in enumerate(said)), said
    lost = sum(metric(node, "metropole_changes_lost_total") for node in nodes)
    assert lost > 0, "nobody was ever too late: this has tried nothing"


def answer_to(talk, number):
    while True:
        answer = talk.wait("answer")
        if answer["id"] == number:
            return answer


@test
def who_comes_too_late_tells_nobody_of_it(place):
    """Two moves of one turn, one of which is lost and may have been of more events: the others do
    not wait for events that never were."""
    nodes = [place.node() for _ in range(2)]
    talks, table = pair(*nodes, game="metropolis")
    looker = Talk(place.node().port)
    looker.do("watch", table=table)
    looker.patience = 5
    people = [[talk, Talk(node.port, talk.cookie)] for talk, node in zip(talks, reversed(nodes))]
    for _ in range(150):
        for both in people:
            legal = both[0].do("legal", table=table)
            own = [word for word in legal["moves"] if not word.startswith(("accept", "decline", "withdraw"))]
            for talk in both if own else ():
                talk.tell("play", table=table, move=random.choice(own), turn=legal["turn_no"])
            for talk in both if own else ():
                talk.patience = 5
                answer_to(talk, talk.n)
        assert looker.do("view", table=table)["ok"]
    lost = sum(metric(node, "metropole_changes_lost_total") for node in nodes)
    assert lost > 0, "nobody was ever too late: this has tried nothing"
    log_is_whole(place, table)


@test
def a_rematch_is_one_for_those_who_ask_on_different_nodes(place):
    """At the same moment, or one after the other: both come to the same table, and it begins."""
    nodes = [place.node("tables_per_hour = 1000") for _ in range(2)]
    talks, table = pair(*nodes)
    for i in range(12):
        move(talks[0], table)
        move(talks[1], table)
        talks[i % 2].do("resign", table=table)
        for node in nodes:
            until(lambda node=node: '"status":"over"' in curl(node.url() + "/api/tables/" + table)[1])
        if i % 3 < 2:
            for talk in talks:
                talk.tell("rematch", table=table)
            answers = [answer_to(talk, talk.n) for talk in talks]
        else:
            answers = [talk.ask("rematch", table=table) for talk in talks]
        assert all(answer["ok"] for answer in answers), answers
        assert answers[0]["table"] == answers[1]["table"], answers
        for talk in talks:
            talk.do("unwatch", table=table)
            talk.do("watch", table=answers[0]["table"])
        table = answers[0]["table"]
        for talk in talks:
            until(lambda talk=talk: talk.ask("view", table=table)["ok"], 5, "the next game")
    assert not place.sql("SELECT id FROM tables WHERE status = 0"), "a table is left over"


@test
def what_happened_while_nobody_listened_is_found(place):
    """The connection that hears the bell is cut; the move is told all the same."""
    first, second = place.node(), place.node()
    talks, table = pair(first, second)
    watcher = Talk(second.port)
    watcher.do("watch", table=table)
    for _ in range(3):
        cut = place.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                        "WHERE query LIKE 'LISTEN%' AND datname = current_database()")
        assert cut
        last = 0
        while not last:
            last = move(talks[0], table) or move(talks[1], table)
        told_up_to(watcher, table, last)


@test
def duties_of_a_node_that_dies_are_taken_over(place):
    """Bots and clocks go on within 3 s."""
    first, second = place.node(), place.node()
    talk = Talk(second.port, guest(second.url(), name()))
    tables = [talk.do("create", game="metro", players=2, seats=["me", "easy"])["table"]
              for _ in range(8)]
    for table in tables:
        talk.do("start", table=table)
    first.kill()
    died = time.monotonic()
    for table in tables:
        until(lambda table=table: talk.do("legal", table=table)["moves"])
        moved = move(talk, table)
        assert moved
        until(lambda table=table, seq=moved: talk.do("view", table=table)["seq"] > seq + 1)
    took = time.monotonic() - died
    assert took < 3.5, took  # eight answers of bots and the wait of the tests among them
    until(lambda: len(owners(place)) == 1)


@test
def time_runs_out_whichever_node_looks(place):
    """The clock of a turn goes on when the node that watched it dies."""
    first, second = place.node(), place.node()
    talks, table = pair(second, second, clock={"kind": "live", "bank": 10, "increment": 0})
    time.sleep(2)
    began = time.monotonic()
    first.kill()
    while True:
        message = talks[0].wait("events")
        if any(event["kind"] == "note" and event["what"] == "timeout" for event in message["events"]):
            break
    assert 5 < time.monotonic() - began < 11, time.monotonic() - began
    assert table


@test
def workers_of_other_processes_think_for_bots(place):
    """A node without threads for bots; a worker dies in the middle, and nothing is lost."""
    node = place.node("workers = 0")
    workers = [place.worker() for _ in range(2)]
    talk = Talk(node.port, guest(node.url(), name()))
    tables = [talk.do("create", game=game, players=2, seats=["me", level])["table"]
              for game in ("metro", "metropolys") for level in ("easy", "normal")]
    for table in tables:
        talk.do("start", table=table)

    def rounds(n):
        for table in tables:
            for _ in range(n):
                until(lambda table=table: talk.do("legal", table=table)["moves"], 30, "the bot's move")
                assert move(talk, table)

    rounds(2)
    workers[0].kill()
    workers[0].wait()
    rounds(2)
    for table in tables:
        log_is_whole(place, table)


def owners(place):
    """Nodes that have duties."""
    return {row[0] for row in place.sql("SELECT DISTINCT node FROM leases WHERE until > "
                                        "extract(epoch FROM now()) * 1000")}


@test
def who_asked_for_a_bot_and_lost_the_duty_for_a_while_asks_again(place):
    """A node stands still while its bots are thought about; another asks instead, and dies."""
    first, second = place.node("workers = 0"), place.node("workers = 0")
    talk = Talk(second.port, guest(second.url(), name()))
    until(lambda: len(owners(place)) == 2)
    tables = [talk.do("create", game="metro", players=2, seats=["me", "easy"])["table"]
              for _ in range(8)]
    for table in tables:
        talk.do("start", table=table)
        move(talk, table)
    asked = "SELECT count(DISTINCT table_key) FROM thinks"
    until(lambda: int(place.sql(asked)[0][0]) == len(tables))
    first.send(signal.SIGSTOP)
    until(lambda: len(owners(place)) == 1)
    until(lambda: int(place.sql(asked + " WHERE node = %s" % min(owners(place)))[0][0]) == len(tables))
    first.send(signal.SIGCONT)
    until(lambda: len(owners(place)) == 2)
    second.kill()
    talk = Talk(first.port, talk.cookie)
    place.worker()
    for table in tables:
        until(lambda table=table: talk.do("legal", table=table)["moves"], 10, "the bot's move")


@test
def a_worker_reviews_a_finished_game_and_another_goes_on_when_it_dies(place):
    """Asked for on one node, made elsewhere, and there on every node."""
    nodes = [place.node("workers = 0") for _ in range(2)]
    talks, table = pair(nodes[0], nodes[1], game="metropolys")
    play(talks, table, 6)
    talks[1].do("resign", table=table)
    path = "/api/tables/%s/review" % table
    asks = ("-b", guest(nodes[0].url(), name()), "-H", "Origin: " + nodes[0].url(), "-H",
            "Content-Type: application/json", "-d", "{}")
    until(lambda: curl(*asks, nodes[0].url() + path)[0] == 202, what="to be asked")
    # Whoever took it first is gone.
    place.sql("UPDATE reviews SET worker = 1, tries = 1")
    place.worker()
    until(lambda: all(curl(node.url() + path)[0] == 200 for node in nodes), 60, "the review")
    assert [int(row[0]) for row in place.sql("SELECT tries FROM reviews")] == [2]


@test
def signing_out_on_one_node_closes_the_sockets_on_all(place):
    first, second = place.node(), place.node()
    cookie = account(first.url(), name(), "a long password")
    talk = Talk(second.port, cookie)
    assert talk.hello["you"]
    status, body = curl("-X", "POST", "-H", "Cookie: " + cookie, "-H", "Content-Type: application/json",
                        "-H", "Origin: " + first.url(), "-d", "{}", first.url() + "/api/logout")
    assert status in (200, 204), (status, body)
    talk.sock.settimeout(5)
    try:
        while True:
            talk.next()
    except ConnectionError:
        pass


@test
def a_budget_is_that_of_all_nodes_together(place):
    nodes = [place.node("tables_per_hour = 6") for _ in range(3)]
    cookie = guest(nodes[0].url(), name())
    talks = [Talk(node.port, cookie) for node in nodes]
    made = 0
    for i in range(24):
        answer = talks[i % 3].ask("create", game="metro", players=2, seats=["me", "open"])
        made += answer["ok"]
        assert answer["ok"] or answer["error"]["code"] == "too_fast", answer
        time.sleep(0.25)
    assert 6 <= made <= 8, made


@test
def a_node_that_was_frozen_writes_over_nothing(place):
    first, second = place.node(), place.node()
    talks, table = pair(first, second)
    play(talks, table, 4)
    first.send(signal.SIGSTOP)
    time.sleep(4)
    assert len(owners(place)) == 1
    for i in range(5):
        talks[1].do("chat", table=table, text="are you there %d" % i)
    first.send(signal.SIGCONT)
    talks[0].do("chat", table=table, text="yes")
    play(talks, table, 4)
    log_is_whole(place, table)


@test
def without_its_database_a_node_is_busy_and_comes_back(place):
    node = place.node()
    talks, table = pair(node, node)
    play(talks, table, 3)
    place.cluster.halt()
    try:
        # What is asked before the node noticed is answered when the database is back.
        until(lambda: curl(node.url() + "/healthz")[0] == 503)
        assert talks[0].ask("chat", table=table, text="hm")["error"]["code"] == "busy"
        assert talks[0].do("view", table=table)["seq"]
    finally:
        place.cluster.start()
    until(lambda: talks[0].ask("chat", table=table, text="back")["ok"])
    play(talks, table, 3)
    log_is_whole(place, table)
    assert curl(node.url() + "/healthz")[0] == 200


@test
def a_node_that_stops_sends_everyone_to_the_others(place):
    first, second = place.node(), place.node()
    talks, table = pair(first, second)
    play(talks, table, 4)
    last = talks[0].do("view", table=table)["seq"]
    first.send(signal.SIGTERM)
    talks[0].wait("moving")
    began = time.monotonic()
    assert curl(first.url() + "/healthz") == (503, "draining")
    cookie = guest(second.url(), name())
    talks[0].close()
    watcher = Talk(second.port, cookie)
    watcher.tell("watch", table=table, since=last)
    watcher.wait("events")
    assert time.monotonic() - began < 2
    assert first.process.wait(WAIT) == 0
    first.process.stdout.close()
    first.process = None
    talks[1].do("chat", table=table, text="here")


def main():
    program, chosen = os.path.abspath(sys.argv[1]), sys.argv[2:]
    random.seed(1)
    failed = 0
    cluster = Cluster()
    try:
        for function in TESTS:
            if chosen and function.__name__ not in chosen:
                continue
            place = Place(cluster, program)
            began = time.time()
            try:
                function(place)
                print("ok   %s (%.1f s)" % (function.__name__, time.time() - began), flush=True)
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print("FAIL %s" % function.__name__, flush=True)
                traceback.print_exc()
                for node in place.nodes:
                    print(node.said()[-1500:])
            finally:
                place.clear()
    finally:
        cluster.stop()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
