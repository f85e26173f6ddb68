#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compiler.py ROOT: what is wrong with a catalogue ends the build, and says where."""
import os
import subprocess
import sys
import tempfile

ROOT = sys.argv[1]
GOOD = ("a = one {n, plural, one {#} other {#s}}", "a = un {n, plural, one {#} other {#s}}")
FAULTS = [
    # English, French, what must be said of it
    ("a = x\nb = y", "a = x", "b is not in French"),
    ("a = x", "a = x\nb = y", "b is not in English"),
    ("a = {n} {m}", "a = {n}", "lacks the parameter {m} in French"),
    ("a = {n}", "a = {n} {m}", "lacks the parameter {m} in English"),
    ("a = {n, plural, other {#}}", "a = {n}", "lacks the form \"one\""),
    ("a = {n, select, x {y}}", "a = {n}", "lacks the form \"other\""),
    ("a = {n, you, you {y}}", "a = {n}", "lacks the form \"other\""),
    ("a = {n, shout}", "a = {n}", "no format \"shout\""),
    ("a = {n, word, kind}", "a = {n, word, kind}", "words kind.…, and there are none"),
    ("a = {n, de}", "a = {n}", "only French"),
    ("a = {n", "a = {n}", "not closed"),
    ("a = n}", "a = {n}", "a } too many"),
    ("a = \"x\"", "a = x", "control character"),
    ("a = x\na = y", "a = x", "a twice"),
    ("a x", "a = x", "not `key = sentence`"),
]


def compiled(folder, english, french):
    paths = [os.path.join(folder, f"words.{lang}") for lang in ("en", "fr")]
    for path, text in zip(paths, (english, french)):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    out = subprocess.run([sys.executable, os.path.join(ROOT, "tools/words.py"), "c", "x", *paths,
                          os.path.join(folder, "out.c")], capture_output=True, text=True, check=False)
    return out.returncode, out.stderr


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        if compiled(folder, *GOOD)[0] != 0:
            print("a good catalogue is refused")
            failed += 1
        for english, french, said in FAULTS:
            status, words = compiled(folder, english, french)
            if status == 0 or said not in words:
                print(f"{english!r} / {french!r}: \"{said}\" expected, said: {words.strip()!r}")
                failed += 1
    print(f"compiler: {len(FAULTS)} faults, {failed} not told")
    return 1 if failed else 0


sys.exit(main())
