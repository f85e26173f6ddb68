#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""installed.py ROOT BUILD: installs into an empty folder, and uses what lies there as a stranger.

The three example programs are built with the installed headers and libraries, by pkg-config, and
played for every game; nothing but mp_ functions is to be seen; every header is C11 and C++, and has
for every function an example that a compiler takes; there is a man page for every command, in both
languages, and the completions know them.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT, BUILD = sys.argv[1], sys.argv[2]
failures = []


def run(*args, **more):
    done = subprocess.run(args, capture_output=True, text=True, check=False, **more)
    if done.returncode != 0:
        failures.append(f"{' '.join(args)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def expect(what, is_true):
    if not is_true:
        failures.append(what)


def check_symbols(lib, headers):
    declared = set()
    for header in headers:
        with open(header, encoding="utf-8") as file:
            code = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        declared |= set(re.findall(r"\b(mp_\w+)\(", code))
    shared = {line.split()[2].split("@")[0] for line in
              run("nm", "-D", "--defined-only", f"{lib}/libmetropole.so").splitlines()}
    shared = {name for name in shared if not name.startswith("METROPOLE_")}
    static = {line.split()[2] for line in
              run("nm", "-g", "--defined-only", f"{lib}/libmetropole.a").splitlines()
              if len(line.split()) == 3}
    for name, seen in (("shared", shared), ("static", static)):
        expect(f"the {name} library shows {sorted(seen ^ declared)}, or lacks it", seen == declared)
        expect(f"the {name} library shows more than mp_",
               all(symbol.startswith("mp_") for symbol in seen))
    expect("the soname is libmetropole.so.0",
           "[libmetropole.so.0]" in run("readelf", "-d", f"{lib}/libmetropole.so"))


def check_headers(headers, folder, include):
    for header in headers:
        name = "metropole/" + os.path.basename(header)
        for compiler, standard, end in (("cc", "c11", "c"), ("c++", "c++11", "cc")):
            path = f"{folder}/header.{end}"
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#include <{name}>\n")
            run(compiler, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                "-fsyntax-only", f"-I{include}", path)


# What the examples in the headers' comments take for granted; they may have their own instead.
PRELUDE = """
#include <metropole/batch.h>
#include <metropole/metropole.h>
#include <stdio.h>
#include <stdlib.h>
extern struct mp_setup *setup;
extern struct mp_match *match, *mine;
extern struct mp_player *bot;
extern struct mp_batch *batch;
extern struct mp_batch_shape shape;
extern struct mp_batch_memory memory;
extern const mp_move *moves;
extern mp_move move;
extern int32_t actions[MP_BATCH_PARTS], *action;
extern uint8_t *mask;
extern const char *text, *record, *name, *says;
extern size_t n, i, rows, columns;
extern int seat;
extern FILE *file;
"""


def check_documented(headers, folder, include):
    bodies, shown, declared = [], "", set()
    for header in headers:
        with open(header, encoding="utf-8") as file:
            source = file.read()
        for comment in re.findall(r"/\*.*?\*/", source, re.S):
            lines = [line.split("*", 1)[1].replace("*/", "") for line in comment.splitlines()
                     if re.match(r"\s*\*   ", line)]
            bodies.append("\n".join(lines))
        declared |= set(re.findall(r"\b(mp_\w+)\(", re.sub(r"/\*.*?\*/", "", source, flags=re.S)))
    bodies = [body for body in bodies if body]
    shown = "\n".join(bodies)
    for name in sorted(declared):
        expect(f"{name} stands with an example", re.search(rf"\b{name}\(", shown))
    with open(f"{folder}/documented.c", "w", encoding="utf-8") as file:
        file.write(PRELUDE)
        for number, body in enumerate(bodies):
            file.write(f"void example_{number}(void);\nvoid example_{number}(void)\n{{\n{body}\n}}\n")
    run("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-fsyntax-only",
        "-Wno-unused-but-set-variable", f"-I{include}", f"{folder}/documented.c")


def check_examples(folder, lib, pkgconfig, games):
    flags = pkgconfig("--cflags", "--libs")
    static = pkgconfig("--cflags") + [f"{lib}/libmetropole.a", "-lpthread"]
    examples = sorted(glob.glob(f"{ROOT}/lib/examples/*.c"))
    expect("there are three examples or more", len(examples) >= 3)
    for source in examples:
        name = os.path.basename(source)[:-2]
        for kind, libraries in (("shared", flags), ("static", static)):
            run("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", source, "-o",
                f"{folder}/{name}-{kind}", *libraries)
        for game in games:
            said = [run(f"{folder}/{name}-{kind}", game, "5", env={"LD_LIBRARY_PATH": lib})
                    for kind in ("shared", "static")]
            expect(f"{name} {game} says something, and the same by both libraries",
                   said[0] and said[0] == said[1])


def check_manual(prefix, program):
    commands = re.findall(r"^  (\w+) +\S", run(program, "--help"), re.M)
    expect("there are commands", len(commands) > 5)
    for command in commands:
        for place in ("man1", "fr/man1"):
            expect(f"{place} has a page of {command}",
                   os.path.exists(f"{prefix}/share/man/{place}/metropole-{command}.1"))
    words = run("bash", "-c", f"""
        complete() {{ :; }}; compopt() {{ :; }}
        . {prefix}/share/bash-completion/completions/metropole.bash
        COMP_WORDS=(metropole ''); COMP_CWORD=1; _metropole; echo "${{COMPREPLY[@]}}"
        COMP_WORDS=(metropole sim --pl); COMP_CWORD=2; _metropole; echo "${{COMPREPLY[@]}}" """)
    expect("bash completes every command", set(commands) <= set(words.splitlines()[0].split()))
    expect("bash completes options", "--players=" in words.splitlines()[1])
    for name in ("zsh/site-functions/_metropole", "fish/vendor_completions.d/metropole.fish",
                 "applications/metropole.desktop"):
        expect(f"{name} is there", os.path.exists(f"{prefix}/share/{name}"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", f"{folder}/dest")
        programs = glob.glob(f"{folder}/dest/**/bin/metropole", recursive=True)
        if not programs:
            print("nothing was installed", *failures, sep="\n")
            return 1
        prefix = os.path.dirname(os.path.dirname(programs[0]))
        described = glob.glob(f"{prefix}/**/metropole.pc", recursive=True)[0]
        lib = os.path.dirname(os.path.dirname(described))

        def pkgconfig(*what):
            return run("pkg-config", f"--define-variable=prefix={prefix}", *what, "metropole",
                       env=os.environ | {"PKG_CONFIG_PATH": os.path.dirname(described)}).split()

        headers = sorted(glob.glob(f"{prefix}/include/metropole/*.h"))
        games = re.findall(r"^(\w+) ", run(programs[0], "games"), re.M)
        check_symbols(lib, headers)
        check_headers(headers, folder, f"{prefix}/include")
        check_documented(headers, folder, f"{prefix}/include")
        check_examples(folder, lib, pkgconfig, games)
        check_manual(prefix, programs[0])
        expect("systemd's file is there", glob.glob(f"{prefix}/lib/systemd/system/*.service"))
    print(*failures, sep="\n")
    print(f"installed: {len(games)} games, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
