"""How many questions the first release took for each program.

Building that release takes long, and neither it nor most programs change. So its numbers are kept in `before.json`, each with a
hash of the program's sources: those of a changed program do not count.
"""

import json
import tempfile
from pathlib import Path
from threading import Lock

from positions import mean_questions

KEPT = Path(__file__).with_name("before.json")


class Before:
    """The numbers by program: those of a file that keeps them, or measured with a binary of that release and kept."""

    def __init__(self, path):
        self.elenchus = None if path.suffix == ".json" else str(path.resolve())
        self.path = KEPT if self.elenchus else path
        self.kept = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.lock = Lock()

    def mean(self, program):
        """The mean number of questions about a program; nothing if it is neither kept nor can be measured."""
        kept = self.kept.get(program.name)
        if kept and kept["sources"] == program.fingerprint():
            return kept["mean"]
        if not self.elenchus:
            return None
        with tempfile.TemporaryDirectory() as scratch:
            mean = round(mean_questions(program.recorded(self.elenchus, scratch)[0]), 2)
        self.keep(program, mean)
        return mean

    def keep(self, program, mean):
        with self.lock:
            self.kept[program.name] = {"sources": program.fingerprint(), "mean": mean}
            self.path.write_text(json.dumps(dict(sorted(self.kept.items())), indent=1) + "\n")
