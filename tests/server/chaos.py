# SPDX-License-Identifier: MIT
"""Everything breaks while people play all games on three nodes behind haproxy, with two workers on one
PostgreSQL: processes are killed and frozen, the database is cut off, stopped and restarted, clocks are
set. Nothing that was acknowledged may be lost or told twice, and no game may stand still.
Usage: chaos.py PROGRAM CLOCKSTEP ROOT [SECONDS [SEED [FAULT…]]]; CLOCKSTEP is the library that sets clocks."""

import ctypes
import itertools
import json
import mmap
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from crowd import Company, Judge
from ground import Cluster, Node, Proxy, front_settings
from premises import Talk, account, curl, free_port

STUCK = 10  # seconds after a fault in which every game must go on
SETTINGS = ["workers = 0", "behind_proxy = 1", "bot_ms = 100", "tables_per_hour = 100000",
            "tables_per_user = 1000", "guests_per_hour = 10000", "kilobytes_per_hour = 400000",
            "busy_ms_per_second = 1000000", "logins_per_hour = 1000"]


class Clock:
    """A clock that can be set, for one program."""

    def __init__(self, library, path):
        self.library, self.path = library, path
        with open(path, "w+b") as file:
            file.write(bytes(8))
            file.flush()
            self.page = mmap.mmap(file.fileno(), 8)

    def env(self):
        return dict(os.environ, LD_PRELOAD=self.library, METROPOLE_TEST_CLOCK=self.path)

    def set(self, seconds):
        ctypes.c_int64.from_buffer(self.page).value = seconds * 1000


WIRE = """global
	maxconn 500
defaults
	mode tcp
	timeout connect 2s
	timeout client 1h
	timeout server 1h
listen database
	bind 127.0.0.1:%d
	server database 127.0.0.1:%d
"""


class Ground:
    """All that runs."""

    def __init__(self, program, library, root):
        self.program = program
        self.folder = tempfile.mkdtemp(prefix="metropole-chaos-")
        os.chmod(self.folder, 0o755)
        self.clocks = [Clock(library, os.path.join(self.folder, "clock%d" % i)) for i in range(3)]
        self.database_clock = Clock(library, os.path.join(self.folder, "clock"))
        self.cluster = Cluster(env=self.database_clock.env())
        self.name = self.cluster.database()
        self.wire_ports = [free_port() for _ in range(3)]
        self.wires = [Proxy(self.folder, "wire%d" % i, port, WIRE % (port, self.cluster.port))
                      for i, port in enumerate(self.wire_ports)]
        self.nodes = [Node(program, self.cluster.url(self.name, port)) for port in self.wire_ports]
        for i in range(3):
            self.start_node(i)
        self.workers = [self.start_worker() for _ in range(2)]
        self.front = free_port()
        self.proxy = Proxy(self.folder, "front", self.front, front_settings(root, self.front, self.nodes))
        self.url = "http://localhost:%d" % self.front
        while curl(self.url + "/healthz")[0] != 200:
            time.sleep(0.05)

    def start_node(self, i):
        self.nodes[i].up(*SETTINGS, env=self.clocks[i].env())

    def start_worker(self):
        return subprocess.Popen([self.program, "work", "--workers", "1", "--data",
                                 self.cluster.url(self.name)], stderr=subprocess.DEVNULL)

    def sql(self, text):
        return self.cluster.sql(self.name, text)

    def clear(self):
        for proxy in [self.proxy, *self.wires]:
            proxy.kill()
        for node in self.nodes:
            node.clear()
        for worker in self.workers:
            worker.kill()
            worker.wait()
        self.cluster.stop()
        shutil.rmtree(self.folder)


# --- what breaks; each begins, and ends in what it gives back ---

def kill_node(ground, dice):
    """A node dies; it comes back later."""
    i = dice.randrange(3)
    ground.nodes[i].kill()
    time.sleep(dice.uniform(0.5, 2))
    return lambda: ground.start_node(i)


def kill_worker(ground, dice):
    i = dice.randrange(2)
    ground.workers[i].kill()
    ground.workers[i].wait()
    time.sleep(0.5)

    def end():
        ground.workers[i] = ground.start_worker()
    return end


def end_connections(ground, dice):
    """All connections to the database, several times."""
    for _ in range(dice.randrange(2, 5)):
        ground.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
                   "current_database() AND pid <> pg_backend_pid()")
        time.sleep(dice.uniform(0.1, 0.5))
    return lambda: None


