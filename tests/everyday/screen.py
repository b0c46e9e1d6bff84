#!/usr/bin/env python3
"""Answers questions from the text on the screen alone, and says which planted bugs that finds.

    screen.py ELENCHUS [PROGRAM…]

Each program is recorded with its bug and corrected. A question about the run with the bug is compared, as text, with the
question about the same call of the corrected run: equal texts are answered with "right", texts that differ only in what
came out with "wrong" ("don't know" where the screen says that a part of what went in is not known), others with "inadmissible". A call that the corrected run does not make at this place is compared
with one that it makes elsewhere from the same values, and is "inadmissible" if there is none. Of several calls or
iterations in one question each is looked at by itself, unless they are very many. A program counts as found when a planted line is among the lines of the report.
"""

import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runs import Program, counterparts, given, judged, nodes_of, piece, same_piece

# More questions than this are not worth answering.
MOST_QUESTIONS = 60

# Of more iterations in one question nobody looks at each: what they came to is what the question shows.
MOST_MEMBERS = 60

# A call that is made elsewhere in the corrected run is looked for among this many.
MOST_LOOKED_THROUGH = 500


class Screen:
    """Somebody who sees the questions about both runs, and nothing else."""

    def __init__(self, bad, good):
        self.bad, self.good, self.same = bad, good, counterparts(bad, good)
        self.elsewhere = None

    def about(self, node):
        """The answer about one node."""
        ours = self.bad.question((node, node))
        theirs = self.good.question((self.same[node],) * 2) if node in self.same else None
        if theirs:
            return judged(ours, theirs)
        if self.elsewhere is None:
            nodes = list(self.good.nodes)[:MOST_LOOKED_THROUGH]
            texts = self.good.questions([(node, node) for node in nodes]).values()
            self.elsewhere = {went_in_there(text): text for text in texts}
        theirs = self.elsewhere.get(went_in_there(ours))
        return judged(ours, theirs) if theirs else "i"

    def answer(self, question):
        """The answer to a question about one or several nodes."""
        members = self.bad.members(nodes_of(question))
        if len(members) > MOST_MEMBERS:
            return self.about_all(question)
        self.bad.prepare([(node, node) for node in members])
        self.good.prepare([(self.same[node],) * 2 for node in members if node in self.same])
        answers = [self.about(node) for node in members]
        different = [found for found in answers if found != "y"]
        if not different:
            return "y"
        # What differs inside of what began alike is the fault of the code between the members.
        return different[0] if different[0] == "n" or answers[0] != "y" else "d"


    def about_all(self, question):
        """The answer to a question about very many, from what it says of all of them together."""
        theirs = same_piece(self.bad, self.same, nodes_of(question))
        theirs = theirs and self.good.question(theirs)
        return judged(question, theirs) if theirs else "d"


def went_in_there(question):
    """What a question is about and what went in."""
    return piece(question), tuple(sorted(given(question).items()))


def searched(program, bad, good):
    """How the search for the bug of a program ends: found or not, the answers, and the report's first line."""
    screen, answers = Screen(bad, good), []
    shown = bad.session(answers)
    while shown.startswith("Q") and len(answers) < MOST_QUESTIONS:
        answers.append(screen.answer(shown))
        shown = bad.session(answers)
    lines = {int(line) for line in re.findall(r"^\s+(\d+) ▸", shown, re.M)}
    is_found = shown.startswith("BUG") and not lines.isdisjoint(program.planted)
    return is_found, "".join(answers), shown.split("\n")[0]


def recorded_and_searched(elenchus, program):
    with tempfile.TemporaryDirectory() as scratch:
        return searched(program, *program.recorded(elenchus, scratch))


def main():
    elenchus, *names = sys.argv[1:]
    elenchus = str(Path(elenchus).resolve())
    paths = sorted(Path(__file__).parent.glob("*.java"))
    programs = [Program.everyday(path) for path in paths if not names or path.stem in names]
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda program: recorded_and_searched(elenchus, program), programs))
    for program, (is_found, answers, end) in zip(programs, results):
        print(f"{program.name:14} {'found' if is_found else 'missed':6} {answers:20} {end}")
    print(f"{sum(found for found, _, _ in results)} of {len(programs)} found")


if __name__ == "__main__":
    main()
