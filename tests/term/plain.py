#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""plain.py METROPOLE GAME: whole games through a pipe, by `metropole play --plain`.

Against bots and between two at one keyboard, in both languages; moves in notation and in words;
every command; refusals; and in all of it no control character but the end of a line.
"""
import random
import re
import subprocess
import sys
import tempfile

METROPOLE, GAME = sys.argv[1:3]
MOVES_MAX = 3000


class Line:
    """One run of the program; what is said between two prompts is an answer."""

    def __init__(self, *arguments, lang="en"):
        self.program = subprocess.Popen(
            [METROPOLE, "--lang", lang, "play", GAME, "--plain", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.heard = b""

    def listen(self):
        """Up to the next prompt, or to the end."""
        out = b""
        while not out.endswith(b"\n> ") and out != b"> ":
            byte = self.program.stdout.read1(1)
            if not byte:
                break
            out += byte
        self.heard += out
        return out.decode()

    def say(self, text):
        self.program.stdin.write(text.encode() + b"\n")
        self.program.stdin.flush()
        return self.listen()

    def close(self):
        self.program.stdin.close()
        self.listen()
        stray = re.search(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]", self.heard)
        assert not stray, f"a control character: {self.heard[stray.start() - 80:stray.end()]!r}"
        return self.program.wait()


def moves(line, word):
    said = line.say(word)
    found = re.search(r"(?:moves|move|coups|coup)[\s\u00a0]*:\n(.*)\n> $", said)
    assert found, said
    return found[1].split("; ")


def play(line, said, word, rng, hides):
    """To the end; counts the moves."""
    for n in range(MOVES_MAX):
        if not said.endswith("> "):
            return n, said
        if hides and re.search(r"Press Enter|Appuyez", said.rsplit("\n\n", 1)[-1]):
            said = line.say("")
            continue
        choice = rng.choice(moves(line, word))
        said = line.say(choice)
    raise AssertionError("this game does not end")


def whole_games():
    rng = random.Random(1)
    for lang, seats, word in (("en", "me,b0", "moves"), ("fr", "me,me", "coups")):
        with tempfile.NamedTemporaryFile() as record:
            line = Line("--seats", seats, "--seed", "7", "-p", "2", "--record", record.name, lang=lang)
            n, said = play(line, line.listen(), word, rng, seats == "me,me")
            assert line.close() == 0, said
            assert n > 1, said
            done = subprocess.run([METROPOLE, "replay", record.name], capture_output=True, text=True,
                                  check=False)
            assert done.returncode == 0 and "over" in done.stdout, done


def commands():
    line = Line("--seats", "me,b0", "--seed", "3", "-p", "2", "--names", "Anna,\x1b[31mEvil")
    said = line.listen()
    assert "You are player 1" in said, said
    first = moves(line, "moves")[-1]
    assert "quit" in line.say("help")
    assert len(line.say("board").splitlines()) > 1
    assert line.say("journal").endswith("> ")
    assert "Anna" in line.say("score") or "You" in line.heard.decode()
    assert "metropole 1\n" in line.say("record")
    assert "I would play " in line.say("hint")
    line.say("preview " + first)
    assert "no move of yours" in line.say("undo")
    assert "No move fits" in line.say("flibbertigibbet zzz")
    assert "There is no rule" in line.say("rule QQ-99")
    assert "nothing can be waited" in line.say("wait")
    before = moves(line, "moves")
    said = line.say(first)
    if said.endswith("> "):
        assert "Taken back" in line.say("undo")
        assert moves(line, "moves") == before
    line.say("quit")
    assert line.close() == 0


def words():
    """A move told by all its words is the move told by its notation."""
    line = Line("--seats", "me,b0", "--seed", "5", "-p", "2")
    line.listen()
    for move in moves(line, "moves")[:5]:
        found = line.say("moves " + re.sub(r"\W", " ", move))
        assert re.search(rf"^{re.escape(move)}(:|$)", found, re.M), found
    assert line.close() == 1  # the input ended before the game
    assert "input has ended" in line.heard.decode()


def watching():
    """Bots among themselves need nobody."""
    line = Line("--seats", "b0,b0", "--seed", "5", "-p", "2")
    assert line.listen() and line.close() == 0


def record():
    """A record is walked through, there and back; whoever has read enough leaves."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([METROPOLE, "play", GAME, "--plain", "--seats", "b0,b0", "--seed", "5", "-p", "2",
                        "--record", file.name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
        lines = open(file.name, encoding="utf-8").read().splitlines()
        done = subprocess.run([METROPOLE, "--lang", "en", "play", "--plain", "--replay", file.name],
                              input="\n\nback\n999999\nboard\nscore\nnonsense\nretour\nquitter\n",
                              capture_output=True, text=True, check=False)
    places = [int(at) for at in re.findall(r"replay, move (\d+) of", done.stdout)]
    last = int(re.search(r"move \d+ of (\d+)", done.stdout)[1])
    assert places == [0, 1, 2, 1, last, last - 1], done
    assert done.returncode == 0 and "\x1b" not in done.stdout, done
    wrong = subprocess.run([METROPOLE, "play", "--plain", "--replay", METROPOLE], input="", check=False,
                           capture_output=True, text=True)
    assert wrong.returncode == 1 and METROPOLE in wrong.stderr, wrong
    # What is wrong in a record is told by its line, whoever reads it.
    for command in (["play", "--plain", "--replay", "-"], ["replay", "-"], ["review", "-"]):
        wrong = subprocess.run([METROPOLE, "--lang", "en", *command], input="\n".join(lines[:-1] + ["zzz zzz"]),
                               check=False, capture_output=True, text=True)
        assert wrong.returncode == 1 and f"line {len(lines)}:" in wrong.stderr, wrong
    # And in French for who reads French: the record, and a move that its game forbids.
    for text, told in (("metropole 2\n", "ligne 1 : Une partie enregistrée commence par"),
                       ("\n".join(lines + [lines[-1].split(";")[-1]]), "La partie est terminée")):
        wrong = subprocess.run([METROPOLE, "--lang", "fr", "replay", "-"], input=text, check=False,
                               capture_output=True, text=True)
        assert wrong.returncode == 1 and told in wrong.stderr.replace("\u202f", " ").replace(
            "\xa0", " "), wrong


whole_games()
record()
commands()
words()
watching()
print(f"plain: {GAME} is played by lines")
