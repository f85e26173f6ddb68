#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""exports.py MAP|LIST OUTPUT HEADER…: the functions that public headers declare, as a linker's
version script or as a plain list. The headers are the one source of what the library shows."""
import re
import sys


def functions(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    return re.findall(r"\b(mp_\w+)\s*\([^;{}]*\)\s*;", text)


def main():
    kind, output, headers = sys.argv[1], sys.argv[2], sys.argv[3:]
    names = sorted({name for header in headers for name in functions(header)})
    with open(output, "w", encoding="utf-8") as file:
        if kind == "map":
            file.write("METROPOLE_0 {\n  global:\n")
            file.writelines(f"    {name};\n" for name in names)
            file.write("  local: *;\n};\n")
        else:
            file.writelines(f"{name}\n" for name in names)


main()
