#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""names.py: nothing outside a game's two folders, games/<id>/ and web/src/games/<id>/, names it.

A name is an id or a title, as the game's descriptor gives them. Documentation may name games. Tests
and benches may use one as an example, but none names every game: that would be a list, and a list is
what a new game must be added to.
"""
import glob
import os
import re
import subprocess
import sys

EXEMPT = re.compile(r"\.md$|^docs/|^fuzz/corpus/|^LICENSE$|package-lock\.json$")
EXAMPLES = re.compile(r"^(web/)?tests/|^bench/|^Makefile$|^tools/choices\.c$")
PLAIN = re.compile(r"city and metro board games|city and metro games|metro and city board games"
                   r"|Metro lines")  # the words, not the game


def files():
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], check=True,
                         capture_output=True, text=True).stdout
    return [path for path in out.splitlines() if os.path.isfile(path)]


def games():
    """By id: the expression that finds its id or a title."""
    found = {}
    for path in glob.glob("games/*/game.c"):
        with open(path, encoding="utf-8") as file:
            title = re.search(r"\.title\s*=\s*\{([^}]*)\}", file.read())
        names = {path.split("/")[1], *re.findall(r'"([^"]+)"', title.group(1) if title else "")}
        found[path.split("/")[1]] = re.compile(
            r"(?<![A-Za-z])(?:" + "|".join(map(re.escape, sorted(names))) + r")(?![A-Za-z])")
    return found


def check(path, named):
    """Faults of one file: (line number, game)."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = [PLAIN.sub("", line) for line in file]
    own = re.match(r"(?:web/src/)?games/(\w+)/", path)
    hits = [(number, game) for number, line in enumerate(lines, 1)
            for game, name in named.items() if name.search(line) and not (own and own[1] == game)]
    if EXAMPLES.search(path):
        every = {game for _, game in hits} == set(named) and len(named) > 1
        return [(hits[0][0], "every game: a list is kept here")] if every else []
    return hits


def main():
    named, faults, n = games(), [], 0
    for path in files():
        if not EXEMPT.search(path):
            n += 1
            faults += [f"{path}:{number}: names {game}" for number, game in check(path, named)]
    for fault in faults:
        print(fault)
    print(f"names: {n} files, {len(named)} games, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
