#!/usr/bin/env python3
"""Measures how true and how readable questions are, and writes the page docs/measured/screen.md.

    table.py ELENCHUS [--page FILE] [--before NUMBERS|ELENCHUS] [--keep] [PROGRAM…]

Measured are the programs of this folder, of `examples/java`, `tests/java/buggy` and `tests/libraries`, or those that are named.
Without FILE the page is printed. `--before` names the file with the numbers of questions to compare with, or the binary of the
first release: then the numbers that `before.json` lacks are measured and kept there. `--keep` keeps the rows that FILE has of
programs that are not measured now, and says so on the page. Ends with 1 when the goals of the page are missed.
"""

import argparse
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from before import Before
from libraries import ARTIFACTS, Library
from positions import MOST_PLACES, mean_questions
from runs import Program, counterparts, is_same_text, nodes_of, same_piece, shown
from screen import searched

PROJECT = Path(__file__).resolve().parent.parent.parent

# How many nodes of longer runs are asked about, evenly spread.
MOST_NODES = 60

# Every sequence of this many answers is given, to see the questions that people are led to.
ANSWERS = 3

# Questions are counted for runs with this many nodes.
MOST_COUNTED = 1000

SCREEN_LINES, SCREEN_COLUMNS = 24, 80

# What nobody has written and nobody can judge.
UNREADABLE = re.compile(r"\w@[0-9a-f]{5,}|lambda\$|arg\$\d|\baccess\$\d|\b(?:table|head|tail)=\w*\[")

COLUMNS = {
    "questions": "all questions that were looked at",
    "wrong": "of those, the ones that the corrected run answers with *wrong*",
    "hidden": "*wrong*, and on the screen the same as the same question about the corrected run",
    "tall": f"higher than {SCREEN_LINES} lines of {SCREEN_COLUMNS} columns",
    "groups": "about several calls",
    "mixed": "several calls of different routines in a mere list",
    "cut": "groups in which calls, their results or changes do not fit, and questions with changes that are left out",
    "unreadable": "with a bare `Class@id`, `lambda$x$1`, `arg$1`, `access$400`, `table=`, `head=` or `tail=`",
}


