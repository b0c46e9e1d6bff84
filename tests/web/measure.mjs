// Measures the page on large runs: `node measure.mjs NAME=RECORDING …` with ELENCHUS naming the binary. Writes
// docs/measured/web.md. `measure.sh` makes the runs as well.

import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { launch, open, serve } from "./elenchus.mjs";

const LOOKS = 400;

const busy = loadavg()[0];
// The field of the policy comes 39 fields behind the name, which may hold blanks; 1 and 2 are those of real time (`chrt`).
const policy = Number(readFileSync("/proc/self/stat", "utf8").split(") ").at(-1).split(" ")[38]);
const turn = policy === 1 || policy === 2 ? "which had to wait (`chrt -r 5`)" : "which had equal rights";
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
  `Made by \`tests/web/measure.sh\`. The recording was read in before. *First page*: from opening a page of a server that was just started until its first question is painted; *next page*: the same when the question was chosen before. Times of answers are the 99th percentile of ${LOOKS} looks of each kind at random places`,
  "(pictures at random zooms up to a million), timed where they are asked for; sizes are those of the largest answer of any kind.",
  "",
  `${cpus().length} processors for server and browser; ${busy.toFixed(1)} other processes wanted one when the measurement began, ${turn}.`,
  "",
  "| run | nodes | most parts of a node | first page, s | next page, s | parts, ms | picture by size, ms | picture by suspects, ms | way, ms | step, ms | largest answer, kB | heap of the page, MB |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
  ...rows.map((row) => `| ${row.join(" | ")} |`),
  "",
  "Wanted: a first question within 1 s, answers within 50 ms, 100 kB a view, 200 MB of heap.",
  "",
].join("\n");
writeFileSync(new URL("../../docs/measured/web.md", import.meta.url), table);
console.log(table);

/** Opens a page, and says how many seconds after that its first question was painted. */
async function opened(address) {
  const page = await open(browser, address);
  await page.locator(".answers").first().waitFor({ timeout: 600_000 });
  // Nothing is painted before the question: the page is hidden until then.
  return { page, seconds: (await page.evaluate(painted)) / 1000 };
}

/** When something was painted first, in milliseconds since the page was opened; runs in the page. */
function painted() {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName("first-contentful-paint");
      if (entry) resolve(entry.startTime);
    });
    observer.observe({ type: "paint", buffered: true });
  });
}

async function measure(name, path) {
  // The first time a recording is read in, which is not measured here.
  await (await serve(process.cwd(), path, "--new")).kill();
  const server = await serve(process.cwd(), path, "--new");
  const first = await opened(server.address);
  const { page, seconds } = await opened(server.address);
  const [cookie] = await page.context().cookies();
  const found = await walk(new URL(server.address).origin, `${cookie.name}=${cookie.value}`);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await server.kill();
  const ms = (times) => (times.length === 0 ? "–" : times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)].toFixed(0));
  return [
    name,
    found.nodes.toLocaleString("en"),
    found.most.toLocaleString("en"),
    first.seconds.toFixed(2),
    seconds.toFixed(2),
    ms(found.times.parts),
    ms(found.times.size),
    ms(found.times.suspects),
    ms(found.times.way),
    ms(found.times.step),
    (found.largest / 1000).toFixed(0),
    (usedSize / 1e6).toFixed(0),
  ];
}

/** Looks at random places of the run, as the page does. */
async function walk(origin, cookie) {
  const headers = { "Content-Type": "application/json", Origin: origin, cookie };
  let largest = 0;
  const look = async (body) => {
    const start = performance.now();
    const answer = await fetch(`${origin}/api/look`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    const time = performance.now() - start;
    largest = Math.max(largest, text.length);
    // A tree file has nothing to step through.
    if (answer.status === 404) return { time: null, seen: null };
    if (!answer.ok) throw new Error(text);
    return { time, seen: JSON.parse(text) };
  };
  const root = (await look({ look: "node" })).seen;
  // The node with the most parts among the outermost ones and those around random places.
  let most = { number: root.number, total: (await look({ look: "parts", of: root.number, from: 0, count: 1 })).seen.total };
  const outer = (await look({ look: "parts", of: root.number, from: 0, count: 20 })).seen.nodes;
  for (let at = 0; at < 50; at += 1) {
    const { nodes } = (await look({ look: "way", to: Math.floor(Math.random() * root.nodes) })).seen;
    for (const node of at === 0 ? outer : nodes.slice(0, 6)) {
      const { total } = (await look({ look: "parts", of: node.number, from: 0, count: 1 })).seen;
      if (total > most.total) most = { number: node.number, total };
    }
  }
  const times = { parts: [], size: [], suspects: [], way: [], step: [] };
  for (let at = 0; at < LOOKS; at += 1) {
    const from = Math.floor(Math.random() * most.total);
    times.parts.push((await look({ look: "parts", of: most.number, from, count: 64 })).time);
    const width = 10 ** (-6 * Math.random());
    const start = Math.random() * (1 - width);
    for (const by of ["size", "suspects"]) {
      times[by].push((await look({ look: "icicle", by, of: root.number, from: start, to: start + width, pixels: 1400, rows: 16 })).time);
    }
    const node = Math.floor(Math.random() * root.nodes);
    times.way.push((await look({ look: "way", to: node })).time);
    const { time } = await look({ look: "stop", node, stride: "on" });
    if (time !== null) times.step.push(time);
  }
  return { nodes: root.nodes, most: most.total, times, largest };
}
