#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py [--build DIR] [--number N] [--seed S] [GAME|ROOM…]: do the tests notice?

Alters one condition, operator or constant at a time in the rules' files of a game (legal.c,
apply.c, score.c and those that go with them), rebuilds just that object, and runs the game's own
test programs; what they let through is shown to the golden records, the perft counts and some laws
too. What serves tests only (functions named …flaw…) is left alone. A sample of N alterations, the
same for the same seed. An alteration that changes nothing (or nothing that a rule speaks of) is
explained in games/<id>/tests/mutants.txt, one on a line:

    legal.c | the source line | old -> new | why no test can notice

A room of the house (ROOMS) is altered in the same way; its test programs are those that are named
after it, and its explanations stand in tests/<room>/mutants.txt, by the room's first name.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time

FILES = ("legal.c", "check.c", "apply.c", "deals.c", "score.c", "area.c")  # where there are
# Rooms: the folder that is altered, the library it is in, the programs that should notice.
ROOMS = {"host": ("host", "host/libhost.a.p", "tests/test-[he]*-*"),  # the engine's are host's, too
         "server/tables": ("server/tables", "server/libserver.a.p", "tests/server/test-server-*")}
ROOM_SLOW = 15.0  # CPU seconds: a server's tests take longer than a rule's
# Long, or about other rooms.
LEFT_OUT = ("accounts", "alloc", "faults", "kill", "limits", "net", "powercut", "push", "soak")
TARGET = 0.9
SLOW = 5.0  # CPU seconds: a test program that takes longer sits out

SWAPS = {"<": ["<=", ">="], "<=": ["<"], ">": [">=", "<="], ">=": [">"], "==": ["!="],
         "!=": ["=="], "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "++": ["--"],
         "--": ["++"], "+=": ["-="], "-=": ["+="], "&": ["|"], "|": ["&"], "<<": [">>"],
         ">>": ["<<"], "true": ["false"], "false": ["true"], "!": [""]}
TOKEN = re.compile(r"(?P<skip>/\*.*?\*/|//[^\n]*|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
                   r"|^[ \t]*#(?:\\\n|[^\n])*|->|\bassert\s*\([^;]*;|\b(?:static )?const struct mp_rule\b[^;]*;"
                   r"|\b_Static_assert\s*\([^;]*;|\{0\})"
                   r"|(?P<number>\b(?:0x[0-9a-fA-F]+|\d+)[uUlL]*\b)"
                   r"|(?P<op><<=|>>=|<<|>>|\+\+|--|\+=|-=|<=|>=|==|!=|&&|\|\||[-+<>&|!])"
                   r"|(?P<word>\b\w+\b)", re.S | re.M)
FLAW = re.compile(r"^\w[^\n;{}]*flaw\w*\([^;{}]*\)\n\{.*?^\}", re.S | re.M)


def sites(text):
    """Every (start, end, old, new) that might be altered."""
    found = []
    spared = [match.span() for match in FLAW.finditer(text)]
    for match in TOKEN.finditer(text):
        token = match.group(0)
        if match.group("skip") or any(a <= match.start() < b for a, b in spared):
            continue
        if match.group("number"):
            value = int(re.sub(r"[uUlL]+$", "", token), 0)
            suffix = re.search(r"[uUlL]*$", token).group(0)
            found.append((match.start(), match.end(), token, f"{value + 1}{suffix}"))
        elif token in SWAPS:
            gap = text[match.start() - 1:match.start()] + text[match.end():match.end() + 1]
            binary = gap in ("  ", " \n")  # the formatter puts spaces around binary operators only
            if token in ("+", "-", "&", "|", "<", ">") and not binary:
                continue
            for new in SWAPS[token]:
                found.append((match.start(), match.end(), token, new))
    return found


def line_of(text, at):
    start = text.rfind("\n", 0, at) + 1
    return text.count("\n", 0, at) + 1, text[start:text.find("\n", at)].strip()


def objects_in(folder):
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
            if name.endswith(".o")]


def read_explained(path):
    explained = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                # a bar may be part of the source or of what was altered
                parts = re.match(r"(\S+) \| (.*) \| (\S+ -> \S*) \| (.*)", line.strip())
                if parts:
                    explained[parts.groups()[:3]] = parts.group(4)
    return explained


