# SPDX-License-Identifier: MIT
"""The city for a notebook: neighbourhoods by kind, towers by seat, tokens."""
import json
from pathlib import Path

from metropole.svg import INK, colour, label

MAP = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
KINDS = {"park": "#cfe3c0", "lodging": "#f3ddc4", "mall": "#f1cfd2", "administration": "#d3dcec",
         "industry": "#dcd6cf"}
TOKENS = {"trendy": "★", "subway": "M", "site": "◆"}


def draw(view):
    width, height = MAP["canvas"]
    out, at = [], {}
    for place in MAP["neighborhoods"]:
        at[place["id"]] = place
        points = " ".join(f"{x},{y}" for x, y in place["polygon"])
        faded = ' opacity="0.25"' if place["district"] in view["out"] else ""
        out.append(f'<polygon points="{points}" fill="{KINDS[place["kind"]]}" stroke="#fff"{faded}/>')
    for token in view["tokens"]:
        x, y = at[token["place"]]["token_anchor"]
        out.append(label(x, y + 5, TOKENS[token["kind"]], 15, fill=INK, text_anchor="middle"))
    for kind in ("built", "bids"):
        for tower in view[kind]:
            x, y = at[tower["place"]]["anchor"]
            style = "" if kind == "built" else ' stroke="#22303c" stroke-dasharray="3"'
            out.append(f'<circle cx="{x}" cy="{y}" r="13" fill="{colour(tower["seat"])}"{style}/>')
            value = "?" if tower.get("value") is None else tower["value"]
            out.append(label(x, y + 5, value, 13, fill="#fff", text_anchor="middle"))
    return width, height, "".join(out)
