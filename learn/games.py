# SPDX-License-Identifier: MIT
"""Reads what `metropole selfplay` gathered: plan.txt and games.dat of a folder, as arrays."""
import hashlib
import os

import numpy as np

WHOLE = 240  # a share of the win is told in these parts
FORMAT = "2"  # of games.dat, as plan.txt says
TURNS = 40  # of a game that are learnt from: a long one would else outweigh many
HELD_BACK = 20  # each of so many games is kept for testing


def read_plan(folder):
    """The lines of plan.txt as a dictionary."""
    with open(os.path.join(folder, "plan.txt"), encoding="utf-8") as file:
        return dict(line.rstrip("\n").split(" ", 1) for line in file)


def proof_of(data):
    """FNV-1a, as harvest.c has it."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 & 0xffffffff
    return value


def read_games(path):
    """(number, bytes) of every whole game, by number: in which order they came does not matter."""
    games = {}
    with open(path, "rb") as file:
        data = file.read()
    at = 0
    while at + 16 <= len(data):
        number = int.from_bytes(data[at:at + 8], "little")
        size = int.from_bytes(data[at + 8:at + 12], "little")
        if at + 16 + size > len(data):
            break
        games.setdefault(number, data[at + 16:at + 16 + size])
        at += 16 + size
    return sorted(games.items())


def turns_of(data, players):
    """(seat on turn, expected shares, those of the game's evaluation, inputs by seat) of each turn."""
    at = players
    while at < len(data):
        turn = data[at]
        at += 1
        expected = np.frombuffer(data, "<u2", players, at)
        judged = np.frombuffer(data, "<u2", players, at + 2 * players)
        at += 4 * players
        inputs = []
        for _ in range(players):
            n = data[at]
            inputs.append(np.frombuffer(data, "<u2", n, at + 1))
            at += 1 + 2 * n
        yield turn, expected, judged, inputs


def spread(turns):
    """At most TURNS of them, evenly."""
    if len(turns) <= TURNS:
        return turns
    return [turns[i * len(turns) // TURNS] for i in range(TURNS)]


class Positions:
    """The turns of some folders with the same inputs. `on` has `inputs` where nothing more is on."""

    def __init__(self, folders):
        self.plans = [read_plan(folder) for folder in folders]
        first = self.plans[0]
        for plan in self.plans:
            if plan.get("format") != FORMAT:
                raise SystemExit(f"the games are of format {plan.get('format', 1)}, not {FORMAT}: play them again")
            for key in ("game", "players", "inputs", "hidden"):
                if plan[key] != first[key]:
                    raise SystemExit(f"{key} of the folders differ: {plan[key]} and {first[key]}")
        self.game, self.players = first["game"], int(first["players"])
        self.version, self.inputs, self.most = (int(x) for x in first["inputs"].split())
        self.hidden, self.second = (int(x) for x in first["hidden"].split())
        digest = hashlib.sha256()
        on, result, expected, judged, held = [], [], [], [], []
        games = 0
        for folder in folders:
            for number, data in read_games(os.path.join(folder, "games.dat")):
                digest.update(data)
                games += 1
                for _, shares, before, inputs in spread(list(turns_of(data, self.players))):
                    on.append(inputs)
                    expected.append(shares)
                    judged.append(before)
                    result.append(np.frombuffer(data, np.uint8, self.players))
                    held.append(number % HELD_BACK == 0)
        if not on:
            raise SystemExit("there are no games")
        self.on = np.full((len(on), self.players, self.most), self.inputs, np.int16)
        for i, turn in enumerate(on):
            for seat, row in enumerate(turn):
                self.on[i, seat, :len(row)] = row
        self.result = np.array(result, np.float32) / WHOLE
        self.expected = np.array(expected, np.float32) / 65535
        self.judged = np.array(judged, np.float32) / 65535
        self.held = np.array(held)
        self.games, self.hash = games, digest.hexdigest()[:16]
