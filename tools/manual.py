#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""manual.py METROPOLE LANG OUTPUT…: man pages and shell completions, from what the program itself says.

METROPOLE --help lists the commands, METROPOLE COMMAND --help their options: the tables behind them
are the one source. The name of an OUTPUT says what it is to be: metropole.1, metropole-sim.1,
metropole.bash, _metropole, metropole.fish.
"""
import os
import re
import subprocess
import sys

PROGRAM, LANG, OUTPUTS = sys.argv[1], sys.argv[2], sys.argv[3:]
WORDS = {
    "en": {"name": "NAME", "synopsis": "SYNOPSIS", "text": "DESCRIPTION", "options": "OPTIONS",
           "commands": "COMMANDS", "see": "SEE ALSO", "lang": "--lang en|fr chooses the language."},
    "fr": {"name": "NOM", "synopsis": "SYNOPSIS", "text": "DESCRIPTION", "options": "OPTIONS",
           "commands": "COMMANDES", "see": "VOIR AUSSI", "lang": "--lang en|fr choisit la langue."},
}


def say(lang, *args):
    env = {"PATH": os.environ.get("PATH", ""), "ARGP_HELP_FMT": "rmargin=4000", "LC_ALL": "C.UTF-8"}
    return subprocess.run([PROGRAM, "--lang", lang, *args], check=True, capture_output=True,
                          text=True, env=env).stdout


def read_commands(lang):
    """What comes before the list of commands, the list, and what comes after."""
    text = say(lang, "--help")
    rows = re.findall(r"^  (\S+) +(\S.*)$", text, re.M)
    head, tail = re.split(r"\n\n(?:  .*\n)+\n", text, maxsplit=1)
    return head, rows, tail


def read_command(lang, name):
    """Usage lines, description, and (flags, meaning) of each option."""
    if name == "version":
        return ["metropole version"], "", []
    text = say(lang, name, "--help")
    usage = re.findall(r"^(?:Usage:|  or: ) +(.*?) *$", text, re.M)
    body = re.sub(r"^(?:Usage:|  or: ).*\n", "", text, flags=re.M)
    body, _, _ = body.partition("\nMandatory or optional")
    meaning = re.split(r"^(?=  +-)", body, maxsplit=1, flags=re.M)
    options = []
    for line in meaning[1].splitlines() if len(meaning) > 1 else []:
        found = re.match(r"^ {2,6}(-\S.*?)(?: {2,}(\S.*)| (?<=[\w\]] )(\S.*))?$", line)
        if found and line.lstrip().startswith("-"):
            options.append([re.sub(r" {2,}.*", "", found[1]), found[2] or found[3] or ""])
        elif options and line.strip() and not options[-1][1]:
            options[-1][1] = line.strip()
    return usage, meaning[0].strip(), [tuple(option) for option in options]


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.splitlines())


def page(name, lang, parts, see):
    words = WORDS[lang]
    out = [f'.TH "{name.upper()}" 1 "" "metropole"']
    for title, lines in parts:
        out += [f".SH {words[title]}", *lines]
    if see:
        out += [f".SH {words['see']}", ", ".join(f"\\fB{roff(other)}\\fP(1)"
                                                   for other in see)]
    return "\n".join(out) + "\n"


def tagged(rows):
    lines = []
    for term, meaning in rows:
        lines += [".TP", f"\\fB{roff(term)}\\fP", roff(meaning) or "\\&"]
    return lines


def man(command, lang):
    head, commands, tail = read_commands(lang)
    summaries = dict(commands)
    if command is None:
        first, _, about = head.partition("\n\n")
        return page("metropole", lang, [
            ("name", ["metropole \\- " + roff(about)]),
            ("synopsis", [roff(first.partition(":")[2].strip())]),
            ("text", [roff(WORDS[lang]["lang"])] + [".PP\n" + roff(p) for p in tail.splitlines()]),
            ("commands", tagged(commands)),
        ], [f"metropole-{name}" for name, _ in commands])
    usage, text, options = read_command(lang, command)
    parts = [("name", [f"metropole\\-{command} \\- {roff(summaries[command])}"]),
             ("synopsis", ["\n.br\n".join(roff(line) for line in usage)])]
    if text:
        parts.append(("text", [roff(text)]))
    if options:
        parts.append(("options", tagged(options)))
    return page(f"metropole-{command}", lang, parts, ["metropole"])


def tables():
    """The commands with their summaries and options, for the shells."""
    _, commands, _ = read_commands("en")
    return [(name, summary, read_command("en", name)[2]) for name, summary in commands]


def long_flags(options):
    return [(found[1], bool(found[2]), meaning) for flags, meaning in options
            if (found := re.search(r"--([\w-]+)(\[?=)?", flags))]


def bash():
    cases = "".join(
        f"\t\t{name}) words='{' '.join('--' + flag + ('=' if value else '') for flag, value, _ in long_flags(options))}' ;;\n"
        for name, _, options in tables())
    names = " ".join(name for name, _, _ in tables())
    of_games = "|".join(name for name, _, _ in tables()
                        if any("GAME" in line for line in read_command("en", name)[0]))
    return f"""# bash completion of metropole
