#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""train.py NET DIR…: trains a net on the games of `metropole selfplay` in the folders, and writes
it to NET. Needs python3-torch (and gnuplot for plots). With the same folders, seed and versions it
writes the same net. Goes on from NET.part where it was stopped."""
import argparse
import os
import subprocess
import sys
import time

import numpy as np

from games import Positions
from net import Net

try:
    import torch
except ImportError:
    sys.exit("train.py needs torch: install python3-torch")


class Learner(torch.nn.Module):
    """The net of ai/net.c in floating numbers."""

    def __init__(self, players, inputs, hidden, second, on):
        super().__init__()
        self.players, self.inputs = players, inputs
        self.first = torch.nn.Parameter(torch.randn(players * (inputs + 1), hidden) * 0.08)
        self.first_bias = torch.nn.Parameter(torch.full((hidden,), 0.25))
        self.second = torch.nn.Parameter(torch.randn(hidden, second) * 0.25)
        self.second_bias = torch.nn.Parameter(torch.full((second,), 0.25))
        self.out = torch.nn.Parameter(torch.randn(second) * 0.3)
        # No sum of 16 bits may overflow, whatever is on; what is rounded needs a little room.
        self.most = (32000 / (players * on) - 1) / 256

    def forward(self, on):
        sides = torch.arange(self.players)
        strengths = []
        for seat in range(self.players):
            away = ((sides - seat) % self.players * (self.inputs + 1)).view(1, -1, 1)
            total = torch.nn.functional.embedding_bag((on + away).flatten(1), self.first, mode="sum")
            hidden = torch.clamp(total + self.first_bias, 0, 127 / 128)
            second = torch.clamp(hidden @ self.second + self.second_bias, 0, 127 / 128)
            strengths.append(second @ self.out)
        return torch.log_softmax(torch.stack(strengths, 1), 1)

    def clip(self):
        with torch.no_grad():
            self.first.clamp_(-self.most, self.most)
            self.first.view(self.players, self.inputs + 1, -1)[:, -1] = 0  # nothing is on
            self.first_bias.clamp_(-2, 2)
            self.second.clamp_(-127 / 64, 127 / 64)
            self.out.clamp_(-200, 200)

    def net(self):
        with torch.no_grad():
            rows = self.first.view(self.players, self.inputs + 1, -1)[:, :-1].reshape(
                self.players * self.inputs, -1)
            return Net.quantised(self.players, self.inputs, [part.numpy() for part in (
                rows, self.first_bias, self.second, self.second_bias, self.out)])


def loss_of(shares, result):
    """Mean logarithmic loss of expected shares."""
    return float(-(result * np.log(np.maximum(shares, 1e-6))).sum(axis=1).mean())


def calibration(shares, result, bins=10):
    """(mean expected, mean result, how many) by what was expected."""
    flat, came = shares.ravel(), result.ravel()
    which = np.minimum((flat * bins).astype(int), bins - 1)
    return [(flat[which == b].mean(), came[which == b].mean(), int((which == b).sum()))
            for b in range(bins) if (which == b).any()]


def plot(path, title, lines):
    """An SVG by gnuplot, of lines {name: [(x, y)]}; without gnuplot there is none."""
    commands = [f"set terminal svg size 800,450\nset output '{path}'\nset title '{title}' noenhanced",
                "plot " + ", ".join(f"'-' with linespoints title '{name}'" for name in lines)]
    for points in lines.values():
        commands += [f"{x} {y}" for x, y in points] + ["e"]
    try:
        subprocess.run(["gnuplot"], input="\n".join(commands), text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        print("gnuplot did not draw", os.path.basename(path))


def train(data, args, state_path):
    """The learner after all epochs, and the losses of each."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    torch.use_deterministic_algorithms(True)
    on = torch.from_numpy(data.on[~data.held].astype(np.int64))
    want = torch.from_numpy(args.result * data.result + (1 - args.result) * data.expected)[~data.held]
    want = want / want.sum(1, keepdim=True)
    learner = Learner(data.players, data.inputs, data.hidden, data.second, data.most)
    optimizer = torch.optim.Adam(learner.parameters(), lr=args.rate)
    losses, first = [], 0
    if os.path.exists(state_path):
        state = torch.load(state_path)
        if state["of"] == (data.hash, args.seed, args.epochs, args.result):
            learner.load_state_dict(state["learner"])
            optimizer.load_state_dict(state["optimizer"])
            losses, first = state["losses"], state["epoch"]
    for epoch in range(first, args.epochs):
        order = torch.randperm(len(on), generator=torch.Generator().manual_seed(args.seed + epoch))
        for group in optimizer.param_groups:  # down to a hundredth, along half a wave
            group["lr"] = args.rate * (0.01 + 0.99 * (1 + np.cos(np.pi * epoch / args.epochs)) / 2)
        total, begin = 0.0, time.time()
        for at in range(0, len(on), args.batch):
            pick = order[at:at + args.batch]
            loss = -(want[pick] * learner(on[pick])).sum(1).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            learner.clip()
            total += loss.item() * len(pick)
        held = loss_of(learner.net().shares(data.on[data.held]), data.result[data.held])
        losses.append((total / len(on), held))
        print(f"epoch {epoch + 1} of {args.epochs}: loss {losses[-1][0]:.4f}, of whole numbers on "
              f"held-back games {held:.4f} ({time.time() - begin:.0f} s)", flush=True)
        torch.save({"of": (data.hash, args.seed, args.epochs, args.result), "epoch": epoch + 1,
                    "losses": losses, "learner": learner.state_dict(),
                    "optimizer": optimizer.state_dict()}, state_path + ".new")
        os.replace(state_path + ".new", state_path)
    return learner, losses


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=0.004)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--result", type=float, default=0.7,
                        help="weight of the result beside what the search expected")
    args = parser.parse_args()
    data = Positions(args.folders)
    print(f"{data.games} games, {len(data.held)} positions, {data.held.sum()} of them held back")
    learner, losses = train(data, args, args.net + ".part")
    net = learner.net()
    shares, result = net.shares(data.on[data.held]), data.result[data.held]
    came = calibration(shares, result)
    story = [
        f"hash {net.hash()}",
        f"games {data.games}, positions {len(data.held)}, their hash {data.hash}",
        *(f"selfplay of seed {p['seed']}, {p['iterations']} iterations, net {p['net']}" for p in data.plans),
        f"seed {args.seed}, epochs {args.epochs}, batch {args.batch}, rate {args.rate}, result {args.result}",
        f"torch {torch.__version__}, numpy {np.__version__}, python {sys.version.split()[0]}",
        f"loss on held-back games {loss_of(shares, result):.4f}; of the search that played them "
        f"{loss_of(data.expected[data.held], result):.4f}, of the game's evaluation "
        f"{loss_of(data.judged[data.held], result):.4f}",
    ]
    head = (f"metropole net 1: {data.game}, players {data.players}, inputs {data.version} "
            f"{data.inputs}, hidden {data.hidden} {data.second}")
    net.write(args.net, head, story)
    os.remove(args.net + ".part")
    print("\n".join([head] + story))
    print("expected, came, how many:", *(f"\n  {e:.3f} {c:.3f} {n}" for e, c, n in came), sep="")
    plot(args.net + ".loss.svg", "logarithmic loss by epoch", {
        "games learnt from": [(i + 1, a) for i, (a, _) in enumerate(losses)],
        "games held back": [(i + 1, b) for i, (_, b) in enumerate(losses)]})
    plot(args.net + ".calibration.svg", "expected share, and the share that came", {
        "net": [(e, c) for e, c, _ in came], "as expected": [(0, 0), (1, 1)]})


if __name__ == "__main__":
    main()
