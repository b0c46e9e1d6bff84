"""Recorded runs of programs with a planted bug and of their corrected twins, and the questions about them as text."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

# A new question, or how a session ends.
HEADS = re.compile(r"\n(?=Q\d+  |BUG  |UNDECIDED|NO BUG|NO OTHER|CONTRADICTION)")

# Rows that tell what came out, not what went in.
OUTCOMES = ("printed", "read", "left", "ended", "returned", "threw", "made")

# Lines end after these where much of them would stay empty otherwise.
INSIDE = ("(", "[", "{", "=")

# What a question says of changes that are not on the screen.
NOT_SHOWN = re.compile(r"more changes? (?:and|not shown)|not all are listed")

# Lines of a question that are about the search and not about the program.
ABOUT_THE_SEARCH = re.compile(
    r"suspects?, right leaves|questions? to go|no question is needed|^\s+\w+\.java:[\d, –]+$|m shows all"
)


class Program:
    """A program with a planted bug, and its corrected twin: files by name, for each of the two."""

    def __init__(self, name, main, bad, good, planted, given=""):
        self.name, self.main, self.bad, self.good = name, main, bad, good
        self.planted, self.given = planted, given

    @staticmethod
    def everyday(path):
        """One file, with the corrected lines in comments."""
        good, planted = [], []
        for number, line in enumerate(path.read_text().split("\n"), 1):
            if line.rstrip().endswith("// BUG"):
                planted.append(number)
                good.append("//")
            else:
                good.append(line.replace("// GOOD:", "", 1))
        bad = {path.name: path.read_text()}
        return Program(path.stem, path.stem, bad, {path.name: "\n".join(good)}, planted)

    @staticmethod
    def of_corpus(folder):
        """A folder with the corrected files in `fixed`."""
        bug = json.loads((folder / "bug.json").read_text())
        files = lambda place: {file.name: file.read_text() for file in sorted(place.glob("*.java"))}
        given = folder / "input.txt"
        return Program(
            folder.name,
            bug["main"],
            files(folder),
            files(folder / "fixed"),
            bug["lines"],
            given.read_text() if given.exists() else "",
        )

    def fingerprint(self):
        """A hash of all that runs when the program with the bug does."""
        held = json.dumps([self.main, sorted(self.bad.items()), self.given])
        return hashlib.sha256(held.encode()).hexdigest()[:16]

    def recorded(self, elenchus, scratch):
        """The run with the bug and the corrected one."""
        versions = (("bad", self.bad), ("good", self.good))
        return [
            Recording.of_program(elenchus, Path(scratch, name), self, files) for name, files in versions
        ]


class Recording:
    """A recorded run, and the questions about its pieces as text. A piece is its first and its last node."""

    def __init__(self, elenchus, folder, trace, *options):
        self.elenchus, self.folder, self.trace, self.texts = elenchus, folder, trace, {}
        self.options = options
        listed = self.run("tree", trace, "--format", "json").splitlines()
        self.nodes = {node["node"]: node for node in map(json.loads, listed)}
        self.children = {}
        for number, node in self.nodes.items():
            self.children.setdefault(node["parent"], []).append(number)

    @staticmethod
    def of_program(elenchus, folder, program, files):
        """Compiles and runs a program in a folder of its own."""
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        compile_all = ["javac", "-g", "-d", "classes", *files]
        subprocess.run(compile_all, cwd=folder, check=True, capture_output=True)
        java = [elenchus, "record", "java", "-o", "run", "--", "-cp", "classes", program.main]
        subprocess.run(java, cwd=folder, input=program.given, capture_output=True, text=True)
        return Recording(elenchus, folder, "run")

    def run(self, *arguments, typed=""):
        command = [self.elenchus, *arguments]
        done = subprocess.run(command, cwd=self.folder, input=typed, capture_output=True, text=True)
        return done.stdout

    def said(self, typed, *options):
        """What is said in a session in which these lines are typed, piece by piece."""
        typed = "".join(f"{line}\n" for line in [*typed, "q"])
        options = ("--new", "--no-knowledge", *self.options, *options)
        return HEADS.split(self.run("ask", self.trace, *options, typed=typed))

    def session(self, answers):
        """What a session with these answers ends with: a question or a result."""
        return self.said(answers)[-1]

    def question(self, piece):
        """The question about a piece; nothing if it cannot be asked."""
        self.prepare([piece])
        return self.texts.get(piece)

    def prepare(self, pieces):
        """Asks about pieces in one session, so that not each of them takes one."""
        new = [piece for piece in pieces if piece not in self.texts]
        if new:
            self.texts |= dict.fromkeys(new) | self.questions(new)

    def questions(self, pieces, *options):
        """The questions about some pieces, by piece. Loops are shown where they are asked about."""
        is_call = lambda piece: all(self.nodes[node]["kind"] == "routine" for node in piece)
        loops = [] if all(map(is_call, pieces)) else ["x loops"]
        found, missing = {}, list(pieces)
        while missing:
            asked = [f"j {first}" if first == last else f"j {first} to {last}" for first, last in missing]
            new = {nodes_of(text): text for text in self.said([*loops, *asked], *options) if text.startswith("Q")}
            new = {piece: new[piece] for piece in missing if piece in new}
            # A session that finds the bug on the way answers no more.
            missing = [piece for piece in missing if piece not in new] if new else []
            found |= new
        return found

    def members(self, piece):
        """The nodes side by side that a piece consists of; with loops hidden, calls of several iterations are side by side."""
        first, last = piece
        siblings = self.children[self.nodes[first]["parent"]]
        if last in siblings:
            return [node for node in siblings if first <= node <= last]
        calls, node = [], first
        while node <= last:
            is_call = self.nodes[node]["kind"] == "routine"
            calls += [node] if is_call else []
            node = self.end(node) if is_call else node + 1
        return calls

    def end(self, node):
        """One past the last node inside a node: nodes are numbered as they began."""
        while self.children.get(node):
            node = self.children[node][-1]
        return node + 1

    def holds(self, piece, node):
        """Whether a node is in a piece, or inside of it."""
        first, last = piece
        return first <= node < self.end(last)


def nodes_of(question):
    """The first and the last node that a question is about."""
    numbers = re.search(r"nodes? (\d+)(?: to (\d+))?\)", re.sub(r"\s+", " ", question))
    return (int(numbers[1]), int(numbers[2] or numbers[1])) if numbers else (None, None)


def counterparts(bad, good):
    """The nodes of two runs that stand at the same place: those of the first, with those of the second."""
    found, open_pairs = {}, [(None, None)]
    kind = lambda node: (node["kind"], node["routine"])
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


def same_piece(bad, same, piece):
    """The piece of the corrected run that stands at the same place; nothing if a part of it has none."""
    members = [same.get(node) for node in bad.members(piece)]
    return None if None in members else (members[0], members[-1])


def shown(piece):
    """A question up to its prompt or its answer."""
    return re.split(r"\n(?:right\? |is that the bug|     ▸ (?:right|wrong|inadm)|     trace:)", piece)[0]


def rows(question):
    """The title of a question and its rows, without what is about the search and without marks of objects."""
    text = re.sub(r"\w+(?:\[\])*#\d+(?=[\[{])", "", shown(question))
    # An object that stands elsewhere, too, is only named: less of it is shown.
    text = re.sub(r"(\w)#\d+ (\w+=(?:\"(?:\\.|[^\"\\])*\"|[^\s,\])}]+))", r"\1(\2, …)", text)
    # One that is only named inside of another is told where it stands with its parts, which whoever reads it looks up. A row that
    # is nothing but a name says that it is the same object.
    for kinds, parts in ((r"\w*(?:List|Set|Deque|Queue)", "[…]"), (r"\w*(?:Map|\[\])", "{…}"), (r"(\w+)", r"\2(…)")):
        text = re.sub(rf"([=(\[{{]\s*|,\s+){kinds}#\d+(?![(\d])", rf"\1{parts}", text)
    text = re.sub(r"(\w)#\d+", r"\1", text)
    text = re.sub(r"^Q\d+  ", "", text)
    text = re.sub(r"\((?:[\w.$<>]+,\s+)?nodes?\s+\d+(?:\s+to\s+\d+)?\)", "", text)
    found = []
    for line in text.split("\n"):
        if not line.strip() or ABOUT_THE_SEARCH.search(line):
            continue
        if found and (line.startswith(" " * 9) or not line.startswith(" " * 5)):
            # A line may end inside of something that is put together.
            between = "" if found[-1].endswith(INSIDE) else " "
            found[-1] += between + line.strip()
        else:
            found.append(line)
    title = re.sub(r"\s+", " ", found[0])
    return [title, *(part for row in found[1:] for part in one_by_one(row))]


LAST_STEP = r"(?:\.[^.\[\]]+|\[[^\[]*\])$"


def one_by_one(row):
    """The changes that share the row of an object, each with its whole name."""
    gathered = re.match(r"     ((?:was )?\S+)\s+([.\[].*)", row)
    if not gathered:
        return [row]
    # A blank outside of a key ends a name.
    change = re.compile(r'((?:\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\]|\.[^\s.\["]+)+) (.* → .*)')
    found, last = [], ""
    for text in re.split(r"(?=[;,] [.\[])", gathered[2]):
        sign, part = (text[0], change.fullmatch(text[2:])) if text[0] in ";," else (";", change.fullmatch(text))
        if not part:
            # That was no end, but a part of a value.
            found[-1:] = [found[-1] + text] if found else [row]
            continue
        # Behind a comma the object is the same as before, and before a bracket a collection that was named.
        if sign == ",":
            name = re.sub(LAST_STEP, "", last) + part[1]
        elif last and part[1].startswith("["):
            while last and not (re.search(LAST_STEP, last)[0][:2] == part[1][:2] or re.search(r"\[\d+\]$", last) and part[1][1].isdigit()):
                last = re.sub(LAST_STEP, "", last)
            name = re.sub(LAST_STEP, "", last) + part[1]
        else:
            name = part[1]
        last = name
        found.append(f"     {gathered[1]}{name}  {part[2]}")
    return found


def went_in(row):
    """The name of a row and what it held before; none when the row only tells what came out."""
    parts = re.split(r"\s{2,}|\s(?=→)", row.strip(), maxsplit=1)
    name, value = parts[0], re.sub(r"\s+", " ", parts[-1])
    is_outcome = value.startswith("→") or name.startswith(OUTCOMES)
    return None if is_outcome else (name, value.split(" → ")[0])


def is_same_text(ours, theirs):
    flat = lambda lines: [re.sub(r"\s+", " ", line) for line in lines]
    return flat(rows(ours)) == flat(rows(theirs))


# A correction moves the code after it by no more lines than this.
MOVED = 2

OF_LOOP = re.compile(r"(.*?)`(.*)` at line (\d+) (in [^:]*)(: \d+ iterations?)?$")


def piece(question):
    """What a question is about, without the line and the source of a loop: those may be what was corrected."""
    title = rows(question)[0].strip()
    of_loop = OF_LOOP.match(title)
    if not of_loop:
        return title
    is_whole = of_loop[5] is not None
    return f"{'loop' if is_whole else 'iteration'} {of_loop[4]}"


def is_same_piece(ours, theirs):
    """Whether two questions are about the same code. A loop elsewhere with another source is another loop."""
    if piece(ours) != piece(theirs):
        return False
    ours, theirs = (OF_LOOP.match(rows(question)[0].strip()) for question in (ours, theirs))
    return not ours or ours[2] == theirs[2] or abs(int(ours[3]) - int(theirs[3])) <= MOVED


def given(question):
    """What went in, by name. A loop sets the variable of its header itself."""
    went = dict(filter(None, map(went_in, rows(question)[1:])))
    of_loop = OF_LOOP.match(rows(question)[0].strip())
    own = of_loop and of_loop[5] and re.match(r"for \([^;:]*?(\w+)\s*(?:=|:)", of_loop[2])
    return {name: value for name, value in went.items() if not own or name != own[1]}


# Texts and characters in quotes, whole or cut off at the end of a row, what is left out, and everything else bit by bit.
TOKEN = re.compile(r"""\"(?:\\.|[^"\\])*(?:"|$)|'(?:\\[^']{1,5}|[^'\\])'|… and \d+ more characters?|.""", re.S)

