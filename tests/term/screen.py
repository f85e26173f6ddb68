#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""screen.py METROPOLE GAME: `metropole play` on a real terminal, which tmux provides.

A whole game by keys, resized in the middle and bothered by wrong keys; every page; what is taken
back; two at one keyboard; no colours, few colours, no UTF-8; both languages.
"""
import atexit
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

METROPOLE, GAME = os.path.abspath(sys.argv[1]), sys.argv[2]
WAIT_S = 60


class Terminal:
    count = 0

    def __init__(self, *arguments, lang="en", term="tmux-256color", width=80, height=24, env=""):
        Terminal.count += 1
        self.name = f"metropole-{os.getpid()}-{Terminal.count}"
        command = f"{env} TERM={term} {METROPOLE} --lang {lang} play {GAME} {' '.join(arguments)}; echo status=$?; cat"
        if "LC_ALL" not in env:
            command = "LC_ALL=C.UTF-8 " + command
        atexit.register(subprocess.run, ["tmux", "-L", self.name, "kill-server"], check=False,
                        capture_output=True)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(width), "-y", str(height), command)

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-L", self.name, *arguments], check=True, capture_output=True,
                              text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def rows(self):
        return self.tmux("capture-pane", "-p").splitlines()

    def see(self, pattern, keys=(), tries=400):
        """Waits until the screen shows it, pressing keys meanwhile."""
        for _ in range(tries):
            screen = "\n".join(self.rows())
            if re.search(pattern, screen):
                return screen
            if keys:
                self.keys(*keys)
            time.sleep(WAIT_S / 400)
        raise AssertionError(f"{GAME}: no {pattern!r} on\n{screen}")

    def still(self):
        """The screen once it is painted: the same at two looks."""
        before = None
        for _ in range(400):
            screen = "\n".join(self.rows())
            if screen == before:
                return screen
            before = screen
            time.sleep(WAIT_S / 400)
        raise AssertionError(f"{GAME}: never still\n{screen}")

    def answer(self, *keys):
        """The screen after keys that may change it."""
        before = self.still()
        self.keys(*keys)
        for _ in range(20):
            if "\n".join(self.rows()) != before:
                break
            time.sleep(0.05)
        return self.still()

    def resize(self, width, height):
        self.tmux("resize-window", "-x", str(width), "-y", str(height))

    def close(self):
        self.tmux("kill-server")


def whole_game():
    with tempfile.NamedTemporaryFile() as record:
        terminal = Terminal("--seats me,b0 --seed 7 -p 2 --record", record.name)
        terminal.see(r"your turn")
        terminal.keys("Tab")
        for width, height in ((100, 30), (60, 20), (30, 8), (80, 24)):
            terminal.keys("Z", "%", "F5", "Down", "Enter", "Enter")
            terminal.resize(width, height)
            time.sleep(0.2)
        terminal.see("· the game is over", keys=["Down", "Enter"] * 10)
        terminal.see("r the game again")
        for key, title in (("j", "^ Journal"), ("s", "^ Points"), ("b", "^ The board in words"), ("?", "^ Help")):
            terminal.keys(key)
            terminal.see(title)
            terminal.keys("x")
        terminal.keys("r", "Left", "Left")
        terminal.see("replay, move")
        assert "The game is over" not in terminal.still(), "the journal runs ahead of a replay"
        terminal.keys("Home")
        terminal.see("replay, move 0 of")
        terminal.keys("Escape")
        terminal.see("the game is over")
        terminal.keys("q")
        terminal.see("Leave the game")
        terminal.keys("y")
        terminal.see("status=0")
        terminal.close()
        done = subprocess.run([METROPOLE, "replay", record.name], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0 and "over" in done.stdout, done


def move_and_back():
    terminal = Terminal("--seats me,b0 --seed 9 -p 2")
    terminal.see("your turn")
    first = re.search(r"(\d+) moves", "\n".join(terminal.rows()))
    terminal.keys("u")
    terminal.see("no move of yours")
    terminal.keys("m", "n", "o", "n", "s", "e", "n", "s", "e", "Enter")
    terminal.see("No move fits")
    terminal.keys("Escape", "Tab", "Tab", "q", "n")
    if first:
        terminal.see(first[0])
    terminal.keys("h")
    terminal.see(r"^(?![\s\S]*Thinking about a hint)")
    terminal.close()


def pointing():
    """Spots are chosen one after the other until a move is played; the journal tells of it."""
    terminal = Terminal("--seats me,b0 --seed 9 -p 2")
    terminal.see("your turn")
    before = journal(terminal)
    assert journal(terminal) == before  # nothing happens while nobody plays
    for step in range(12):
        # what spots leave open, as whose a card is to be, is chosen from the list
        terminal.answer(*(("Tab", "Enter", "Tab") if step % 4 == 3 else ("n", "Enter")))
        if journal(terminal) != before:
            break
    else:
        raise AssertionError(f"{GAME}: nothing was played:\n{before}")
    terminal.close()


def composing():
    """Where there is trading, an offer is put together on the board: plots, a seat, Enter."""
    terminal = Terminal("--seats me,b0,b0 --seed 9 -p 3")
    offers = "o offer" in terminal.see("your turn")
    terminal.keys("o")
    if not offers:
        terminal.see("nothing to offer")
        terminal.close()
        return
    terminal.see("Space takes a plot")
    terminal.keys("2")
    for step in range(60):
        if re.search(r"offer 2 [^\n]*You offer", terminal.answer("Space")):
            break
        terminal.keys("Space", "Down" if step % 6 == 5 else "Right")  # not that one: the next
    else:
        raise AssertionError(f"{GAME}: no offer was made of\n" + "\n".join(terminal.rows()))
    terminal.keys("Enter")
    terminal.see("^(?![\\s\\S]*Enter offer)")
    terminal.keys("j")
    terminal.see("You offer")
    terminal.close()


def journal(terminal):
    terminal.keys("j")
    terminal.see("^ Journal")
    said = terminal.still()
    terminal.keys("x")
    terminal.see("^(?! Journal)")
    return said


def mouse():
    """A click chooses a row of the list, another one plays it."""
    terminal = Terminal("--seats me,b0 --seed 9 -p 2", term="xterm-256color")
    screen = terminal.see(r"\d+ moves?")
    before = journal(terminal)
    rows = screen.splitlines()
    y = next(i for i, row in enumerate(rows) if re.search(r"\d+ moves?", row))
    x = re.search(r"\d+ moves?", rows[y]).start()
    for _ in range(2):
        for end in "Mm":  # counted from 1; the first row stands below the title
            terminal.keys("-l", f"\x1b[<0;{x + 2};{y + 2}{end}")
        time.sleep(0.3)
    for _ in range(40):
        if journal(terminal) != before:
            break
        time.sleep(0.1)
    else:
        raise AssertionError(f"{GAME}: a click plays nothing:\n{screen}")
    terminal.close()


def half_typed():
    """A hint that comes while a move is typed leaves it alone."""
    terminal = Terminal("--seats me,b0 --seed 9 -p 2")
    terminal.see("your turn")
    terminal.keys("h", "m", "x", "y", "z")
    terminal.see(r"I would play[\s\S]*xyz")
    terminal.close()


def record():
    """A record is walked through on the screen."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run([METROPOLE, "play", GAME, "--plain", "--seats", "b0,b0", "--seed", "5", "-p", "2",
                        "--record", file.name], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
        terminal = Terminal("--replay", file.name)
        terminal.see("replay, move 0 of")
        terminal.keys("Right", "Right", "Right", "Left")
        terminal.see("replay, move 2 of")
        terminal.keys("1", "End")
        terminal.see(r"replay, move (\d+) of \1")
        terminal.keys("q")
        terminal.see("status=0")
        terminal.close()


