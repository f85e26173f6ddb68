#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""soak.py PROGRAM MINUTES [FOLDER]: full games of every kind, for as long as it takes: people, bots,
chat, spectators, connections that break and resume. Prints memory, growth of the data file and
waiting times for each minute, draws them (soak.svg), and fails if memory grows by more than 2 %
after the first ten minutes or if anything was lost."""

import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tests/server"))
from premises import Site, Talk, curl, guest  # noqa: E402  pylint: disable=wrong-import-position

WORKERS = int(os.environ.get("SOAK_TABLES", "8"))
PACE = 0.2  # seconds from round to round: as many games a minute on a busy machine as on an idle one
SETTLED = 10  # minutes until memory is expected to be flat


class Tally:
    """What happened in this minute; filled by all threads."""

    def __init__(self):
        self.lock = threading.Lock()
        self.clear()
        self.flaws = []

    def clear(self):
        self.waits = []
        self.count = collections.Counter()

    def add(self, what, wait=None):
        with self.lock:
            self.count[what] += 1
            if wait is not None:
                self.waits.append(wait)

    def flaw(self, text):
        with self.lock:
            self.flaws.append(text)

    def take(self):
        with self.lock:
            taken = sorted(self.waits), self.count
            self.clear()
        return taken


class Seat:
    """A person at a table, who knows the events up to `last`."""

    def __init__(self, site, cookie, table):
        self.site, self.cookie, self.table = site, cookie, table
        self.last = 0
        self.number = 0
        self.deals = {}  # by who offered: the event's number
        self.talk = None
        self.join()

    def join(self):
        self.talk = Talk(self.site.port, self.cookie)
        inner = self.talk.next

        def hear():
            message = inner()
            if message["type"] == "events" and message.get("table") == self.table:
                for event in message["events"]:
                    if self.last and event["seq"] not in (self.last + 1,):
                        raise AssertionError("event %d after %d" % (event["seq"], self.last))
                    self.last = event["seq"]
                    if event["kind"] == "move" and event["move"].startswith(("offer", "joint")):
                        self.deals[event["seat"]] = event["seq"]
            elif message["type"] == "table" and message.get("table") == self.table:
                self.last = message["seq"]
                self.number = message["seat"]
            return message

        self.talk.next = hear
        members = {"since": self.last} if self.last else {}
        self.talk.do("watch", table=self.table, **members)

    def choose(self, legal):
        """A move, with the number of the turn or of the deal it is meant for."""
        move = random.choice(legal["moves"])
        word = move.split()
        if word[0] in ("accept", "decline", "withdraw"):
            by = int(word[1]) if len(word) > 1 else self.number
            if by not in self.deals:
                self.last = 0
                self.talk.do("watch", table=self.table, since=0)  # told from the beginning
                self.talk.do("ping")
            return {"move": move, "deal": self.deals.get(by, 0)}
        return {"move": move, "turn": legal.get("turn_no")}

    def rejoin(self):
        self.talk.close()
        self.join()


def play_turns(site, tally, seats, table, stop):
    """Until the game is over; what is refused is counted by its code."""
    idle = 0
    due = time.monotonic()
    while not stop.is_set():
        moved = False
        due = max(due + PACE, time.monotonic() - PACE)
        for seat in seats:
            legal = seat.talk.ask("legal", table=table)
            if not legal["ok"]:
                return legal["error"]["code"]
            if not legal["moves"]:
                continue
            began = time.monotonic()
            answer = seat.talk.ask("play", table=table, **seat.choose(legal))
            if answer["ok"]:
                tally.add("moves", time.monotonic() - began)
                moved = True
            else:
                tally.add("refused " + answer["error"]["code"])
            dice = random.random()
            if dice < 0.05:
                seat.talk.ask("chat", table=table, text="well played %d" % random.randrange(1000))
                tally.add("chats")
            elif dice < 0.08:
                seat.rejoin()
                tally.add("reconnections")
            elif dice < 0.10:
                look_on(site, tally, table)
        idle = 0 if moved else idle + 1
        if idle > 5:
            view = seats[0].talk.ask("view", table=table)
            if view["ok"] and view["view"].get("over"):
                return "over"
        if idle > 3000:
            return "stuck"
        time.sleep(max(0, due - time.monotonic()))
    return "stopped"


def look_on(site, tally, table):
    """Somebody without a name watches for a moment."""
    talk = Talk(site.port)
    talk.do("watch", table=table)
    talk.close()
    tally.add("spectators")


def games_of(site):
    """All that there are, with three players where that is possible."""
    games = json.loads(curl("http://localhost:%d/api/games" % site.port)[1])["games"]
    return [(game["id"], max(game["players"][0], min(3, game["players"][1]))) for game in games]


def work(site, tally, number, games, stop):
    turn = number
    names = ["Soak%d%s" % (number, letter) for letter in "AB"]
    url = "http://localhost:%d" % site.port
    cookies = [guest(url, name) for name in names]
    while not stop.is_set():
        game, players = games[turn % len(games)]
        turn += 1
        try:
            talk = Talk(site.port, cookies[0])
            seats = ["me", "open"] + ["easy"] * (players - 2)
            table = talk.do("create", game=game, players=players, seats=seats)["table"]
            other = Talk(site.port, cookies[1])
            other.do("sit", table=table)
            talk.do("start", table=table)
            talk.close()
            other.close()
            people = [Seat(site, cookie, table) for cookie in cookies]
            end = play_turns(site, tally, people, table, stop)
            tally.add("games" if end == "over" else "unfinished")
            if end not in ("over", "stopped"):
                tally.flaw("%s at %s ended as %s" % (game, table, end))
            for seat in people:
                seat.talk.close()
        except Exception as error:  # pylint: disable=broad-except
            if not stop.is_set():
                tally.flaw("%s: %r" % (game, error))
                time.sleep(1)


def memory(pid, kind):
    """In MB: VmRSS is all that is resident, RssAnon the part of it that is no page of a file."""
    with open("/proc/%d/status" % pid, encoding="ascii") as file:
        return int(re.search(kind + r":\s+(\d+)", file.read()).group(1)) / 1024


def file_size(site):
    return sum(os.path.getsize(site.data + s) for s in ("", "-wal")
               if os.path.exists(site.data + s)) / 2**20


def metric(site, name):
    text = curl("http://localhost:%d/metrics" % site.port)[1]
    found = re.search(r"^metropole_%s (\d+)" % name, text, re.M)
    return int(found.group(1)) if found else 0


def percentile(waits, part):
    return 1000 * waits[min(len(waits) - 1, int(len(waits) * part))] if waits else 0


def report(site, tally, minute, out):
    waits, count = tally.take()
    pid = site.process.pid
    row = [minute, memory(pid, "VmRSS"), metric(site, "memory_bytes") / 2**20, file_size(site),
           metric(site, "tables"), count["games"], count["moves"], percentile(waits, 0.5),
           percentile(waits, 0.99), percentile(waits, 1), count["chats"], count["spectators"],
           count["reconnections"], memory(pid, "RssAnon")]
    print("%6d %9.2f %8.2f %8.1f %7d %6d %7d %7.1f %7.1f %7.1f %6d %6d %6d %7.2f" % tuple(row), flush=True)
    out.write("\t".join("%g" % x for x in row) + "\n")
    out.flush()
    refused = {key: n for key, n in count.items() if key.startswith("refused")}
    if refused:
        print("       ", refused, flush=True)
    return row


PLOT = """
set terminal svg size 900,640 font "sans-serif,12"; set output "%(folder)s/soak.svg"
set multiplot layout 3,1; set grid; set key outside right top; set lmargin 11; set rmargin 30; set xrange [0:*]; set yrange [0:*]
set ylabel "MB"; plot "%(tsv)s" using 1:2 with lines lw 2 title "resident memory", \\
  "" using 1:14 with lines lw 2 title "without pages of files", "" using 1:3 with lines lw 2 title "heap, as asked for"
