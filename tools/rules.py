#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rules.py: every rule of every game is told in both languages, stands in the code, and has a test.

The list of a game's rules is its RULES.en.md. Code is what stands in the game's folder,
generators of its tables included. A test counts by its title: a string in
games/<id>/tests/*.c that names the rule. An id anywhere that RULES.en.md does not have is a fault.
"""
import glob
import os
import re
import sys

ID = re.compile(r"\b[A-Z]{2}-\d+\b")


def read(paths):
    text = ""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text += file.read() + "\n"
    return text


def ids(text):
    return set(ID.findall(text))


def by_number(rule):
    return int(rule.split("-")[1])


def check(folder):
    game = os.path.basename(folder)
    english, french = (os.path.join(folder, f"RULES.{lang}.md") for lang in ("en", "fr"))
    missing = [path for path in (english, french) if not os.path.exists(path)]
    if missing:
        return [f"{path} is missing" for path in missing], 0
    rules = ids(read([english]))
    prefix = {rule[:2] for rule in rules}
    code = ids(read(path for pattern in (f"{folder}/*.[ch]", f"{folder}/data/*", f"{folder}/generate/*")
                    for path in glob.glob(pattern) if os.path.isfile(path)))
    tests = read(glob.glob(os.path.join(folder, "tests", "*.c")))
    titles = ids("\n".join(re.findall(r'"(?:[^"\\\n]|\\.)*"', tests)))
    faults = []
    for name, found in (("RULES.fr.md", ids(read([french]))), ("the code", code),
                        ("a test's title", titles)):
        lacking = sorted(rules - found, key=by_number)
        if lacking:
            faults.append(f"games/{game}: not in {name}: {' '.join(lacking)}")
        unknown = sorted(r for r in found - rules if r[:2] in prefix)
        if unknown:
            faults.append(f"games/{game}: in {name} but not in RULES.en.md: {' '.join(unknown)}")
    if not rules:
        faults.append(f"games/{game}: RULES.en.md has no rule ids")
    return faults, len(rules)


def main():
    faults, counts = [], []
    for path in sorted(glob.glob("games/*/game.c")):
        found, n = check(os.path.dirname(path))
        faults += found
        counts.append(f"{path.split('/')[1]} {n}")
    for fault in faults:
        print(fault)
    print(f"rules: {', '.join(counts) or 'no games'}; {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
