#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot of forty lines. It speaks the engine protocol on its standard input and output, needs no
rules and no library, and plays a legal game of anything:

    metropole arena metro "ext:python3 mybot.py" easy
    metropole bot --table LINK --token-file token -- python3 mybot.py

It prefers whatever its `worth` likes best. Make that yours."""

import json
import random
import sys

history = []  # what my seat has seen: [seat or None for chance, move], oldest first


def worth(move, view):
    """How good a move looks; `view` is all that my seat may know. Yours to fill in."""
    del move, view
    return random.random()


def answer(request):
    op = request["op"]
    if op == "new":  # a game begins: request["game"], ["players"], ["options"], my seat ["follow"]
        history.clear()
    elif op == "play":  # somebody moved, or chance did; what I may not see is "?"
        history.append([request.get("seat"), request["move"]])
    elif op == "undo":  # a move was taken back: so many are left
        del history[request["moves"]:]
    elif op == "bot":  # my turn: request["ms"] milliseconds to choose from request["legal"]
        legal = request["legal"]
        return {"move": max(legal, key=lambda move: worth(move, request["view"])) if legal else None}
    return {}  # "reveal": the game is over, request["record"] tells all of it


for line in sys.stdin:
    said = json.loads(line)
    if said["op"] == "quit":
        break
    print(json.dumps({"ok": True, **answer(said)}), flush=True)
