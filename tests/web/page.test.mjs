// Whole sessions in a browser: by mouse, by keyboard alone, with two tabs, over a reload and a killed server,
// and with values that would like to be markup.

import assert from "node:assert/strict";
import { chmodSync, cpSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test as one } from "node:test";
import { accessible } from "./accessible.mjs";
import { beside, castling, launch, open, scratch, serve, shows } from "./elenchus.mjs";

// They mostly wait for a server or the browser: some of them run at the same time.
const tests = [];
const test = (name, run) => tests.push([name, run]);

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("castling by mouse, with undo, looking around and a report", async () => {
  const folder = scratch();
  const server = await serve(folder, ...(await castling(folder)));
  const page = await open(browser, server.address);
  assert.equal(new URL(page.url()).search, "", "the key is out of the address");
  await shows(page, "for (int i = 1; i <= 3; i++)");
  await accessible(page, "a question");
  assert.equal(await page.locator('.values [data-path="t.x"] del').textContent(), "8");
  assert.equal(await page.locator('.values [data-path="t.x"] ins').textContent(), "11");
  assert.equal(await page.locator("#source .line.own .number").first().textContent(), "20");
  const line = (number, standing) => page.locator(`#source .line[data-line="${number}"] .standing.${standing}`);
  await line(20, "asked").waitFor();
  await line(14, "suspect").waitFor();
  assert.equal(await page.locator('#source .line[data-line="15"] .standing').count(), 0, "what did not run is not suspect");

  await page.getByRole("button", { name: "Right" }).click();
  await shows(page, "for (int i = 1; i <= 2; i++)");
  await line(20, "right").waitFor();
  assert.equal(await page.locator('#source .line[data-line="21"] .standing').count(), 0, "what ran inside something right is cleared");
  await page.locator("#undo").click();
  await shows(page, "for (int i = 1; i <= 3; i++)");
  await line(20, "asked").waitFor();
  await page.getByRole("button", { name: "Right" }).click();
  await shows(page, "for (int i = 1; i <= 2; i++)");

  // Looking around leaves the question as it is.
  await page.locator(".row .title", { hasText: "Position.locate(a = 5" }).click();
  await shows(page, "Position.locate(a = 5");
  await accessible(page, "looking around");
  await page.getByRole("button", { name: "Back to the question" }).click();
  await shows(page, "for (int i = 1; i <= 2; i++)");

  // A value is found where it was given, changed or returned.
  await page.getByRole("tab", { name: "Search" }).click();
  await page.locator("#panel-search select").selectOption("value");
  await page.locator("#search").fill("11");
  await page.locator("#search").press("Enter");
  await page.locator("#panel-search .node", { hasText: "Chess.castling(" }).waitFor();
  assert.equal(await page.locator("#panel-search .node", { hasText: "Position.left()" }).count(), 0);
  await page.getByRole("tab", { name: "Tree" }).click();

  // A value opens by its path.
  await page.locator('.values [data-path="t"] .fold').click();
  await page.locator('.values [data-path="t.x"] .name', { hasText: ".x" }).waitFor();

  await page.getByRole("button", { name: "Right" }).click();
  await shows(page, "Chess.castling(");
  await page.getByRole("button", { name: "Wrong n" }).click();
  await shows(page, "BUG");
  assert.deepEqual(await page.locator("main .line.own .number").allTextContents(), ["14", "25"]);
  await page.locator("main .then code", { hasText: /^elenchus check chess.elenchus .*--with PATH$/ }).waitFor();
  await accessible(page, "a report");
  for (const tab of ["Search", "Suspects", "History", "Output", "Settings"]) {
    await page.getByRole("tab", { name: tab }).click();
    await accessible(page, tab);
  }
  const download = page.waitForEvent("download");
  await page.locator("#export").click();
  const exported = readFileSync(await (await download).path(), "utf8");
  assert.match(exported, /Bug in/);
  assert.doesNotMatch(exported, /<script/);

  await page.locator("#finish").click();
  await shows(page, "The session has ended");
  assert.equal(await server.exited, 0);
  assert.deepEqual(page.problems, []);
});

