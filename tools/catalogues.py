#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""catalogues.py: everything that people read keeps to the same words and to good typography.

Rules pages, the catalogues of sentences, the commands' messages and the page's JSON catalogues:
French typography (where the compiler does not do it), the glossaries (glossary.txt, here and in the
games' folders), both languages with the same keys and parameters, and in the catalogues of games no
sentence that nothing could say.
"""
import glob
import json
import os
import re
import sys

import words

GLOSSARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "glossary.txt")
faults = []


def glossary():
    """(game or "", language, wrong, right) of every term."""
    out = []
    for path in [GLOSSARY] + sorted(glob.glob("games/*/glossary.txt")):
        game = "" if path == GLOSSARY else os.path.basename(os.path.dirname(path))
        with open(path, encoding="utf-8") as file:
            for line in file:
                found = re.match(r'(\w+) "([^"]+)" "([^"]+)"', line)
                if found:
                    out.append((game, *found.groups()))
                elif line.strip() and not line.startswith("#"):
                    faults.append(f"{path}: {line.strip()}")
    return out


def check_words(where, game, lang, text, terms):
    for scope, language, wrong, right in terms:
        if language == lang and scope in ("", game) and \
                re.search(rf"\b{re.escape(wrong)}s?\b", text, re.IGNORECASE):
            faults.append(f"{where}: “{wrong}” is “{right}” here: {text.strip()[:90]}")


def check_rules(path, game, lang, terms):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            plain = re.sub(r"`[^`]*`", "x", line)
            faults.extend(f"{path}:{number}: {flaw}" for flaw in words.flaws(plain, lang))
            check_words(f"{path}:{number}", game, lang, line, terms)


def unsaid(folder, english):
    """Keys that no code could ask for: their last part is in no string of the game's sources, or of
    the page's folder for the game."""
    game = os.path.basename(folder)
    code = ""
    for path in glob.glob(f"{folder}/*.[ch]") + glob.glob(f"{folder}/data/*.def") + \
            glob.glob(f"web/src/games/{game}/*"):
        if os.path.isfile(path) and not path.endswith(".json"):
            with open(path, encoding="utf-8", errors="replace") as file:
                code += file.read()
    strings = set(re.findall(r'"([^"\\\n]*)"', code)) | set(re.findall(r"'([^'\\\n]*)'", code))
    strings |= set(re.findall(r"RULE\(rule_(\w+)", code))
    used = {group for nodes in english.values() for group in words.groups(nodes)}
    for key in english:
        group, _, name = key.partition(".")
        if group in ("effect", "prompt", "read", "refuse") and name not in strings:
            faults.append(f"{folder}/words.en: {key}: nothing in the game says \"{name}\"")
        elif group in ("points",) or group in used or key in strings:
            continue
        elif group not in ("effect", "prompt", "read", "refuse"):
            faults.append(f"{folder}/words.en: {key}: no sentence uses {group}.…")


def check_catalogue(paths, game, terms):
    both = {}
    for lang, path in zip(words.LANGS, paths):
        both[lang], wrong = words.catalogue(path, lang)
        faults.extend(wrong)
        with open(path, encoding="utf-8") as file:
            entries = json.load(file).items() if path.endswith(".json") else \
                [(key, text) for _, key, text in words.lines(path)]
        for key, text in entries:
            check_words(f"{path}: {key}", game, lang, words.typeset(text, lang), terms)
    faults.extend(words.compare(paths[0], both["en"], both["fr"], groups_too=not paths[0].endswith("json")))
    return both["en"]


def check_records():
    """What is wrong with a record is told in French too: core's sentences are in cli's catalogue."""
    with open("cli/po/fr.po", encoding="utf-8") as file:
        known = set(re.findall(r'^msgid "(.*)"$', file.read(), re.M))
    for path, door in (("core/record.c", r"bad\("), ("core/match.c", r"mp_fault_set\(fault, MP_[NBG]")):
        with open(path, encoding="utf-8") as file:
            code = re.sub(r'"\s*\n\s*"', "", file.read())
        for said in re.findall(door + r'[^;"]*"((?:[^"\\]|\\.)*)"', code):
            if said not in known:
                faults.append(f"cli/po/fr.po: {path} says \"{said}\", which is not there")


def check_messages(terms):
    """The commands' messages, of which one line is one string: each is in French, settings included."""
    with open("cli/po/fr.po", encoding="utf-8") as file:
        known = re.findall(r'^(msgid|msgstr) "(.*)"$', file.read(), re.M)
    for key, text in known:
        lang = "en" if key == "msgid" else "fr"
        check_words("cli/po/fr.po", "", lang, words.typeset(text, lang), terms)
    string = r'"((?:[^"\\]|\\.)*)"'
    for path in glob.glob("cli/*.[ch]") + ["cli/commands.def", "server/server.h"]:
        with open(path, encoding="utf-8") as file:
            code = re.sub(r'"\s*\\?\s*\n\s*"', "", file.read())
        asked = re.findall(r"\b(?:tr|N_)\(" + string + r"\)", code) + \
            re.findall(r"\b(?:TEXT|NUMBER)\(\w+, [^()]*?" + string + r"\)\s*\\?\n", code)
        faults.extend(f"cli/po/fr.po: {path} says \"{said}\", which is not there"
                      for said in asked if ("msgid", said) not in known)


def main():
    terms = glossary()
    check_records()
    check_messages(terms)
    count = 0
    for folder in sorted(os.path.dirname(path) for path in glob.glob("games/*/game.c")):
        game = os.path.basename(folder)
        for lang in words.LANGS:
            check_rules(f"{folder}/RULES.{lang}.md", game, lang, terms)
        if os.path.exists(f"{folder}/words.en"):
            english = check_catalogue([f"{folder}/words.{lang}" for lang in words.LANGS], game, terms)
            unsaid(folder, english)
            count += len(english)
        for part in ("", "guide."):
            paths = [f"web/src/games/{game}/{part}{lang}.json" for lang in words.LANGS]
            if os.path.exists(paths[0]):
                count += len(check_catalogue(paths, game, terms))
    parts = sorted(path.removesuffix("en.json") for path in glob.glob("web/src/*/en.json"))
    for folder in ("core/words.", "server/words.", "term/words.", *parts):
        end = ".json" if folder.endswith("/") else ""
        count += len(check_catalogue([f"{folder}{lang}{end}" for lang in words.LANGS], "", terms))
    for fault in faults:
        print(fault)
    print(f"catalogues: {count} sentences in two languages, {len(terms)} terms, {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
