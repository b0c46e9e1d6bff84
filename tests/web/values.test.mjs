// Values on the page: calls side by side, stretches of arrays; ways that are too deep to be shown whole; and how large the page is.

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { accessible } from "./accessible.mjs";
import { launch, open, record, scratch, serve, shows } from "./elenchus.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A page about a program. */
async function about(program, ...args) {
  const folder = scratch();
  await record(folder, program);
  const server = await serve(folder, "run.elenchus", ...args);
  const page = await open(browser, server.address);
  await page.locator("main h2 .label").waitFor();
  return { server, page };
}

test("the page is small, and all of it is our own", () => {
  const folder = new URL("../../crates/web/page/", import.meta.url);
  const files = readdirSync(folder).filter((name) => !name.endsWith(".d.ts"));
  const bytes = files.map((name) => gzipSync(readFileSync(new URL(name, folder))).length).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= 80_000, `${bytes} bytes`);
});

test("of calls side by side each is told whole, and can be asked about alone", async () => {
  const folder = scratch();
  cpSync(new URL("../everyday/Inventory.java", import.meta.url), join(folder, "Inventory.java"));
  const { server, page } = await about(join(folder, "Inventory.java"));
  await shows(page, "4 calls in a row");
  const call = (number) => page.locator(`.values [data-path="${number}"]`);
  // What was called and what came back are no two states of one thing.
  assert.equal(await page.locator(".values .call").count(), 4);
  assert.equal(await page.locator(".values .call del, .values .call ins").count(), 0);
  const third = await call(3).locator(".states").evaluate((text) => [text.textContent, text.scrollHeight <= text.clientHeight]);
  assert.match(third[0], /reservation\.cancelled false → true$/);
  assert.ok(third[1], "nothing of it is cut");
  await page.locator("#source .legend", { hasText: "the code that made the calls" }).waitFor();
  // A part of a call is followed from there.
  await call(3).locator(".fold").click();
  const part = page.locator('.values [data-path="3.reservation.cancelled"]');
  await part.hover();
  await part.locator(".actions button", { hasText: "who wrote it" }).click();
  await part.locator(".origin li .node", { hasText: "Inventory.cancel" }).first().waitFor();
  await accessible(page, "calls side by side");
  await call(4).hover();
  await call(4).locator(":scope > .value button", { hasText: "look at it" }).click();
  await shows(page, "Inventory.reserve(kind = LARGE, pieces = 5)");
  await page.keyboard.press("Escape");
  await shows(page, "4 calls in a row");
  await call(3).focus();
  await page.keyboard.press("Shift+N");
  await shows(page, /Q1 Inventory.cancel/);
  assert.deepEqual(page.problems, []);
  await server.kill();
});

test("a stretch of an array opens, and each of its elements can be followed", async () => {
  const folder = scratch();
  writeFileSync(
    join(folder, "Shift.java"),
    `public class Shift {
    static void shift(Character[] letters) {
        System.arraycopy(new Character[] {'{', '(', 'l', 'o'}, 0, letters, 3, 4);
        letters[9] = '!';
    }

    public static void main(String[] args) {
        Character[] letters = new Character[16];
        java.util.Arrays.setAll(letters, place -> (char) ('a' + place));
        String words = "a (b) [c]";
        shift(letters);
        System.out.println(java.util.Arrays.toString(letters) + words);
    }
}
`,
  );
  const { server, page } = await about(join(folder, "Shift.java"), "--at", "Shift.shift");
  await shows(page, "Shift.shift(");
  const stretch = page.locator('.values [data-path="letters[3..7]"]');
  await stretch.locator(":scope > .value").hover();
  await stretch.locator(":scope > .value button", { hasText: "who wrote it" }).click();
  // It stands for several: which of them is asked, and nothing else is offered below it.
  await page.locator("#notices p", { hasText: "Which of these elements" }).waitFor();
  assert.deepEqual(await stretch.locator("li .name").allTextContents(), ["[3]", "[4]", "[5]", "[6]"]);
  assert.equal(await stretch.locator(".more").count(), 0);
  const element = page.locator('.values [data-path="letters[4]"]');
  assert.equal(await element.getAttribute("aria-expanded"), null, "a letter has no parts, even a bracket");
  await element.hover();
  await element.locator("button", { hasText: "who wrote it" }).click();
  await element.locator(".origin li .node", { hasText: "Shift.shift" }).first().waitFor();
  assert.deepEqual(page.problems, []);
  await server.kill();
});

test("who presses a key twice takes two steps", async () => {
  const { server, page } = await about(new URL("../../examples/java/Chess/Chess.java", import.meta.url).pathname, "--at", "Chess.castling");
  for (let pressed = 0; pressed < 3; pressed += 1) void page.keyboard.press(".");
  await page.locator(".moment", { hasText: "Last: iteration 2 of" }).waitFor();
  await server.kill();
});

test("what is nested too deeply to be shown whole is shown from within", async () => {
  const folder = scratch();
  const nodes = 5000;
  const parents = Array.from({ length: nodes }, (_, node) => node - 1);
  writeFileSync(join(folder, "deep.json"), JSON.stringify({ parents, labels: parents.map((_, node) => `f${node}`) }));
  const server = await serve(folder, "deep.json");
  const page = await open(browser, server.address);
  await page.locator("main h2 .label").waitFor();
  const asked = await page.locator("main h2 code").textContent();
  await page.locator(".row.current .title", { hasText: asked }).waitFor();
  // Keys that come while the tree is still being fetched wait for it.
  await page.route("**/api/look", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.locator("#outline").focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  // That node has its whole way above it, so the tree begins further out now.
  await page.locator(".focus-note").waitFor();
  await page.locator(".row.current .title", { hasText: await page.locator("main h2 code").textContent() }).waitFor();
  assert.deepEqual(page.problems, []);
  await server.kill();
});
