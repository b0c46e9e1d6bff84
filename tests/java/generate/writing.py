"""What the generator writes with: choices, lines of text, and the names that are in scope."""

import random


class Choice:
    """The only source of randomness; built on Random.random alone, whose sequence Python guarantees."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, n):
        return int(self._random.random() * n)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def of(self, items):
        return items[self.below(len(items))]

    def chance(self, percent):
        return self.below(100) < percent


class Text:
    """The program's lines. The number of the next line is known, because events name loops by their line."""

    def __init__(self):
        self.lines = []
        self.depth = 0

    @property
    def next_line(self):
        return len(self.lines) + 1

    def add(self, line=""):
        if line.startswith("}"):
            self.depth -= 1
        self.lines.append("    " * self.depth + line if line else "")
        if line.endswith("{"):
            self.depth += 1

    def run(self, statement):
        """A statement that tells that its line was reached."""
        self.add(f"Log.at({self.next_line}); {statement}")


class Scope:
    """What a statement may use: int locals it may read, those it may assign, int arrays and Cell objects.

    `routine` is the one it may return from; none before a finally block, which would run after the end was written down.
    """

    def __init__(self, readable, assignable, arrays, cells, routine):
        self.readable = list(readable)
        self.assignable = list(assignable)
        self.arrays = list(arrays)
        self.cells = list(cells)
        self.routine = routine

    def with_variables(self, *variables):
        return Scope(self.readable + list(variables), self.assignable, self.arrays, self.cells, self.routine)

    def without_return(self):
        return Scope(self.readable, self.assignable, self.arrays, self.cells, None)
