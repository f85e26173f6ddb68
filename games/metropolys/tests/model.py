# SPDX-License-Identifier: MIT
"""Metropolys, written again from the rules alone; optima by plain recursion."""
import json
import pathlib
from collections import Counter
from functools import lru_cache

MAP = json.loads((pathlib.Path(__file__).parents[1] / "data/metropolys_map.json").read_text())
PLACES = {n["id"]: n for n in MAP["neighborhoods"]}
NEAR = {p: set() for p in PLACES}
for road in MAP["roads"]:
    NEAR[road[0]].add(road[1])
    NEAR[road[1]].add(road[0])
BRIDGES = [(b["a"], b["b"]) for b in MAP["bridges"]]
for a, b in BRIDGES:
    NEAR[a].add(b)
    NEAR[b].add(a)
STATUES = [frozenset(s["around"]) for s in MAP["statues"]]
LAKES = [frozenset(lake["around"]) for lake in MAP["lakes"]]
ORDER = ["center", "west", "north", "east", "south"]
DISTRICT = {p: n["district"].replace("centre", "center") for p, n in PLACES.items()}
OUTER = ["west", "north", "east", "south"]
PAIRS = ["north east", "east south", "south west", "west north"]
FIRST = {
    "trendy": "C2 C9 W8 N2 N6 E3 S3 S8 S10",
    "subway": "C6 C10 W5 W10 N4 N7 E1 E4 S6",
    "site": "C4 C7 C14 W3 W7 N5 E8 E9 S1",
}
KINDS = ["park", "lodging", "mall", "administration", "industry"]
COUNTS = {4: (9, 9, 9), 3: (8, 7, 7), 2: (5, 6, 6)}


def best(groups, points, own):
    """The most points from disjoint groups of own buildings; a group is a frozenset."""
    groups = [g for g in groups if g <= own]

    @lru_cache(maxsize=None)
    def search(i, used):
        if i == len(groups):
            return 0
        most = search(i + 1, used)
        if not groups[i] & used:
            most = max(most, points + search(i + 1, used | groups[i]))
        return most

    return search(0, frozenset())


def best_lakes(own):
    @lru_cache(maxsize=None)
    def search(i, used):
        if i == len(LAKES):
            return 0
        most = search(i + 1, used)
        free = sorted((LAKES[i] & own) - used)
        for x in range(len(free)):
            for y in range(x):
                for z in range(y):
                    most = max(most, 5 + search(i + 1, used | {free[x], free[y], free[z]}))
        return most

    return search(0, frozenset())


