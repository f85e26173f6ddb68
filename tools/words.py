#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""words.py: the sentences of the house, from catalogues to tables and functions.

  words.py c NAME WORDS.en WORDS.fr OUTPUT.c     struct mp_words NAME[MP_LANGS] for core/words.c;
                                                 compiled with MP_SILENT it is empty
  words.py js WORDS.en WORDS.fr LANG             an ES module of strings and functions, to stdout
  words.py page LANG                             the same of a JSON object of sentences, from stdin

A catalogue has a line `key = sentence` for each key; indented lines go on with it, `#` begins a
comment. A sentence holds parameters in braces, in the manner of ICU's MessageFormat:

  {x}                                            a word or number as it is; a list: a, b and c
  {n, plural, =0 {no tile} one {# tile} other {# tiles}}        of a number, or a list's length
  {to, select, hand {…} null {…} other {…}}      null: the parameter is null or not there
  {seat, you, you {You lay} other {{seat} lays}} is it the reader's seat (or among the seats)?
  {seat, name}                                   a seat's name, or "you"; several: Anna and you
  {seats, others}                                the names of the seats that are not the reader's
  {seat, de} {seat, que}                         French: d’Anna, de Paul; qu’Anna, que Paul
  {title, du} {title, au}                        French: du Loup, de Rome; au Loup, à Rome
  {kind, word, building}                         the word under building.<kind>, here or in core
  {points, score}                                a score in the game's scale: 3½
  {points, signed}                               what a number gains or loses: +3, −1, ±0
  {list, each, sep {, } do {…}}                  for each of a list; its members, or {it}

Both languages must have the same keys with the same parameters, and every form that a choice
needs. Typography is done here: ’ for ', and French no-break spaces.
"""
import json
import re
import sys

LANGS = ("en", "fr")
KEY = re.compile(r"[a-z][\w.-]*( [\w-]+)?$")
NBSP = "\u00a0"
#           format: (letter in the tables, function in the module)
INSERTS = {"": ("s", "text"), "name": ("n", "name"), "others": ("o", "others"), "de": ("d", "de"),
           "que": ("q", "que"), "du": ("D", "du"), "au": ("A", "au"), "score": ("c", "score"), "signed": ("+", "signed"), "#": ("#", "count")}
CHOICES = {"plural": "p", "select": "s", "you": "y", "each": "e"}
NEEDS = {"plural": {"one", "other"}, "select": {"other"}, "you": {"you", "other"},
         "each": {"sep", "do"}}
SEATS = {"you", "name", "others", "de", "que"}


class Fault(Exception):
    pass


# --- typography ---

def typeset(text, lang):
    """A sentence as it is printed: ’, and in French the spaces that must not break."""
    text = text.replace("'", "’")
    if lang != "fr":
        return text
    text = re.sub(rf"[ {NBSP}\u202f]+(?=[:;!?»])", NBSP, text)
    return re.sub(rf"«[ {NBSP}\u202f]*", "«" + NBSP, text)


def flaws(text, lang):
    """What is wrong with the typography of a text that is printed as it stands."""
    found = []
    if re.search(r"\w'\w", text):
        found.append("a straight ' where ’ belongs")
    if lang == "fr" and re.search(r"[^\s" + NBSP + r"] +[:;!?»]", text):
        found.append("a space that can break before : ; ! ? »")
    if lang == "fr" and re.search(r"[^\W\d_][;!?](?!\w)", text):
        found.append("no space before ; ! ?")
    if lang == "fr" and re.search(r"« |«[^\s" + NBSP + "]", text):
        found.append("no no-break space after «")
    return found


# --- reading ---

class Reader:
    """Reads one sentence into nodes: text, ("insert", name, format, group), ("choice", kind, name,
    [(value, nodes)])."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def word(self):
        found = re.compile(r"\s*([=\w.-]+)\s*").match(self.text, self.at)
        if not found:
            raise Fault(f"a name is missing at \"{self.text[self.at:self.at + 20]}\"")
        self.at = found.end()
        return found.group(1)

    def take(self, char):
        while self.text[self.at:self.at + 1] == " ":
            self.at += 1
        if self.text[self.at:self.at + 1] != char:
            return False
        self.at += 1
        return True

    def nodes(self, plural=None, nested=False):
        out, plain = [], ""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "}" and nested:
                break
            if char == "}":
                raise Fault("a } too many")
            self.at += 1
            if char == "{" or (char == "#" and plural):
                if plain:
                    out.append(plain)
                plain = ""
                out.append(self.argument(plural) if char == "{" else ("insert", plural, "#", None))
            else:
                plain += char
        return out + ([plain] if plain else [])

    def argument(self, plural):
        name = self.word()
        if self.take("}"):
            return ("insert", name, "", None)
        if not self.take(","):
            raise Fault(f"{{{name} … is not closed")
        kind = self.word()
        if kind in CHOICES:
            return self.choice(kind, name, plural)
        group = None
        if kind == "word" and self.take(","):
            group = self.word()
        elif kind not in INSERTS or kind == "#":
            raise Fault(f"there is no format \"{kind}\"")
        if not self.take("}"):
            raise Fault(f"{{{name}, {kind} … is not closed")
        return ("insert", name, kind, group)

    def choice(self, kind, name, plural):
        cases = []
        if not self.take(","):
            raise Fault(f"{{{name}, {kind}}} has no forms")
        while not self.take("}"):
            value = self.word()
            if not self.take("{"):
                raise Fault(f"the form \"{value}\" of {{{name}, {kind}}} has no {{text}}")
            cases.append((value, self.nodes(name if kind == "plural" else plural, nested=True)))
            self.at += 1 if self.text[self.at:self.at + 1] == "}" else 0
            if self.at > len(self.text):
                raise Fault(f"{{{name}, {kind}}} is not closed")
        missing = NEEDS[kind] - {value for value, _ in cases}
        if missing:
            raise Fault(f"{{{name}, {kind}}} lacks the form \"{sorted(missing)[0]}\"")
        last = "do" if kind == "each" else "other"
        return ("choice", kind, name, sorted(cases, key=lambda case: case[0] == last))


def named(nodes):
    """A plain {seat} in a sentence that asks whether seat is the reader means the seat's name."""
    seats = {name for name, kind in uses(nodes) if kind in SEATS}

    def change(node):
        if isinstance(node, str):
            return node
        if node[0] == "choice":
            return node[:3] + ([(value, [change(n) for n in body]) for value, body in node[3]],)
        return ("insert", node[1], "name", None) if node[1] in seats and node[2] == "" else node
    return [change(node) for node in nodes]


def uses(nodes):
    """(name, format) of every parameter; what stands inside `each` belongs to the list."""
    for node in nodes:
        if isinstance(node, str):
            continue
        yield node[1 if node[0] == "insert" else 2], node[2 if node[0] == "insert" else 1]
        if node[0] == "choice" and node[1] != "each":
            for _, body in node[3]:
                yield from uses(body)


def groups(nodes):
    for node in nodes:
        if isinstance(node, str):
            continue
        if node[0] == "choice":
            for _, body in node[3]:
                yield from groups(body)
        elif node[2] == "word":
            yield node[3]


FRENCH = {"de", "que", "du", "au"}


def compiled(text, lang):
    if '"' in text or "\\" in text or re.search(r"[\x00-\x1f]", text):
        raise Fault("no \", \\ or control character in a sentence: write “ ” or « »")
    nodes = named(Reader(typeset(text, lang)).nodes())
    if lang != "fr" and any(kind in FRENCH for _, kind in uses(nodes)):
        raise Fault("only French has de, que, du and au")
    return nodes


def lines(path):
    """(number, key, text) of every entry of a catalogue."""
    key, text, at = None, "", 0
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            if line[0] in " \t" and key:
                text += " " + line.strip()
                continue
            if key:
                yield at, key, text
            key, _, text = (part.strip() for part in line.partition("="))
            at = number
            if not KEY.match(key) or "=" not in line:
                raise Fault(f"{path}:{number}: not `key = sentence`")
    if key:
        yield at, key, text


def catalogue(path, lang):
    """key: nodes, of a catalogue in either form."""
    out, faults = {}, []
    if path.endswith(".json"):
        with open(path, encoding="utf-8") as file:
            entries = [(0, key, text) for key, text in json.load(file).items()]
    else:
        entries = list(lines(path))
    for number, key, text in entries:
        if key in out:
            faults.append(f"{path}:{number}: {key} twice")
        try:
            out[key] = compiled(text, lang)
        except Fault as fault:
            out[key] = []
            faults.append(f"{path}:{number}: {key}: {fault}")
    return out, faults


def compare(path, english, french, groups_too=True):
    """What one language has and the other has not."""
    faults = [f"{path}: {key} is not in French" for key in english.keys() - french.keys()]
    faults += [f"{path}: {key} is not in English" for key in french.keys() - english.keys()]
    for key in english.keys() & french.keys():
        here, there = ({name for name, _ in uses(words[key])} for words in (english, french))
        for name in here ^ there:
            lang = "French" if name in here else "English"
            faults.append(f"{path}: {key} lacks the parameter {{{name}}} in {lang}")
    for words in (english, french) if groups_too else ():
        for key, nodes in words.items():
            for group in groups(nodes):
                if not any(other.startswith(group + ".") for other in words):
                    faults.append(f"{path}: {key} wants words {group}.…, and there are none")
    return sorted(faults)


def load(english, french):
    """Both languages of a catalogue, or the end of the build."""
    (en, faults), (fr, more) = catalogue(english, "en"), catalogue(french, "fr")
    faults += more + compare(english, en, fr)
    if faults:
        sys.exit("\n".join(faults))
    return {"en": en, "fr": fr}


# --- writing C ---

def code(nodes):
    """Bytes for core/words.c: 01 letter name [03 group] 02 inserts; 04 letter name 05, then for each
    form its value 06 text 08, and 07 at the end, chooses."""
    out = ""
    for node in nodes:
        if isinstance(node, str):
            out += node
        elif node[0] == "insert":
            _, name, kind, group = node
            out += "\x01w" + name + "\x03" + group if kind == "word" else \
                "\x01" + INSERTS[kind][0] + name
            out += "\x02"
        else:
            _, kind, name, cases = node
            out += "\x04" + CHOICES[kind] + name + "\x05"
            out += "".join(value + "\x06" + code(body) + "\x08" for value, body in cases) + "\x07"
    return out


def literal(text):
    """A C string; each octal escape has three digits, so nothing runs into it."""
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}"
                         for byte in text.encode()) + '"'


