# SPDX-License-Identifier: MIT
"""What people share on several nodes: limits, sessions, bans, who is there, names, seats, ratings and
notices are those of one site, whichever node they are at. Usage: shared.py PROGRAM ROOT [TEST …]"""

import json
import shutil
import sys
import tempfile
import threading
import time

from ground import Proxy, front_settings
from place import answer_to, metric, name, pair, play, run_all, until
from premises import Talk, account, become, curl, free_port, guest
from services import Browser, Service

ROOT = sys.argv[2]
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def post(node, cookie, path, **body):
    return curl("-b", cookie, "-H", "Content-Type: application/json", "-H", "Origin: " + node.url(), "-d",
                json.dumps(body), node.url() + path)


def at_once(*actions):
    """What each of them gives, begun at the same moment."""
    gate, given = threading.Barrier(len(actions)), [None] * len(actions)

    def act(i):
        gate.wait()
        given[i] = actions[i]()

    threads = [threading.Thread(target=act, args=(i,)) for i in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


def is_closed(talk):
    """The server ends this connection within seconds."""
    talk.sock.settimeout(5)
    try:
        while True:
            talk.next()
    except TimeoutError:
        return False
    except OSError:
        return True


@test
def signing_out_on_one_node_closes_the_sockets_on_all(place):
    first, second = place.node(), place.node()
    cookie = account(first.url(), name(), "a long password")
    talk = Talk(second.port, cookie)
    assert talk.hello["you"]
    status, body = curl("-X", "POST", "-H", "Cookie: " + cookie, "-H", "Content-Type: application/json",
                        "-H", "Origin: " + first.url(), "-d", "{}", first.url() + "/api/logout")
    assert status in (200, 204), (status, body)
    assert is_closed(talk)


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
def of_two_who_take_a_name_or_a_seat_at_once_one_has_it(place):
    nodes = [place.node("tables_per_hour = 1000") for _ in range(2)]
    host = Talk(nodes[0].port, guest(nodes[0].url(), name()))
    people = [Talk(node.port, guest(node.url(), name())) for node in nodes]
    for _ in range(3):
        wanted = name()
        given = at_once(*(lambda node=node: post(node, "", "/api/signup", name=wanted, password="a long password")
                          for node in nodes))
        assert sorted(status for status, _ in given) == [201, 409], given
    for _ in range(20):
        table = host.do("create", game="metro", players=2, seats=["me", "open"])["table"]
        given = at_once(*(lambda talk=talk: talk.ask("sit", table=table, seat=2) for talk in people))
        log = place.sql("SELECT e.seq, e.who, e.at, e.text FROM events e JOIN tables t ON t.key = e.table_key "
                        "WHERE t.id = '%s' ORDER BY 1" % table)
        refused = [answer["error"]["code"] for answer in given if not answer["ok"]]
        assert len(refused) == 1 and refused[0] in ("taken", "full", "stale"), (given, log)
        rows = place.sql("SELECT count(*) FROM events e JOIN tables t ON t.key = e.table_key WHERE t.id = '%s' "
                         "AND e.kind = 1 AND e.text LIKE '%%\"seat\":2%%'" % table)
        assert rows == [["1"]], rows


@test
def a_game_that_is_ended_on_two_nodes_at_once_is_rated_once(place):
    nodes = [place.node("tables_per_hour = 1000") for _ in range(2)]
    cookies = [account(nodes[0].url(), name(), "a long password") for _ in nodes]
    talks = [Talk(node.port, cookie) for node, cookie in zip(nodes, cookies)]
    for i in range(5):
        table = talks[0].do("create", game="metropolys", players=2, seats=["me", "open"])["table"]
        talks[1].do("sit", table=table)
        talks[0].do("start", table=table)
        for talk in talks:
            talk.do("watch", table=table)
        play(talks, table, 2)
        for talk in talks:
            talk.tell("resign", table=table)
        for talk in talks:
            answer_to(talk, talk.n)
            talk.do("unwatch", table=table)
        assert place.sql("SELECT count(*), sum(is_rated) FROM results r JOIN tables t ON t.key = r.table_key "
                         "WHERE t.id = '%s'" % table) == [["2", "2"]]
        assert place.sql("SELECT games FROM ratings") == [[str(i + 1)]] * 2


def slowly(place, table):
    """Whatever is written there takes a while: who reads meanwhile reads what was before."""
    place.sql("CREATE FUNCTION slowly_%s() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.7); "
              "RETURN NEW; END'; CREATE TRIGGER slowly BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION "
              "slowly_%s()" % (table, table, table))


@test
def who_signs_in_while_the_password_is_changed_elsewhere_is_out(place):
    """A new password ends all other sessions, those that begin in this moment, too."""
    nodes = [place.node() for _ in range(2)]
    wanted = name()
    cookie = account(nodes[0].url(), wanted, "a long password")
    slowly(place, "sessions")

    def sign_in():
        try:
            return become(nodes[0].url(), "/api/login", {"name": wanted, "password": "a long password"}, status=200)
        except AssertionError:  # the new password was first
            return ""

    def change():
        time.sleep(0.35)  # the other has read the old password by now, and is about to let in
        return post(nodes[1], cookie, "/api/password", old_password="a long password", password="another password")

    other, changed = at_once(sign_in, change)
    assert changed[0] == 200, changed
    for node in nodes:
        assert json.loads(curl("-b", other, node.url() + "/api/me")[1])["name"] is None


@test
def what_is_good_once_is_good_once_on_two_nodes(place):
    """A recovery code; and room for one more bot."""
    nodes = [place.node() for _ in range(2)]
    wanted = name()
    status, text = post(nodes[0], "", "/api/signup", name=wanted, password="a long password")
    assert status == 201, text
    code = json.loads(text)["recovery_code"]
    cookie = become(nodes[0].url(), "/api/login", {"name": wanted, "password": "a long password"}, status=200)
    for i in range(7):
        assert post(nodes[0], cookie, "/api/bots", name="%s%d" % (wanted[:6], i))[0] == 201
    slowly(place, "users")
    given = at_once(*(lambda node=node, i=i: post(node, cookie, "/api/bots", name="%s%d" % (wanted[:6], i))[0]
                      for i, node in enumerate(nodes, 7)))
    assert sorted(given)[0] == 201 and sorted(given)[1] >= 400, given
    given = at_once(*(lambda node=node: post(node, "", "/api/recover", name=wanted, code=code,
                                             password="a new password")[0] for node in nodes))
    assert sorted(given)[0] == 200 and sorted(given)[1] >= 400, given


@test
def a_ban_holds_on_all(place):
    nodes = [place.node() for _ in range(2)]
    wanted, cookie = name(), guest(nodes[0].url(), name())
    talks = [Talk(node.port, account(nodes[0].url(), wanted, "a long password") if i == 0 else cookie)
             for i, node in enumerate(reversed(nodes))]
    seen = place.sql("SELECT id FROM users WHERE is_account = 0")[0][0]
    for who, talk in zip((wanted, seen), talks):
        status, said = nodes[0].run("admin", "--data", nodes[0].data, "ban", who)
        assert status == 0, said
        assert is_closed(talk), who
    for node in nodes:
        assert post(node, "", "/api/login", name=wanted, password="a long password")[0] in (401, 403)
        assert post(node, "", "/api/guest", name=name())[0] == 403
        assert not Talk(node.port, cookie).hello["you"], "the banned guest is back"


@test
def who_is_at_another_node_is_there(place):
    """Not away, until the last connection is gone; nor when the node of that connection dies."""
    nodes = [place.node() for _ in range(3)]
    talks, table = pair(nodes[0], nodes[1])

    def is_there():
        seats = json.loads(curl(nodes[0].url() + "/api/tables/" + table)[1])["info"]["seats"]
        return [seat["online"] for seat in seats]

    until(lambda: is_there() == [True, True])
    again = Talk(nodes[2].port, talks[1].cookie)
    talks[1].close()
    time.sleep(1)
    assert is_there() == [True, True]
    again.close()
    until(lambda: is_there() == [True, False])
    again = Talk(nodes[2].port, talks[1].cookie)
    until(lambda: is_there() == [True, True])
    nodes[2].kill()
    until(lambda: is_there() == [True, False])
    again.close()


@test
def the_lobby_is_one(place):
    nodes = [place.node() for _ in range(2)]
    talks = [Talk(node.port, guest(node.url(), name())) for node in nodes]
    talks[1].do("lobby")
    for _ in range(6):  # some of which this node looks after, and some the other
        table = talks[0].do("create", game="metro", players=2, seats=["me", "open"], public=True)["table"]
        while table not in {listed["table"] for listed in talks[1].wait("lobby_changed")["tables"]}:
            pass
        assert table in curl(nodes[1].url() + "/api/tables")[1]
        talks[0].do("abort", table=table)
        while table not in talks[1].wait("lobby_changed")["gone"]:
            pass


@test
def what_is_over_on_one_node_takes_no_room_on_another(place):
    """Where nobody looked on: a node forgets tables of others as it does its own."""
    nodes = [place.node("tables = 20", "tables_per_hour = 1000") for _ in range(2)]
    talks = [Talk(node.port, guest(node.url(), name())) for node in nodes]
    for _ in range(60):
        table = talks[0].do("create", game="metro", players=2, seats=["me", "open"])["table"]
        until(lambda: curl(nodes[1].url() + "/api/tables/" + table)[0] == 200, what="a look at it")
        talks[0].do("abort", table=table)
    until(lambda: talks[1].ask("create", game="metro", players=2, seats=["me", "open"])["ok"], what="room")
    until(lambda: metric(nodes[1], "metropole_tables") < 20, what="room")


@test
def who_is_away_from_all_nodes_is_told_once(place):
    nodes = [place.node("push_to_private = 1", "push_contact = host@example.net") for _ in range(3)]
    service, browser = Service(), Browser()
    talks, table = pair(nodes[0], nodes[1], clock={"kind": "days", "days": 3})
    keys = {name: browser.keys[name] for name in ("p256dh", "auth")}
    assert post(nodes[2], talks[1].cookie, "/api/push", endpoint=service.url("second"), keys=keys)[0] == 200

    def play_out(talk):
        """Until the turn is another's; whether there was one."""
        played = False
        while True:
            legal = talk.do("legal", table=table)
            if not legal["moves"]:
                return played
            played |= talk.ask("play", table=table, move=legal["moves"][0], turn=legal["turn_no"])["ok"]

    def is_known():
        return all(seat["online"] for seat in
                   json.loads(curl(nodes[0].url() + "/api/tables/" + table)[1])["info"]["seats"])

    until(is_known)
    play_out(talks[1])
    until(lambda: play_out(talks[0]), what="the first one's turn")
    service.nothing()  # he is at another node
    until(lambda: play_out(talks[1]), what="the second one's turn")
    talks[1].close()
    until(lambda: not place.sql("SELECT who FROM presences WHERE who IN (SELECT \"user\" FROM seats WHERE seat = 1)"))
    time.sleep(0.5)  # the others have read it
    until(lambda: play_out(talks[0]), what="the first one's turn")
    assert service.next()[0] == "/second"
    service.nothing()


@test
def the_proxy_of_the_example_says_who_comes(place):
    """Whatever visitors say of themselves; and only it tells the counters to nobody."""
    nodes = [place.node("behind_proxy = 1") for _ in range(3)]
    folder, port = tempfile.mkdtemp(prefix="metropole-front-"), free_port()
    front = Proxy(folder, "front", port, front_settings(ROOT, port, nodes))
    try:
        url = "http://localhost:%d" % port
        until(lambda: curl(url + "/healthz")[0] == 200)
        assert curl(url + "/metrics")[0] == 403
        origin = ("-H", "Content-Type: application/json", "-H", "Origin: " + url)
        status, said = nodes[0].run("admin", "--data", nodes[0].data, "ban", "127.0.0.9")
        assert status == 0, said
        for said in ("", "192.0.2.1", "192.0.2.1, 192.0.2.2", "x" * 300, "192.0.2.1, " * 60):
            more = ("-H", "X-Forwarded-For: " + said) if said else ()
            status, _ = curl("--interface", "127.0.0.9", *origin, *more, "-d", json.dumps({"name": name()}),
                             url + "/api/guest")
            assert status == 403, (said, status)
        become(url, "/api/guest", {"name": name()}, "--interface", "127.0.0.8")
    finally:
        front.kill()
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(run_all(TESTS, sys.argv[1], sys.argv[3:]))