class Game:
    slow = SLOW

    def __init__(self, build, game):
        self.build, self.id, self.folder = build, game, f"games/{game}"
        with open(f"{build}/compile_commands.json", encoding="utf-8") as file:
            commands = json.load(file)
        self.compile = {}
        self.objects = {}
        for entry in commands:
            source = os.path.relpath(os.path.join(entry["directory"], entry["file"]))
            if f"libgame_{game}.a.p" in entry["output"]:
                self.compile[source] = entry
                self.objects[source] = os.path.join(build, entry["output"])
        self.programs = {}
        for path in sorted(glob.glob(f"{build}/tests/test-{game}-*.p")):
            self.programs[os.path.basename(path)[5:-2]] = objects_in(path)
        self.explained = read_explained(f"{self.folder}/tests/mutants.txt")

    def compile_to(self, source, text, folder):
        """Compiles altered text in place of a source; the object, or None."""
        entry = self.compile[source]
        path, out = os.path.join(folder, os.path.basename(source)), os.path.join(folder, "mutant.o")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        command, skip = [], False
        for word in shlex.split(entry["command"]):
            if skip or word in ("-MD", "-Werror", "-Winvalid-pch", "-g") or word == "ccache":
                skip = False
            elif word in ("-o", "-MQ", "-MF"):
                skip = True
            elif word == entry["file"]:
                command.append(os.path.abspath(path))
            else:
                command.append(word)
        # An alteration that reads beyond an array is noticed too, not left to luck.
        command += ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-O1", "-w", "-iquote",
                    os.path.abspath(self.folder), "-o", os.path.abspath(out)]
        done = subprocess.run(command, cwd=entry["directory"], capture_output=True, check=False)
        return out if done.returncode == 0 else None

    def link(self, objects, source, mutant, registry, out, extra):
        parts = [mutant if path == source else obj for path, obj in self.objects.items()]
        subprocess.run(["gcc", "-o", out, *objects, *parts, registry, *extra,
                        f"{self.build}/core/libcore.a", "-lcmocka", "-ljansson", "-lm", "-lpthread"],
                       check=True, capture_output=True)

    def registry(self, folder):
        path = os.path.join(folder, "registry.c")
        subprocess.run(["tools/registry.sh", path, self.id], check=True)
        subprocess.run(["gcc", "-c", "-Iinclude", path, "-o", path[:-2] + ".o"], check=True)
        return path[:-2] + ".o"


