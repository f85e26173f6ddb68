# SPDX-License-Identifier: MIT
"""The board for a notebook: tiles with their tracks, stations in their owners' colours."""
from metropole.svg import INK, colour, label

CELL, RIM = 46, 24
EXITS = {"s": 2, "r": 3, "l": 1, "u": 0}  # from the side entered, clockwise


def point(side, leaving):
    """Where a train crosses a side; trains keep right (ME-2)."""
    along = 0.66 if leaving else 0.34
    return [(along, 0), (1, along), (1 - along, 1), (0, 1 - along)][side]


def tracks(tile, turn):
    out = []
    for at, letter in enumerate(tile):
        side = (at + turn) % 4
        (ax, ay), (bx, by) = point(side, False), point((side + EXITS[letter]) % 4, True)
        out.append(f"M{ax * CELL:g} {ay * CELL:g}Q{CELL / 2} {CELL / 2} {bx * CELL:g} {by * CELL:g}")
    return "".join(out)


def station(number):
    """Stations go round the board from the top right corner, eight on each side."""
    side, at = divmod(number - 1, 8)
    along = (7.5 - at) * CELL if side in (0, 3) else (at + 0.5) * CELL
    far = 8 * CELL + RIM / 2
    return [(along, -RIM / 2), (-RIM / 2, along), (along, far), (far, along)][side]


def draw(view):
    size = 8 * CELL + 2 * RIM
    out = [f'<g transform="translate({RIM},{RIM})" fill="none">',
           f'<rect width="{8 * CELL}" height="{8 * CELL}" fill="#e9e3d3"/>',
           f'<rect x="{3 * CELL}" y="{3 * CELL}" width="{2 * CELL}" height="{2 * CELL}" fill="{INK}"/>']
    walked = {}
    for line in view["lines"]:
        for cell in line["cells"]:
            walked.setdefault(cell, []).append(line["owner"])
    for name, tile in view["board"].items():
        x, y = (ord(name[0]) - 97) * CELL, (int(name[1:]) - 1) * CELL
        out.append(f'<g transform="translate({x},{y})"><rect width="{CELL}" height="{CELL}" '
                   f'fill="#fff" stroke="#cbbf9f"/><path d="{tracks(tile["tile"], tile["turn"])}" '
                   f'stroke="#8a8f94" stroke-width="3"/>')
        owners = [owner for owner in walked.get(name, []) if owner]
        out += [f'<circle cx="{6 + 8 * i}" cy="{CELL - 6}" r="3.5" fill="{colour(owner)}"/>'
                for i, owner in enumerate(owners[:5])]
        out.append("</g>")
    for line in view["lines"]:
        x, y = station(line["station"])
        fill = colour(line["owner"]) if line["owner"] else "#cbbf9f"
        out.append(f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="{fill}" '
                   f'fill-opacity="{0.35 if line["done"] else 1}"/>')
        out.append(label(x, y + 3.5, line["station"], 9, fill="#fff", text_anchor="middle"))
    out.append("</g>")
    return size, size, "".join(out)
