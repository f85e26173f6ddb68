#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""spoken.py ROOT PROGRAM GAME: random games of one game, in both languages. Whatever the engine tells
(effects, prompts, readings, points, refusals) comes with a sentence, and every sentence is one that a
person can read: nothing left over from the catalogue, French typography. At the end every sentence of
the catalogue for effects, prompts and readings must have been heard."""
import json
import os
import random
import re
import subprocess
import sys

ROOT, PROGRAM, GAME = sys.argv[1:4]
sys.path.insert(0, os.path.join(ROOT, "tools"))
import words  # noqa: E402

NAMES = ["Anna", "Étoile", "Paul", "Yves", "Zoé", "Hugo"]
heard, faults = set(), []


class Engine:
    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "engine"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def judge(key, told, lang):
    text = told.get("text")
    if text is None:
        faults.append(f"{lang} {key}: no sentence for {json.dumps(told)[:160]}")
        return
    heard.add(key)
    wrong = words.flaws(text, lang)
    if re.search(r"[{}\x00-\x1f]|null|undefined|  |\?\?", text):
        wrong.append("something left over")
    if not re.match(r"[\wÀ-ÿ«−+0-9]", text):
        wrong.append("begins oddly")
    if lang == "fr" and re.search(r"\b(?:de|le|la|que|ne|se) (?:[aàâeéèêiîoôu]\w|hôp)", text.lower()):
        wrong.append("no elision")
    if re.search(r"[:,]\s1 (?:\w+ )?\w+s[,.]", text):
        wrong.append("a plural of one")
    faults.extend(f"{lang} {key}: {fault}: {text}" for fault in wrong)


def judge_all(prefix, told, lang):
    for one in told:
        judge(f"{prefix}.{one.get('type', one.get('cause'))}", one, lang)


def play(engine, rng, game, players, options, lang, seed):
    names = "\n".join(NAMES[:players])
    answer = engine.ask(op="new", game=game["id"], players=players, options=options, seed=seed,
                        lang=lang, names=names, viewer=1, chance="manual")
    if not answer["ok"]:
        return
    older = ["pass", "end", "draw"]
    for _ in range(600):
        if answer["over"]:
            break
        me = rng.randint(1, players)
        if answer["actors"] == ["chance"]:
            move = rng.choice(engine.ask(op="legal")["chance"])["move"]
            answer = engine.ask(op="play", move=move, viewer=me, lang=lang)
            judge_all("effect", answer["effects"], lang)
            continue
        seat = rng.choice(answer["actors"])
        told = engine.ask(op="read", seat=seat, lang=lang)
        judge_all("prompt", told["prompt"], lang)
        judge_all("read", told["board"], lang)
        if not told["prompt"]:
            faults.append(f"{lang}: seat {seat} may move and is told nothing")
        judge_all("points", engine.ask(op="breakdown", seat=me, lang=lang)["breakdown"], lang)
        moves = engine.ask(op="legal", seat=seat)["moves"]
        move = rng.choice(moves)
        for wrong in rng.sample(older, min(3, len(older))):
            refused = engine.ask(op="preview", seat=seat, move=wrong, lang=lang)
            if refused["ok"]:
                judge_all("effect", refused["effects"], lang)
            elif "text" not in refused["error"]:
                faults.append(f"{lang}: {wrong} is refused without a sentence: {refused['error']}")
            elif "key" in refused["error"]:
                judge(f"refuse.{refused['error']['key']}", refused["error"], lang)
        older = (older + [rng.choice(moves)])[-60:]
        answer = engine.ask(op="play", seat=seat, move=move, viewer=me, lang=lang)
        judge_all("effect", answer["effects"], lang)


def main():
    engine, rng = Engine(), random.Random(5)
    game = next(g for g in engine.ask(op="games")["games"] if g["id"] == GAME)
    low, high = game["players"]
    for lang in words.LANGS:
        for i in range(6):
            # Every second game has an option: one after the other, so that none rules another out.
            listed = [o for o in game["options"]
                      if isinstance(o.get("values"), list) and o["type"] != "int"]
            options = {o["name"]: o["values"][-1] for o in listed[i // 2:i // 2 + 1] if i % 2}
            play(engine, rng, game, low + i % (high - low + 1), options, lang, i)
    refused = subprocess.run([PROGRAM, "--lang", "fr", "sim", GAME, "-o", "nothing=1"],
                             capture_output=True, text=True, check=False).stderr
    if "Une option" not in refused:
        faults.append(f"fr: an option that is not there is refused by: {refused}")
    helped = subprocess.run([PROGRAM, "--lang", "fr", "sim", "--help"], capture_output=True, text=True,
                            check=False).stdout
    if "nombre de joueurs" not in helped:
        faults.append(f"fr: the help of shared options is not French: {helped}")
    engine.process.stdin.close()
    engine.process.wait()
    catalogue = os.path.join(ROOT, "games", GAME, "words.en")
    silent = [key for _, key, _ in words.lines(catalogue)
              if key.split(".")[0] in ("effect", "prompt", "read") and key not in heard]
    faults.extend(f"never heard: {key}" for key in silent)
    for fault in sorted(set(faults))[:40]:
        print(fault)
    print(f"spoken: {GAME}, {len(heard)} sentences heard, {len(set(faults))} faults")
    return 1 if faults else 0


sys.exit(main())
