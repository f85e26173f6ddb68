# SPDX-License-Identifier: MIT
"""Metro, written again from the rules alone: slow, plain, and walking the board every time."""
from collections import Counter

COUNTS = {}
for names, copies in (
    ("ssss ssrl lssr rlss srls", 4),
    ("rlrl lrlr", 3),
    ("rrrr llll usrr rusr rrus srru ulls sull lsul llsu uulr ruul lruu ulru susu usus uuuu", 2),
):
    for tile_name in names.split():
        COUNTS[tile_name] = copies
assert sum(COUNTS.values()) == 60

CENTRE = {(3, 3), (4, 3), (3, 4), (4, 4)}
SIDES = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # top, right, bottom, left
OWNERS = {
    2: [list(range(1, 33, 2)), list(range(2, 33, 2))],
    3: [[1, 4, 6, 11, 15, 20, 23, 25, 28, 31], [2, 7, 9, 12, 14, 19, 22, 27, 29, 32],
        [3, 5, 8, 10, 13, 18, 21, 24, 26, 30]],
    4: [[4, 7, 11, 16, 20, 23, 27, 32], [3, 8, 12, 15, 19, 24, 28, 31],
        [1, 6, 10, 13, 18, 21, 25, 30], [2, 5, 9, 14, 17, 22, 26, 29]],
    5: [[1, 5, 10, 14, 22, 28], [6, 12, 18, 23, 27, 32], [3, 7, 15, 19, 25, 29],
        [2, 9, 13, 21, 26, 30], [4, 8, 11, 20, 24, 31]],
    6: [[1, 5, 10, 19, 27], [2, 11, 18, 25, 29], [4, 8, 14, 21, 26], [6, 15, 20, 24, 31],
        [3, 9, 13, 23, 30], [7, 12, 22, 28, 32]],
}


def station(number):
    """Cell and side of a station."""
    if number <= 8:
        return (8 - number, 0), 0
    if number <= 16:
        return (0, number - 9), 3
    if number <= 24:
        return (number - 17, 7), 2
    return (7, 32 - number), 1


def leaves_by(name, side):
    """The side by which a line leaves that entered a tile lying like this by `side`."""
    turn = {"s": 2, "l": 1, "r": 3, "u": 0}[name[side]]
    return (side + turn) % 4


def turned(name, quarters):
    """The letters of a tile turned clockwise: what entered from the top now enters from the right."""
    for _ in range(quarters):
        name = name[3] + name[:3]
    return name


def is_edge_side(cell, side):
    dx, dy = SIDES[side]
    return not (0 <= cell[0] + dx < 8 and 0 <= cell[1] + dy < 8)


def makes_short_line(name, cell):
    return any(is_edge_side(cell, side) and is_edge_side(cell, leaves_by(name, side)) for side in range(4))


def cell_name(cell):
    return "abcdefgh"[cell[0]] + str(cell[1] + 1)


