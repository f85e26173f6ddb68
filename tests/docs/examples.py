#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples.py ROOT METROPOLE LAWS_LIBRARIES…: what the pages in docs/ show really works.

Sessions (```session) are sent to the engine and their answers compared; records (```record) are
replayed; the game of adding-a-game.md is written out, compiled and put before the laws.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT, METROPOLE, LIBRARIES = sys.argv[1], sys.argv[2], sys.argv[3:]
FLAGS = ["-std=c11", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow",
         "-Werror"]
failures = []


def blocks(page, kind):
    with open(f"{ROOT}/docs/{page}", encoding="utf-8") as file:
        return re.findall(rf"^```{kind}\n(.*?)^```", file.read(), re.S | re.M)


def matches(pattern, answer):
    parts = [re.escape(part) for part in pattern.split("…")]
    return re.fullmatch(".*".join(parts), answer, re.S) is not None


def check_session(page, text):
    lines = text.splitlines()
    sent = [line[2:] for line in lines if line.startswith("> ")]
    wanted = [line[2:] for line in lines if line.startswith("< ")]
    done = subprocess.run([METROPOLE, "engine"], input="\n".join(sent) + "\n", text=True,
                          capture_output=True, check=False)
    answers = done.stdout.splitlines()
    if len(answers) != len(sent) or len(wanted) != len(sent):
        failures.append(f"{page}: {len(sent)} requests, {len(wanted)} answers shown, "
                        f"{len(answers)} given")
    for request, want, answer in zip(sent, wanted, answers):
        if not matches(want, answer):
            failures.append(f"{page}: {request}\n  shown: {want}\n  given: {answer[:600]}")


def check_record(page, text):
    done = subprocess.run([METROPOLE, "replay", "-"], input=text, text=True, capture_output=True,
                          check=False)
    if done.returncode != 0:
        failures.append(f"{page}: a record does not replay: {done.stderr}")


def check_game(page):
    with open(f"{ROOT}/docs/{page}", encoding="utf-8") as file:
        found = re.findall(r"^`games/sticks/([\w./]+)`\n\n```\w+\n(.*?)^```", file.read(),
                           re.S | re.M)
    with tempfile.TemporaryDirectory() as folder:
        game = f"{folder}/games/sticks"
        os.makedirs(f"{game}/tests/golden")
        for name, text in found:
            with open(f"{game}/{name}", "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run([f"{ROOT}/tools/registry.sh", f"{folder}/registry.c", "sticks"], check=True)
        sources = glob.glob(f"{game}/*.c") + [f"{folder}/registry.c"]
        libraries = [*LIBRARIES, "-lcmocka", "-ljansson", "-lm", "-lpthread"]
        for program, main in (("laws", f"{ROOT}/tests/laws/main.c"),
                              ("rules", f"{game}/tests/rules.c")):
            built = subprocess.run(
                ["gcc", *FLAGS, f'-DSOURCE_ROOT="{folder}"', f"-I{ROOT}/include", f"-I{ROOT}", main, *sources,
                 "-o", f"{folder}/{program}", *libraries], capture_output=True, text=True,
                check=False)
            if built.returncode != 0:
                failures.append(f"{page}: {program} does not build: {built.stderr[:2000]}")
                continue
            ran = subprocess.run([f"{folder}/{program}", "sticks"], capture_output=True, text=True,
                                 env={**os.environ, "LAWS_POSITIONS": "5000"}, check=False)
            if ran.returncode != 0:
                failures.append(f"{page}: {program} fails: {ran.stdout[-2000:]}{ran.stderr[-2000:]}")
    return len(found)


def main():
    sessions = blocks("protocol.md", "session")
    records = blocks("notation.md", "record")
    for text in sessions:
        check_session("protocol.md", text)
    for text in records:
        check_record("notation.md", text)
    files = check_game("adding-a-game.md")
    for failure in failures:
        print(failure)
    print(f"{len(sessions)} sessions, {len(records)} records, {files} files of a game; "
          f"{len(failures)} failures")
    return 1 if failures or not sessions or not records or files < 10 else 0


sys.exit(main())
