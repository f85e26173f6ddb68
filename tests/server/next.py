# SPDX-License-Identifier: MIT
"""next.py SCHEMA OUTPUT: the schema as a version to come may have it, with a step that changes every
table there is: for tests of two adjacent versions on one database."""

import re
import sys


def main(schema, output):
    with open(schema, encoding="utf-8") as file:
        text = file.read()
    tables = re.findall(r'"CREATE TABLE (\w+)\(', text)
    assert len(tables) > 10, tables
    step = "static const char to_come[] =\n"
    step += "".join('\t"ALTER TABLE %s ADD COLUMN to_come INTEGER NOT NULL DEFAULT 0;"\n' % table
                    for table in tables)
    step += '\t"CREATE TABLE yet_to_come(key INTEGER PRIMARY KEY);";\n\n'
    steps = re.search(r"const struct sql_step sql_steps\[\] = \{(.*?)\};", text, re.S)
    text = text[:steps.start()] + step + text[steps.start():steps.end(1)] + ", {to_come, NULL}" + \
        text[steps.end(1):]
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)


main(*sys.argv[1:])