plot "%(tsv)s" using 1:4 with lines lw 2 title "data file and log"
set logscale y; set yrange [0.1:*]; set xlabel "minutes"; set ylabel "ms"
plot "%(tsv)s" using 1:8 with lines lw 2 title "a move's answer, median", \\
  "" using 1:9 with lines lw 2 title "99 of 100", "" using 1:10 with lines title "slowest"
unset multiplot
"""


def verdict(rows, tally):
    for flaw in tally.flaws[:20]:
        print("flaw: " + flaw)
    good = not tally.flaws and sum(row[5] for row in rows) > 0
    if len(rows) >= SETTLED + 10:
        before = sum(row[1] for row in rows[SETTLED:SETTLED + 5]) / 5
        after = sum(row[1] for row in rows[-5:]) / 5
        print("memory: %.1f MB after ten minutes, %.1f MB at the end: %+.1f %%" %
              (before, after, 100 * (after / before - 1)))
        good = good and after <= 1.02 * before
    else:
        print("memory is judged from %d minutes on" % (SETTLED + 10))
    return good


def main():
    program, minutes = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    folder = os.path.abspath(sys.argv[3] if len(sys.argv) > 3 else ".")
    random.seed(1)
    os.makedirs(folder, exist_ok=True)
    site = Site(program).start("log_level = 0", "messages_per_second = 1000", "busy_ms_per_second = 1000000",
                               "requests_per_minute = 100000", "tables_per_hour = 100000",
                               "tables_per_user = 1000", "connections_per_address = 1000",
                               "guests_per_hour = 1000", "chat_per_minute = 1000",
                               "kilobytes_per_hour = 400000")
    tally, stop, rows = Tally(), threading.Event(), []
    games = games_of(site)
    threads = [threading.Thread(target=work, args=(site, tally, n, games, stop)) for n in range(WORKERS)]
    for thread in threads:
        thread.start()
    tsv = os.path.join(folder, "soak.tsv")
    print("minute  memory/MB heap/MB  file/MB  tables  games   moves  p50/ms  p99/ms  max/ms   chat  looks rejoin  own/MB")
    with open(tsv, "w", encoding="ascii") as out:
        began = time.monotonic()
        for minute in range(1, minutes + 1):
            time.sleep(max(0, began + 60 * minute - time.monotonic()))
            rows.append(report(site, tally, minute, out))
    stop.set()
    for thread in threads:
        thread.join(30)
    status = site.stop()
    grown, games = file_size(site), sum(row[5] for row in rows)
    print("%d games; the data file holds %.1f MB, %.1f kB a game" %
          (games, grown, 1024 * grown / max(1, games)))
    shutil.rmtree(site.dir)
    subprocess.run(["gnuplot"], input=PLOT % {"folder": folder, "tsv": tsv}, text=True, check=True)
    print("drawn in %s/soak.svg" % folder)
    good = verdict(rows, tally) and status == 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