test("castling by keyboard alone", async () => {
  const folder = scratch();
  const server = await serve(folder, ...(await castling(folder)));
  const page = await open(browser, server.address);
  const press = (key) => page.keyboard.press(key);
  await shows(page, "for (int i = 1; i <= 3; i++)");
  await press("?");
  await page.locator("dialog[open]").waitFor();
  await accessible(page, "the keys");
  await press("Escape");
  // Who wrote t.x: a call inside, which can be looked at, and left again.
  await press("o");
  await press("Shift+W");
  await page.locator(".origin li").first().waitFor();
  const writers = await page.locator(".origin li .node").allTextContents();
  assert.deepEqual(writers, ["Position.right()", "Position.right()", "Position.right()", "Position.locate(a = 8, b = 1)", "Chess.main(args = {})"]);
  await accessible(page, "who wrote a value");
  await press("g");
  await press("ArrowUp");
  await press("Enter");
  await page.locator(".focus-note").waitFor();
  await press("]");
  await press("Escape");
  await shows(page, "Q1");
  await press("y");
  await shows(page, "Q2");
  await press("y");
  await shows(page, "Q3");
  await press("u");
  await shows(page, "for (int i = 1; i <= 2; i++)");
  await press("y");
  await shows(page, "Chess.castling(");
  await press("n");
  await shows(page, "BUG");
  // Which line: the call is run again, and asked about statement by statement.
  await page.locator("#zoom").click();
  await shows(page, "so far, after line 14");
  await press("z");
  await shows(page, "BUG");
  await press("z");
  await shows(page, "so far, after line 14");
  assert.equal(await page.locator("#side").isVisible(), false, "the run around it has to wait");
  assert.equal(await page.locator("#source .line.own .number").first().textContent(), "14");
  await accessible(page, "a statement");
  await page.locator('.values [data-path="@1"]').hover();
  await page.locator('.values [data-path="@1"] .actions button', { hasText: "wrong" }).click();
  await page.locator("#zoomed", { hasText: "Line 14, statement 1 of 14" }).waitFor();
  assert.deepEqual(await page.locator("main .line.own .number").allTextContents(), ["14"]);
  await accessible(page, "a report with its line");
  await page.locator("#outline .row").first().waitFor();
  await press("q");
  assert.equal(await server.exited, 0);
  assert.deepEqual(page.problems, []);
});

test("a run is stepped through forwards and backwards, with the state at each moment", async () => {
  const folder = scratch();
  const server = await serve(folder, ...(await castling(folder)));
  const page = await open(browser, server.address);
  await shows(page, "Q1");
  const press = (key) => page.keyboard.press(key);
  const moment = (text) => page.locator(".moment p", { hasText: text }).first().waitFor();
  const x = () => page.locator('main .values [data-path="t.x"] ins').textContent();
  await press(".");
  await moment("Last: nothing yet");
  await moment("Next: iteration 1 of");
  await accessible(page, "the beginning of a piece");
  await press(".");
  await moment("Last: iteration 1 of");
  assert.equal(await x(), "9");
  await press(".");
  await moment("Last: iteration 2 of");
  assert.equal(await x(), "10");
  await press(",");
  await moment("Last: iteration 1 of");
  assert.equal(await x(), "9");
  // A value is open as it was at this moment.
  await page.locator('main .values [data-path="t"] .fold').click();
  await page.locator('main .values [data-path="t"] [data-path="t.x"]').waitFor();
  assert.deepEqual(await page.locator('main .values [data-path="t.x"] ins').allTextContents(), ["9", "9"]);
  await press(")");
  await moment("Next: Position.right()");
  await press(")");
  await moment("Next: this.x 9 → 10");
  await press(".");
  await moment("Last: this.x 9 → 10");
  await accessible(page, "a moment inside a call");
  await press("(");
  await moment("Last: Position.right()");
  // By mouse, back into the call from its end.
  await page.locator(".moment p", { hasText: "Last:" }).locator("button").click();
  await moment("Next: nothing, it has ended");
  await page.getByRole("button", { name: "Back ," }).click();
  await moment("Next: this.x 9 → 10");
  await page.getByRole("button", { name: "On ." }).click();
  await moment("Last: this.x 9 → 10");
  assert.equal(await page.evaluate(() => document.activeElement?.dataset.stride), "on", "the button keeps the focus");
  await press("Escape");
  await shows(page, "Q1");
  assert.deepEqual(page.problems, []);
  await server.kill();
});

