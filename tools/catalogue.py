#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""catalogue.py FILE.po NAME OUTPUT: a .po file as a sorted C table of {id, text}, typeset in its language
(NAME) as sentences are."""
import ast
import sys

from words import typeset


def entries(lines):
    """Yields (msgid, msgstr) of every entry."""
    current, target = {}, None
    for line in list(lines) + ["msgid \"\""]:
        line = line.strip()
        if line.startswith("msgid "):
            if current.get("msgid") and current.get("msgstr"):
                yield current["msgid"], current["msgstr"]
            current, target, line = {"msgid": "", "msgstr": ""}, "msgid", line[6:]
        elif line.startswith("msgstr "):
            target, line = "msgstr", line[7:]
        if target and line.startswith('"'):
            current[target] += ast.literal_eval(line)


def quoted(text):
    out = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + out + '"'


def main(po, name, output):
    with open(po, encoding="utf-8") as file:
        table = sorted(entries(file), key=lambda entry: entry[0].encode())
    with open(output, "w", encoding="utf-8") as out:
        out.write(f"static const struct message catalogue_{name}[] = {{\n")
        for msgid, msgstr in table:
            out.write(f"\t{{{quoted(msgid)}, {quoted(typeset(msgstr, name))}}},\n")
        out.write("};\n")


main(*sys.argv[1:])
