#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bridge.py PROGRAM ROOT: programs of one's own: at a table of a real server by `metropole bot`, and
in the arena as ext:COMMAND. Whole games, lost connections, programs that die, hang and answer
nonsense; and nothing is left running."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from premises import Talk, account, contains, curl, guest, run_all

PROGRAM = os.path.abspath(sys.argv[1])
MYBOT = os.path.join(os.path.abspath(sys.argv[2]), "docs/examples/mybot.py")
PASSWORD = "correct horse battery"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Bench:
    """A server with an account that has a bot, and a guest to play against."""

    def __init__(self, site):
        site.start("messages_per_second = 1000", "requests_per_minute = 10000")
        self.site = site
        self.url = "http://localhost:%d" % site.port
        self.cookie = account(self.url, "Anna", PASSWORD)
        self.token = self.post("/api/bots", name="Robo")["token"]
        self.guest = guest(self.url, "Bruno")
        self.talk = Talk(site.port, self.guest)
        self.runs = []

    def post(self, path, **body):
        status, text = curl("-b", self.cookie, "-H", "Content-Type: application/json", "-H",
                            "Origin: " + self.url, "-d", json.dumps(body), self.url + path)
        assert status in (200, 201), text
        return json.loads(text)

    def table(self, game="metro", players=2, **more):
        return self.talk.do("create", game=game, players=players,
                            seats=["me", "open"] + ["easy"] * (players - 2), **more)["table"]

    def bot(self, table, program, *more, url=None):
        run = subprocess.Popen([PROGRAM, "bot", "--url", url or self.url, "--table", table, *more, "--",
                                *program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env={**os.environ, "METROPOLE_TOKEN": self.token, "LANGUAGE": "en"})
        self.runs.append(run)
        return run

    def start(self, table):
        """Once the bot sits there."""
        for _ in range(400):
            answer = self.talk.ask("start", table=table)
            if answer["ok"] or answer["error"]["code"] == "not_open":  # a rematch begins by itself
                return
            assert answer["error"]["code"] == "not_full", answer
            time.sleep(0.05)
        raise AssertionError("nobody sat down: %s" % self.runs[-1].poll())

    def play(self, table, most=100000):
        """Random moves of the guest, until it is over or so many are played; true if it is over."""
        while most > 0:
            legal = self.talk.ask("legal", table=table)
            if not legal["ok"]:
                return True
            if legal["moves"]:
                deals = [move for move in legal["moves"] if move.split()[0] in ("accept", "decline", "withdraw")]
                plain = [move for move in legal["moves"] if move not in deals]
                if plain:
                    most -= self.talk.ask("play", table=table, move=random.choice(plain),
                                          turn=legal["turn_no"])["ok"]
            else:
                time.sleep(0.01)
                now = json.loads(curl(self.url + "/api/tables/" + table)[1]).get("now")
                if now and now["status"] != "playing":  # none while it is being saved
                    return True
        return False


def ended(run, status, *words):
    out, err = run.communicate(timeout=40)
    assert run.returncode == status, (run.returncode, out, err)
    contains(out + err, *words)
    return out + err


def script(text):
    """A program for this test only."""
    file = tempfile.NamedTemporaryFile("w", suffix=".py", delete=False)
    file.write(text)
    file.close()
    return file.name


def games():
    done = subprocess.run([PROGRAM, "engine"], input='{"op":"games"}\n', stdout=subprocess.PIPE,
                          text=True, check=True)
    return [(game["id"], game["players"][0]) for game in json.loads(done.stdout)["games"]]


ONE_MOVE = """
import json, sys, time, os
asked = 0
for line in sys.stdin:
    said = json.loads(line)
    if said["op"] == "bot":
        asked += 1
        if asked == 2:
            %s
        print(json.dumps({"ok": True, "move": said["legal"][0]}), flush=True)
    else:
        print('{"ok":true}', flush=True)
"""
DIES = ONE_MOVE % "os._exit(3)"
HANGS = ONE_MOVE % "open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(1000)"
NONSENSE = ONE_MOVE % "print('to be or not to be', flush=True); continue"
CHEATS = ONE_MOVE % "print('{\"ok\":true,\"move\":\"pass the salt\"}', flush=True); continue"


@test
def a_program_of_forty_lines_plays_whole_games_of_everything(site):
    bench = Bench(site)
    for game, players in games():
        table = bench.table(game, max(2, players))
        run = bench.bot(table, [sys.executable, MYBOT])
        bench.start(table)
        assert bench.play(table)
        contains(ended(run, 0, "The game is over"), "Connected as Robo", "of %d." % max(2, players))
        record = curl(bench.url + "/api/tables/%s/record" % table)[1]
        contains(record, "Robo")


@test
def the_engine_itself_can_be_such_a_program(site):
    bench = Bench(site)
    table = bench.table()
    run = bench.bot(bench.url + "/#/table/" + table, [PROGRAM, "engine"], "--ms", "20")
    bench.start(table)
    assert bench.play(table)
    ended(run, 0, "The game is over (over): place")


class Proxy:
    """Passes bytes on, until it is cut."""

    def __init__(self, port):
        self.port, self.pairs, self.pongs = port, [], 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self.port))
            except OSError:  # the server is not there
                near.close()
                continue
            self.pairs += [near, far]
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    def pass_on(self, a, b):
        try:
            while True:
                data = a.recv(65536)
                if not data:
                    break
                if data.startswith(b"\x8a"):  # a pong, alone
                    self.pongs += 1
                else:
                    b.sendall(data)
        except OSError:
            pass
        for each in (a, b):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        for each in self.pairs:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.pairs = []


