# SPDX-License-Identifier: MIT
"""The table for a notebook: trains with their passengers, objectives, hands, the platform."""
from metropole.svg import INK, colour, label

ROW, WIDE = 62, 640


def draw(view):
    out = []
    objectives = {goal["place"]: goal["objective"] or "?" for goal in view["objectives"]}
    attached = {}
    for card in view["attached"]:
        attached.setdefault(card["train"], []).append(card["card"])
    for i, train in enumerate(view["trains"]):
        y = i * ROW
        out.append(f'<rect y="{y}" width="{WIDE}" height="{ROW - 10}" rx="8" fill="#fff" '
                   f'stroke="{colour(train["seat"])}" stroke-width="3"/>')
        out.append(label(10, y + 20, train["train"], 14, fill=INK, font_weight="bold"))
        out.append(label(10, y + 40, objectives.get(train["train"], ""), 11, fill=INK))
        for n in range(train["passengers"]):
            out.append(f'<circle cx="{110 + n % 20 * 18}" cy="{y + 16 + n // 20 * 16}" r="6" '
                       f'fill="{colour(train["seat"])}"/>')
        out.append(label(WIDE - 10, y + 20, train["passengers"], 14, fill=INK, text_anchor="end"))
        out.append(label(WIDE - 10, y + 40, " ".join(attached.get(train["train"], [])), 11,
                         fill=INK, text_anchor="end"))
    y = len(view["trains"]) * ROW + 10
    out.append(label(0, y, f"platform {view['platform']} · pile {view['pile']}", 13, fill=INK))
    for i, hand in enumerate(view["hands"]):
        cards = ", ".join(card or "?" for card in hand["cards"])
        out.append(label(0, y + 20 * (i + 1), f"{hand['seat']}: {cards}", 13, fill=INK))
    return WIDE, y + 20 * len(view["hands"]) + 8, "".join(out)