OPENING, CLOSING = "([{", ")]}"


def is_same_shown(ours, theirs):
    """Whether two values are the same as far as they are shown. How much of a value has room depends on what else there is
    to show, and nobody would call a value another one because less of it is shown: where one of them leaves something out,
    both are read on behind it."""
    ours, theirs = sides(ours), sides(theirs)
    return len(ours) == len(theirs) and all(map(is_same_side, ours, theirs))


def sides(value):
    """What stands before and after an arrow, in tokens."""
    found = [[]]
    for token in TOKEN.findall(value):
        if token == "→":
            found.append([])
        else:
            found[-1].append(token)
    return found


def is_same_side(ours, theirs):
    at, other_at = 0, 0
    while at < len(ours) and other_at < len(theirs):
        one, other = ours[at], theirs[other_at]
        # Behind the mark of something left out each may go on from another place.
        if one == other and not left_out(one):
            at, other_at = at + 1, other_at + 1
        elif is_beginning(ours[at:], other) or is_beginning(theirs[other_at:], one):
            # A text of which one shows less.
            at, other_at = behind_text(ours, at), behind_text(theirs, other_at)
        elif one[0] == other[0] == '"':
            return False
        elif left_out(one) or left_out(other):
            at, other_at = closing(ours, at), closing(theirs, other_at)
        else:
            return False
    # What was cut off at the end of a row may go on like the other.
    rest, tokens = (ours[at:], theirs) if at < len(ours) else (theirs[other_at:], ours)
    return not "".join(rest).strip() or is_cut_off(tokens)


