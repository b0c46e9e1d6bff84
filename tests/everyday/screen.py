#!/usr/bin/env python3
"""Answers questions from the text on the screen alone, and says which planted bugs that finds.

    screen.py ELENCHUS [PROGRAM…]

Each program is recorded with its bug and corrected. A question about the run with the bug is compared, as text, with the
question about the same call of the corrected run: equal texts are answered with "right", texts that differ only in what
came out with "wrong", others with "inadmissible". Of several calls or iterations in one question each is looked at by
itself. A program counts as found when a planted line is among the lines of the report.
"""

import json
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# More questions than this are not worth answering.
MOST_QUESTIONS = 60

# Rows that tell what came out, not what went in.
OUTCOMES = ("printed", "read", "left", "ended", "returned", "threw", "made")

# Lines of a question that are about the search and not about the program.
ABOUT_THE_SEARCH = re.compile(
    r"suspects?, right leaves|questions? to go|^\s+\w+\.java:[\d, –]+$|m shows all"
)


def variants(text):
    """The program with its bug, the corrected one, and the planted lines."""
    good, planted = [], []
    for number, line in enumerate(text.split("\n"), 1):
        if line.rstrip().endswith("// BUG"):
            planted.append(number)
            good.append("//")
        else:
            good.append(line.replace("// GOOD:", "", 1))
    return text, "\n".join(good), planted


class Recording:
    """A recorded run, and the questions about its nodes as text."""

    def __init__(self, elenchus, folder, name, source):
        self.elenchus, self.folder, self.texts = elenchus, folder, {}
        folder.mkdir()
        (folder / f"{name}.java").write_text(source)
        self.run("record", "java", "-o", "run", f"{name}.java")
        listed = self.run("tree", "run", "--format", "json").splitlines()
        self.nodes = {node["node"]: node for node in map(json.loads, listed)}
        self.children = {}
        for number, node in self.nodes.items():
            self.children.setdefault(node["parent"], []).append(number)

    def run(self, *arguments, typed=""):
        command = [self.elenchus, *arguments]
        done = subprocess.run(command, cwd=self.folder, input=typed, capture_output=True, text=True)
        return done.stdout

    def session(self, answers):
        """What a session with these answers ends with: a question or a result."""
        typed = "".join(f"{answer}\n" for answer in [*answers, "q"])
        said = self.run("ask", "run", "--new", "--no-knowledge", typed=typed)
        pieces = re.split(r"\n(?=Q\d+  |BUG  |UNDECIDED|NO BUG|NO OTHER|CONTRADICTION)", said)
        return pieces[-1]

    def question(self, node):
        if node not in self.texts:
            self.texts[node] = self.session([f"j {node}"])
        return self.texts[node]


def counterparts(bad, good):
    """The nodes of two runs that stand at the same place."""
    found, open_pairs = {}, [(None, None)]
    while open_pairs:
        ours, theirs = open_pairs.pop()
        waiting = {}
        for node in good.children.get(theirs, []):
            waiting.setdefault(kind(good.nodes[node]), []).append(node)
        for node in bad.children.get(ours, []):
            alike = waiting.get(kind(bad.nodes[node]))
            if alike:
                found[node] = alike.pop(0)
                open_pairs.append((node, found[node]))
    return found


def kind(node):
    return node["kind"], node["routine"]


def rows(question):
    """The title of a question and its rows, without what is about the search and without marks of objects."""
    text = question.split("\nright? ")[0]
    text = re.sub(r"\w+(?:\[\])*#\d+(?=[\[{])", "", text)
    text = re.sub(r"(\w)#\d+", r"\1", text)
    text = re.sub(r"^Q\d+  ", "", text)
    text = re.sub(r"\((?:[\w.$]+,\s+)?nodes?\s+\d+(?:\s+to\s+\d+)?\)", "", text)
    found = []
    for line in text.split("\n"):
        if not line.strip() or ABOUT_THE_SEARCH.search(line):
            continue
        if found and (line.startswith(" " * 9) or not line.startswith(" " * 5)):
            found[-1] += " " + line.strip()
        else:
            found.append(line)
    return found


def went_in(row):
    """The name of a row and what it held before; none when the row only tells what came out."""
    parts = re.split(r"\s{2,}|\s(?=→)", row.strip(), maxsplit=1)
    name, value = parts[0], re.sub(r"\s+", " ", parts[-1])
    is_outcome = value.startswith("→") or name.startswith(OUTCOMES)
    return None if is_outcome else (name, value.split(" → ")[0])


def judged(ours, theirs):
    """The answer to a question, given the same question about the corrected run."""
    ours, theirs = rows(ours), rows(theirs)
    flat = lambda lines: [re.sub(r"\s+", " ", line) for line in lines]
    if flat(ours) == flat(theirs):
        return "y"
    title = lambda lines: re.sub(r"\d+ iterations?", "", flat(lines[:1])[0])
    before = lambda lines: dict(filter(None, map(went_in, lines[1:])))
    was, should_be = before(ours), before(theirs)
    same = all(should_be[name] == value for name, value in was.items() if name in should_be)
    return "n" if same and title(ours) == title(theirs) else "i"


def answer(question, bad, good, same):
    """The answer to a question about one or several nodes."""
    numbers = re.search(r"nodes? (\d+)(?: to (\d+))?\)", re.sub(r"\s+", " ", question))
    first, last = int(numbers[1]), int(numbers[2] or numbers[1])
    siblings = bad.children[bad.nodes[first]["parent"]]
    members = [node for node in siblings if first <= node <= last]
    answers = [
        judged(bad.question(node), good.question(same[node])) if node in same else "d"
        for node in members
    ]
    different = [found for found in answers if found != "y"]
    if not different:
        return "y"
    # What differs inside of what began alike is the fault of the code between the members.
    return different[0] if different[0] == "n" or answers[0] != "y" else "d"


def searched(elenchus, source):
    """How the search for the bug of a program ends: found or not, the answers, and the report's first line."""
    with tempfile.TemporaryDirectory() as scratch:
        text, corrected, planted = variants(source.read_text())
        bad = Recording(elenchus, Path(scratch, "bad"), source.stem, text)
        good = Recording(elenchus, Path(scratch, "good"), source.stem, corrected)
        same, answers = counterparts(bad, good), []
        shown = bad.session(answers)
        while shown.startswith("Q") and len(answers) < MOST_QUESTIONS:
            answers.append(answer(shown, bad, good, same))
            shown = bad.session(answers)
        lines = {int(line) for line in re.findall(r"^\s+(\d+) ▸", shown, re.M)}
        is_found = shown.startswith("BUG") and not lines.isdisjoint(planted)
        return is_found, "".join(answers), shown.split("\n")[0]


def main():
    elenchus, *names = sys.argv[1:]
    folder = Path(__file__).parent
    sources = sorted(path for path in folder.glob("*.java") if not names or path.stem in names)
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda source: searched(str(Path(elenchus).resolve()), source), sources))
    for source, (is_found, answers, end) in zip(sources, results):
        print(f"{source.stem:14} {'found' if is_found else 'missed':6} {answers:20} {end}")
    print(f"{sum(found for found, _, _ in results)} of {len(sources)} found")


if __name__ == "__main__":
    main()
