#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""boards.py GAMES OUTPUT: what the games' folders have to draw with, as a package of modules."""
import pathlib
import shutil
import sys

games, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
out.mkdir(parents=True, exist_ok=True)
(out / "__init__.py").write_text('"""How games draw themselves (games/<id>/draw.py)."""\n',
                                 encoding="utf-8")
for drawing in sorted(games.glob("*/draw.py")):
    game = drawing.parent.name
    shutil.copy(drawing, out / f"{game}.py")
    for data in drawing.parent.glob(f"data/{game}_map.json"):
        shutil.copy(data, out / f"{game}.json")
print(*sorted(path.name for path in out.iterdir() if path.is_file()), sep="\n")
