"""Real libraries with a planted bug, and a test that fails because of it: those of `tests/libraries`."""

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

from runs import Recording

HERE = Path(__file__).resolve().parent.parent / "libraries"
ARTIFACTS = {
    "commons-csv": "org.apache.commons:commons-csv:1.12.0",
    "htmlcleaner": "net.sourceforge.htmlcleaner:htmlcleaner:2.29",
    "javassist": "org.javassist:javassist:3.30.2-GA",
    "jsoup": "org.jsoup:jsoup:1.18.1",
    "kxml2": "net.sf.kxml:kxml2:2.3.0",
}


class Library:
    """A library as it came from Maven Central, and with its bug."""

    def __init__(self, name):
        self.name, self.planted = name, []

    def fingerprint(self):
        """A hash of what makes the run: the library's version, its bug and the test."""
        files = sorted(HERE.joinpath(self.name).iterdir())
        held = ARTIFACTS[self.name].encode() + b"".join(file.read_bytes() for file in files)
        return hashlib.sha256(held).hexdigest()[:16]

    def recorded(self, elenchus, scratch):
        """The failing test with the bug and without."""
        runs = []
        for version in ("bad", "good"):
            project = Path(scratch, version)
            self.make(project)
            if version == "bad":
                self.plant(project)
            maven = [elenchus, "record", "run", "-o", "runs", "--", "mvn", "-q", "-B", "test"]
            subprocess.run(maven, cwd=project, capture_output=True)
            # One of the JVMs runs the test; the others are Maven's own.
            size = lambda folder: sum(file.stat().st_size for file in folder.iterdir())
            trace = max(project.joinpath("runs").iterdir(), key=size)
            trace.rename(project / "run")
            # The test passes without the bug, so that it has to be named.
            at = () if version == "bad" else ("--at", self.test())
            runs.append(Recording(elenchus, project, "run", *at))
        return runs

    def test(self):
        """The test, as a question names it."""
        [file] = HERE.joinpath(self.name).glob("*.java")
        method = re.search(r"@Test\s+(?:public )?void (\w+)", file.read_text())[1]
        return f"{file.stem}.{method}"

    def make(self, project):
        """The sources and the test as a project of Maven."""
        sources = project / "src/main/java"
        sources.mkdir(parents=True)
        copy = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
        artifact = f"-Dartifact={ARTIFACTS[self.name]}:jar:sources"
        fetch = ["mvn", "-q", "-B", copy, artifact, f"-DoutputDirectory={project}"]
        subprocess.run(fetch, check=True, capture_output=True)
        [jar] = project.glob("*-sources.jar")
        subprocess.run(["jar", "xf", jar], cwd=sources, check=True)
        # The test is no part of the library's module.
        sources.joinpath("module-info.java").unlink(missing_ok=True)
        tests = project / "src/test/java"
        tests.mkdir(parents=True)
        for test in HERE.joinpath(self.name).glob("*.java"):
            shutil.copy(test, tests)
        shutil.copy(HERE / "pom.xml", project)

    def plant(self, project):
        """Applies the patch and notes the planted lines."""
        patch = HERE.joinpath(self.name, "bug.patch").read_text()
        path = project / "src/main/java" / re.search(r"^\+\+\+ b/(.*)$", patch, re.M)[1]
        hunk = [line for line in patch.split(" @@\n", 1)[1].split("\n") if line]
        text = path.read_bytes().decode(errors="replace")
        end = "\r\n" if "\r\n" in text else "\n"
        old = [line[1:] for line in hunk if line[0] != "+"]
        new = [line[1:] for line in hunk if line[0] != "-"]
        all_lines = text.split(end)
        fits = [n for n in range(len(all_lines)) if all_lines[n : n + len(old)] == old]
        [start] = fits
        all_lines[start : start + len(old)] = new
        path.write_bytes(end.join(all_lines).encode())
        signs = [line[0] for line in hunk if line[0] != "-"]
        self.planted = [start + place + 1 for place, sign in enumerate(signs) if sign == "+"]
