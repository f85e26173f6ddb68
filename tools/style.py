#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""style.py: what every file in the project keeps, whatever its language.

SPDX lines, sizes (over 500 lines is reported, over 800 is a fault; data and lock files are
exempt), words that must not stay behind, paths of somebody's machine.
"""
import os
import re
import subprocess
import sys

SOURCE = (".c", ".h", ".ts", ".js", ".mjs", ".svelte", ".py", ".sh", ".def", ".css")
TEXT = SOURCE + (".md", ".build", ".txt", ".json", ".html", ".po", "Makefile")
EXEMPT = re.compile(r"(^|/)data/|package-lock\.json$|\.po$|^fuzz/corpus/|/golden/|\.webmanifest$|\.d\.ts$")
WORDS = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
PATHS = re.compile(r"(?<![\w.])/(work|home|root|Users)/[\w.]+")

faults, notes = [], []


def files():
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], check=True,
                         capture_output=True, text=True).stdout
    return [path for path in out.splitlines() if os.path.isfile(path)]


def check(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    if path.endswith(SOURCE) and not EXEMPT.search(path) and \
            not any("SPDX-License-Identifier: MIT" in line for line in lines[:3]):
        faults.append(f"{path}:1: no SPDX line")
    if EXEMPT.search(path):
        return
    for number, line in enumerate(lines, 1):
        for found in (WORDS.search(line), PATHS.search(line)):
            if found:
                faults.append(f"{path}:{number}: \"{found.group(0)}\" must not stay")
        if path.endswith(SOURCE) and line != line.rstrip():
            faults.append(f"{path}:{number}: spaces at the end of the line")
    if path.endswith(SOURCE) and len(lines) > 800:
        faults.append(f"{path}: {len(lines)} lines, over 800 is wrong: split it")
    elif path.endswith(SOURCE) and len(lines) > 500:
        notes.append(f"{path}: {len(lines)} lines, over 500 needs a reason")


def main():
    checked = [path for path in files() if path.endswith(TEXT)]
    for path in checked:
        check(path)
    for line in notes + faults:
        print(line)
    print(f"style: {len(checked)} files, {len(notes)} long, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
