# SPDX-License-Identifier: MIT
"""Le Jeu du Métro, written again from the rules alone."""
import itertools
from collections import Counter

CARDS = {"board1": 2, "board2": 5, "board3": 2, "star": 2, "rush": 2, "alight1": 2, "alight2": 5, "alight3": 2,
         "inspector": 2, "parcel": 2, "pickpocket": 3, "terminus": 2, "transfer": 4, "driver": 4, "switch": 4}
ORDER = list(CARDS)
OBJECTIVES = {"empty": 2, "full": 2, "right-empty": 1, "left-full": 1}
assert sum(CARDS.values()) == 43


class Model:
    def __init__(self, players, options):
        self.players = players
        self.options = {"turn_limit": 0, "start": 0, **options}
        self.places = ["1B", "1A", "2B", "2A"] if players == 2 else [str(s + 1) for s in range(players)]
        n = len(self.places)
        self.trains = [{"people": 10, "cards": []} for _ in range(n)]
        self.platform = 80 - 10 * n
        self.objectives, self.left = [], Counter(OBJECTIVES)
        self.pile, self.discards = Counter(CARDS), Counter()
        self.hands = [Counter() for _ in range(players)]
        self.seat = self.options["start"] - 1 if self.options["start"] else None
        self.dealt, self.steal_from, self.draws = False, None, 0
        self.turns = self.attached = 0
        self.won, self.ended = [], False

    def owner(self, place):
        return place // 2 if self.players == 2 else place

    # chance

    def chance(self):
        if self.seat is None:
            return {f"~start {s + 1}": 1 for s in range(self.players)}
        if len(self.objectives) < len(self.places):
            place = self.places[len(self.objectives)]
            return {f"~objective {place} {o}": n for o, n in self.left.items() if n}
        if not self.dealt:
            seat = next(s for s in range(self.players) if sum(self.hands[s].values()) < 4)
            return {f"~deal {seat + 1} {c}": n for c, n in self.pile.items() if n}
        if self.steal_from is not None:
            return {f"~steal {c}": n for c, n in self.hands[self.steal_from].items() if n}
        if self.draws:
            pile = self.pile if sum(self.pile.values()) else self.discards
            return {f"~draw {c}": n for c, n in pile.items() if n}
        return {}

    def over(self):
        return self.ended

    def turn(self):
        return None if self.ended or self.chance() else self.seat + 1

    def actors(self):
        return [self.turn()] if self.turn() else []

    # moves

    def plays(self, card):
        places = self.places
        if card in ("rush", "parcel"):
            return [card]
        if card == "terminus":
            own = [p for i, p in enumerate(places) if self.owner(i) == self.seat]
            return [f"terminus {p}" for p in own] if self.players == 2 else ["terminus"]
        if card == "transfer":
            return [f"transfer {a} {b}" for a in places for b in places if a != b]
        if card in ("switch", "driver"):
            return [f"{card} {a} {b}" for a, b in itertools.combinations(places, 2)]
        if card == "pickpocket":
            return [f"pickpocket {s + 1}" for s in range(self.players)
                    if s != self.seat and sum(self.hands[s].values()) > 3]
        return [f"{card} {p}" for p in places]

    def legal(self, seat):
        if self.turn() != seat:
            return []
        hand = self.hands[self.seat]
        moves = [m for card in ORDER if hand[card] for m in self.plays(card)]
        for numbers in itertools.product(*(range(hand[c] + 1) for c in ORDER)):
            if any(numbers):
                moves.append(" ".join(["discard"] + [c for c, n in zip(ORDER, numbers) for _ in range(n)]))
        return moves

    def play(self, seat, move):
        words = move.split()
        if words[0] == "~start":
            self.seat = int(words[1]) - 1
        elif words[0] == "~objective":
            self.objectives.append(words[2])
            self.left[words[2]] -= 1
        elif words[0] == "~deal":
            self.pile[words[2]] -= 1
            self.hands[int(words[1]) - 1][words[2]] += 1
            self.dealt = all(sum(h.values()) == 4 for h in self.hands)
        elif words[0] == "~steal":
            self.hands[self.steal_from][words[1]] -= 1
            self.hands[self.seat][words[1]] += 1
            self.steal_from = None
        elif words[0] == "~draw":
            if not sum(self.pile.values()):
                self.pile, self.discards = self.discards, Counter()
            self.pile[words[1]] -= 1
            self.hands[self.seat][words[1]] += 1
            self.draws -= 1
            if not self.draws:
                self.end_turn()
        elif words[0] == "discard":
            for card in words[1:]:
                self.hands[self.seat][card] -= 1
                self.discards[card] += 1
            self.draws = len(words) - 1
        else:
            self.hands[self.seat][words[0]] -= 1
            if words[0] not in ("star", "inspector"):
                self.discards[words[0]] += 1
            self.effect(words[0], words[1:])
            if not self.check():
                self.draws = 1

    def board(self, train, number):
        number = min(number, self.platform)
        self.platform -= number
        train["people"] += number

    def alight(self, train, number):
        number = min(number, train["people"])
        self.platform += number
        train["people"] -= number

    def effect(self, card, words):
        at = [self.places.index(w) for w in words] if card != "pickpocket" else []
        trains, n = self.trains, len(self.places)
        if card.startswith("board"):
            self.board(trains[at[0]], int(card[-1]))
        elif card.startswith("alight"):
            self.alight(trains[at[0]], int(card[-1]))
        elif card in ("star", "inspector"):
            self.attached += 1
            trains[at[0]]["cards"].append((self.attached, card))
        elif card == "rush":
            first = 2 * self.seat if self.players == 2 else self.seat
            for i in range(n):
                self.board(trains[(first + i) % n], 2)
        elif card == "parcel":
            for train in trains:
                self.alight(train, 2)
        elif card == "pickpocket":
            self.steal_from = int(words[0]) - 1
        elif card == "terminus":
            train = trains[at[0] if at else self.seat]
            self.alight(train, train["people"])
            self.board(train, 10)
        elif card == "transfer":
            number = min(2, trains[at[0]]["people"])
            trains[at[0]]["people"] -= number
            trains[at[1]]["people"] += number
        elif card == "driver":
            a, b = at
            self.objectives[a], self.objectives[b] = self.objectives[b], self.objectives[a]
        elif card == "switch":
            a, b = at
            trains[a], trains[b] = trains[b], trains[a]

    def fulfilled(self, place):
        n = len(self.places)
        people = [train["people"] for train in self.trains]
        return {"empty": people[place] == 0, "full": people[place] >= 20,
                "right-empty": people[(place - 1) % n] == 0,
                "left-full": people[(place + 1) % n] >= 20}[self.objectives[place]]

    def check(self):
        for seat in range(self.players):
            if all(self.fulfilled(p) for p in range(len(self.places)) if self.owner(p) == seat):
                self.won.append(seat)
        self.ended = bool(self.won)
        if self.ended:
            self.steal_from, self.draws = None, 0
        return self.ended

    def end_turn(self):
        self.turns += 1
        if self.turns == self.options["turn_limit"]:
            self.ended = True
            return
        self.seat = (self.seat + 1) % self.players
        acting = [(order, card, train) for place, train in enumerate(self.trains) if self.owner(place) == self.seat
                  for order, card in train["cards"]]
        for _, card, train in sorted(acting, key=lambda entry: entry[0]):
            (self.board if card == "star" else self.alight)(train, 1)
        self.check()

    def score(self):
        return [int(s in self.won) for s in range(self.players)]

    def winners(self):
        return [s + 1 for s in self.won]


OPTIONS = {"turn_limit": [0, 0, 40]}
PLAYERS = range(2, 7)
