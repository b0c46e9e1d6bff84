// A whole debugging session by the official MCP client for TypeScript, which begins with the handshake of older revisions.
//
//     node session.mjs ELENCHUS FOLDER LIBRARY PLACE
//
// FOLDER holds Chess.java and Endless.java; LIBRARY is a project of Maven with a bug at PLACE, which is FILE:LINE. Prints the
// title of the bug in Chess.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [elenchus, folder, library, place] = process.argv.slice(2);

async function connected(root) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: elenchus, args: ["mcp", "--root", root], cwd: root }),
  );
  return client;
}

let client = await connected(folder);

// The SDK checks every result against the schema of its tool.
async function call(name, args, options) {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  assert(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
  return result.structuredContent;
}

async function refused(name, args, words) {
  const result = await client.callTool({ name, arguments: args });
  assert(result.isError, `${name} was not refused`);
  assert.match(result.content[0].text, words);
}

const { tools } = await client.listTools();
assert.equal(tools.length, 12);
assert(tools.every((tool) => tool.outputSchema && tool.description));

const told = [];
const recorded = await call(
  "record",
  { command: ["Chess.java"] },
  { onprogress: (progress) => told.push(progress), timeout: 300_000 },
);
assert.equal(recorded.ended, "exit");
assert(told.length > 0, "recording tells its progress");

let asked = await call("question", { recording: recorded.recording, at: "Chess.castling" });
const { session } = asked;
const opened = await call("open", { session, path: "t" });
assert(opened.parts.some((part) => part.name === ".x"));
await call("frame", { session });
await call("source", { session });
await call("who_wrote", { session, path: "t.x" });
await call("search", { session, routine: "right" });

await refused("question", { session: "../outside" }, /failed to open|outside the folders/);
await refused("open", { session, path: "nothing" }, /no value/);
await refused("question", { session, max_tokens: 1 }, /max_tokens goes from/);

const stopping = new AbortController();
const endless = client.callTool({ name: "record", arguments: { command: ["Endless.java"] } }, undefined, {
  signal: stopping.signal,
  timeout: 300_000,
});
await sleep(3000);
stopping.abort("not wanted any more");
await assert.rejects(endless);
for (let waited = 0; waited < 300 && existsSync(join(folder, ".elenchus/recordings/Endless.elenchus")); waited++) {
  await sleep(100);
}
assert(!existsSync(join(folder, ".elenchus/recordings/Endless.elenchus")), "what was cancelled leaves nothing behind");

while (asked.state === "question") {
  const { number, title } = asked.question;
  const answer = title.includes("castling(") ? "wrong" : "right";
  asked = await call("answer", { session, question: number, answer });
}
assert.equal(asked.state, "bug");
const report = await call("report", { session });
console.log(report.bugs[0].title);
await client.close();

// From a failed test of a library to the line with the bug, by somebody who knows in which call that is.
client = await connected(library);
const tested = await call(
  "record",
  { command: ["mvn", "-q", "-B", "test"], seconds: 600 },
  { timeout: 600_000 },
);
assert.equal(tested.failures.length, 1);
asked = await call("question", { recording: tested.recording, at: tested.failures[0].at });
const found = await call("search", { session: asked.session, line: place });
const wrong = [];
let frame = { caller: found.matches[0] };
while (frame.caller) {
  wrong.push(frame.caller.node);
  frame = await call("frame", { session: asked.session, node: frame.caller.node });
}
while (asked.state === "question") {
  const { number, node, last_node = node } = asked.question;
  const isWrong = wrong.some((one) => node <= one && one <= last_node);
  asked = await call("answer", { session: asked.session, question: number, answer: isWrong ? "wrong" : "right" });
}
assert.equal(asked.state, "bug");
assert(asked.bug.code.some((text) => text.startsWith(`${place.split(":")[1]}>`)));
await client.close();
