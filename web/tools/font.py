#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""font.py FONT OUTPUT: what the page needs of a face. Of the display face the letters of our two
languages, under a name of its own, as its licence (OFL, the name is reserved) asks of an altered copy;
of the text face, which has every weight between two (OFL, no name is reserved), the weights in use: the
others are a third of its file."""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

NAME = "Metropole Display"
LETTERS = [*range(0x20, 0x7F), 0xA0, 0xAB, 0xB7, 0xBB, *range(0xC0, 0x100), 0x152, 0x153, 0x178,
           0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x202F]
WEIGHTS = (400, 700)


def text(font, output):
    face = TTFont(font, recalcTimestamp=False)
    instancer.instantiateVariableFont(face, {"wght": WEIGHTS}, inplace=True)
    face.flavor = "woff2"
    face.save(output)


def display(font, output):
    # Screens that show this face draw it smoothly: hints would be more than half of the file.
    options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern", "liga"])
    face = subset.load_font(font, options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=LETTERS)
    cutter.subset(face)
    for record in face["name"].names:
        if record.nameID in (1, 3, 4, 16):
            record.string = NAME
        elif record.nameID == 6:
            record.string = NAME.replace(" ", "")
    subset.save_font(face, output, options)


(text if "fvar" in TTFont(sys.argv[1]) else display)(*sys.argv[1:])