def left_out(token):
    return token.startswith("…") or token[0] == '"' and "…" in token and not token.endswith('"')


def is_beginning(tokens, other):
    """Whether a text of which the end is not shown begins like another."""
    text = tokens[0]
    if text[0] != '"' or other[0] != '"':
        return False
    if left_out(text):
        return other.startswith(text[: text.index("…")])
    is_cut = len(tokens) > 1 and left_out(tokens[1])
    return is_cut and other.startswith(text[:-1])


def behind_text(tokens, at):
    """Where the text at a place ends, with what says how much more there is."""
    return at + 2 if at + 1 < len(tokens) and tokens[at + 1].startswith("… and") else at + 1


def closing(tokens, at):
    """Where the bracket closes in which a token stands; the end, if none does."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place] in OPENING) - (tokens[place] in CLOSING)
        if depth < 0:
            return place
    return len(tokens)


def is_cut_off(tokens):
    """Whether a value is shown only up to somewhere inside of it."""
    is_open = sum((token in OPENING) - (token in CLOSING) for token in tokens) > 0
    return any(map(left_out, tokens)) and (is_open or left_out(tokens[-1]))


def is_same_seen(ours, theirs):
    """Whether nobody could tell two questions apart by what they show. Rows that only one of them has are a difference."""
    if is_same_text(ours, theirs):
        return True
    (head, *rest), (other_head, *other_rest) = rows(ours), rows(theirs)
    if head != other_head or len(rest) != len(other_rest):
        return False
    flat = lambda row: re.sub(r"\s+", " ", row)
    # A row is as long as the screen has room for, or shorter.
    return all(is_same_shown(flat(row), flat(other)) for row, other in zip(rest, other_rest))


def is_cut_short(question):
    """Whether something that came out is not on the screen, or the end of it."""
    if NOT_SHOWN.search(shown(question)):
        return True
    outcomes = [sides(row)[1:] for row in rows(question)[1:] if went_in(row) is None or " → " in row]
    return any(is_cut_off(side) for after in outcomes for side in after if side)


def judged(ours, theirs):
    """The answer to a question, given the same question about the corrected run. Where a part of what went in is not known,
    or the end of what came out is not shown, the screen says so, and nobody can tell whether what came out is right."""
    if is_same_seen(ours, theirs):
        return "d" if is_cut_short(ours) else "y"
    was, should_be = given(ours), given(theirs)
    same = all(is_same_shown(should_be[name], value) for name, value in was.items() if name in should_be)
    if not same or not is_same_piece(ours, theirs):
        return "i"
    is_known = "not known" not in was and not any("not recorded" in value for value in was.values())
    return "n" if is_known else "d"
