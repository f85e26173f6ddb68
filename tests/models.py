#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""models.py PROGRAM MODEL… [--games N] [--seed N]: plays the engine against independent models.

A model, games/<id>/tests/model.py, is the game written again from its rules page. Random games are played
through the engine protocol with manual chance; at every step the two must agree on who acts, on the
legal moves, on chance and its weights, on scores and winners, and random wrong moves must be refused.
"""
import argparse
import importlib.util
import json
import os
import random
import subprocess
import sys


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def must(self, **request):
        answer = self.ask(**request)
        assert answer["ok"], (request, answer)
        return answer


class Difference(Exception):
    pass


def same(what, engine, model):
    if engine != model:
        if isinstance(engine, list) and isinstance(model, list):
            more = [m for m in engine if m not in model][:5], [m for m in model if m not in engine][:5]
            raise Difference(f"{what}: only in the engine {more[0]}, only in the model {more[1]}")
        raise Difference(f"{what}: engine {engine}, model {model}")


def compare(engine, model, status):
    same("over", status["over"], model.over())
    same("scores", status["scores"], list(model.score()))
    same("winners", status["winners"], model.winners())
    chance = model.chance() if not model.over() else {}
    if chance:
        same("actors", status["actors"], ["chance"])
        listed = {c["move"]: c["weight"] for c in engine.must(op="legal")["chance"]}
        same("outcomes", sorted(listed), sorted(chance))
        scale = sum(listed.values()) * 1.0 / sum(chance.values())
        for move, weight in chance.items():
            same("weight of " + move, listed[move], round(weight * scale, 9))
        return
    same("turn", status["turn"], model.turn())
    same("actors", status["actors"], sorted(model.actors()))
    for seat in range(1, model.players + 1):
        moves = engine.must(op="legal", seat=seat)["moves"]
        same(f"order for seat {seat}", moves, sorted(moves, key=str.encode))
        same(f"moves of seat {seat}", moves, sorted(model.legal(seat), key=str.encode))


def choose(rng, model):
    chance = model.chance()
    if chance:
        moves = sorted(chance)
        return None, rng.choices(moves, [chance[m] for m in moves])[0]
    if hasattr(model, "choose"):
        return model.choose(rng)
    seat = rng.choice(model.actors())
    return seat, rng.choice(sorted(model.legal(seat)))


def try_wrong(engine, model, rng, seen):
    """Moves seen elsewhere are refused exactly when they are not legal here."""
    if model.over() or model.chance() or not seen:
        return
    wrong = model.wrong(rng) if hasattr(model, "wrong") and rng.random() < 0.5 else None
    seat, move = wrong or (model.turn(), rng.choice(seen))
    free = hasattr(model, "is_free") and model.is_free(move)  # not listed, and maybe legal
    if not wrong and (free or move in model.legal(seat)):
        return
    answer = engine.ask(op="play", move=move, seat=seat)
    if answer["ok"] or answer["error"]["code"] not in ("illegal_move", "not_your_turn"):
        raise Difference(f"wrong move {move}: {answer}")
    if answer["error"]["code"] == "illegal_move" and not answer["error"].get("rule"):
        raise Difference(f"wrong move {move} is refused without a rule: {answer}")


def play_game(engine, module, players, options, rng):
    history, seen = [], []
    model = module.Model(players, options)
    status = engine.must(op="new", game=module.__name__, players=players, options=options,
                         chance="manual")
    try:
        while True:
            compare(engine, model, status)
            if model.over():
                return len(history)
            try_wrong(engine, model, rng, seen)
            seat, move = choose(rng, model)
            history.append((seat, move))
            request = {"op": "play", "move": move}
            if seat is not None:
                request["seat"] = seat
                seen.append(move)
            status = engine.ask(**request)
            if not status["ok"]:
                raise Difference(f"refused {move}: {status['error']}")
            model.play(seat, move)
    except Difference as difference:
        print(f"{module.__name__} {players} players {options}: {difference}", file=sys.stderr)
        print("; ".join(f"{s}: {m}" if s else m for s, m in history), file=sys.stderr)
        raise


def load(path):
    """The model as a module with the name of its game, which is that of its folder."""
    game = os.path.basename(os.path.dirname(os.path.dirname(os.path.abspath(path))))
    spec = importlib.util.spec_from_file_location(game, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--games", dest="count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    engine = Engine(arguments.program)
    named = {game["id"]: [option["name"] for option in game["options"]]
             for game in engine.must(op="games")["games"]}
    for path in arguments.models:
        module = load(path)
        game = module.__name__
        rng = random.Random(f"{game} {arguments.seed}")
        steps = 0
        for number in range(arguments.count):
            players = module.PLAYERS[number % len(module.PLAYERS)]
            options = {name: rng.choice(values) for name, values in module.OPTIONS.items()}
            if "start" in named[game]:
                options["start"] = rng.choice([0, 0, rng.randint(1, players)])
            if hasattr(module, "fit_options"):
                module.fit_options(players, options, rng)
            steps += play_game(engine, module, players, options, rng)
        print(f"{game}: {arguments.count} games, {steps} steps, no difference")


if __name__ == "__main__":
    main()
