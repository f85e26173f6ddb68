# SPDX-License-Identifier: MIT
"""Metropolis, written again from the rules alone, deals and joint buildings included."""
from collections import Counter
from fractions import Fraction

PARK = set(range(15, 20)) | {25, 40, 45, 70} | set(range(60, 65))
RIVER = set(range(45, 50)) | set(range(55, 60)) | set(range(70, 75)) | set(range(80, 85))
CENTRE = set(range(40, 60))
# base, (site, value), changes
VALUES = {
    "house": (2, (PARK, 4), {"school": 1, "shop": 1, "store": 1, "factory": -1}),
    "shop": (2, None, {"house": 1, "apartment": 2, "shop": -1, "store": -1}),
    "school": (6, None, {"house": 1, "apartment": 2, "school": -3}),
    "apartment": (12, (PARK, 15), {"school": 2, "shop": 1, "store": 2, "factory": -3}),
    "factory": (16, (RIVER, 20), {"factory": 4}),
    "administration": (20, (CENTRE, 24), {"administration": 2, "shop": 1, "store": 2}),
    "hospital": (24, None, {"house": 1, "apartment": 2, "hospital": -4}),
    "store": (42, (CENTRE, 48), {"house": 1, "apartment": 3, "administration": 2, "shop": -1}),
}
# piece: kind, number, cells (column, row) of its forms
PIECES = {
    "house": ("house", 8, [[(0, 0)]]),
    "shop": ("shop", 3, [[(0, 0)]]),
    "school": ("school", 2, [[(0, 0), (1, 0)]]),
    "apartment": ("apartment", 2, [[(0, 0), (1, 0), (0, 1)], [(1, 0), (0, 1), (1, 1)]]),
    "apartment mirrored": ("apartment", 2, [[(0, 0), (1, 0), (1, 1)], [(0, 0), (0, 1), (1, 1)]]),
    "factory": ("factory", 3, [[(0, 0), (1, 0), (2, 0), (3, 0)]]),
    "administration": ("administration", 2, [[(0, 0), (1, 0), (0, 1), (1, 1)]]),
    "hospital": ("hospital", 1, [[(1, 0), (2, 0), (0, 1), (1, 1)]]),
    "hospital mirrored": ("hospital", 1, [[(0, 0), (1, 0), (1, 1), (2, 1)]]),
    "store": ("store", 1, [[(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]]),
}
SITES = []  # (piece, kind, frozenset of plots)
for piece, (kind, _, forms) in PIECES.items():
    for district in range(1, 9):
        for form in forms:
            for dx in range(5):
                for dy in range(2):
                    cells = [(x + dx, y + dy) for x, y in form]
                    if all(x < 5 and y < 2 for x, y in cells):
                        SITES.append((piece, kind, frozenset(10 * district + 5 * y + x for x, y in cells)))
BY_PLOTS = {(kind, plots): piece for piece, kind, plots in SITES}
assert len(BY_PLOTS) == len(SITES) == len(set(SITES))


def neighbours(plot):
    district, n = divmod(plot, 10)
    x, y = n % 5, n // 5
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [10 * district + 5 * b + a for a, b in near if 0 <= a < 5 and 0 <= b < 2]


def listing(plots):
    return ",".join(map(str, sorted(plots)))


class Model:
    def __init__(self, players, options):
        self.players = players
        self.options = {"start": 0, "deals": True, **options}
        self.deck = set(range(10, 90))
        self.open, self.owner, self.built = set(), {}, []  # built: (kind, plots)
        self.stock = Counter({p: n for p, (_, n, _) in PIECES.items()})
        self.start = self.options["start"] - 1 if self.options["start"] else None
        self.seat, self.phase = self.start, "take"
        self.to_open, self.begun, self.finished = 4, False, False
        self.extra_left = None
        self.offers = {}  # seat → ("trade", partner, give, ask) or ("joint", kind, plots, waiting)

    # chance

    def hand_size(self):
        return {2: 12, 3: 8, 4: 6, 5: 5}[self.players]

    def chance(self):
        if self.start is None:
            return {f"~start {s + 1}": 1 for s in range(self.players)}
        if not self.begun:
            for seat in range(self.players):
                if sum(o == seat for o in self.owner.values()) < self.hand_size():
                    return {f"~deal {seat + 1} {p}": 1 for p in self.deck}
        if self.to_open:
            return {f"~open {p}": 1 for p in self.deck}
        return {}

    def is_free(self, move):
        return move.startswith("offer")

    def over(self):
        return self.finished

    def turn(self):
        return None if self.finished or self.chance() else self.seat + 1

    # what may be done

    def built_plots(self):
        return {p for _, plots in self.built for p in plots}

    def entitled(self, plot):
        district = plot // 10
        if sum(p // 10 == district for p in self.owner) < 5:
            return set(range(self.players))
        owners = {self.owner[p] for p in neighbours(plot) if p in self.owner}
        return owners or set(range(self.players))

    def barred(self, kind, plots):
        there = {k for k, ps in self.built if next(iter(ps)) // 10 == next(iter(plots)) // 10}
        if kind == "factory":
            return bool(there & {"school", "hospital"})
        return kind in ("school", "hospital") and "factory" in there

    def building_moves(self):
        taken = self.built_plots()
        for piece, kind, plots in SITES:
            if not self.stock[piece] or plots & taken or not plots <= set(self.owner) or self.barred(kind, plots):
                continue
            owners = {self.owner[p] for p in plots}
            if owners == {self.seat}:
                yield f"build {kind} {listing(plots)}"
            elif self.seat in owners and len(plots) >= 4 and self.options["deals"] and self.seat not in self.offers:
                yield f"joint {kind} {listing(plots)}"

    def legal(self, seat):
        if self.turn() is None:
            return []
        seat -= 1
        moves = ["withdraw"] if seat in self.offers else []
        for who, offer in self.offers.items():
            waiting = {offer[1]} if offer[0] == "trade" else offer[3]
            if seat in waiting:
                moves += [f"accept {who + 1}", f"decline {who + 1}"]
        if seat != self.seat:
            return moves
        if self.phase == "take":
            for plot in self.open:
                right = self.entitled(plot)
                if seat in right:
                    moves.append(f"take {plot}")
                moves += [f"give {plot} {s + 1}" for s in right if s != seat]
        else:
            moves += list(self.building_moves()) + ["end"]
        return moves

    def actors(self):
        return [s for s in range(1, self.players + 1) if self.legal(s)]

    def is_free(self, move):
        return move.startswith("offer")

    def may_offer(self, seat, partner, give, ask):
        taken = self.built_plots()
        return (self.options["deals"] and self.turn() is not None and seat not in self.offers
                and partner != seat and 0 <= partner < self.players
                and len(give) <= 4 and len(ask) <= 4 and len(give) + len(ask) > 0
                and all(self.owner.get(p) == seat and p not in taken for p in give)
                and all(self.owner.get(p) == partner and p not in taken for p in ask))

    def random_offer(self, rng):
        seat, partner = rng.sample(range(self.players), 2)
        taken = self.built_plots()
        mine = sorted(p for p, o in self.owner.items() if o == seat and (p not in taken or rng.random() < 0.2))
        theirs = sorted(p for p, o in self.owner.items() if o == partner and (p not in taken or rng.random() < 0.2))
        give = rng.sample(mine, min(len(mine), rng.choice([0, 1, 1, 2, 4])))
        ask = rng.sample(theirs, min(len(theirs), rng.choice([0, 1, 1, 2, 4])))
        if rng.random() < 0.2:
            ask = sorted(set(ask) ^ {rng.randint(10, 89)})[:4]
        text = f"offer {partner + 1} {listing(give) or '-'} for {listing(ask) or '-'}"
        return seat, text, self.may_offer(seat, partner, give, ask)

    def choose(self, rng):
        if rng.random() < 0.2 and self.players > 1:
            seat, text, legal = self.random_offer(rng)
            if legal:
                return seat + 1, text
        seat = rng.choice(self.actors())
        moves = sorted(self.legal(seat))
        builds = [m for m in moves if m.startswith(("build", "joint", "accept"))]
        big = [m for m in builds if m.count(",") > 1 or m.startswith("accept")]
        return seat, rng.choice(big or builds or moves) if rng.random() < 0.6 else rng.choice(moves)

    def wrong(self, rng):
        seat, text, legal = self.random_offer(rng)
        return None if legal else (seat + 1, text)

    # playing

    def play(self, seat, move):
        words = move.split()
        if words[0] == "~start":
            self.start = self.seat = int(words[1]) - 1
        elif words[0] == "~deal":
            self.deck.discard(int(words[2]))
            self.owner[int(words[2])] = int(words[1]) - 1
        elif words[0] == "~open":
            self.begun = True
            self.deck.discard(int(words[1]))
            self.open.add(int(words[1]))
            self.to_open -= 1
        else:
            self.move(seat - 1, words)
            self.void()

    def move(self, seat, words):
        if words[0] in ("take", "give"):
            plot = int(words[1])
            self.open.discard(plot)
            self.owner[plot] = int(words[2]) - 1 if words[0] == "give" else seat
            self.phase = "build"
        elif words[0] == "build":
            self.put(words[1], words[2])
        elif words[0] == "end":
            self.end_turn()
        elif words[0] == "offer":
            give, ask = [[] if w == "-" else list(map(int, w.split(","))) for w in (words[2], words[4])]
            self.offers[seat] = ("trade", int(words[1]) - 1, give, ask)
        elif words[0] == "joint":
            plots = frozenset(map(int, words[2].split(",")))
            partners = {self.owner[p] for p in plots} - {seat}
            self.offers[seat] = ("joint", words[1], plots, partners)
        elif words[0] == "withdraw":
            del self.offers[seat]
        elif words[0] == "decline":
            del self.offers[int(words[1]) - 1]
        else:
            self.accept(seat, int(words[1]) - 1)

    def accept(self, seat, who):
        offer = self.offers[who]
        if offer[0] == "trade":
            del self.offers[who]
            for plot in offer[2]:
                self.owner[plot] = seat
            for plot in offer[3]:
                self.owner[plot] = who
            self.changed = set(offer[2]) | set(offer[3])
            self.void_plots(self.changed)
        else:
            offer[3].discard(seat)
            if not offer[3]:
                del self.offers[who]
                self.put(offer[1], listing(offer[2]))

    def put(self, kind, text):
        plots = frozenset(map(int, text.split(",")))
        self.stock[BY_PLOTS[kind, plots]] -= 1
        self.built.append((kind, plots))
        self.void_plots(plots)
        self.end_turn()

    def void_plots(self, plots):
        """A deal with a plot that changed hands or was built on is impossible for good."""
        for who, offer in list(self.offers.items()):
            named = set(offer[2]) | set(offer[3]) if offer[0] == "trade" else offer[2]
            if named & plots:
                del self.offers[who]

    def void(self):
        for who, offer in list(self.offers.items()):
            if offer[0] == "joint":
                piece = BY_PLOTS[offer[1], offer[2]]
                if not self.stock[piece] or self.barred(offer[1], offer[2]):
                    del self.offers[who]

    def end_turn(self):
        self.offers = {w: o for w, o in self.offers.items() if o[0] == "trade"}
        if not self.can_go_on():
            self.finish()
            return
        if self.extra_left is not None:
            self.extra_left -= 1
        elif len(self.owner) == 80:
            self.extra_left = self.players
        if self.extra_left == 0:
            self.finish()
            return
        self.seat = (self.seat + 1) % self.players
        self.phase = "take" if self.extra_left is None else "build"
        if self.extra_left is None and self.deck:
            self.to_open = 1

    def finish(self):
        self.finished = True
        self.offers = {}

    def can_go_on(self):
        taken = self.built_plots()
        for piece, kind, plots in SITES:
            if self.stock[piece] and not plots & taken and not self.barred(kind, plots):
                if self.options["deals"] or len({self.owner[p] for p in plots if p in self.owner}) <= 1:
                    return True
        return False

    # scoring

    def score(self):
        scores = [Fraction(0)] * self.players
        for i, (kind, plots) in enumerate(self.built):
            base, site, changes = VALUES[kind]
            value = site[1] if site and plots & site[0] else base
            for j, (other, others) in enumerate(self.built):
                if i != j and next(iter(others)) // 10 == next(iter(plots)) // 10:
                    value += changes.get(other, 0)
            for plot in plots:
                scores[self.owner[plot]] += Fraction(12 * max(value, 0), len(plots))
        assert all(s.denominator == 1 for s in scores)
        return [int(s) for s in scores]

    def winners(self):
        scores = self.score()
        return [s + 1 for s in range(self.players) if self.finished and scores[s] == max(scores)]


OPTIONS = {"deals": [True, True, False]}
PLAYERS = range(2, 6)