class Room(Game):
    """A room, linked by the build's own commands: an altered object stands before the libraries, so
    that the linker takes it and leaves its original there."""
    slow = ROOM_SLOW

    def __init__(self, build, name):
        # pylint: disable=super-init-not-called
        self.build, self.id = build, name
        self.folder, library, pattern = ROOMS[name]
        with open(f"{build}/compile_commands.json", encoding="utf-8") as file:
            commands = json.load(file)
        self.compile = {os.path.relpath(os.path.join(e["directory"], e["file"])): e
                        for e in commands if library in e["output"]}
        self.programs = {}
        for path in sorted(glob.glob(f"{build}/{pattern}")):
            target = os.path.relpath(path, build)
            if not path.endswith(".p") and path.rsplit("-", 1)[1] not in LEFT_OUT:
                out = subprocess.run(["ninja", "-C", build, "-t", "commands", target], check=True,
                                     capture_output=True, text=True).stdout
                self.programs[os.path.basename(path)[5:]] = shlex.split(out.splitlines()[-1])
        self.explained = read_explained(f"tests/{name.split('/', maxsplit=1)[0]}/mutants.txt")

    def link(self, objects, source, mutant, registry, out, extra):
        command = list(objects)
        at = command.index("-o")
        command[at + 1] = os.path.abspath(out)
        if mutant:
            command.insert(at + 2, os.path.abspath(mutant))
        subprocess.run(command, cwd=self.build, check=True, capture_output=True)

    def registry(self, folder):
        return None


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, limit):
    """True if the program is content."""
    try:
        return subprocess.run(command, capture_output=True, timeout=limit,
                              check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def data_programs(game):
    """Golden records, counts and laws, as (objects, libraries, arguments)."""
    build = game.build
    programs = {"golden": (objects_in(f"{build}/tests/laws.p"),
                           [f"{build}/tests/liblaws.a", f"{build}/ai/libai.a"],
                           [game.id, "there are golden*"])}
    programs["laws"] = programs["golden"][:2] + ([game.id, "every law*"],)
    if os.path.exists(f"{game.folder}/tests/perft.txt"):
        programs["perft"] = (objects_in(f"{build}/tests/perft.p"), [], [game.id])
    return programs


def all_programs(game):
    if isinstance(game, Room):
        return {name: (command, [], []) for name, command in game.programs.items()}, {}
    programs = {name: (objects, [], []) for name, objects in game.programs.items()}
    return programs, data_programs(game)


def time_programs(game, programs, folder, registry):
    """Builds and runs each once, unaltered; those that are quick enough, quickest first."""
    times = {}
    for name, (objects, extra, args) in programs.items():
        out = os.path.join(folder, name)
        game.link(objects, None, None, registry, out, extra)
        used, began = cpu_seconds(), time.monotonic()
        if not run([out, *args], 120):
            print(f"  {name} fails unaltered or takes minutes; it sits out")
            continue
        used = cpu_seconds() - used
        if used > game.slow:
            print(f"  {name} takes {used:.1f} s; it sits out")
        else:
            times[name] = time.monotonic() - began
    return sorted((t, name) for name, t in times.items())


def try_mutant(game, site, registry, tiers):
    """("invalid"|"survived"|name of the program that noticed)."""
    source, text, (start, end, _, new) = site
    with tempfile.TemporaryDirectory() as folder:
        mutant = game.compile_to(source, text[:start] + new + text[end:], folder)
        if not mutant:
            return "invalid"
        for programs, order in tiers:
            for seconds, name in order:
                objects, extra, args = programs[name]
                out = os.path.join(folder, name)
                game.link(objects, source, mutant, registry, out, extra)
                # Generous, as the machine may be busy; who runs on has noticed something.
                if not run([out, *args], 10 + 5 * seconds):
                    return name
    return "survived"


def sample(game, number, seed):
    every = []
    if isinstance(game, Room):
        sources = sorted(path for path in game.compile if os.path.dirname(path) == game.folder)
    else:
        sources = [f"{game.folder}/{name}" for name in FILES]
    for source in sources:
        if source not in game.compile:
            continue
        with open(source, encoding="utf-8") as file:
            text = file.read()
        every += [(source, text, site) for site in sites(text)]
    random.Random(f"{seed}{game.id}").shuffle(every)
    return every[:number] if number else every


def report(game, results, rule_names):
    killed = sum(r not in ("survived", "invalid") for _, r in results)
    by_rules = sum(r in rule_names for _, r in results)
    total = sum(r != "invalid" for _, r in results)
    open_ones = explained = 0
    for (source, text, (start, _, old, new)), result in sorted(results, key=lambda r: r[0][2][0]):
        if result != "survived":
            continue
        number, line = line_of(text, start)
        why = game.explained.get((os.path.basename(source), line, f"{old} -> {new}".strip()))
        explained += why is not None
        open_ones += why is None
        print(f"  survived {source}:{number}: {line} | {old} -> {new}" + (f" | {why}" if why else ""))
    rate = killed / total if total else 0
    print(f"{game.id}: {total} altered, {killed} noticed ({rate:.0%}; {by_rules} by the rule tests), "
          f"{explained} explained, {open_ones} open")
    return total > 0 and (killed + explained) / total >= TARGET


def mutate(build, name, number, seed, jobs):
    game = Room(build, name) if name in ROOMS else Game(build, name)
    rules, data = all_programs(game)
    print(f"{name}:")
    with tempfile.TemporaryDirectory() as folder:
        registry = game.registry(folder)
        tiers = [(programs, time_programs(game, programs, folder, registry))
                 for programs in (rules, data)]
        chosen = sample(game, number, seed)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            outcomes = pool.map(lambda site: try_mutant(game, site, registry, tiers), chosen)
            results = list(zip(chosen, outcomes))
    return report(game, results, set(rules))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build")
    parser.add_argument("--number", type=int, default=120, help="alterations of each game or room; 0: all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("games", nargs="*")
    args = parser.parse_args()
    names = args.games or sorted(path.split("/")[1] for path in glob.glob("games/*/game.c")) + \
        [name for name, (folder, *_) in ROOMS.items() if glob.glob(f"{folder}/*.c")]
    os.environ["LAWS_POSITIONS"] = "1500"
    os.environ["CMOCKA_TEST_ABORT"] = "1"  # the first test that fails is enough
    good = [mutate(args.build, name, args.number, args.seed, args.jobs) for name in names]
    return 0 if all(good) else 1


sys.exit(main())