def restart_database(ground, dice):
    """As if its machine had lost power."""
    ground.cluster.halt()
    time.sleep(dice.uniform(0.2, 3))
    return ground.cluster.start


def freeze_node(ground, dice):
    i = dice.randrange(3)
    ground.nodes[i].send(signal.SIGSTOP)
    time.sleep(dice.uniform(2.5, 4))
    return lambda: ground.nodes[i].send(signal.SIGCONT)


def cut_silently(ground, dice):
    """What a node sends to the database is not answered, nor refused."""
    i = dice.randrange(3)
    ground.wires[i].process.send_signal(signal.SIGSTOP)
    time.sleep(dice.uniform(2, 5))
    return lambda: ground.wires[i].process.send_signal(signal.SIGCONT)


def cut_off(ground, dice):
    """A node's connections to the database break, and new ones are refused."""
    i = dice.randrange(3)
    ground.wires[i].kill()
    time.sleep(dice.uniform(0.5, 4))
    return ground.wires[i].start


def set_clocks(ground, dice):
    """Of the machines of the nodes: by an hour, forth and back."""
    for clock in ground.clocks:
        clock.set(dice.choice([-3600, 3600, 0]))
    time.sleep(1)
    return lambda: None


def set_database_clock(ground, dice):
    """Of the database's machine, a node of which has just died: leases are not its for ever."""
    ground.database_clock.set(dice.choice([-1, 1]) * dice.randrange(20, 600))
    return kill_node(ground, dice)


def stop_node(ground, dice):
    """A node is upgraded: it drains, stops in order, and starts."""
    i = dice.randrange(3)
    ground.nodes[i].stop()
    return lambda: ground.start_node(i)


FAULTS = [kill_node, kill_worker, end_connections, restart_database, freeze_node, cut_silently, cut_off,
          set_clocks, set_database_clock, stop_node]


class Account:
    """Somebody with a socket on every node, who signs out on one of them."""

    def __init__(self, ground, number):
        self.cookie = self.sign_up(ground.url, number)
        self.talks = []
        for node in ground.nodes:
            try:
                self.talks.append(Talk(node.port, self.cookie))
                self.talks[-1].node = node.port
            except OSError:
                pass
        self.is_out = self.tried = self.unanswered = False

    def sign_up(self, url, number):
        """At the first try that is answered, as nodes are still coming back."""
        end = time.monotonic() + STUCK
        for i in itertools.count():
            try:
                return account(url, "Chaos%d.%d" % (number, i), "a long password")
            except AssertionError:
                assert time.monotonic() < end, "nobody can sign up"
                time.sleep(0.2)

    def sign_out(self, ground, seconds):
        """On the first node that does it."""
        end = time.monotonic() + seconds
        for node in itertools.cycle(ground.nodes):
            if self.is_out or (node is ground.nodes[0] and time.monotonic() > end and self.tried):
                return
            self.tried = True
            status, _ = curl("-m", "2", "-X", "POST", "-H", "Cookie: " + self.cookie, "-H",
                             "Content-Type: application/json", "-H", "Origin: " + node.url(),
                             "-d", "{}", node.url() + "/api/logout")
            # What a frozen node did not answer it may do as soon as it goes on: then nobody is known here.
            if status in (200, 204) or (status == 401 and self.unanswered):
                self.is_out = True
            self.unanswered = self.unanswered or status < 0

    def sockets_alive(self, seconds):
        """Those that are still open after so long."""
        alive = []
        end = time.monotonic() + seconds
        for talk in self.talks:
            try:
                talk.patience = max(0.1, end - time.monotonic())
                talk.sock.settimeout(talk.patience)
                talk.wait("nothing that there is")
            except TimeoutError:
                alive.append(talk.node)
            except OSError:
                pass
            talk.close()
        return alive


