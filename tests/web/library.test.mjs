// A bug in a library is found on the page, once by mouse and once by keyboard alone. RECORDING names the recording of
// its failing test, and BUG the file and the line that are wrong.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { accessible } from "./accessible.mjs";
import { launch, open, scratch, serve } from "./elenchus.mjs";

const MOST_QUESTIONS = 60;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("by mouse", () => session((page, answer) => page.locator(`[data-answer="${answer}"]`).click()));

test("by keyboard alone", () => session((page, answer) => page.keyboard.press(answer === "wrong" ? "n" : "y")));

/** Answers that a piece is wrong when the wrong line ran in it, until the bug is found. */
async function session(give) {
  const server = await serve(scratch(), process.env.RECORDING, "--new");
  const page = await open(browser, server.address);
  await page.locator("main h2 .label").waitFor();
  const guilty = await page.evaluate(nodes, process.env.BUG);
  assert.ok(guilty.length > 0, "the wrong line ran");
  for (let number = 1; number <= MOST_QUESTIONS; number += 1) {
    const label = page.locator("main h2 .label", { hasText: new RegExp(`^(Q${number}|BUG)$`) });
    await label.waitFor();
    if ((await label.textContent()) === "BUG") break;
    if (number % 5 === 1) await accessible(page, `question ${number}`);
    const [first, end] = await page.evaluate(asked);
    const isWrong = guilty.some((node) => first <= node && node < end);
    await give(page, isWrong ? "wrong" : "right");
  }
  const [file, line] = process.env.BUG.split(":");
  await page.locator("main .heading", { hasText: file }).waitFor();
  await page.locator(`main .line.own[data-line="${line}"]`).waitFor();
  await accessible(page, "the report");
  assert.deepEqual(page.problems, []);
  await server.kill();
}

/** The numbers of the nodes in which a line ran; runs in the page. */
async function nodes(line) {
  const { look } = await import("/page/server.js");
  const found = [];
  for (let from = 0; typeof from === "number"; ) {
    const { nodes, next } = await look("search", { look: "search", by: "line", text: line, from });
    found.push(...nodes.map((node) => node.number));
    from = next;
  }
  return found;
}

/** The number of the first node that is asked about, and of the first one behind the last; runs in the page. */
async function asked() {
  const { look } = await import("/page/server.js");
  const { store } = await import("/page/store.js");
  const [first, last] = store.asked();
  const { nodes } = await look("node", { look: "node", node: last });
  return [first, last + nodes];
}
