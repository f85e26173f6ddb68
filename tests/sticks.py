#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sticks.py ROOT WORK [web]: docs/adding-a-game.md, followed to the letter, adds a game.

Copies the tree, takes the files of Sticks from the page, and touches nothing else; then builds with
gcc, lints, runs the suite, and plays against a bot: on a server and, with `web`, by clicks in a
browser. What a new game cannot change or what takes long by itself is left out: sanitizers, fuzz, a
server in trouble or on PostgreSQL, the other games' own tests, and this proof. WORK is kept, so that a second run
builds only what changed.
"""
import base64
import http.client
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys

ROOT, WORK = (os.path.abspath(path) for path in sys.argv[1:3])
WEB = sys.argv[3:] == ["web"]
# The build stands in the tree as it does at home: the compiler's cache knows most of it already.
TREE, BUILD = f"{WORK}/tree", f"{WORK}/tree/build"
OWN = ("games/sticks/", "web/src/games/sticks/")
HERE = "|".join(name for name in os.listdir(f"{ROOT}/games") if os.path.isdir(f"{ROOT}/games/{name}"))
LEFT_OUT = re.compile(r"(web|sticks|postgres-\w+|server-(accounts|alloc|chaos|clocks|faults|host|"
                      r"hosting|kill|limits|net|order|people|powercut|soak|time|upgrade))$|"
                      rf"((models|words|ai-\w+|term-\w+)-)?({HERE})(-|$)")
# Objects are the same wherever the tree stands; laws of the other games hold without this one.
ENVIRONMENT = {**os.environ, "CCACHE_NOHASHDIR": "1", "CCACHE_BASEDIR": WORK, "CC": "ccache gcc",
               "LAWS_POSITIONS": "8000"}


def run(*command, more=None, cwd=None):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**ENVIRONMENT, **(more or {})}, check=False, cwd=cwd)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)[:200]}\n{done.stdout[-6000:]}\nsticks: that failed")
    return done.stdout


def git(*arguments):
    return run("git", "-c", "user.name=sticks", "-c", "user.email=sticks@localhost", "-C", TREE,
               *arguments)


def copy_tree():
    """The working tree as it is, committed in a repository of its own."""
    listed = run("git", "-C", ROOT, "ls-files", "-co", "--exclude-standard").splitlines()
    wanted = [path for path in listed if os.path.isfile(f"{ROOT}/{path}")]
    if os.path.exists(f"{TREE}/.git"):
        for path in git("ls-files", "-co", "--exclude-standard").splitlines():
            if not os.path.isfile(f"{ROOT}/{path}") and os.path.isfile(f"{TREE}/{path}"):
                os.remove(f"{TREE}/{path}")
        shutil.rmtree(f"{TREE}/.git")
    for path in wanted:
        source, target = f"{ROOT}/{path}", f"{TREE}/{path}"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(source, "rb") as file:
            content = file.read()
        if os.path.exists(target):
            with open(target, "rb") as file:
                if file.read() == content:
                    continue
        shutil.copyfile(source, target)  # its time is now, so that it is built again
        shutil.copymode(source, target)
    run("git", "init", "-q", TREE)
    borrow_packages()
    git("add", "-A")
    git("commit", "-qm", "as it is")


def borrow_packages():
    """The browser client's packages, if they were installed where the tree comes from."""
    packages = f"{TREE}/web/node_modules"
    if os.path.isdir(f"{ROOT}/web/node_modules") and not os.path.lexists(packages):
        os.symlink(f"{ROOT}/web/node_modules", packages)
    with open(f"{TREE}/.git/info/exclude", "a", encoding="utf-8") as file:
        file.write("/web/node_modules\n")


def add_game():
    """Writes out what the page shows under a file's name."""
    with open(f"{TREE}/docs/adding-a-game.md", encoding="utf-8") as file:
        found = re.findall(r"^`((?:games|web/src/games)/sticks/[\w./-]+)`\n\n```\w*\n(.*?)^```",
                           file.read(), re.S | re.M)
    for path, text in found:
        os.makedirs(os.path.dirname(f"{TREE}/{path}"), exist_ok=True)
        with open(f"{TREE}/{path}", "w", encoding="utf-8") as file:
            file.write(text)
    return len(found)


def check_untouched():
    """Nothing came, went or changed outside the game's two folders."""
    changes = [line[3:] for line in git("status", "--porcelain", "-uall").splitlines()]
    outside = [path for path in changes if not path.startswith(OWN)]
    if outside or not changes:
        sys.exit(f"sticks: touched outside {' and '.join(OWN)}: {outside or 'nothing was added'}")


def build():
    again = ["--reconfigure"] if os.path.exists(f"{BUILD}/build.ninja") else []
    run("meson", "setup", *again, BUILD, TREE, f"-Dweb={str(WEB).lower()}")
    run("ninja", "-C", BUILD)