def describe(ground, company):
    """A game that stands still: what the log, the questions and the nodes say of it."""
    if not company.seats:
        return "no table"
    table = company.seats[0].table
    said = ["log %s" % ground.sql("SELECT max(seq) FROM events e JOIN tables t ON t.key = e.table_key "
                                  "WHERE t.id = '%s'" % table),
            "questions %s" % ground.sql("SELECT id, node, seq, worker, until - extract(epoch FROM "
                                        "clock_timestamp()) * 1000, answer FROM thinks WHERE text LIKE "
                                        "'%%%s%%'" % table),
            "told %s" % [(len(seat.told), seat.last) for seat in company.seats]]
    for node in ground.nodes:
        try:
            talk = Talk(node.port, company.cookies[0])
            said.append("node %s %s" % (talk.ask("legal", table=table), talk.ask("view", table=table).get("seq")))
            talk.close()
        except OSError as error:
            said.append(repr(error))
    return "; ".join(said)[:1500]


def wait_until_all_go_on(ground, companies, fault):
    """After the end of a fault; what stands still is a flaw."""
    ended = time.monotonic()
    flaws = []
    while True:
        still = [c for c in companies if c.heard() <= ended]
        if not still:
            break
        if time.monotonic() > ended + STUCK:
            flaws = ["%s at %s stands still %d s after %s: %s" %
                     (c.game, c.seats[0].table if c.seats else "no table", STUCK, fault, describe(ground, c))
                     for c in still]
            break
        time.sleep(0.05)
    return flaws, time.monotonic() - ended


def break_things(ground, companies, dice, seconds, faults):
    """Each fault in turn, in another order each time, until the time is over; the flaws."""
    end = time.monotonic() + seconds
    flaws, number, order = [], 0, []
    while number < len(faults) or time.monotonic() < end:
        order = order or dice.sample(faults, len(faults))
        fault = order.pop()
        number += 1
        person = Account(ground, number)
        heal = fault(ground, dice)
        person.sign_out(ground, 0)
        heal()
        stuck, took = wait_until_all_go_on(ground, companies, fault.__name__)
        person.sign_out(ground, STUCK)
        alive = person.sockets_alive(STUCK) if person.is_out else []
        if alive or not person.is_out:
            stuck.append("after %s %s" % (fault.__name__, "sockets of an ended session are open on %s" % alive
                                          if alive else "nobody could sign out"))
        stuck += [flaw for company in companies for flaw in company.flaws]
        for company in companies:
            company.flaws.clear()
        print("%s: all go on after %.1f s %s" % (fault.__name__, took, "; ".join(stuck)), flush=True)
        flaws += stuck
    return flaws


def judge(ground, companies, root):
    looker, flaws = Judge(ground, ground.url, root), []
    for company in companies:
        company.stop = True
    for company in companies:
        company.join(60)
        try:
            company.catch_up(STUCK)
        except Exception as error:  # pylint: disable=broad-except
            flaws.append("%s: the rest is not told: %r" % (company.game, error))
        for seats in company.finished:
            try:
                looker.look(company, seats)
            except Exception as error:  # pylint: disable=broad-except
                flaws.append("%s at %s: %r" % (company.game, seats[0].table, error))
    print("%d games played to the end and replayed by the models, %d acknowledged moves, %d events told"
          % (looker.games, looker.moves, looker.events))
    if not looker.games or looker.moves < 100:
        flaws.append("hardly anything was played: this has tried nothing")
    return flaws


def companies_of_all_games(ground):
    """Of two people, and of two and a bot; games that may take long are made short."""
    companies = []
    for game in json.loads(curl(ground.url + "/api/games")[1])["games"]:
        short = {"turn_limit": 40} if any(option["name"] == "turn_limit" for option in game["options"]) else {}
        companies += [Company(ground.front, game["id"], players, short, 2 * len(companies) + players)
                      for players in (2, 3) if players <= game["players"][1]]
    return companies


def main():
    program, library, root = (os.path.abspath(path) for path in sys.argv[1:4])
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 0
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    faults = [fault for fault in FAULTS if fault.__name__ in sys.argv[6:] or not sys.argv[6:]]
    dice, flaws = random.Random(seed), []
    ground = Ground(program, library, root)
    try:
        companies = companies_of_all_games(ground)
        for company in companies:
            company.start()
        flaws, _ = wait_until_all_go_on(ground, companies, "the start")
        flaws += break_things(ground, companies, dice, seconds, faults)
        flaws += judge(ground, companies, root)
        for flaw in flaws:
            print("flaw: " + flaw)
        if flaws:
            for node in ground.nodes:
                print(node.said()[-3000:])
    finally:
        ground.clear()
    return 1 if flaws else 0


if __name__ == "__main__":
    sys.exit(main())