class Model:
    def __init__(self, players, options):
        self.players = players
        self.options = {"hand": 1, "arrows": True, "open_hands": False, "start": 0, **options}
        self.pile = Counter(COUNTS)
        self.hands = [Counter() for _ in range(players)]
        self.board = {}
        self.trains = {s: seat for seat, list_ in enumerate(OWNERS[players]) for s in list_}
        self.scores = [0] * players
        self.drawn = None
        self.seat = self.options["start"] - 1 if self.options["start"] else None
        self.phase = "deal" if self.seat is not None else "start"

    def chance(self):
        if self.phase == "start":
            return {f"~start {s + 1}": 1 for s in range(self.players)}
        if self.phase == "deal":
            seat = next(s for s in range(self.players) if sum(self.hands[s].values()) < self.options["hand"])
            return {f"~deal {seat + 1} {t}": n for t, n in self.pile.items() if n}
        if self.phase == "draw":
            return {f"~draw {t}": n for t, n in self.pile.items() if n}
        return {}

    def over(self):
        return len(self.board) == 60

    def turn(self):
        return None if self.over() or self.phase != "play" else self.seat + 1

    def free_cells(self):
        cells = []
        for x in range(8):
            for y in range(8):
                if (x, y) in self.board or (x, y) in CENTRE:
                    continue
                near = [(x + dx, y + dy) for dx, dy in SIDES]
                if x in (0, 7) or y in (0, 7) or any(c in self.board for c in near):
                    cells.append((x, y))
        return cells

    def placements(self, tile):
        turns, seen = [], set()
        for quarters in range(1 if self.options["arrows"] else 4):
            if turned(tile, quarters) not in seen:
                seen.add(turned(tile, quarters))
                turns.append(quarters)
        every = [(cell, q) for cell in self.free_cells() for q in turns]
        fine = [(cell, q) for cell, q in every if not makes_short_line(turned(tile, q), cell)]
        return [f"{tile}-{cell_name(c)}" + (f"-{90 * q}" if q else "") for c, q in (fine or every)]

    def legal(self, seat):
        if self.turn() != seat:
            return []
        if self.drawn:
            return self.placements(self.drawn)
        moves = [m for t, n in self.hands[self.seat].items() if n for m in self.placements(t)]
        if sum(self.pile.values()):
            moves.append("draw")
        return moves

    def actors(self):
        return [self.turn()] if self.turn() else []

    def play(self, seat, move):
        if move.startswith("~start"):
            self.seat, self.phase = int(move.split()[1]) - 1, "deal"
        elif move.startswith("~deal"):
            _, who, tile = move.split()
            self.pile[tile] -= 1
            self.hands[int(who) - 1][tile] += 1
            if all(sum(h.values()) == self.options["hand"] for h in self.hands):
                self.phase = "play"
        elif move.startswith("~draw"):
            tile = move.split()[1]
            self.pile[tile] -= 1
            if self.drawn == "?":
                self.drawn = tile
            else:
                self.hands[self.seat][tile] += 1
                self.next_seat()
            self.phase = "play"
        elif move == "draw":
            self.drawn, self.phase = "?", "draw"
        else:
            self.place(move)

    def next_seat(self):
        for _ in range(self.players):
            self.seat = (self.seat + 1) % self.players
            if sum(self.hands[self.seat].values()) or sum(self.pile.values()):
                return

    def place(self, move):
        tile, name, *degrees = move.split("-")
        cell = ("abcdefgh".index(name[0]), int(name[1]) - 1)
        self.board[cell] = turned(tile, int(degrees[0]) // 90 if degrees else 0)
        self.score_lines()
        if self.drawn:
            self.drawn = None
            self.next_seat()
        else:
            self.hands[self.seat][tile] -= 1
            if sum(self.pile.values()):
                self.phase = "draw"
            else:
                self.next_seat()

    def trace(self, number):
        """Tiles crossed by the line of a station and whether it ended: False, "edge" or "centre"."""
        cell, side = station(number)
        crossed = 0
        while True:
            if cell in CENTRE:
                return crossed, "centre"
            if not (0 <= cell[0] < 8 and 0 <= cell[1] < 8):
                return crossed, "edge"
            if cell not in self.board:
                return crossed, False
            crossed += 1
            out = leaves_by(self.board[cell], side)
            cell = (cell[0] + SIDES[out][0], cell[1] + SIDES[out][1])
            side = (out + 2) % 4

    def score_lines(self):
        for number in list(self.trains):
            crossed, end = self.trace(number)
            if end:
                self.scores[self.trains.pop(number)] += crossed * (2 if end == "centre" else 1)

    def score(self):
        return self.scores

    def winners(self):
        return [s + 1 for s in range(self.players) if self.over() and self.scores[s] == max(self.scores)]


OPTIONS = {"hand": [1, 2, 3], "arrows": [True, False], "open_hands": [False, True]}
PLAYERS = range(2, 7)