def run_suite():
    listed = run("meson", "test", "-C", BUILD, "--no-rebuild", "--list").splitlines()
    names = [line.split(" / ")[-1].strip() for line in listed]
    names = [name for name in names if name and not LEFT_OUT.match(name)]
    own = [name for name in names if "sticks" in name]
    if not own:
        sys.exit("sticks: the build knows no test of the game")
    run("meson", "test", "-C", BUILD, "--no-rebuild", "--print-errorlogs", *names)
    return len(names), len(own)


class Socket:
    """As much of a WebSocket as a game needs."""

    def __init__(self, port, cookie):
        self.plain = socket.create_connection(("localhost", port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        self.plain.sendall((f"GET /ws HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n"
                            f"Connection: Upgrade\r\nOrigin: http://localhost:{port}\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                            f"Sec-WebSocket-Protocol: metropole.1\r\nCookie: {cookie}\r\n\r\n").encode())
        self.bytes = self.plain.makefile("rb")
        status = self.bytes.readline()
        if b" 101 " not in status:
            sys.exit(f"sticks: no WebSocket: {status}")
        while self.bytes.readline().strip():
            pass
        self.number = 0

    def receive(self):
        first, second = self.bytes.read(2)
        length = second & 127
        if length == 126:
            length = struct.unpack(">H", self.bytes.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.bytes.read(8))[0]
        payload = self.bytes.read(length)
        return json.loads(payload) if first & 15 == 1 else {}

    def ask(self, op, **members):
        self.number += 1
        text = json.dumps({"op": op, "id": self.number, **members}).encode()
        mask = os.urandom(4)
        length = bytes([128 | len(text)]) if len(text) < 126 else \
            bytes([128 | 126]) + struct.pack(">H", len(text))
        self.plain.sendall(b"\x81" + length + mask +
                           bytes(b ^ mask[i % 4] for i, b in enumerate(text)))
        while True:
            message = self.receive()
            if message.get("type") == "answer" and message.get("id") == self.number:
                if not message["ok"]:
                    sys.exit(f"sticks: the server refuses {op}: {message}")
                return message

    def wait_for_event(self, kind):
        while True:
            message = self.receive()
            for event in message.get("events", []):
                if event["kind"] == kind:
                    return


def sign_in(port):
    connection = http.client.HTTPConnection("localhost", port, timeout=20)
    connection.request("POST", "/api/guest", json.dumps({"name": "Anna"}),
                       {"Content-Type": "application/json", "Origin": f"http://localhost:{port}"})
    answer = connection.getresponse()
    answer.read()
    return answer.getheader("Set-Cookie").split(";")[0]


def play_to_the_end(port):
    client = Socket(port, sign_in(port))
    table = client.ask("create", game="sticks", players=2, seats=["me", "easy"])["table"]
    client.ask("watch", table=table)
    client.ask("start", table=table)
    for _ in range(50):
        view = client.ask("view", table=table)["view"]
        if view["over"]:
            return view["scores"]
        listed = client.ask("legal", table=table)
        if listed["moves"]:
            client.ask("play", table=table, move=listed["moves"][0], turn=listed["turn_no"])
        else:
            client.wait_for_event("move")
    sys.exit("sticks: the game on the server does not end")


def play_on_a_server():
    data = f"{WORK}/sticks.db"
    for left in (data, f"{data}-wal", f"{data}-shm"):
        if os.path.exists(left):
            os.remove(left)
    # pylint: disable=consider-using-with
    server = subprocess.Popen([f"{BUILD}/cli/metropole", "serve", "--port", "0", "--data", data],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        for line in server.stdout:
            port = re.search(r"localhost:(\d+)", line)
            if port:
                return play_to_the_end(int(port.group(1)))
        sys.exit("sticks: the server does not start")
    finally:
        server.terminate()
        server.wait(20)


def play_in_a_browser():
    """One game by clicks, by the test that plays every game so."""
    told = run("sh", "-c", "build=$1; cd web; . ./node.sh; exec node tests/browser.mjs tests/browser/games.test.mjs",
               "sh", BUILD, cwd=TREE, more={"GAME": "sticks", "METROPOLE_BUILD": BUILD})
    if "sticks is played to its end" not in told:
        sys.exit(f"{told}\nsticks: the browser test does not know the game")


def main():
    os.makedirs(TREE, exist_ok=True)
    copy_tree()
    files = add_game()
    check_untouched()
    build()
    tests, own = run_suite()
    run("tools/lint.sh", BUILD, cwd=TREE)
    scores = play_on_a_server()
    if WEB:
        play_in_a_browser()
    check_untouched()
    print(f"sticks: {files} files, {tests} tests ({own} of its own), a game on a server {scores}"
          f"{', one in a browser' if WEB else ''}; nothing else was touched")


main()