test("what the terminal has words for is asked for by keyboard", async () => {
  const folder = scratch();
  const [recording] = await castling(folder);
  const server = await serve(folder, recording);
  const page = await open(browser, server.address);
  const press = (key) => page.keyboard.press(key);
  const said = (text) => page.locator("#notices p", { hasText: text }).first().waitFor();
  await shows(page, "Q1 Chess.castling(");
  // What is printed can be seen to be wrong: it comes from the own code of main, and castling is asked about next.
  await press("p");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "│ king 3, tower 11");
  await press("Enter");
  await said("line 1 of the output is wrong");
  await shows(page, "Q2 Chess.castling(");
  await press("p");
  for (const key of ["Tab", "9", "9", "Enter"]) await press(key);
  await said("Nothing of that kind says “99”.");
  await page.keyboard.press("Escape");

  /** Does something, and waits until the session asks again. */
  const change = async (words, act) => {
    const before = await page.evaluate(standing);
    await act();
    await said(words);
    await page.waitForFunction((before) => window.standsAt > before, before);
  };
  await page.evaluate(watch);
  const enter = (field, text) => async () => {
    await page.locator(field).fill(text);
    await page.locator(field).press("Enter");
  };
  await press("s");
  await page.locator("#strategy:focus").waitFor();
  await change("chosen by top-down", () => page.locator("#strategy").selectOption("top-down"));
  await press("Escape");
  await press("x");
  await page.locator("#transformations:focus").waitFor();
  await change("Transformations: none", enter("#transformations", "none"));
  await change("1 piece closed", enter('[data-what="close"]', "Chess.castling"));
  await change("1 piece opened again", enter('[data-what="reopen"]', ""));
  await change("Transformations: loops", enter("#transformations", "loops"));
  await change("is called rightwards", enter('[data-what="name"]', "Chess.castling_loop3 rightwards"));
  await change("Asked about rightwards next", enter('[data-what="jump"]', "rightwards"));
  await shows(page, "for (int i = 1; i <= 3; i++)");
  await page.locator("main .heading", { hasText: "rightwards" }).waitFor();
  await page.locator('[data-limit="changes"]').fill("1");
  await change("Questions show up to 1 change,", () => page.locator(".limits button").click());
  await change("trusted Position.*", enter('[data-what="trust"]', "Position.*"));
  await accessible(page, "the settings");
  assert.deepEqual(page.problems, []);
  await server.kill();
});

test("a wrong part leads to whoever wrote it", async () => {
  const folder = scratch();
  const server = await serve(folder, ...(await castling(folder)));
  const page = await open(browser, server.address);
  await shows(page, "Q1");
  await page.locator('.values [data-path="t.x"]').hover();
  await page.locator('.values [data-path="t.x"] .actions button', { hasText: "wrong" }).click();
  await shows(page, "Position.right()");
  await server.kill();
});

test("two tabs agree, a reload loses nothing, and neither does a killed server", async () => {
  const folder = scratch();
  const about = await castling(folder);
  let server = await serve(folder, ...about);
  const one = await open(browser, server.address);
  const other = await one.context().newPage();
  await other.goto(server.address);
  await Promise.all([shows(one, "Q1"), shows(other, "Q1")]);
  await one.keyboard.press("y");
  await Promise.all([shows(one, "Q2"), shows(other, "Q2")]);
  await other.keyboard.press("y");
  await Promise.all([shows(one, "Q3"), shows(other, "Q3")]);
  await one.reload();
  await shows(one, "Q3");

  // Both tabs stay open, and go on with the server that is started anew: same session, same port, same key.
  const { address } = server;
  await server.kill();
  await one.locator("#link", { hasText: "does not answer" }).waitFor();
  server = await serve(folder, ...about);
  assert.equal(server.address, address);
  await one.locator("#link", { hasText: "does not answer" }).waitFor({ state: "hidden" });
  await Promise.all([shows(one, "Chess.castling("), shows(other, "Chess.castling(")]);
  await other.keyboard.press("u");
  await shows(one, "for (int i = 1; i <= 2; i++)");
  await one.keyboard.press("y");
  await shows(other, "Chess.castling(");
  await one.getByRole("tab", { name: "History" }).click();
  await one.locator("#panel-history li").nth(1).waitFor();
  assert.equal(await one.locator("#panel-history li").count(), 2);
  const left = (await one.locator("#panel-history .left").allInnerTexts()).map((text) => Number.parseInt(text, 10));
  assert.deepEqual(left, left.toSorted((a, b) => b - a));
  assert.equal(new Set(left).size, 3);
  await one.locator("#panel-history button", { hasText: "undo to here" }).first().click();
  await shows(one, "for (int i = 1; i <= 3; i++)");
  await server.kill();
});

