#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""embed_web.py FOLDER OUTPUT: a C file that holds the browser client, or nothing if it is not built.

The bytes come in through the assembler's .incbin; the C file changes when one of them does, so that
the build compiles it again then and only then."""
import hashlib
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
output = pathlib.Path(sys.argv[2])
files = sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix != ".map") if folder.is_dir() else []

asm, externs, rows = [], [], []
for i, path in enumerate(files):
    name = "/" + path.relative_to(folder).as_posix()
    etag = hashlib.sha256(path.read_bytes()).hexdigest()[:32]
    asm.append(
        f'__asm__(".section .rodata\\n.balign 16\\nweb_{i}:\\n.incbin \\"{path.resolve()}\\"\\n'
        f'web_{i}_end:\\n.byte 0\\n.previous\\n");'
    )
    externs.append(f"extern const unsigned char web_{i}[], web_{i}_end[];")
    rows.append(f'\t{{"{name}", web_{i}, web_{i}_end, "{etag}"}},')

text = "\n".join(
    ["/* Generated: the browser client. */", '#include "server/net/static.h"', *asm, *externs,
     "const struct static_file static_files[] = {", *rows, "\t{0},", "};", ""]
)
if not output.exists() or output.read_text() != text:
    output.write_text(text)
