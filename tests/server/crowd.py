# SPDX-License-Identifier: MIT
"""People who play on and on whatever happens to the servers, who write down what was acknowledged and
what they were told; and what must hold of it afterwards."""

import glob
import json
import os
import random
import sys
import threading
import time

from premises import Talk, curl, guest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from models import load  # noqa: E402  pylint: disable=wrong-import-position

PATIENCE = 3  # seconds until a client takes a connection for dead
PACE = 0.05
EVENT_MOVE = 0
CODES = {"busy", "stale", "too_fast", "illegal_move", "not_your_turn", "not_playing", "over", "no_table",
         "too_late", "too_early", "too_many"}


class Gap(Exception):
    """Somebody was told an event that does not come next."""


class Seat:
    """A person at a table, who knows its events up to the last one."""

    def __init__(self, port, cookie, table):
        self.port, self.cookie, self.table = port, cookie, table
        self.told = []   # events, from the first
        self.kept = {}   # by number: moves that were acknowledged
        self.number = 0  # of the seat
        self.deals = {}  # by who offered: the event's number
        self.heard = time.monotonic()
        self.last = None  # what was asked, and then the answer
        self.talk = None

    def hear(self, message):
        if message.get("table") != self.table:
            return
        if message["type"] == "table":
            raise Gap("the whole table instead of the events after %d" % len(self.told))
        if message["type"] != "events":
            return
        for event in message["events"]:
            if event["seq"] != len(self.told) + 1:
                raise Gap("event %d after %d" % (event["seq"], len(self.told)))
            self.told.append(event)
            self.heard = time.monotonic()
            if event["kind"] == "move" and event["move"].startswith(("offer", "joint")):
                self.deals[event["seat"]] = event["seq"]

    def join(self):
        self.leave()
        self.talk = Talk(self.port, self.cookie)
        self.talk.sock.settimeout(PATIENCE)
        self.talk.patience = PATIENCE
        inner = self.talk.next

        def following():
            message = inner()
            self.hear(message)
            return message

        self.talk.next = following
        self.talk.do("watch", table=self.table, since=len(self.told))

    def leave(self):
        if self.talk:
            self.talk.close()
        self.talk = None

    def ask(self, op, **members):
        """An answer, on a connection that is made anew if there is none."""
        if not self.talk:
            self.join()
        self.last = op
        self.last = self.talk.ask(op, table=self.table, **members)
        return self.last

    def choose(self, legal, dice):
        move = dice.choice(legal["moves"])
        word = move.split()
        if word[0] in ("accept", "decline", "withdraw"):
            by = int(word[1]) if len(word) > 1 else self.number
            return {"move": move, "deal": self.deals.get(by, 0)}
        return {"move": move, "turn": legal["turn_no"]}

    def play(self, dice):
        """One move, if there is one to make."""
        legal = self.ask("legal")
        if not legal["ok"] or not legal["moves"]:
            return
        chosen = self.choose(legal, dice)
        answer = self.ask("play", **chosen)
        if answer["ok"]:
            self.kept[answer["seq"]] = chosen["move"]
        elif answer["error"]["code"] not in CODES:
            raise AssertionError((chosen, answer))

    def is_over(self):
        return any(event["kind"] == "end" for event in self.told[-3:])


