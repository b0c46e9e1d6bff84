#!/usr/bin/env python3
"""Holds a live session by a rule and measures it: measure.py ELENCHUS RULE THINK [ARGUMENT …]

RULE says when a question is answered with "wrong":
  decreases=NAME  a value whose name ends with NAME becomes smaller
  title=TEXT      the title, or a value's text, contains TEXT (several: TEXT|TEXT)
THINK is how many seconds each answer takes. The rest are arguments of `elenchus java`.

Prints when each question came (since the start, and since the answer before it), when the first record was seen, and the
largest anonymous memory of elenchus. Linux only; the standard library only.
"""
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

elenchus, rule, think, *arguments = sys.argv[1:]
name, _, wanted = rule.partition("=")
folder = tempfile.mkdtemp(prefix="live-")
trace = os.path.join(folder, "run.elenchus")
start = time.monotonic()
session = subprocess.Popen([elenchus, "java", "--json", "-o", trace, *arguments],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
first_record = None
peak = {}


def watch():
    """Looks every few milliseconds at the trace and at the memory of elenchus."""
    global first_record
    while session.poll() is None:
        try:
            if first_record is None and os.listdir(os.path.join(trace, "rings")):
                first_record = time.monotonic() - start
        except OSError:
            pass
        try:
            with open(f"/proc/{session.pid}/status") as status:
                for line in status:
                    if line.startswith(("RssAnon", "RssFile")):
                        key, kib = line.split()[:2]
                        peak[key] = max(peak.get(key, 0), int(kib) >> 10)
        except OSError:
            pass
        time.sleep(0.005)


def is_wrong(question):
    for value in question["values"]:
        before, after = value.get("before"), value.get("after")
        if name == "decreases" and value["name"].endswith(wanted) and before and after:
            return int(after) < int(before)
    if name == "title":
        texts = [question["title"], *(str(value) for value in question["values"])]
        return any(word in text for word in wanted.split("|") for text in texts)
    return False


threading.Thread(target=watch, daemon=True).start()
answered = start
slowest = 0.0
for line in session.stdout:
    now = time.monotonic()
    message = json.loads(line)
    if message["type"] == "question":
        answer = "n" if is_wrong(message) else "y"
        print(f"{now - start:7.2f} s  +{now - answered:5.2f}  {answer}  {message['title'][:100]}  "
              f"of {message['suspects']['now']}", flush=True)
        slowest = max(slowest, now - answered)
        time.sleep(float(think))
        answered = time.monotonic()
        session.stdin.write(answer + "\n")
        session.stdin.flush()
    elif message["type"] != "answer":
        text = message.get("title") or message.get("text") or ""
        print(f"{now - start:7.2f} s  +{now - answered:5.2f}  {message['type']} {text}", flush=True)
        if message["type"] in ("found", "candidates", "no-bug", "contradiction"):
            session.stdin.write("q\n")
            session.stdin.flush()
code = session.wait()
print(f"exit {code}; first record after {first_record or 0:.2f} s; slowest question {slowest:.2f} s; "
      f"peak MiB {peak}; trace in {trace}")
