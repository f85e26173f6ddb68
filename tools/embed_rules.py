#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""embed_rules.py GAMES_DIR OUTPUT ID…: the RULES files of the games as C byte arrays."""
import pathlib
import sys


def main(games, output, *ids):
    with open(output, "w", encoding="utf-8") as out:
        for game in ids:
            for lang in ("en", "fr"):
                data = (pathlib.Path(games) / game / f"RULES.{lang}.md").read_bytes()
                out.write(f"static const unsigned char rules_{game}_{lang}[] = {{")
                out.write(",".join(map(str, data)) + "};\n")
        out.write("static const struct rules all_rules[] = {\n")
        for game in ids:
            out.write(f'\t{{"{game}", {{rules_{game}_en, rules_{game}_fr}}, ')
            out.write(f"{{sizeof rules_{game}_en, sizeof rules_{game}_fr}}}},\n")
        out.write("\t{0},\n};\n")


main(*sys.argv[1:])