class Model:
    def __init__(self, players, options):
        self.players = players
        self.options = {"version": "family", "layout": "random", "start": 0, "out": "", **options}
        self.expert = self.options["version"] == "expert"
        self.start = self.options["start"] - 1 if self.options["start"] else None
        self.outs = None
        self.tokens = {}
        self.bag = Counter(dict(zip(("trendy", "subway", "site"), COUNTS[players])))
        if self.options["layout"] == "first":
            self.outs = {4: [], 3: ["west"], 2: ["south", "west"]}[players]
            for kind, places in FIRST.items():
                for place in places.split():
                    if DISTRICT[place] not in self.outs:
                        self.tokens[place] = kind
                        self.bag[kind] -= 1
            assert not any(self.bag.values())
        elif players == 4:
            self.outs = []
        elif self.options["out"]:
            self.outs = self.options["out"].split()
        self.area, self.kind = [], []
        self.built = {}  # place → (seat, value)
        self.hands = [set(range(1, 14)) for _ in range(players)]
        self.bids, self.passed, self.seat = [], set(), None
        self.taken = [Counter() for _ in range(players)]
        self.subway_card = self.site_card = None

    # chance

    def areas(self):
        if self.expert:
            return ["bridges", "statues", "lakes", "districts", "chains"]
        return ["bridges", "statues", "lakes"] + (["borders"] if self.players > 2 else [])

    def token_district(self):
        for district in ORDER:
            if district in self.outs:
                continue
            have = sum(DISTRICT[p] == district for p in self.tokens)
            if have < (7 if district == "center" else 5):
                return district
        return None

    def chance(self):
        if self.start is None:
            return {f"~start {s + 1}": 1 for s in range(self.players)}
        if self.outs is None:
            return {"~out " + out: 1 for out in (OUTER if self.players == 3 else PAIRS)}
        district = self.token_district()
        if district:
            places = [p for p in PLACES
                      if DISTRICT[p] == district and p not in self.tokens and not PLACES[p]["blind_alley"]]
            return {f"~token {k} {p}": n for k, n in self.bag.items() if n for p in places}
        if len(self.area) < self.players:
            return {f"~area {len(self.area) + 1} {a}": 1 for a in self.areas() if a not in self.area}
        if self.expert and len(self.kind) < self.players:
            return {f"~kind {len(self.kind) + 1} {k}": 1 for k in KINDS if k not in self.kind}
        return {}

    def over(self):
        return self.set_up() and any(sum(1 for s, _ in self.built.values() if s == seat) == 13
                                     for seat in range(self.players))

    def set_up(self):
        return not self.chance()

    # play

    def turn(self):
        if self.chance() or self.over():
            return None
        return (self.start if self.seat is None else self.seat) + 1

    def actors(self):
        return [self.turn()] if self.turn() else []

    def outbids(self, seat):
        free = [p for p in PLACES if p not in self.built and DISTRICT[p] not in self.outs
                and p not in [b[2] for b in self.bids]]
        hand = self.hands[seat] - {b[1] for b in self.bids if b[0] == seat}
        if self.bids:
            _, value, place = self.bids[-1]
            free = [p for p in free if p in NEAR[place]]
            hand = {h for h in hand if h > value}
        return [f"{h}@{p}" for h in hand for p in free]

    def legal(self, seat):
        if self.turn() != seat:
            return []
        return self.outbids(seat - 1) + (["pass"] if self.bids else [])

    def play(self, seat, move):
        if move.startswith("~start"):
            self.start = int(move.split()[1]) - 1
        elif move.startswith("~out"):
            self.outs = move.split()[1:]
        elif move.startswith("~token"):
            _, kind, place = move.split()
            self.tokens[place] = kind
            self.bag[kind] -= 1
        elif move.startswith("~area"):
            self.area.append(move.split()[2])
        elif move.startswith("~kind"):
            self.kind.append(move.split()[2])
        else:
            self.seat = seat - 1
            if move == "pass":
                self.passed.add(self.seat)
            else:
                value, place = move.split("@")
                self.bids.append((self.seat, int(value), place))
            self.advance()

    def advance(self):
        last = self.bids[-1][0]
        seat = self.seat
        while True:
            seat = (seat + 1) % self.players
            if seat == last:
                return self.end_call()
            if seat in self.passed:
                continue
            if self.outbids(seat):
                self.seat = seat
                return None
            self.passed.add(seat)

    def end_call(self):
        seat, value, place = self.bids[-1]
        self.built[place] = (seat, value)
        self.hands[seat].discard(value)
        token = self.tokens.pop(place, None)
        if token:
            self.taken[seat][token] += 1
        if token == "subway":
            holder = self.subway_card
            if holder is None or self.taken[seat]["subway"] > self.taken[holder]["subway"]:
                self.subway_card = seat
        if token == "site":
            self.site_card = seat
        self.bids, self.passed, self.seat = [], set(), seat

    # score

    def own(self, seat):
        return frozenset(p for p, (s, _) in self.built.items() if s == seat)

    def tallest(self, seat):
        points = 0
        for district in ORDER:
            if district in self.outs:
                continue
            rows = [sorted((1 if v <= 5 else 2 if v <= 9 else 3
                            for p, (s, v) in self.built.items() if s == who and DISTRICT[p] == district),
                           reverse=True) for who in range(self.players)]
            if rows[seat] and rows[seat] == max(rows):
                points += 5
        return points

    def area_points(self, seat):
        own, card = self.own(seat), self.area[seat]
        if not self.expert:
            good = {
                "bridges": {p for b in BRIDGES for p in b},
                "statues": {p for s in STATUES for p in s},
                "lakes": {p for lake in LAKES for p in lake},
                "borders": {p for p in PLACES if PLACES[p]["border"]},
            }[card]
            return 3 * len(own & good)
        if card == "bridges":
            return best([frozenset(b) for b in BRIDGES], 4, own)
        if card == "statues":
            return best(STATUES, 7, own)
        if card == "lakes":
            return best_lakes(own)
        if card == "districts":
            return 4 * sum(n >= 3 for n in Counter(DISTRICT[p] for p in own).values())
        chains = {frozenset((x, y, z)) for y in own for x in NEAR[y] & own for z in NEAR[y] & own if x != z}
        return best(sorted(chains, key=sorted), 4, own)

    def score(self):
        if not self.set_up():
            return [0] * self.players
        scores = []
        for seat in range(self.players):
            taken = self.taken[seat]
            points = 3 * taken["trendy"] + taken["subway"] - taken["site"]
            points += 3 * (self.subway_card == seat) - 2 * (self.site_card == seat)
            points += self.area_points(seat)
            if self.expert:
                points += self.tallest(seat)
                points += 2 * sum(PLACES[p]["kind"] == self.kind[seat] for p in self.own(seat))
            scores.append(points)
        return scores

    def winners(self):
        if not self.over():
            return []
        keys = [(points, len(self.own(seat))) for seat, points in enumerate(self.score())]
        return [s + 1 for s in range(self.players) if keys[s] == max(keys)]


def fit_options(players, options, rng):
    if options["layout"] == "first" or players == 4 or rng.random() < 0.5:
        options["out"] = ""
    else:
        options["out"] = rng.choice(OUTER if players == 3 else PAIRS)


OPTIONS = {"version": ["family", "expert"], "layout": ["random", "random", "first"]}
PLAYERS = range(2, 5)