test("the key of a page is for nobody else to read, and a new one is made where others could", async () => {
  const folder = scratch();
  const about = await castling(folder);
  let server = await serve(folder, ...about);
  const first = server.address;
  await server.kill();
  const kept = readdirSync(join(folder, about[0])).filter((name) => name.endsWith(".page"));
  assert.equal(kept.length, 1);
  const file = join(folder, about[0], kept[0]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(file, 0o644);
  server = await serve(folder, ...about);
  assert.notEqual(new URL(server.address).search, new URL(first).search);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await server.kill();
});

test("whatever a search comes to is accessible", async () => {
  const folder = scratch();
  const flat = { parents: [-1, 0, 0], labels: ["main", "first", "second"] };
  writeFileSync(join(folder, "flat.json"), JSON.stringify(flat));
  cpSync(new URL("../../crates/cli/tests/trees/chain.json", import.meta.url), join(folder, "chain.json"));
  const session = async (...args) => {
    const server = await serve(folder, ...args, "--new", "--strategy", "top-down", "--transform", "none");
    const page = await open(browser, server.address);
    await shows(page, "Q1");
    return { server, page };
  };
  const views = [
    ["candidates", "d", "candidates left"],
    ["no bug", "y", "No bug is left to find"],
  ];
  for (const [what, key, end] of views) {
    const { server, page } = await session("flat.json");
    // The same answer to every question leads there.
    for (let number = 2; (await page.locator("main h2", { hasText: end }).count()) === 0; number += 1) {
      await page.keyboard.press(key);
      await shows(page, new RegExp(`^Q${number} |${end}`));
    }
    await accessible(page, what);
    await page.locator("#finish").click();
    await shows(page, "The session has ended");
    await accessible(page, `the end after ${what}`);
    await server.exited;
    await page.context().close();
  }
  const { server, page } = await session("chain.json", "--root-is", "known");
  await page.keyboard.press("n");
  await shows(page, "Q2");
  await page.keyboard.press("y");
  await shows(page, "BUG");
  await page.locator("#jump").click();
  await shows(page, "Q3");
  await page.keyboard.press("y");
  await shows(page, "These answers cannot all be true");
  await accessible(page, "a contradiction");
  await page.getByRole("button", { name: "take back answer 2" }).click();
  // What is taken back is asked about again.
  await shows(page, /^Q\d+ /);
  await server.kill();
});

test("page and terminal are about the same question", async () => {
  const folder = scratch();
  const terminal = await beside(folder, "ask", ...(await castling(folder)));
  const page = await open(browser, terminal.address);
  await shows(page, "Q1");
  await terminal.shown("Q1");
  terminal.type("y");
  await shows(page, "Q2");
  await page.keyboard.press("y");
  await shows(page, "Q3");
  terminal.type("h");
  await terminal.shown("Q3");
  terminal.type("q");
  await shows(page, "The session has ended");
  assert.equal(await terminal.exited, 4);
});

test("a program that runs is followed, and what it prints is shown", async () => {
  const folder = scratch();
  const source = `public class Endless {
    static int twice(int n) { return n + n; }
    public static void main(String[] args) throws Exception {
      System.out.println("going on");
      boolean told = false;
      for (int n = 0; ; n++) {
        twice(n);
        Thread.sleep(5);
        if (!told && new java.io.File("go").exists()) { told = true; System.out.println("still there"); }
      }
    }
  }`;
  writeFileSync(join(folder, "Endless.java"), source);
  const terminal = await beside(folder, "java", "Endless.java");
  const page = await open(browser, terminal.address);
  try {
    await page.getByRole("tab", { name: "Output" }).click();
    await page.locator("#heard", { hasText: "going on" }).waitFor();
    // Whoever connects again is told again what was printed; a line that is being typed stays.
    await page.locator("#line-in").fill("half a l");
    await page.evaluate(toldAgain, ["going on"]);
    assert.equal(await page.locator("#heard").textContent(), "going on");
    // Lines that are not told in between leave a mark.
    await page.evaluate(toldMore, ["later"]);
    assert.equal(await page.locator("#heard").textContent(), "going on\n…\nlater");
    assert.equal(await page.locator("#line-in").inputValue(), "half a l");
    await page.locator("main h2").first().waitFor();
    await page.keyboard.press(">");
    await page.locator("#line-in:focus").waitFor();
    // What is printed while a question is open does not wait for its answer.
    await shows(page, "Q1");
    writeFileSync(join(folder, "go"), "");
    await page.locator("#heard", { hasText: "still there" }).waitFor();
    await shows(page, "Q1");
    await accessible(page, "a program that runs");
  } finally {
    await terminal.interrupt();
  }
});

test("recorded values are text, whatever they say", async () => {
  const folder = scratch();
  const hostile = ["<script>document.title='taken'</script>", "<img src=x onerror=\"document.title='taken'\">", "\u202egnp.exe", "a\u0000b", "x".repeat(10 << 20)];
  const tree = {
    parents: [-1, 0, 0],
    labels: ["main", hostile[0], hostile[1]],
    before: [null, { value: hostile[0] }, { value: hostile[1] }],
    after: [null, { value: hostile[2], nul: hostile[3] }, { value: hostile[4] }],
  };
  writeFileSync(join(folder, "tree.json"), JSON.stringify(tree));
  const server = await serve(folder, "tree.json");
  const page = await open(browser, server.address);
  await shows(page, "Q1");
  await page.keyboard.press("d");
  await shows(page, "Q2");
  await accessible(page, "hostile values");
  assert.notEqual(await page.title(), "taken");
  assert.equal(await page.locator("main script, main img").count(), 0);
  assert.deepEqual(page.problems, []);
  await server.kill();
});

test("a long text is read on in place, and where two of them differ is in sight", async () => {
  const folder = scratch();
  const long = "y".repeat(30_000);
  const tree = {
    parents: [-1, 0],
    labels: ["main", "long"],
    before: [null, { value: `${long}old` }],
    after: [null, { value: `${long}new`, alone: `${long}end`, lines: '"first\\nsecond\\n"' }],
  };
  writeFileSync(join(folder, "tree.json"), JSON.stringify(tree));
  const server = await serve(folder, "tree.json", "--at", "1");
  const page = await open(browser, server.address);
  await shows(page, "Q1");
  const changed = page.locator('[data-path="value"] .states');
  assert.match(await changed.innerText(), /29,800 characters that are the same.*yold.*29,800 characters that are the same.*ynew/s);
  const alone = page.locator('[data-path="alone"] .states');
  await alone.getByRole("button", { name: "… 28,003 more characters" }).click();
  for (const missing of ["18,003", "8,003"]) {
    await alone.getByRole("button", { name: `… ${missing} more characters` }).waitFor();
    await page.keyboard.press("m");
  }
  await alone.getByText(/yend$/).waitFor();
  assert.equal((await alone.innerText()).length, 30_003);
  assert.equal(await page.locator('[data-path="lines"] .states').innerText(), '"first\\n\nsecond\\n"');
  assert.deepEqual(page.problems, []);
  await server.kill();
});

test("the page fits narrow and wide screens, light and dark", async () => {
  const folder = scratch();
  const server = await serve(folder, ...(await castling(folder)));
  for (const width of [360, 800, 1280, 2560]) {
    const page = await open(browser, server.address, { viewport: { width, height: 900 } });
    await shows(page, "Q1");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels too wide at ${width}`);
    const shift = await page.evaluate(shifted);
    assert.ok(shift <= 0.02, `what was shown has moved by ${shift} at ${width}`);
    // The narrowest and the widest are laid out in different ways; what is in between is like one of them.
    if (width === 360 || width === 2560) {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await accessible(page, `${width} pixels, ${colorScheme}`);
      }
    }
    await page.context().close();
  }
  await server.kill();
});

test("a page that only shows has no answers", async () => {
  const folder = scratch();
  const server = await serve(folder, "--read-only", ...(await castling(folder)));
  const page = await open(browser, server.address);
  await shows(page, "Q1");
  assert.equal(await page.locator(".answer:not([disabled])").count(), 0);
  await page.keyboard.press("y");
  await page.waitForTimeout(200);
  await shows(page, "Q1");
  await server.kill();
});

describe("the page", { concurrency: 3 }, () => tests.forEach(([name, run]) => one(name, run)));

/** Tells the page once more what a program has printed; runs in the page. */
async function toldAgain(lines) {
  const { hear } = await import("/page/lists.js");
  hear({ lines, more: false, kept_in: "" }, true);
}

/** Tells the page the last of many lines that a program has printed; runs in the page. */
async function toldMore(lines) {
  const { hear } = await import("/page/lists.js");
  hear({ lines, more: true, kept_in: "output.txt" }, false);
}

/** How much of the page has moved since it was opened, by the browser's own measure; runs in the page. */
async function shifted() {
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  });
  observer.observe({ type: "layout-shift", buffered: true });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return sum;
}

/** The number of the state that the page shows; runs in the page. */
async function standing() {
  const { store } = await import("/page/store.js");
  return store.state?.number ?? 0;
}

/** Notes the number of every state in which a question is open; runs in the page. */
async function watch() {
  const { store } = await import("/page/store.js");
  store.on(["state"], () => {
    if (store.state?.view.type === "question") window.standsAt = store.state.number;
  });
}
