#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""online.py METROPOLE GAME: `metropole play --url` against a real server.

A table of one's own with a bot, by lines, to its end; two people at one table, one of them found by
the lobby, who talk; and a server that is killed in the middle and comes back: the game goes on.
"""
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

METROPOLE, GAME = os.path.abspath(sys.argv[1]), sys.argv[2]
MOVES_MAX = 2000


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, folder):
        self.port, self.data = free_port(), f"{folder}/data.db"
        self.start()

    def start(self):
        self.program = subprocess.Popen(
            [METROPOLE, "serve", "--port", str(self.port), "--data", self.data],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self, how=signal.SIGKILL):
        self.program.send_signal(how)
        self.program.wait()


class Player:
    all = []

    def __init__(self, server, home, *arguments, password=None):
        os.makedirs(home, exist_ok=True)
        self.program = subprocess.Popen(
            [METROPOLE, "--lang", "en", "play", "--plain", "--url", f"http://127.0.0.1:{server.port}",
             *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "XDG_STATE_HOME": home, "USER": os.path.basename(home),
                 **({"METROPOLE_PASSWORD": password} if password else {})})
        Player.all.append(self.program)
        os.set_blocking(self.program.stdout.fileno(), False)
        self.heard = ""

    def listen(self, pattern, seconds=60):
        """Until what is heard from now on fits; it is then forgotten up to there."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = re.search(pattern, self.heard)
            if found:
                said, self.heard = self.heard[:found.end()], self.heard[found.end():]
                return said
            more = self.program.stdout.read()
            if more:
                self.heard += more.decode()
            elif more == b"" and self.program.poll() is not None:
                break
            else:
                time.sleep(0.01)
        raise AssertionError(f"{GAME}: {pattern!r} was not heard, but: {self.heard[-1500:]} ({self.program.poll()})")

    def say(self, text):
        self.program.stdin.write(text.encode() + b"\n")
        self.program.stdin.flush()

    def moves(self):
        """The moves as listed; anew if somebody acted meanwhile, as by declining an offer."""
        for _ in range(20):
            self.say("moves")
            said = self.listen(r"moves?:\n[^\n]*\n(?:[^>\n][^\n]*\n)*> $")
            found = re.search(r"moves?:\n(.*)\n> $", said)
            if found:
                return found[1].split("; ")
        raise AssertionError(f"{GAME}: no list of moves without news: {said}")

    def close(self):
        self.program.stdin.close()
        return self.program.wait()


def play_on(player, rng, until):
    """Plays when asked; stops where `until` is heard."""
    for _ in range(MOVES_MAX):
        # somebody may have declined what was offered: then the same turn goes on
        said = player.listen(rf"Your turn\.[^>]*\n> $|declines[^>]*\n> $|{until}")
        if re.search(until, said):
            return said
        player.say(rng.choice(player.moves()))
    raise AssertionError("this game does not end")


def ask(server, path, body=None):
    site = f"http://127.0.0.1:{server.port}"
    request = urllib.request.Request(site + path, data=json.dumps(body).encode() if body else None,
                                     headers={"Content-Type": "application/json", "Origin": site})
    for _ in range(100):
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            if refused.code != 503:  # while it is being saved
                raise
        time.sleep(0.05)
    raise AssertionError(f"{path} is not answered")


def mismatches(server):
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/metrics") as answer:
        return int(re.search(r"^\w+mismatches_total (\d+)", answer.read().decode(), re.M)[1])


def alone(server, folder):
    """An account, a clock, a game against a bot, and the next one."""
    ask(server, "/api/signup", {"name": "Anna", "password": "correct horse"})
    wrong = Player(server, f"{folder}/anna", GAME, "--account", "Anna", password="wrong horse")
    wrong.listen("name or the password is wrong")
    assert wrong.program.wait(timeout=60) == 1
    player = Player(server, f"{folder}/anna", GAME, "-p", "2", "--seats", "me,easy", "--account", "Anna",
                    "--clock", "600+30", password="correct horse")
    table = re.search(r"#/table/(\w+)", player.listen(r"#/table/\w+\n"))[1]
    info = ask(server, f"/api/tables/{table}")["info"]
    assert info["clock"]["bank"] == 36000 and info["clock"]["increment"] == 30, info
    assert info["seats"][0]["name"] == "Anna" and not info["seats"][0].get("guest"), info
    play_on(player, random.Random(1), r"The game is over\.")
    assert mismatches(server) == 0, "what is followed is what the digests say"
    player.listen(r"Another game[^\n]*> $")
    player.say("y")
    player.listen(r"Your turn\.[^>]*\n> $")
    player.say("say /resign")
    player.listen(r"Another game[^\n]*> $")
    # A script that says no more, and does not end its pipe either, is not waited for.
    assert player.program.wait(timeout=60) == 0, player.heard


class Liar:
    """Stands before the server, and changes every digest that passes."""

    def __init__(self, server):
        self.far = server.port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            near = self.listener.accept()[0]
            far = socket.create_connection(("127.0.0.1", self.far))
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    @staticmethod
    def pass_on(a, b):
        try:
            while data := a.recv(65536):
                b.sendall(re.sub(rb'("digest":")(.)', lambda m: m[1] + (b"1" if m[2] == b"0" else b"0"), data))
            b.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def lied_to(server, folder):
    """A match that is not what the digest says is read again, and goes on."""
    player = Player(Liar(server), f"{folder}/doris", GAME, "-p", "2", "--seats", "me,easy")
    play_on(player, random.Random(2), "loaded again from its beginning")
    play_on(player, random.Random(3), r"The game is over\.|Your turn\.")
    player.close()


def dropped(server, folder):
    """Whoever waits for others learns that there is no server any more."""
    player = Player(server, f"{folder}/emil", GAME, "-p", "2")
    player.listen(r"#/table/\w+\n")
    server.kill()
    player.listen("connection was lost before the game began")
    assert player.program.wait(timeout=60) == 1
    server.start()


def together(server, folder):
    host = Player(server, f"{folder}/basile", GAME, "-p", "2", "--public", "--name", "Basile")
    host.listen(r"#/table/\w+")
    guest = Player(server, f"{folder}/carla", "--name", "Carla")
    guest.listen(r"1\. .*Basile.*1 seat free\n> ")
    guest.say("1")
    first = second = None
    for _ in range(400):  # whoever begins is asked first
        for one, other in ((host, guest), (guest, host)):
            more = one.program.stdout.read()
            one.heard += more.decode() if more else ""
            if "Your turn." in one.heard and one.heard.endswith("> "):
                first, second = one, other
        if first:
            break
        time.sleep(0.05)
    assert first, host.heard + guest.heard
    first.say("say good luck")
    second.listen(r": good luck")
    first.say(first.moves()[0])
    # the server is killed; both come back to the same game
    server.kill()
    first.listen("connection is lost")
    server.start()
    first.listen("Connected again")
    second.listen("Connected again")
    first.say("say /resign")
    second.listen("resigned|over|ended")
    first.close()
    second.close()


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            alone(server, folder)
            lied_to(server, folder)
            dropped(server, folder)
            together(server, folder)
        finally:
            for player in Player.all:
                player.kill()
            server.kill(signal.SIGTERM)
    print(f"online: {GAME} is played at a server's table")


main()
