"""Whole debugging sessions by the official MCP client for Python.

    session.py ELENCHUS FOLDER MODE [LIBRARY PLACE]

FOLDER holds Chess.java and LongNumber.java, both also corrected in fixed, and Endless.java. MODE is `legacy` (the handshake of older clients) or a revision
without one. LIBRARY is a project of Maven with a bug at PLACE, which is FILE:LINE, and is searched if it is given. Prints one JSON object: the tokens of every result, by tool, and what was found.
"""

import asyncio
import json
import sys
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

ELENCHUS, FOLDER, MODE, *LIBRARY = sys.argv[1:]
TOOLS = {
    "record", "failures", "question", "answer", "open", "who_wrote",
    "frame", "source", "search", "report", "locate", "check",
}  # fmt: skip


class Agent:
    """Calls tools, and counts the tokens of what comes back."""

    def __init__(self, client):
        self.client = client
        self.tokens = []

    async def call(self, tool, progress=None, **arguments):
        result = await self.client.call_tool(tool, arguments, progress_callback=progress)
        text = result.content[0].text
        assert not result.is_error, f"{tool} {arguments}: {text}"
        assert result.structured_content == json.loads(text)
        self.tokens.append((tool, -(-len(text.encode()) // 4)))
        most = arguments.get("max_tokens", 1500)
        assert self.tokens[-1][1] <= most, (tool, arguments, text)
        return result.structured_content

    async def refused(self, tool, *words, **arguments):
        """Calls a tool that must refuse in these words."""
        result = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        assert result.is_error, f"{tool} {arguments} was not refused: {text}"
        for word in words:
            assert word in text, f"`{word}` is missing in: {text}"


def is_right(question):
    """Castling to the king's side should end with the tower on 6 and the king on 7."""
    return "castling(" not in question["title"]


async def find_bug(agent, recording):
    """Answers until the bug is found; returns it, with the number of answers."""
    asked = await agent.call("question", recording=recording, at="Chess.castling", new=True)
    answers = 0
    while asked["state"] == "question":
        question = asked["question"]
        answer = "right" if is_right(question) else "wrong"
        asked = await agent.call(
            "answer", session=asked["session"], question=question["number"], answer=answer
        )
        answers += 1
    assert asked["state"] == "bug", asked
    return asked, answers


async def hold_session(agent):
    """From a program to its bug, with every tool on the way."""
    told = []

    async def progress(done, total, message):
        told.append(message)

    recorded = await agent.call("record", progress=progress, command=["Chess.java"])
    recording = recorded["recording"]
    assert recorded["ended"] == "exit" and recorded["calls"] > 10, recorded
    assert recorded["printed"] == ["king 3, tower 11"], recorded
    assert told, "recording tells its progress"
    await agent.call("failures", recording=recording)

    asked = await agent.call("question", recording=recording, at="Chess.castling")
    session = asked["session"]
    opened = await agent.call("open", session=session, path="t")
    assert {"name": ".x", "before": "8", "after": "11"} in opened["parts"], opened
    names = await agent.call("open", session=session)
    assert "t" in [part["name"] for part in names["parts"]], names
    written = await agent.call("who_wrote", session=session, path="t.x", steps=3)
    writers = written["writers"]
    assert len(writers) == 3 and all("right" in w["title"] for w in writers), written
    assert [w["after"] for w in writers] == ["11", "10", "9"], written
    frame = await agent.call("frame", session=session, node="Chess.castling")
    assert frame["callees"] and frame["caller"], frame
    source = await agent.call("source", session=session)
    assert any("t.right()" in line for line in source["code"]), source
    found = await agent.call("search", session=session, routine="position.right")
    assert len(found["matches"]) == 3 and found["looked_at"] == found["of"], found
    by_value = await agent.call("search", session=session, value="11")
    assert by_value["matches"], by_value
    by_line = await agent.call("search", session=session, line="Chess.java:20")
    assert by_line["matches"], by_line

    bug, answers = await find_bug(agent, recording)
    assert "castling" in bug["bug"]["title"], bug
    assert any(line.startswith("14>") for line in bug["bug"]["code"]), bug
    report = await agent.call("report", session=bug["session"])
    assert len(report["bugs"][0]["because"]) == answers, report
    await check(agent, bug["session"])
    undone = await agent.call("answer", session=bug["session"], question=0, answer="undo")
    assert undone["state"] == "question", undone
    return recording, bug


async def check(agent, session):
    """Corrected code is run from the recorded state; nobody has said what should come out, until a right version is named."""
    checked = await agent.call("check", session=session, **{"with": "fixed"})
    assert checked["verdict"] == "not-known", checked
    [blamed] = checked["blamed"]
    assert blamed["now"] == "changed" and "castling" in blamed["title"], checked
    assert {"path": "t.x", "recorded": "11", "corrected": "6"} in blamed["parts"], checked
    right = {"with": "fixed", "good_versions": ["fixed"]}
    checked = await agent.call("check", session=session, **right)
    assert checked["verdict"] == "fixed" and checked["blamed"][0]["now"] == "right-now", checked
    await agent.refused("check", "outside the folders", session=session, **{"with": "/etc"})


async def locate(agent, recording):
    """A right version answers in the agent's place."""
    good = await agent.call("record", command=["fixed/Chess.java"])
    located = await agent.call(
        "locate", recording=recording, at="Chess.castling", good=[good["recording"]], new=True
    )
    assert any("trace:" in note for note in located["notes"]), located
    if located["state"] == "bug":
        assert "castling" in located["bug"]["title"], located
    else:
        suspects = located["suspects"]["routines"]
        assert [code["routine"] for code in suspects] == ["Chess.castling"], located
    alone = await agent.call("locate", recording=recording, at="Chess.castling", new=True)
    assert alone["state"] == "question" and alone["suspects"]["count"] > 0, alone
    assert alone["open"][0]["after"] == "" and alone["all"] is not None, alone
    # Looking ahead leaves no answers behind.
    again = await agent.call("question", session=alone["session"])
    assert again["question"]["number"] == 1, again


async def narrow_down(agent):
    """What a right version tells of the lines to blame comes with the bug, from its own sources."""
    bad = await agent.call("record", command=["LongNumber.java"])
    good = await agent.call("record", command=["fixed/LongNumber.java"])
    located = await agent.call("locate", recording=bad["recording"], good=[good["recording"]])
    to_blame = located["bug"]["to_blame"]
    assert to_blame["lines"] == [38] and to_blame["differs"], located


async def around(agent, session, node):
    """The numbers of a piece of the run and of all that it is inside of."""
    numbers = [node]
    frame = await agent.call("frame", session=session, node=node)
    while "caller" in frame:
        numbers.append(frame["caller"]["node"])
        frame = await agent.call("frame", session=session, node=numbers[-1])
    return numbers


async def search_library(agent, place):
    """From a failed test of a library to the line with the bug, by somebody who knows in which call that is."""
    recorded = await agent.call("record", command=["mvn", "-q", "-B", "test"], seconds=600)
    assert recorded["tests"] and len(recorded["failures"]) == 1, recorded
    where = {"recording": recorded["recording"], "at": recorded["failures"][0]["at"]}
    asked = await agent.call("question", **where)
    session = asked["session"]
    found = await agent.call("search", session=session, line=place)
    wrong = await around(agent, session, found["matches"][0]["node"])
    agent.tokens.clear()
    asked = await agent.call("question", **where, new=True)
    while asked["state"] == "question":
        question = asked["question"]
        last = question.get("last_node", question["node"])
        is_wrong = any(question["node"] <= number <= last for number in wrong)
        asked = await agent.call(
            "answer",
            session=session,
            question=question["number"],
            answer="wrong" if is_wrong else "right",
        )
    assert asked["state"] == "bug", asked
    line = place.split(":")[1]
    assert any(text.startswith(f"{line}>") for text in asked["bug"]["code"]), asked


async def be_hostile(agent, recording):
    """Whatever is sent, there is an answer in words, and the server goes on."""
    asked = await agent.call("question", recording=recording, at="Chess.castling", new=True)
    session = asked["session"]
    await agent.refused("failures", "outside the folders", recording="/etc")
    await agent.refused("failures", "outside the folders", recording="..")
    await agent.refused("failures", "failed to open", recording="none.elenchus")
    await agent.refused("failures", "failed to open", recording="a\0b")
    await agent.refused("record", "outside the folders", command=["../Other.java"])
    await agent.refused("record", "is empty", command=[])
    await agent.refused("record", "goes from 1 to", command=["Chess.java"], seconds=10**9)
    await agent.refused("record", "goes from 1 to", command=["Chess.java"], megabytes=2**60)
    await agent.refused("record", "nothing was recorded", command=["true"])
    await agent.refused("record", "failed to", command=["no-such-program-here"])
    await agent.refused("question", "name either")
    await agent.refused("question", "failed to open", session="s1")
    await agent.refused("question", "at most", session="x" * 10_000)
    await agent.refused("question", "no call or loop", recording=recording, at="Nobody.here")
    await agent.refused("question", "max_tokens goes from", session=session, max_tokens=1)
    await agent.refused("question", "max_tokens goes from", session=session, max_tokens=2**63)
    await agent.refused("answer", "is open, not 99", session=session, question=99, answer="right")
    await agent.refused("answer", "only", session=session, question=1, answer="right", part="t")
    await agent.refused("answer", session=session, question=1, answer="perhaps")
    await agent.refused("answer", session=session, question=-1, answer="right")
    await agent.refused("open", "no value", "t", session=session, path="nothing.here")
    await agent.refused("open", "is no path", session=session, path="t[")
    await agent.refused("open", "no node", session=session, node=10**15, path="t")
    await agent.refused("who_wrote", session=session, path="nothing")
    await agent.refused("who_wrote", "steps goes from", session=session, path="t.x", steps=10**6)
    await agent.refused("search", "name `routine`", session=session)
    await agent.refused("search", "is no line", session=session, line="x")
    await agent.refused("search", "limit goes from", session=session, line="20", limit=10**6)
    await agent.refused("report", "no bug is found yet", session=session)
    try:
        result = await agent.client.call_tool("shell", {"command": "true"})
        assert result.is_error
    except Exception as refused:  # An error of the protocol, whose class depends on the version.
        assert "not found" in str(refused).lower(), refused
    small = await agent.call("frame", session=session, max_tokens=200)
    assert small["node"] > 0, small


async def cancel(agent):
    """A program that never ends is stopped with the call, or by its time limit."""
    with anyio.move_on_after(3):
        await agent.client.call_tool("record", {"command": ["Endless.java"], "seconds": 600})
        raise AssertionError("it never ends")
    left = Path(FOLDER) / ".elenchus/recordings/Endless.elenchus"
    for _ in range(300):
        if not left.exists():
            break
        await asyncio.sleep(0.1)
    assert not left.exists(), "what was cancelled leaves nothing behind"
    stopped = await agent.call("record", command=["Endless.java"], seconds=6)
    assert stopped["ended"] == "time-limit" and stopped["calls"] > 0, stopped


async def main():
    server = StdioServerParameters(command=ELENCHUS, args=["mcp", "--root", FOLDER], cwd=FOLDER)
    async with Client(server, mode=MODE) as client:
        listed = (await client.list_tools()).tools
        assert {tool.name for tool in listed} == TOOLS
        assert all(tool.output_schema and tool.description for tool in listed)
        # What a model is told about the tools; schemas of results are for programs.
        described = json.dumps([[t.name, t.description, t.input_schema] for t in listed])
        agent = Agent(client)
        recording, bug = await hold_session(agent)
        every_tool = list(agent.tokens)
        agent.tokens.clear()
        await find_bug(agent, recording)
        session = list(agent.tokens)
        await be_hostile(agent, recording)
        agent.tokens.clear()
        await locate(agent, recording)
        every_tool += agent.tokens
        await cancel(agent)
    # Another server knows the session by its handle alone.
    async with Client(server, mode=MODE) as client:
        again = await Agent(client).call("question", session=bug["session"])
        assert again["state"] == "question", again
    library = []
    if LIBRARY:
        folder, place = LIBRARY
        async with Client(server, mode=MODE) as client:
            await narrow_down(Agent(client))
        server = StdioServerParameters(command=ELENCHUS, args=["mcp"], cwd=folder)
        async with Client(server, mode=MODE) as client:
            agent = Agent(client)
            await search_library(agent, place)
            library = agent.tokens
    print(json.dumps({
        "tools": -(-len(described) // 4),
        "every_tool": every_tool,
        "session": session,
        "library": library,
        "title": bug["bug"]["title"],
    }))  # fmt: skip


asyncio.run(main())
