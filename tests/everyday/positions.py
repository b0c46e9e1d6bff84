"""How many questions a session asks until it has found the bug, over all places where the bug can be."""

from runs import nodes_of

# How many calls of longer runs hold the bug in turn, evenly spread.
MOST_PLACES = 40

# More questions than this are not asked.
MOST_QUESTIONS = 100


def mean_questions(run):
    """The mean number of questions until the bug is reported, if every call is as likely to hold it."""
    calls = [number for number, node in run.nodes.items() if node["kind"] == "routine"]
    step = max(1, -(-len(calls) // MOST_PLACES))
    sessions = {}
    counts = [questions_until(run, bug, sessions) for bug in calls[::step]]
    return sum(counts) / len(counts)


def questions_until(run, bug, sessions):
    """The questions until a report, when whatever holds the bug is answered with "wrong". What is asked depends on nothing
    but the answers, so sessions that begin alike are held once."""
    answers = ""
    while len(answers) < MOST_QUESTIONS:
        if answers not in sessions:
            text = run.session(answers)
            sessions[answers] = nodes_of(text) if text.startswith("Q") else None
        piece = sessions[answers]
        if piece is None:
            break
        answers += "n" if run.holds(piece, bug) else "y"
    return len(answers)