def write_c(name, english, french, output):
    words = load(english, french)
    with open(output, "w", encoding="utf-8") as out:
        out.write("#include <metropole/words.h>\n\n#ifndef MP_SILENT\n")
        for lang in LANGS:
            out.write(f"static const struct mp_word {lang}[] = {{\n")
            for key in sorted(words[lang], key=str.encode):
                out.write(f"\t{{{literal(key)}, {literal(code(words[lang][key]))}}},\n")
            out.write("};\n\n")
        out.write(f"extern const struct mp_words {name}[MP_LANGS];\n")
        out.write(f"const struct mp_words {name}[MP_LANGS] = {{\n")
        for lang in LANGS:
            out.write(f"\t[MP_{lang.upper()}] = {{{lang}, sizeof {lang} / sizeof *{lang}}},\n")
        out.write("};\n#else\n")
        out.write(f"extern const struct mp_words {name}[MP_LANGS];\n")
        out.write(f"const struct mp_words {name}[MP_LANGS] = {{{{NULL, 0}}}};\n#endif\n")


# --- writing JavaScript ---

def argument(name, item):
    return f"c.at({item},{json.dumps(name)})" if name == "it" else f"{item}.{name}"


def test(kind, value, name, item, lang):
    arg = argument(name, item)
    if kind == "you":
        return f"c.you({arg})"
    if kind == "select":
        return f"c.is({arg},{json.dumps(value)})"
    if value == "one":
        return f"c.number({arg})===1" if lang == "en" else f"Math.abs(c.number({arg}))<2"
    return f"c.number({arg})==={value[1:]}"