@test
def a_connection_that_is_cut_or_a_server_that_restarts_is_found_again(site):
    bench = Bench(site)
    proxy = Proxy(site.port)
    table = bench.table()
    run = bench.bot(table, [sys.executable, MYBOT], url="http://127.0.0.1:%d" % proxy.address)
    bench.start(table)
    for _ in range(4):
        assert not bench.play(table, 3)
        proxy.cut()
    port = site.port
    assert site.stop() == 0
    site.start("messages_per_second = 1000", "requests_per_minute = 10000", port=port)
    bench.talk = Talk(port, bench.guest)
    assert bench.play(table)
    proxy.listener.close()
    ended(run, 0, "The connection is lost. Trying again.", "place")


@test
def a_program_that_thinks_for_long_does_not_keep_the_server_waiting(site):
    bench = Bench(site)
    proxy = Proxy(site.port)
    table = bench.table()
    mark = site.path("thinks")
    name = script(ONE_MOVE % "open(sys.argv[1], 'w').write('now'); time.sleep(4)")
    run = bench.bot(table, [sys.executable, name, mark], "--ms", "20000",
                    url="http://127.0.0.1:%d" % proxy.address)
    bench.start(table)
    others = threading.Thread(target=bench.play, args=(table, 3))
    others.start()
    written(mark)
    assert proxy.pongs == 0
    proxy.pairs[-2].sendall(b"\x89\x00")  # a ping, as the server sends it after a quiet minute
    for _ in range(20):
        if proxy.pongs:
            break
        time.sleep(0.1)
    assert proxy.pongs == 1, "no answer while the program thinks"
    others.join()
    assert bench.play(table), "and the game goes on"
    ended(run, 0, "place")
    os.unlink(name)


@test
def take_backs_and_pauses_are_granted_and_played_on_from(site):
    bench = Bench(site)
    table = bench.table(clock={"kind": "live", "bank": 600, "increment": 5})
    run = bench.bot(table, [PROGRAM, "engine"], "--ms", "20")
    bench.start(table)
    assert not bench.play(table, 2)
    asked = 0
    for _ in range(200):
        asked += bench.talk.ask("takeback", table=table)["ok"]
        bench.talk.ask("pause", table=table)
        bench.play(table, 1)
        if asked > 2:
            break
    assert bench.play(table)
    ended(run, 0, "place")


@test
def it_stays_for_the_next_game_if_it_is_told_to(site):
    bench = Bench(site)
    table = bench.table()
    run = bench.bot(table, [sys.executable, MYBOT], "--rematch")
    for _ in range(2):
        bench.start(table)
        assert bench.play(table)
        table = bench.talk.do("rematch", table=table)["table"]
    run.send_signal(signal.SIGTERM)
    out = ended(run, 0)
    assert out.count("The game is over") == 2, out


@test
def a_program_that_fails_resigns_with_a_clear_sentence(site):
    bench = Bench(site)
    mark = site.path("pid")
    for text, sentence in ((DIES, "ended by itself, with status 3"),
                           (HANGS, "did not answer within 1050 ms"),
                           (NONSENSE, "answered nonsense: to be or not to be"),
                           (CHEATS, "chose a move that is not allowed: pass the salt")):
        table = bench.table()
        name = script(text)
        run = bench.bot(table, [sys.executable, name, mark], "--ms", "50")
        bench.start(table)
        assert bench.play(table), "it resigned, so the game is over"
        ended(run, 1, sentence, "it has resigned")
        os.unlink(name)
    with open(mark, encoding="utf-8") as file:
        assert not os.path.exists("/proc/%s" % file.read()), "it is left running"