class Counts(dict):
    """Numbers by column, and what there is to say about single questions."""

    def __init__(self):
        super().__init__(dict.fromkeys(COLUMNS, 0))
        self.complaints = []

    def look_at(self, question):
        text = shown(question)
        self["questions"] += 1
        height = 2 + sum(-(-max(len(line), 1) // SCREEN_COLUMNS) for line in text.split("\n"))
        self.complain("tall", height > SCREEN_LINES, text)
        self.complain("unreadable", UNREADABLE.search(text), text)
        title = re.sub(r"\s+", " ", text.split("\n     ")[0])
        is_group = re.search(r": \d+ calls\b", title)
        if is_group:
            self["groups"] += 1
            self.complain("mixed", "; " in title or " and others" in title, text)
        cut = r"shortened|not shown|… \d+ more$" if is_group else r"more changes? (?:and|not shown)|not all are listed"
        self.complain("cut", re.search(cut, text, re.M), text)

    def complain(self, column, applies, text):
        if applies:
            self[column] += 1
            self.complaints.append((column, text))


def spread(nodes):
    """Some of the nodes, evenly spread, the first one included."""
    step = max(1, -(-len(nodes) // MOST_NODES))
    return nodes[::step]


def measured(elenchus, before, program):
    """What the questions about a program are like, whether its bug is found from the screen alone, and how many questions
    it takes now and took before."""
    with tempfile.TemporaryDirectory() as scratch:
        bad, good = program.recorded(elenchus, scratch)
        counts = Counts()
        pieces = [(node, node) for node in spread(list(bad.nodes))]
        look_at(counts, bad, good, pieces, asked_in_sessions(bad, set(pieces)))
        found, _, _ = searched(program, bad, good)
        # Every session about a long run takes its time.
        was = before.mean(program) if before and len(bad.nodes) <= MOST_COUNTED else None
        effort = [] if was is None else [mean_questions(bad), was]
    return counts, found, effort


def measured_aloud(elenchus, before, program):
    """Measures a program and says how far the work is."""
    result = measured(elenchus, before, program)
    print(f"{program.name} is measured", file=sys.stderr)
    return result


def look_at(counts, bad, good, pieces, in_sessions):
    """One piece after the other, answered by the recording of the corrected run. What sessions ask about is judged as they show it:
    they leave out of a group what is settled, and whoever jumps to a group sees all of it."""
    same = counterparts(bad, good)
    pieces = [*pieces, *in_sessions]
    is_group = lambda piece: piece[0] != piece[1]
    alone = [[piece] for piece in pieces if is_group(piece)]
    together = [piece for piece in pieces if not is_group(piece)]
    for some in [together, *alone]:
        asked = bad.questions(some, "--oracle", "trace:../good/run", "--zoom", "no")
        theirs = {piece: same_piece(bad, same, piece) for piece in asked}
        texts = good.questions([piece for piece in theirs.values() if piece])
        for piece, question in asked.items():
            counts.look_at(in_sessions.get(piece, question))
            if "▸ wrong (trace" in question:
                counts["wrong"] += 1
                text = texts.get(theirs[piece])
                counts.complain("hidden", text and is_same_text(question, text), shown(question))


def asked_in_sessions(bad, seen):
    """What is asked after every sequence of a few answers, as it is shown."""
    new = {}
    for number in range(2**ANSWERS):
        answers = ["n" if number >> place & 1 else "y" for place in range(ANSWERS)]
        for text in bad.said(answers):
            piece = nodes_of(text)
            if text.startswith("Q") and piece not in seen:
                seen.add(piece)
                new[piece] = text
    return new


def programs(names):
    """All programs by the place that they come from, or those that are named."""
    corpus = lambda place: [
        Program.of_corpus(bug.parent) for bug in sorted((PROJECT / place).glob("*/bug.json"))
    ]
    everyday = [Program.everyday(path) for path in sorted(Path(__file__).parent.glob("*.java"))]
    found = {
        "Everyday programs (`tests/everyday`)": everyday,
        "Examples (`examples/java`)": corpus("examples/java"),
        "Planted bugs (`tests/java/buggy`)": corpus("tests/java/buggy"),
        "Libraries (`tests/libraries`)": [Library(name) for name in ARTIFACTS],
    }
    if not names:
        return found
    return {place: [one for one in all_of_it if one.name in names] for place, all_of_it in found.items()}


class Kept:
    """A row of an earlier page, with what it says about its program."""

    def __init__(self, row):
        cells = [cell.strip() for cell in row.strip("| \n").split("|")]
        self.name = cells[0]
        counts = Counts()
        counts.update(zip(COLUMNS, map(int, cells[1:])))
        found, *effort = cells[1 + len(COLUMNS) :]
        self.result = counts, found == "yes", [float(mean) for mean in effort if mean]

    @staticmethod
    def on(page):
        """The rows of a page by the place that their programs come from."""
        rows, place = {}, None
        for line in page.read_text().split("\n") if page.exists() else []:
            if line.startswith("## "):
                place = line[3:]
            elif place and line.startswith("| ") and not line.startswith("| program |"):
                rows.setdefault(place, []).append(Kept(line))
        return rows


class Page:
    """The page with its tables, and whether the goals are met."""

    def __init__(self):
        self.total, self.found, self.programs, self.effort = Counts(), 0, 0, []
        self.lines = [
            "# What the screen shows",
            "",
            "Generated by `python3 tests/everyday/table.py target/debug/elenchus --before tests/everyday/before.json --page docs/measured/screen.md`; not edited by hand.",
            "`before.json` holds what the same command has measured with the binary of the first release (commit 4a63e9a) in its place.",
            "",
            f"Every program is recorded with its bug and corrected. Asked about are up to {MOST_NODES} calls, loops and iterations of each run, evenly spread,",
            f"and whatever a session asks about after every sequence of {ANSWERS} answers, groups included. Nothing is opened, and the screen has {SCREEN_COLUMNS} columns and {SCREEN_LINES} lines.",
            "*Found*: `screen.py` answers from nothing but the text on the screen, by comparing it with that of the same question about the corrected run.",
            "",
            *(f"- *{name}*: {meaning}" for name, meaning in COLUMNS.items()),
            f"- *mean*: the questions until the bug is reported, if any call can hold it (up to {MOST_PLACES} of each run, evenly spread), and *before*, those of the first release; not counted for runs of more than {MOST_COUNTED} nodes",
        ]

    def add(self, place, results):
        """The table of one kind of programs."""
        head = ["program", *COLUMNS, "found", "mean", "before"]
        self.lines += ["", f"## {place}", "", "| " + " | ".join(head) + " |"]
        self.lines.append("|---" + "|--:" * len(COLUMNS) + "|---|--:|--:|")
        for program, (counts, is_found, effort) in results:
            self.programs += 1
            self.found += is_found
            for column in COLUMNS:
                self.total[column] += counts[column]
            if effort:
                self.effort.append(effort)
            means = [f"{mean:.2f}" for mean in effort] or ["", ""]
            cells = [program.name, *map(str, counts.values()), "yes" if is_found else "**no**", *means]
            self.lines.append("| " + " | ".join(cells) + " |")

    def say_kept(self, names):
        """Says which programs were measured last, when the rows of others are kept."""
        self.lines[4:4] = [f"Measured last: {', '.join(names)}; the other rows are kept from a run of that command on an earlier build."]

    def means(self):
        """The mean number of questions over all programs, now and before."""
        return [sum(side) / len(side) for side in zip(*self.effort)]

    def text(self):
        total = self.total
        fitting = 100 * (1 - total["tall"] / max(1, total["questions"]))
        said = [
            f"{total['questions']} questions about {self.programs} programs. Of {total['wrong']} that are *wrong*, {total['hidden']} look as in the corrected run.",
            f"From the text on the screen alone {self.found} of {self.programs} bugs are found. {fitting:.1f} % fit a screen; {total['mixed']} of {total['groups']} groups are mixed,",
            f"in {total['cut']} questions members or changes are cut, and {total['unreadable']} are unreadable.",
        ]
        if self.effort:
            now, before = self.means()
            change = 100 * (now / before - 1)
            said.append(f"The mean number of questions is {now:.2f}; it was {before:.2f} in the first release ({change:+.1f} %).")
        start = self.lines.index("", self.lines.index("") + 1) + 1
        start = self.lines.index("", start) + 1
        return "\n".join([*self.lines[:start], *said, "", *self.lines[start:]]) + "\n"

    def meets_goals(self):
        total = self.total
        is_true = total["hidden"] == 0 and self.found >= 0.98 * self.programs
        is_readable = total["tall"] <= 0.02 * total["questions"]
        is_readable = is_readable and not (total["mixed"] or total["cut"] or total["unreadable"])
        now, before = self.means() if self.effort else (1, 1)
        return is_true and is_readable and now <= 1.1 * before


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("elenchus", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("programs", nargs="*")
    wanted = parser.parse_intermixed_args()
    elenchus = str(wanted.elenchus.resolve())
    before = wanted.before and Before(wanted.before)
    page = Page()
    kept = Kept.on(wanted.page) if wanted.keep else {}
    if kept:
        page.say_kept(wanted.programs)
    with ThreadPoolExecutor(2) as pool:
        for place, chosen in programs(wanted.programs).items():
            results = list(pool.map(lambda program: measured_aloud(elenchus, before, program), chosen))
            rows = {row.name: (row, row.result) for row in kept.get(place, [])}
            rows |= {program.name: (program, result) for program, result in zip(chosen, results)}
            if rows:
                page.add(place, list(rows.values()))
            if wanted.page and not kept:
                wanted.page.write_text(page.text())
            for program, (counts, is_found, _) in zip(chosen, results):
                for column, question in counts.complaints:
                    print(f"\n{program.name}, {column}:\n{question}", file=sys.stderr)
                if not is_found:
                    print(f"\n{program.name}: not found from the screen alone", file=sys.stderr)
    if wanted.page:
        wanted.page.write_text(page.text())
    else:
        print(page.text())
    sys.exit(0 if page.meets_goals() else 1)


if __name__ == "__main__":
    main()