def colours_of(**env):
    """All that is written for the first screen, on a terminal of our own."""
    pid, fd = pty.fork()
    if pid == 0:
        for name in ("COLORTERM", "NO_COLOR"):
            os.environ.pop(name, None)
        os.environ.update({"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **env})
        os.execv(METROPOLE, [METROPOLE, "--lang", "en", "play", GAME, "--seats", "me,b0", "--seed", "9", "-p", "2"])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    said, until = b"", time.monotonic() + WAIT_S
    while b"your turn" not in said and time.monotonic() < until:
        if select.select([fd], [], [], 0.2)[0]:
            said += os.read(fd, 65536)
    while select.select([fd], [], [], 0.5)[0]:
        said += os.read(fd, 65536)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)
    return said


def colours():
    """True colour only where the terminal says that it has it; none where none are wanted."""
    true = rb"\x1b\[[\d;:]*[34]8[;:]2[;:]"
    assert not re.search(true, colours_of()), "nobody said so"
    assert not re.search(rb"\x1b\[[\d;]*[34][0-8][;m]", colours_of(NO_COLOR="1")), "no colour is wanted"
    assert re.search(true, colours_of(COLORTERM="truecolor")), "it was said"


def at_one_keyboard():
    terminal = Terminal("--seats me,me --seed 9 -p 2", lang="fr", env="NO_COLOR=1")
    screen = terminal.see("à vous|c’est à vous")
    if "secret" in screen:
        assert len([row for row in terminal.rows() if row.strip()]) <= 5, screen  # nothing else is shown
        terminal.keys("Enter")
        terminal.see("Journal")
    terminal.close()


def simple_terminals():
    # one that curses does not know is played by lines
    for term, env in (("xterm", ""), ("nonesuch", ""), ("vt100", ""), ("linux", "LC_ALL=C")):
        terminal = Terminal("--seats me,b0 --seed 3 -p 2", term=term, env=env)
        screen = terminal.see("[Yy]our turn")
        if env:
            assert screen.isascii(), screen
        terminal.close()


whole_game()
move_and_back()
pointing()
composing()
mouse()
half_typed()
record()
colours()
at_one_keyboard()
simple_terminals()
print(f"screen: {GAME} is played on a terminal")
