# SPDX-License-Identifier: MIT
"""The city for a notebook: eight districts of ten plots, who owns them, and what stands there."""
from metropole.svg import INK, colour, label

PLOT, STREET, ACROSS = 44, 14, 2


def place(plot):
    """The upper left corner of a plot 10 … 89."""
    district, digit = divmod(plot - 10, 10)
    return ((district % ACROSS) * (5 * PLOT + STREET) + digit % 5 * PLOT,
            (district // ACROSS) * (2 * PLOT + STREET) + digit // 5 * PLOT)


def draw(view):
    out = []
    for index, owner in enumerate(view["owners"]):
        x, y = place(index + 10)
        fill = colour(owner) if owner else "#e9e3d3"
        ring = ' stroke="#22303c" stroke-width="3"' if index + 10 in view["open"] else ' stroke="#fff"'
        out.append(f'<rect x="{x}" y="{y}" width="{PLOT}" height="{PLOT}" fill="{fill}" '
                   f'fill-opacity="{0.45 if owner else 1}"{ring}/>')
        out.append(label(x + 4, y + 12, index + 10, 10, fill=INK))
    for building in view["buildings"]:
        for plot in building["plots"]:
            x, y = place(plot)
            out.append(f'<rect x="{x + 5}" y="{y + 15}" width="{PLOT - 10}" height="{PLOT - 20}" '
                       f'fill="{INK}"/>')
            out.append(label(x + PLOT / 2, y + 31, building["kind"][:3], 10, fill="#fff",
                             text_anchor="middle"))
        out.append(label(x + PLOT - 4, y + 12, building["value"], 11, fill=INK, text_anchor="end",
                         font_weight="bold"))
    return (ACROSS * (5 * PLOT + STREET) - STREET, 8 // ACROSS * (2 * PLOT + STREET) - STREET,
            "".join(out))
