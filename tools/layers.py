#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""layers.py BUILD: nothing reaches up through the house, by include or by symbol.

Includes are read from the sources. Symbols are read from the object files in BUILD, which cannot
lie: core and games define no mutable data and need nothing from outside but the few functions of
<string.h> and assert.
"""
import os
import re
import subprocess
import sys

# A room may use itself and what stands before it. cli is the program and may start a server.
ORDER = {"core": 0, "games": 1, "ai": 2, "host": 3, "lib": 4, "engine": 4, "server": 4, "remote": 4, "learn": 4, "wasm": 5,
         "term": 5, "cli": 6}
PURE = ("core", "games")
PURE_HEADERS = {"assert.h", "limits.h", "stdalign.h", "stdbool.h", "stddef.h", "stdint.h",
                "stdnoreturn.h", "string.h"}
PURE_SYMBOLS = re.compile(  # __…i2 is the compiler's own arithmetic
    r"^(mem(cpy|set|cmp|chr|move)|str(n?len|n?cmp|r?chr|c?spn|pbrk|str|cpy)"
    r"|__\w+[sdt]i2|__assert_fail|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)$")
CONST_SECTIONS = re.compile(r"^\.(text|rodata|data\.rel\.ro|eh_frame|debug|note|comment|group)")
# The bots' wall: what chooses moves knows no match.
BOT_HEADERS = {"metropole/bot.h", "metropole/game.h", "metropole/net.h", "metropole/plan.h",
               "metropole/rng.h", "metropole/share.h"}

faults = []


def room_of(path):
    return path.split("/")[0]


def allowed(source, target):
    a, b = room_of(source), room_of(target)
    if a == b == "games":
        return source.split("/")[1] == target.split("/")[1]
    if a not in ORDER or b not in ORDER or a == b:
        return True
    return ORDER[b] < ORDER[a]


def find_header(source, name):
    for folder in [os.path.dirname(source), "."] + list(ORDER):
        path = os.path.relpath(os.path.join(folder, name))
        if os.path.exists(path):
            return path
    return None  # generated


def check_includes(source):
    pure = room_of(source) in PURE
    in_program = re.match(r"games/\w+/(tests|tools|generate)/", source)
    with open(source, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if not found:
                continue
            name = found.group(2)
            if room_of(source) == "ai" and name.startswith("metropole/") and \
                    name not in BOT_HEADERS:
                faults.append(f"{source}:{number}: {name} is behind the bots' wall")
            if found.group(1) == "<":
                if pure and not in_program and name not in PURE_HEADERS and \
                        not name.startswith("metropole/"):
                    faults.append(f"{source}:{number}: <{name}> has no place in {room_of(source)}/")
                continue
            target = find_header(source, name)
            if target and not allowed(source, target):
                faults.append(f"{source}:{number}: includes {target}, across the layers")


def objects(build):
    for room in ORDER:
        for folder, _, names in os.walk(os.path.join(build, room)):
            if room in PURE and not re.search(r"/lib\w+\.a\.p$", folder):
                continue  # a generator that runs at build time
            for name in names:
                if name.endswith(".o"):
                    yield room, os.path.join(folder, name)


def game_of(path):
    found = re.search(r"/lib(?:game|screen)_(\w+)\.a\.p/", path)
    return found.group(1) if found else None


def read_symbols(path):
    defined, needed, mutable = set(), set(), set()
    out = subprocess.run(["objdump", "-t", path], check=True, capture_output=True, text=True).stdout
    for line in out.splitlines():
        found = re.match(r"^[0-9a-f]+ (.{7}) (\S+)\s+([0-9a-f]+)\s+(?:\.\w+ )?(\S+)$", line)
        if not found:
            continue
        flags, section, size, name = found.groups()
        if section == "*UND*":
            needed.add(name)
            continue
        if flags[0] in "gu" or flags[1] == "w":
            defined.add(name)
        if section == "*COM*" or (flags[6] == "O" and int(size, 16) > 0 and
                                  not CONST_SECTIONS.match(section)):
            mutable.add(f"{name} in {section}")
    return defined, needed, mutable


def check_symbols(build):
    seen = [(room, path, *read_symbols(path)) for room, path in objects(build)]
    if not any(room == "core" for room, *_ in seen):
        faults.append(f"{build} has no objects of core: build first")
    home = {}
    for room, path, defined, _, _ in seen:
        for name in defined:
            home[name] = (room, game_of(path))
    for room, path, _, needed, mutable in seen:
        if room in PURE:
            for what in sorted(mutable):
                faults.append(f"{path}: mutable data: {what}")
        for name in sorted(needed):
            where = home.get(name)
            if where is None:
                if room in PURE and not PURE_SYMBOLS.match(name):
                    faults.append(f"{path}: needs {name}, which core and games must not")
            elif name == "mp_games":
                continue  # the registry is generated into games; core looks games up in it
            elif ORDER[where[0]] > ORDER[room]:
                faults.append(f"{path}: needs {name} of {where[0]}/, across the layers")
            elif room == "games" and where[1] and game_of(path) and where[1] != game_of(path):
                faults.append(f"{path}: needs {name} of another game")
    return len(seen)


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    sources = [os.path.relpath(os.path.join(folder, name))
               for room in list(ORDER) + ["include"] if os.path.isdir(room)
               for folder, _, names in os.walk(room)
               for name in names if name.endswith((".c", ".h"))]
    for source in sources:
        check_includes(source)
    n = check_symbols(build)
    for fault in faults:
        print(fault)
    print(f"layers: {len(sources)} sources, {n} objects, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
