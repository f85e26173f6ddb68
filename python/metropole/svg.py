# SPDX-License-Identifier: MIT
"""A schematic picture of a view: a frame with who has what, around the board.

A game draws its own board in `draw.py` in its folder, which comes here as `boards/<id>.py`: a function
`draw(view)` that returns width, height and SVG. A game without one is shown in words.
"""
from __future__ import annotations

import importlib
from typing import Any
from xml.sax.saxutils import escape

COLOURS = ("#c0392b", "#1f6fb2", "#2e8b57", "#b8860b", "#7d3c98", "#5d6d7e")
INK, PAPER = "#22303c", "#fbf8f1"
HEAD, EDGE = 34, 12


def colour(seat: int) -> str:
    """Of a seat as views count them, from 1."""
    return COLOURS[(seat - 1) % len(COLOURS)]


def label(x: float, y: float, text: Any, size: float = 12, **more: Any) -> str:
    given = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{given}>{escape(str(text))}</text>'


def _words(text: str) -> tuple[float, float, str]:
    lines = []
    for line in text.splitlines() or ["…"]:
        while len(line) > 92:
            cut = line.rfind(" ", 0, 92)
            cut = cut if cut > 0 else 92
            lines.append(line[:cut])
            line = "   " + line[cut:].lstrip()
        lines.append(line)
    return 640, 16 * len(lines) + 8, "".join(
        label(4, 16 + 16 * i, line, fill=INK) for i, line in enumerate(lines))


def _board(view: dict[str, Any], text: str) -> tuple[float, float, str]:
    try:
        module = importlib.import_module(f".boards.{view['game']}", __package__)
    except ModuleNotFoundError:
        return _words(text)
    return module.draw(view)


def draw(view: dict[str, Any], text: str = "") -> str:
    """The view as an SVG image."""
    width, height, body = _board(view, text)
    width = max(width, 130 * view["players"])
    scale = view["score_scale"]
    seats = []
    for seat in range(1, view["players"] + 1):
        x = EDGE + 130 * (seat - 1)
        on = ' stroke-width="3" stroke="#22303c"' if view["turn"] == seat else ""
        crown = " ★" if seat in view["winners"] else ""
        seats.append(f'<circle cx="{x + 8}" cy="19" r="7" fill="{colour(seat)}"{on}/>' + label(
            x + 20, 23, f"{seat}: {view['scores'][seat - 1] / scale:g}{crown}", 13, fill=INK))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 2 * EDGE:g}" '
            f'height="{height + HEAD + EDGE:g}" viewBox="0 0 {width + 2 * EDGE:g} '
            f'{height + HEAD + EDGE:g}" font-family="sans-serif" role="img">'
            f"<title>{escape(text.splitlines()[0] if text else view['game'])}</title>"
            f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>{"".join(seats)}'
            f'<g transform="translate({EDGE},{HEAD})">{body}</g></svg>')
