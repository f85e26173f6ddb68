# SPDX-License-Identifier: MIT
"""Several nodes on one PostgreSQL: a table is the same on all of them, races have one winner, duties
are taken over, and nothing is lost when something breaks. Usage: nodes.py PROGRAM [TEST …]"""

import random
import signal
import sys
import time

from place import (WAIT, answer_to, log_is_whole, metric, move, name, owners, pair, play, run_all, told_up_to,
                   until)
from premises import Talk, curl, guest

TESTS = []


def test(function):
    TESTS.append(function)
    return function


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
    lines = lost = 0
    while not lost or lines < 40:
        assert lines < 900, "nobody was ever too late: this has tried nothing"
        for talk, who in zip(talks, "ab"):
            talk.tell("chat", table=table, text="%s %d" % (who, lines))
        for talk in talks:
            assert answer_to(talk, talk.n)["ok"]
        lines += 1
        if lines % 20 == 0:
            lost = sum(metric(node, "metropole_changes_lost_total") for node in nodes)
    log_is_whole(place, table)
    rows = place.sql("SELECT text FROM events WHERE kind = 2 ORDER BY seq")
    for who in "ab":
        said = [row[0] for row in rows if '"text":"%s ' % who in row[0]]
        assert len(said) == lines, said
        assert all('"%s %d"' % (who, i) in text for i, text in enumerate(said)), said


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
    lost, rounds = 0, 0
    while not lost or rounds < 150:
        rounds += 1
        assert rounds < 2000, "nobody was ever too late: this has tried nothing"
        for both in people:
            legal = both[0].do("legal", table=table)
            own = [word for word in legal["moves"] if not word.startswith(("accept", "decline", "withdraw"))]
            for talk in both if own else ():
                talk.tell("play", table=table, move=random.choice(own), turn=legal["turn_no"])
            for talk in both if own else ():
                talk.patience = 5
                answer_to(talk, talk.n)
        assert looker.do("view", table=table)["ok"]
        if rounds % 50 == 0:
            lost = sum(metric(node, "metropole_changes_lost_total") for node in nodes)
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
    until(lambda: metric(second, "metropole_duties") == 32)
    took = time.monotonic() - died
    assert took < 3, took
    for table in tables:
        until(lambda table=table: talk.do("legal", table=table)["moves"])
        moved = move(talk, table)
        assert moved
        until(lambda table=table, seq=moved: talk.do("view", table=table)["seq"] > seq + 1)


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


@test
def a_quick_bot_does_not_wait_for_slow_ones(place):
    """One thread has seconds to think, again and again; what takes milliseconds is answered beside it."""
    node = place.node("workers = 0")
    talk = Talk(node.port, guest(node.url(), name()))

    def against(level):
        table = talk.do("create", game="metro", players=2, seats=["me", level])["table"]
        talk.do("start", table=table)
        while move(talk, table):  # until the bot is on turn
            pass
        return table

    def waiting():
        return int(place.sql("SELECT count(*) FROM thinks WHERE answer IS NULL AND text LIKE '%hard%'")[0][0])

    for _ in range(12):
        against("hard")
    until(lambda: waiting() == 12)
    place.worker("--workers", "1")
    until(lambda: waiting() < 12)
    table = against("easy")
    for _ in range(8):
        until(lambda: move(talk, table), what="the easy bot's move")
    assert waiting() >= 7, waiting()


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


if __name__ == "__main__":
    sys.exit(run_all(TESTS, sys.argv[1], sys.argv[2:]))
