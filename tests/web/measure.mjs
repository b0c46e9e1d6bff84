// Measures the page on large runs: `node measure.mjs NAME=RECORDING …` with ELENCHUS naming the binary. Writes
// docs/measured/web.md.

import { writeFileSync } from "node:fs";
import { launch, open, serve } from "./elenchus.mjs";

const LOOKS = 400;

const browser = await launch();
const rows = [];
for (const argument of process.argv.slice(2)) {
  const [name, path] = argument.split("=");
  rows.push(await measure(name, path));
}
await browser.close();

const table = [
  "# The page on large runs",
  "",
  `Made by \`node tests/web/measure.mjs\`. Looks are ${LOOKS} of each kind at random places, timed in the page; bytes are those of the answer.`,
  "",
  "| run | nodes | most parts of a node | first question painted, s | parts p99, ms | picture by size p99, ms | picture by suspects p99, ms | way p99, ms | largest answer, kB | heap of the page, MB |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
].join("\n");
writeFileSync(new URL("../../docs/measured/web.md", import.meta.url), table);
console.log(table);

async function measure(name, path) {
  const server = await serve(process.cwd(), path, "--new");
  // A first page waits for the first question to be chosen; the second shows how quick a page is.
  const first = await open(browser, server.address);
  await first.locator(".answers").waitFor({ timeout: 600_000 });
  const begun = performance.now();
  const page = await open(browser, server.address);
  await page.locator(".answers").waitFor();
  const painted = (performance.now() - begun) / 1000;
  const found = await page.evaluate(walk, LOOKS);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await server.kill();
  const ms = (times) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)].toFixed(0);
  return [
    name,
    found.nodes.toLocaleString("en"),
    found.most.toLocaleString("en"),
    painted.toFixed(2),
    ms(found.times.parts),
    ms(found.times.size),
    ms(found.times.suspects),
    ms(found.times.way),
    (found.largest / 1000).toFixed(0),
    (usedSize / 1e6).toFixed(0),
  ];
}

/** Looks at random places of the run; runs in the page. */
async function walk(looks) {
  let largest = 0;
  const look = async (body) => {
    const start = performance.now();
    const answer = await fetch("/api/look", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    const text = await answer.text();
    const time = performance.now() - start;
    largest = Math.max(largest, text.length);
    if (!answer.ok) throw new Error(text);
    return { time, seen: JSON.parse(text) };
  };
  const root = (await look({ look: "node" })).seen;
  // The node with the most parts among some thousand at random places.
  let most = { number: root.number, total: (await look({ look: "parts", of: root.number, from: 0, count: 1 })).seen.total };
  for (let at = 0; at < 50; at += 1) {
    const { nodes } = (await look({ look: "way", to: Math.floor(Math.random() * root.nodes) })).seen;
    for (const node of nodes.slice(0, 6)) {
      const { total } = (await look({ look: "parts", of: node.number, from: 0, count: 1 })).seen;
      if (total > most.total) most = { number: node.number, total };
    }
  }
  const times = { parts: [], size: [], suspects: [], way: [] };
  for (let at = 0; at < looks; at += 1) {
    const from = Math.floor(Math.random() * most.total);
    times.parts.push((await look({ look: "parts", of: most.number, from, count: 64 })).time);
    const width = 10 ** (-6 * Math.random());
    const start = Math.random() * (1 - width);
    for (const by of ["size", "suspects"]) {
      times[by].push((await look({ look: "icicle", by, of: root.number, from: start, to: start + width, pixels: 1400, rows: 16 })).time);
    }
    times.way.push((await look({ look: "way", to: Math.floor(Math.random() * root.nodes) })).time);
  }
  return { nodes: root.nodes, most: most.total, times, largest };
}
