#!/usr/bin/env python3
"""Runs the test binaries that cargo has built, two at a time, each in the folder of its crate as cargo does.

    cargo test --no-run --message-format=json-render-diagnostics > BUILT && two_at_a_time.py < BUILT

Cargo runs one binary after the other, and the slowest test of each leaves all other cores idle. What a binary says is printed when it
ends, in one piece. Ends with the number of tests that passed and failed, and with 1 when one failed.
"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

AT_A_TIME = 2


def built(messages):
    """The test binaries that cargo tells of, each with the folder of its crate."""
    for line in messages:
        message = json.loads(line)
        is_test = message.get("profile", {}).get("test")
        if message["reason"] == "compiler-artifact" and is_test and message["executable"]:
            yield message["target"]["src_path"], message["executable"], Path(message["manifest_path"]).parent


def run(binary):
    """Runs one binary and prints what it says. Returns how many of its tests passed and failed."""
    source, executable, crate = binary
    environment = os.environ | {"CARGO_MANIFEST_DIR": str(crate)}
    done = subprocess.run(
        [executable], cwd=crate, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    said = done.stdout.decode(errors="replace")
    print(f"     Running {os.path.relpath(source)}\n{said}", end="", flush=True)
    counts = re.findall(r"^test result: \w+\. (\d+) passed; (\d+) failed", said, re.M)
    passed, failed = (sum(map(int, side)) for side in zip(*counts)) if counts else (0, 0)
    # A binary that died, or ended before it had counted, has failed as a whole.
    return passed, failed or int(done.returncode != 0), source


def main():
    binaries = list(built(sys.stdin))
    if not binaries:
        sys.exit("cargo has built no tests")
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        results = list(pool.map(run, binaries))
    for _, failed, source in results:
        if failed:
            print(f"failed: {os.path.relpath(source)}")
    passed, failed = (sum(result[side] for result in results) for side in (0, 1))
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
