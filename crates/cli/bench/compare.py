#!/usr/bin/env python3
"""Whether two builds of Elenchus are equally fast: selection, first question, eval and cold start.

Usage: compare.py [--binaries OLD NEW] [--examples OLD_FOLDER NEW_FOLDER] [--rounds N] [--instructions]

OLD and NEW are release binaries of `elenchus`; the folders hold release builds of the examples `selection_bench` and
`eval_bench` of the same two commits, each built into a target folder of its own. Both builds take turns, and the least
processor time of each over all rounds counts, so that what else the machine does matters little. With --instructions,
callgrind counts instructions in place of time, on smaller trees: that is the same on every run and on a busy machine.

Prints a table in Markdown. The exit code is 1 when something is more than 5 % slower.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SLOWER = 0.05


def tree(nodes):
    """A tree file like that of a program: calls in calls, some wide, some deep."""
    dice = random.Random(7)
    parents, path = [-1], [0]
    while len(parents) < nodes:
        while len(path) > 1 and dice.random() < 0.45:
            path.pop()
        parents.append(path[-1])
        path.append(len(parents) - 1)
        if len(path) > 40:
            del path[1 + dice.randrange(38):]
    routines = [f"m{dice.randrange(50)}" for _ in parents]
    return json.dumps({"parents": parents, "labels": routines})


def seconds(command, folder):
    """The processor time of one run."""
    silent = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=folder, stdin=silent, stdout=silent, stderr=silent)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def instructions(command, folder):
    """The instructions of one run, in millions."""
    run = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    output = subprocess.run(run, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True).stderr
    return int(re.search(r"Collected : (\d+)", output)[1]) / 1e6


def example(name, options):
    """Both builds of an example."""
    return [os.path.abspath(Path(folder, name)) for folder in options.examples]


def written(number):
    """Milliseconds would vanish behind three digits."""
    return f"{number:,.3f}" if number > 0.1 else f"{number:.5f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binaries", nargs=2, metavar=("OLD", "NEW"))
    parser.add_argument("--examples", nargs=2, metavar=("OLD_FOLDER", "NEW_FOLDER"))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--instructions", action="store_true")
    options = parser.parse_args()
    counted = options.instructions
    large, middle = (20_000, 300) if counted else (1_000_000, 3_000)
    cases = []
    if options.examples:
        selection = ["20000", "5"] if counted else ["10000000", "10"]
        cases += [
            (f"selection on {int(selection[0]):,} nodes, seven shapes", example("selection_bench", options), selection),
            (f"`eval` of `divide-query` on {middle * 10:,} nodes, six shapes", example("eval_bench", options),
             ["divide-query", str(middle * 10)]),
            (f"`eval` of `auto` on {middle:,} nodes, six shapes", example("eval_bench", options), ["auto", str(middle)]),
        ]
    if options.binaries:
        builds = [os.path.abspath(build) for build in options.binaries]
        cases += [
            ("the process alone: `--version`", builds, ["--version"]),
            ("the process alone: `ask` on 4 nodes", builds, ["ask", "--no-knowledge", "small.json"]),
            (f"first question on a file of {large:,} nodes", builds, ["ask", "--no-knowledge", "large.json"]),
            (f"`eval` of a file of {large:,} nodes", builds,
             ["eval", "large.json", "--strategy", "divide-query", "--transform", "none"]),
        ]
        if not counted:
            # A JVM starts in many ways; its instructions cannot be counted alike.
            cases.append(("cold start: a short Java program, recorded", builds, [
                "record", "java", "-o", "trace", "--", "-cp", "classes", "Cost", "collections", "2000", "1"]))

    measure, unit = (instructions, "million instructions") if counted else (seconds, "seconds")
    print(f"| what | before, {unit} | now | change |\n|---|--:|--:|--:|")
    slower = False
    with tempfile.TemporaryDirectory() as folder:
        for name, nodes in (("small", 4), ("middle", middle), ("large", large)):
            Path(folder, f"{name}.json").write_text(tree(nodes))
        if options.binaries and not counted:
            source = Path(__file__).parent / "../../jvm/bench/Cost.java"
            subprocess.run(["javac", "-g", "-d", Path(folder, "classes"), source], check=True)
        for what, pair, arguments in cases:
            best = [float("inf")] * 2
            # What takes a millisecond needs more rounds to come out the same.
            rounds = options.rounds * (20 if what.startswith("the process alone") else 1)
            for _ in range(1 if counted else rounds):
                for which, build in enumerate(pair):
                    for kept in Path(folder).rglob("*.session"):
                        kept.unlink()
                    shutil.rmtree(Path(folder, "trace"), ignore_errors=True)
                    best[which] = min(best[which], measure([build, *arguments], folder))
            change = best[1] / best[0] - 1
            slower |= change > SLOWER
            print(f"| {what} | {written(best[0])} | {written(best[1])} | {change:+.1%} |", flush=True)
    sys.exit(slower)


if __name__ == "__main__":
    main()
