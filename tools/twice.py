#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""twice.py BUILD [TEST…]: runs tests of a build folder as meson does. On a busy machine one of a
hundred may come too late for something: what fails is run once more, alone, and told at the end as
unsteady, to be mended. What fails twice has failed, and so has what a sanitizer or an assertion
spoke of once. Ends with a line "N passed, N failed"."""
import json
import pathlib
import re
import subprocess
import sys

PROOF = re.compile(r"Sanitizer|runtime error:|Assertion `|SIG(SEGV|ABRT|BUS|ILL|FPE)")


def results(build, names, *options):
    """What became of each test, as {name: "passed", "skipped", "failed" or "proved"}."""
    log = pathlib.Path(build, "meson-logs/testlog.json")
    log.unlink(missing_ok=True)
    command = ["meson", "test", "-C", build, "--no-rebuild", "--print-errorlogs", *options, *names]
    subprocess.run(command, stdin=subprocess.DEVNULL, check=False)
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return {test["name"]: judged(test) for test in map(json.loads, lines)}


def judged(test):
    if test["result"] in ("OK", "EXPECTEDFAIL", "SKIP"):
        return "skipped" if test["result"] == "SKIP" else "passed"
    said = test.get("stdout", "") + test.get("stderr", "")
    crashed = test["result"] != "TIMEOUT" and test.get("returncode", 0) < 0
    return "proved" if crashed or PROOF.search(said) else "failed"


def main(build, names):
    tests = results(build, names)
    late = sorted(name for name, result in tests.items() if result == "failed")
    if late:
        print("\nOnce more, alone:", *late, flush=True)
        tests.update(results(build, late, "--num-processes", "1"))
        unsteady = [name for name in late if tests[name] == "passed"]
        if unsteady:
            print("\nUnsteady, failed once and then passed:", *unsteady)
    failed = sorted(name for name, result in tests.items() if result in ("failed", "proved"))
    if failed:
        print("\nFailed:", *failed)
    passed = sum(result == "passed" for result in tests.values())
    print(f"{passed} passed, {len(failed) or int(not tests)} failed")
    return 0 if tests and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
