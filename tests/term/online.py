#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""online.py METROPOLE GAME: `metropole play --url` against a real server.

A table of one's own with a bot, by lines, to its end; two people at one table, one of them found by
the lobby, who talk; and a server that is killed in the middle and comes back: the game goes on.
"""
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

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

    def __init__(self, server, home, *arguments):
        os.makedirs(home, exist_ok=True)
        self.program = subprocess.Popen(
            [METROPOLE, "--lang", "en", "play", "--plain", "--url", f"http://127.0.0.1:{server.port}",
             *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={**os.environ, "XDG_STATE_HOME": home, "USER": os.path.basename(home)})
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
        self.say("moves")
        return re.search(r"moves?:\n(.*)\n> $", self.listen(r"moves?:\n[^\n]*\n> $"))[1].split("; ")

    def close(self):
        self.program.stdin.close()
        return self.program.wait()


def play_on(player, rng, until):
    """Plays when asked; stops where `until` is heard."""
    for _ in range(MOVES_MAX):
        said = player.listen(rf"Your turn\.[^>]*\n> $|{until}")
        if re.search(until, said):
            return said
        player.say(rng.choice(player.moves()))
    raise AssertionError("this game does not end")


def alone(server, folder):
    player = Player(server, f"{folder}/anna", GAME, "-p", "2", "--seats", "me,easy")
    said = play_on(player, random.Random(1), r"The game is over\.")
    assert said
    player.program.wait(timeout=60)
    assert player.program.returncode == 0, player.heard


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
            together(server, folder)
        finally:
            for player in Player.all:
                player.kill()
            server.kill(signal.SIGTERM)
    print(f"online: {GAME} is played at a server's table")


main()
