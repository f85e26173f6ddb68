#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""outline.py MAP.json OUT.c: the outlines of the neighbourhoods as a C table, for who draws the city."""
import json
import sys

CORNERS_MAX = 16


def main(source, output):
    with open(source, encoding="utf-8") as file:
        board = json.load(file)
    with open(output, "w", encoding="utf-8") as out:
        out.write('#include "metropolys/outline.h"\n')
        out.write("const struct metropolys_outline metropolys_outlines[METROPOLYS_PLACES] = {\n")
        for place in board["neighborhoods"]:
            corners = place["polygon"]
            if len(corners) > CORNERS_MAX:
                sys.exit(f"metropolys map: {place['id']} has more than {CORNERS_MAX} corners")
            drawn = ",".join(f"{{{round(x)},{round(y)}}}" for x, y in corners)
            x, y = place["anchor"]
            out.write(f"\t{{{len(corners)}, {{{drawn}}}, {{{round(x)},{round(y)}}}}},\n")
        out.write("};\n")


main(*sys.argv[1:])
