#!/usr/bin/env python3
"""Lets a language model answer the debugger's questions.

    elenchus ask Shop.elenchus --oracle 'exec:python3 examples/agents/model_oracle.py' --error 0.1,0.15

Elenchus writes one question a line; this script shows it to a model and writes one answer a line:
{"answer": "right" | "wrong" | "unknown", "confidence": 0.5 … 1}. It needs Python 3.9 or later and nothing else.
The model is reached by any address that speaks the chat completions of OpenAI:

    MODEL_URL      such as http://127.0.0.1:8080/v1 (required)
    MODEL_NAME     which model is asked for (required)
    MODEL_KEY      sent as "Authorization: Bearer …"; left out when empty
    MODEL_TIMEOUT  seconds to wait for one answer (60)
    MODEL_CONTEXT  a file that says what the program should do; it is shown with every question

What the question shows leaves this machine if MODEL_URL does: values of the program are in it.
Whatever goes wrong (no address, no answer, an answer that is none) is said on the standard error and answered with
"unknown", so that the search goes on without this oracle.
"""

import json
import os
import sys
import urllib.request

# What a model gets to see of one question. Longer values rarely decide, and every token has its price.
LIMITS = {"changes": 40, "characters": 400, "depth": 4, "elements": 30}

INSTRUCTIONS = """You check one piece of a program's run, as a careful programmer would.
You are given what ran, the values before and after it, and what it returned. Decide whether this piece did what it \
is meant to do, judging by its name, its source and the values. Judge only the result for the given input: if the input \
itself is already wrong but was handled properly, the piece is right.
Reply with one JSON object and nothing else:
{"answer": "right" | "wrong" | "unknown", "confidence": a number from 0.5 (a guess) to 1 (certain), "why": "one sentence"}"""


def main():
    settings = Settings(os.environ)
    for number, line in enumerate(sys.stdin):
        # A wish for other limits takes the place of the first answer; the same question then comes again.
        said = {"limits": LIMITS} if number == 0 else answer(settings, json.loads(line))
        print(json.dumps(said), flush=True)


class Settings:
    """Where the model is, and what it is told."""

    def __init__(self, environment):
        self.url = environment.get("MODEL_URL", "").rstrip("/")
        self.model = environment.get("MODEL_NAME", "")
        self.key = environment.get("MODEL_KEY", "")
        self.timeout = float(environment.get("MODEL_TIMEOUT", "60"))
        context = environment.get("MODEL_CONTEXT")
        self.context = ""
        if context:
            with open(context, encoding="utf-8") as file:
                self.context = file.read()


def answer(settings, question):
    """The answer to one question; "unknown" when the model gives none."""
    if not settings.url or not settings.model:
        return unknown("set MODEL_URL and MODEL_NAME")
    try:
        return understood(ask(settings, question))
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        return unknown(f"{type(error).__name__}: {error}")


def unknown(reason):
    print(f"model_oracle: {reason}", file=sys.stderr)
    return {"answer": "unknown"}


def ask(settings, question):
    """What the model says, as text."""
    told = [{"role": "system", "content": INSTRUCTIONS}]
    if settings.context:
        told.append({"role": "system", "content": "What the program should do:\n" + settings.context})
    told.append({"role": "user", "content": shown(question)})
    body = {"model": settings.model, "messages": told, "temperature": 0}
    request = urllib.request.Request(settings.url + "/chat/completions", json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if settings.key:
        request.add_header("Authorization", "Bearer " + settings.key)
    with urllib.request.urlopen(request, timeout=settings.timeout) as response:
        return json.load(response)["choices"][0]["message"]["content"]


def shown(question):
    """A question as lines of text."""
    lines = [f"{question.get('kind', 'piece')}: {question['title']}"]
    for value in question.get("values", []):
        before, after = value.get("before"), value.get("after")
        if before is None:
            lines.append(f"  {value['name']} is now {after}")
        elif after is None or after == before:
            lines.append(f"  {value['name']} = {before}")
        else:
            lines.append(f"  {value['name']}: {before} → {after}")
    lines.extend(f"  {key}: {question[key]}" for key in ("before", "after") if question.get(key))
    if question.get("lines"):
        lines.append(f"  source lines that ran: {question['lines']}")
    return "\n".join(lines)


def understood(text):
    """The first JSON object in what a model says, as an answer."""
    start, end = text.find("{"), text.rfind("}")
    said = json.loads(text[start : end + 1])
    verdict = said["answer"]
    if verdict not in ("right", "wrong", "unknown"):
        raise ValueError(f"'{verdict}' is not an answer")
    if verdict == "unknown":
        return {"answer": "unknown"}
    confidence = min(max(float(said.get("confidence", 0.8)), 0.0), 0.99)
    return {"answer": verdict, "confidence": confidence}


if __name__ == "__main__":
    main()