class Company(threading.Thread):
    """Two people, and a bot where the game is for three, who play one game after the other."""

    def __init__(self, front, game, players, options, seed):
        super().__init__(daemon=True)
        self.front, self.game, self.players, self.options = front, game, players, options
        self.dice = random.Random(seed)
        self.cookies = [guest("http://localhost:%d" % front, "%s%d%s" % (game[:9], seed, letter))
                        for letter in "AB"]
        self.seats, self.finished, self.flaws = [], [], []
        self.began = time.monotonic()
        self.is_settling = True
        self.stop = False

    def heard(self):
        """When something last went on."""
        return max([self.began] + [seat.heard for seat in self.seats])

    def open_table(self):
        """May be left half made when something breaks; then another is made."""
        self.is_settling = True
        talks = []
        try:
            for cookie in self.cookies:
                talks.append(Talk(self.front, cookie))
                talks[-1].sock.settimeout(PATIENCE)
            seats = ["me", "open"] + ["easy"] * (self.players - 2)
            table = talks[0].do("create", game=self.game, players=self.players, seats=seats,
                                options=self.options)["table"]
            talks[1].do("sit", table=table, seat=2)
            talks[0].do("start", table=table)
        finally:
            for talk in talks:
                talk.close()
        self.seats = [Seat(self.front, cookie, table) for cookie in self.cookies]
        for number, seat in enumerate(self.seats, 1):
            seat.number = number
        self.began = time.monotonic()
        self.is_settling = False

    def put_away(self):
        for seat in self.seats:
            seat.leave()
        if self.seats:
            self.finished.append(self.seats)
        self.seats = []

    def take_turns(self):
        for seat in self.seats:
            try:
                seat.play(self.dice)
            except OSError:  # the connection, or nobody answers
                seat.leave()
        if all(seat.is_over() for seat in self.seats):
            self.put_away()

    def run(self):
        while not self.stop:
            try:
                if self.seats:
                    self.take_turns()
                else:
                    self.open_table()
            except OSError:
                time.sleep(0.2)
            except AssertionError as error:  # a refusal where none is expected
                if not self.seats:
                    time.sleep(0.2)  # busy: the table is made anew
                else:
                    self.flaws.append("%s %s: %r" % (self.game, self.seats[0].table, error))
                    self.put_away()
            except Exception as error:  # pylint: disable=broad-except
                self.flaws.append("%s %s: %r" % (self.game, self.seats and self.seats[0].table, error))
                self.put_away()
            time.sleep(PACE)

    def catch_up(self, seconds):
        """Everybody is told the rest, as soon as the servers are well again."""
        end = time.monotonic() + seconds
        for seat in self.seats:
            while True:
                try:
                    seat.join()
                    seat.ask("ping")
                    break
                except OSError:
                    if time.monotonic() > end:
                        raise
                    time.sleep(0.2)
        self.put_away()


def record_of(text):
    """Options, names of moves with their seats, and the result of a record."""
    head, _, body = text.partition("\n\n")
    head = dict(line.split(" ", 1) for line in head.splitlines() if not line.startswith(("option", "name")))
    moves = []
    for line in body.splitlines():
        for move in line.split("#")[0].split(";"):
            seat, colon, rest = move.strip().partition(": ")
            if move.strip():
                moves.append((int(seat), rest) if colon else (0, move.strip()))
    return head, moves


def replay(module, players, options, text):
    """The game's model plays the record: every move is legal, and it ends as the record says."""
    head, moves = record_of(text)
    model = module.Model(players, options)
    for seat, move in moves:
        if move.startswith("~"):
            assert move in model.chance(), (move, model.chance())
            model.play(None, move)
            continue
        seat = seat or model.turn()
        free = hasattr(model, "is_free") and model.is_free(move)
        assert free or move in model.legal(seat), (seat, move)
        model.play(seat, move)
    if head["result"] != "*":
        assert model.over(), "the model's game goes on"
        assert [int(n) for n in head["result"].split()] == list(model.score()), (head, model.score())
    return len(moves)


class Judge:
    """Looks at what was left behind, in the database and in everybody's hands."""

    def __init__(self, place, url, root):
        self.place, self.url = place, url
        self.models = {path.split("/")[-3]: load(path)
                       for path in glob.glob(os.path.join(root, "games/*/tests/model.py"))}
        self.moves = self.games = self.events = 0

    def log(self, table):
        rows = self.place.sql("SELECT e.seq, e.kind, e.seat, e.text FROM events e JOIN tables t ON "
                              "t.key = e.table_key WHERE t.id = '%s' ORDER BY 1" % table)
        assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1)), (table, rows[-3:])
        return rows

    def look(self, company, seats):
        """One table: the log has what was acknowledged, and everybody was told all of it."""
        table = seats[0].table
        log = self.log(table)
        for seat in seats:
            mine = {int(row[0]): row[3] for row in log
                    if int(row[1]) == EVENT_MOVE and int(row[2]) == seat.number - 1}
            for seq, move in seat.kept.items():
                # what chance did then has later numbers, and the answer the last one
                at = max((n for n in mine if n <= seq), default=0)
                assert mine.pop(at, None) == move, (table, seq, move, at)
            assert len(seat.told) == len(log), (table, seat.number, len(seat.told), len(log))
            self.moves += len(seat.kept)
            self.events += len(seat.told)
        if not seats[0].is_over():
            return
        status, text = curl(self.url + "/api/tables/%s/record" % table)
        assert status == 200, (table, status, text)
        replay(self.models[company.game], company.players, self.options(company), text + "\n")
        self.games += 1

    def options(self, company):
        games = json.loads(curl(self.url + "/api/games")[1])["games"]
        options = {option["name"]: option["default"] for game in games if game["id"] == company.game
                   for option in game["options"] if "default" in option}
        return {**options, **company.options}