_metropole() {{
	local cur=${{COMP_WORDS[COMP_CWORD]}} words= i=1
	[[ ${{COMP_WORDS[1]}} == --lang ]] && i=3
	if [ "$COMP_CWORD" -le "$i" ]; then
		words='{names}'
		[ "$i" = 1 ] && words="$words --lang --help --version"
		[ "$COMP_CWORD" = 2 ] && [ "$i" = 3 ] && words='en fr'
	else
		case ${{COMP_WORDS[i]}} in
{cases}		esac
		case ${{COMP_WORDS[i]}} in
		{of_games}) [[ $cur == -* ]] ||
			words=$(metropole games 2>/dev/null | sed -n 's/^\\([a-z]\\{{1,\\}}\\) .*/\\1/p') ;;
		esac
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
	[[ ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace
}}
complete -o default -F _metropole metropole
"""


def quoted(text):
    return text.replace("'", "'\\''").replace("[", "(").replace("]", ")").replace(":", "\\:")


def zsh():
    commands = "\n".join(f"\t\t'{name}:{quoted(summary)}'" for name, summary, _ in tables())
    cases = "".join(
        f"\t{name}) _arguments " + " ".join(
            f"'--{flag}{'=' if value else ''}[{quoted(meaning)}]{':value:_files' if value else ''}'"
            for flag, value, meaning in long_flags(options)) + " '*:file:_files' ;;\n"
        for name, _, options in tables())
    return f"""#compdef metropole
_metropole() {{
	local -a commands
	commands=(
{commands}
	)
	if (( CURRENT == 2 )); then
		_describe command commands
		return
	fi
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
{cases}	esac
}}
_metropole "$@"
"""


def fish():
    def text(meaning):
        return meaning.replace("\\", "\\\\").replace("'", "\\'")
    lines = ["# fish completion of metropole",
             "complete -c metropole -n __fish_use_subcommand -l lang -x -a 'en fr'"]
    for name, summary, options in tables():
        lines.append(f"complete -c metropole -n __fish_use_subcommand -f -a {name} -d '{text(summary)}'")
        lines += [f"complete -c metropole -n '__fish_seen_subcommand_from {name}' -l {flag}"
                  f"{' -r' if value else ''} -d '{text(meaning)}'"
                  for flag, value, meaning in long_flags(options)]
    return "\n".join(lines) + "\n"


def make(path):
    name = os.path.basename(path)
    found = re.match(r"metropole(?:-(\w+))?\.1$", name)
    if found:
        return man(found[1], LANG)
    return {"metropole.bash": bash, "_metropole": zsh, "metropole.fish": fish}[name]()


for output in OUTPUTS:
    content = make(output)
    with open(output, "w", encoding="utf-8") as file:
        file.write(content)