def script(nodes, lang, item="a"):
    parts = []
    for node in nodes:
        if isinstance(node, str):
            parts.append(json.dumps(node, ensure_ascii=False))
        elif node[0] == "insert":
            _, name, kind, group = node
            more = f",{json.dumps(group)}" if kind == "word" else ""
            parts.append(f"c.{INSERTS[kind][1] if kind != 'word' else 'word'}({argument(name, item)}{more})")
        elif node[1] == "each":
            body = dict(node[3])
            inner = item + "i"
            parts.append(f"c.each({argument(node[2], item)},{script(body['sep'], lang, item)},"
                         f"({inner})=>{script(body['do'], lang, inner)},{item})")
        else:
            _, kind, name, cases = node
            chain = script(cases[-1][1], lang, item)
            for value, body in reversed(cases[:-1]):
                chain = f"{test(kind, value, name, item, lang)}?{script(body, lang, item)}:{chain}"
            parts.append(f"({chain})")
    return "+".join(parts) or '""'


def write_page(lang):
    words, faults = {}, []
    for key, text in json.load(sys.stdin).items():
        try:
            words[key] = compiled(text, lang)
        except Fault as fault:
            faults.append(f"{key}: {fault}")
    if faults:
        sys.exit("\n".join(faults))
    write_module(words, lang)


def write_module(words, lang):
    print("export default {")
    for key in sorted(words):
        nodes = words[key]
        plain = all(isinstance(node, str) for node in nodes)
        body = script(nodes, lang)
        print(f"{json.dumps(key)}:{body if plain else '(a,c)=>' + body},")
    print("};")


def main(args):
    if args[:1] == ["page"] and len(args) == 2 and args[1] in LANGS:
        write_page(args[1])
        return
    if args[:1] == ["c"] and len(args) == 5:
        write_c(*args[1:])
    elif args[:1] == ["js"] and len(args) == 4 and args[3] in LANGS:
        write_module(load(*args[1:3])[args[3]], args[3])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Fault as fault:
        sys.exit(str(fault))
