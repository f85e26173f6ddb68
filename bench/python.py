#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How fast the Python layers are: steps a CPU second on one core, in one run.

    PYTHONPATH=build/python/site /usr/bin/python3 bench/python.py [SECONDS]

Beside them stands what a user would pick instead, which cannot be installed here and was measured
earlier, in C++ on this kind of machine.
"""
import random
import sys
import time

import metropole

PEERS = [("OpenSpiel connect_four", 3.0), ("OpenSpiel hearts", 3.2), ("OpenSpiel backgammon", 0.16)]
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5


def rate(work):
    """Steps a CPU second of work(), which returns how many it made."""
    work()
    start, steps = time.process_time(), 0
    while (used := time.process_time() - start) < SECONDS:
        steps += work()
    return steps / used


def batch_work(game, **arrays):
    batch = metropole.Batch(game, 1024, seed=1, **arrays)

    def work():
        for _ in range(20):
            batch.step(batch.random())
        return 20 * 1024
    return work


def match_work(game):
    rng = random.Random(1)

    def work():
        match, steps = game.match(rng.getrandbits(32)), 0
        while not match.is_over:
            actions = match.legal_actions()
            match.apply(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps
    return work


def call_work(game):
    match = game.match(1)._match

    def work():
        for _ in range(10000):
            match.turn()
        return 10000
    return work


def main():
    for name in metropole.games():
        try:
            game = metropole.Game(name, 2)
            game.num_actions
        except metropole.Error:
            game = metropole.Game(name, 2, deals=False)
        rows = [("Batch, masks", batch_work(game)),
                ("Batch, bits", batch_work(game, mask=False, bits=True)),
                ("Batch, masks, observations", batch_work(game, observation=True)),
                ("Match", match_work(game))]
        for title, work in rows:
            print(f"{name:12} {title:28} {rate(work) / 1e6:8.3f} M steps/s")
        print(f"{name:12} {'one call':28} {1e9 / rate(call_work(game)):8.0f} ns")
    for name, steps in PEERS:
        print(f"{name + ', C++, measured before':41} {steps:8.3f} M steps/s")


main()
