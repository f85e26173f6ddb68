#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains a small policy on a batch with numpy: a softmax over the actions, linear in what the seat
sees, by policy gradient on whole matches (REINFORCE). All seats learn at once. To be quick it looks
at the small planes of an observation only, and at a constant.

    python3 train.py GAME [--steps 1500] [--matches 64]
"""
import argparse

import metropole
import numpy as np


def small_planes(game, most=40):
    """Where the planes of at most so many numbers lie."""
    return np.concatenate([np.arange(at.start, at.stop) for at, _, _ in game.planes.values()
                           if at.stop - at.start <= most])


class Policy:
    def __init__(self, game, rng):
        actions = game.num_actions
        self.inputs = small_planes(game)
        self.weights = np.zeros((len(self.inputs) + 1, actions), np.float32)
        self.rng = rng

    def look(self, observation):
        seen = observation[:, self.inputs]
        return np.concatenate([seen, np.ones((len(seen), 1), np.float32)], axis=1)

    def probabilities(self, observation, mask):
        logits = np.where(mask, observation @ self.weights, -1e9)
        exp = np.exp(logits - logits.max(axis=1, keepdims=True))
        return exp / exp.sum(axis=1, keepdims=True)

    def choose(self, observation, mask):
        p = self.probabilities(observation, mask)
        luck = self.rng.random((len(p), 1), np.float32) * 0.999999
        return (p.cumsum(axis=1) > luck).argmax(axis=1).astype(np.int32), p


def evaluate(game, policy, matches=200):
    """The share that seat 0 wins with the policy, all other seats playing at random."""
    batch = metropole.Batch(game, matches, seed=999, observation=True)
    won = played = 0.0
    for _ in range(3000):
        actions = batch.random().copy()
        mine = np.flatnonzero(batch.seat == 0)
        if len(mine):
            actions[mine] = policy.choose(policy.look(batch.observation[mine]),
                                          batch.mask[mine])[0]
        batch.step(actions)
        won += batch.returns[batch.done, 0].sum()
        played += batch.done.sum()
        if played >= matches:
            break
    return won / max(played, 1)


class Traces:
    """For every match and seat the sum of what its choices would change, until the match ends."""

    def __init__(self, n, players, keep):
        self.items = [[[] for _ in range(players)] for _ in range(n)]
        self.keep = keep

    def add(self, i, seat, item):
        trace = self.items[i][seat]
        if len(trace) < self.keep:
            trace.append(item)

    def take(self, i):
        found, self.items[i] = self.items[i], [[] for _ in self.items[i]]
        return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--rate", type=float, default=1.0)
    args = parser.parse_args()
    game = metropole.Game(args.game, args.players)
    try:
        policy = Policy(game, np.random.default_rng(1))
    except metropole.Error:  # where there is dealing, there are no batches
        game = metropole.Game(args.game, args.players, deals=False)
        policy = Policy(game, np.random.default_rng(1))
    batch = metropole.Batch(game, args.matches, seed=1, observation=True)
    traces = Traces(args.matches, args.players, 400)
    even = 1 / args.players
    print(f"before: wins against random {100 * evaluate(game, policy):.1f} %")
    for _ in range(args.steps):
        observation, seats = policy.look(batch.observation), batch.seat.copy()
        actions, p = policy.choose(observation, batch.mask)
        p[np.arange(len(p)), actions] -= 1  # minus the gradient of log p(action)
        for i, seat in enumerate(seats):
            traces.add(i, seat, (observation[i], p[i]))
        batch.step(actions)
        for i in np.flatnonzero(batch.done):
            for seat, trace in enumerate(traces.take(i)):
                gain = batch.returns[i, seat] - even
                if trace and gain:
                    seen, wrong = (np.array(part) for part in zip(*trace))
                    policy.weights -= args.rate * gain / len(trace) * (seen.T @ wrong)
    print(f"after {args.steps} steps: wins against random {100 * evaluate(game, policy):.1f} %")


main()