@test
def a_token_that_is_revoked_or_wrong_is_told(site):
    bench = Bench(site)
    table = bench.table()
    run = bench.bot(table, [sys.executable, MYBOT])
    bench.start(table)
    bench.play(table, 2)
    bench.post("/api/bots/revoke", name="Robo")
    ended(run, 1, "does not know this token")
    ended(bench.bot(table, [sys.executable, MYBOT]), 1, "does not know this token")
    bench.token = "secret"
    ended(bench.bot(table, [sys.executable, MYBOT]), 2, "mpb_")


@test
def refusals_and_slips_are_told(site):
    bench = Bench(site)
    ended(bench.bot("a" * 16, [sys.executable, MYBOT]), 1, "There is no such table.")
    public = bench.table(public=True)
    ended(bench.bot(public, [sys.executable, MYBOT]), 1, "does not take bots")
    full = bench.talk.do("create", game="metro", players=2, seats=["me", "easy"])["table"]
    ended(bench.bot(full, [sys.executable, MYBOT]), 1, "All seats of this table are taken")
    ended(bench.bot(full, [sys.executable, MYBOT], url="gopher://x"), 2, "gopher")
    ended(bench.bot(full, [sys.executable, MYBOT], "--patience", "1", url="http://127.0.0.1:1"), 3,
          "cannot reach http://127.0.0.1:1")
    status, said = site.run("bot", "--table", "x", "--token", "mpb_1", "--", "true")
    assert status == 2, said
    contains(said, "--url")


def written(path):
    """What a program writes there once it has begun."""
    for _ in range(400):
        if os.path.exists(path) and os.path.getsize(path) > 0:
            with open(path, encoding="utf-8") as file:
                return file.read()
        time.sleep(0.05)
    raise AssertionError("the program has not begun")


@test
def killed_or_not_the_bridge_leaves_nothing_running(site):
    bench = Bench(site)
    for number in (signal.SIGTERM, signal.SIGKILL):
        mark = site.path("pid.%d" % number)
        table = bench.table()
        name = script("import os, sys\nopen(sys.argv[1], 'w').write(str(os.getpid()))\n" + ONE_MOVE % "pass")
        run = bench.bot(table, [sys.executable, name, mark])
        bench.start(table)
        bench.play(table, 2)
        pid = int(written(mark))
        run.send_signal(number)
        run.wait(20)
        for _ in range(100):
            if not os.path.exists("/proc/%d" % pid):
                break
            time.sleep(0.05)
        else:
            raise AssertionError("%d is left running" % pid)
        os.unlink(name)


def arena(*args):
    return subprocess.run([PROGRAM, "arena", *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=100, check=False, env={**os.environ, "LANGUAGE": "en"})


@test
def the_arena_takes_programs_and_their_failures_are_losses(site):
    program = "ext:%s %s" % (sys.executable, MYBOT)
    for game, _ in games():
        done = arena(game, program, "b0", "-n", "1", "-t", "1")
        assert done.returncode == 0, done.stdout
        assert "lost board" not in done.stdout and "2 games" in done.stdout, done.stdout
    mark = site.path("pid")
    for text, sentence in ((DIES, "ended by itself, with status 3"),
                           (HANGS, "did not answer within 1050 ms"),
                           (NONSENSE, "answered nonsense: to be or not to be"),
                           (CHEATS, "chose a move that is not allowed: pass the salt")):
        name = script(text)
        done = arena("metro", "ext:%s %s %s@50ms" % (sys.executable, name, mark), "b0", "-n", "1", "-t",
                     "1", "--json")
        assert done.returncode == 0, done.stdout
        contains(done.stdout, sentence, "lost board 1, rotation 2", "2 games were lost by programs")
        bots = json.loads(done.stdout[done.stdout.index("{\"game\""):].splitlines()[0])["bots"]
        assert [bot["share"]["value"] for bot in bots] == [0, 1], done.stdout
        os.unlink(name)
    with open(mark, encoding="utf-8") as file:
        assert not os.path.exists("/proc/%s" % file.read()), "it is left running"
    contains(arena("metro", "ext:./nosuchprogram", "b0", "-n", "1").stdout, "could not be started")
    assert arena("metro", "ext:", "b0").returncode == 2


if __name__ == "__main__":
    sys.exit(run_all(TESTS, PROGRAM, sys.argv[3:]))
