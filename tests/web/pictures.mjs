// Makes the pictures of the guide: `node pictures.mjs` with ELENCHUS naming the binary.

import { mkdirSync } from "node:fs";
import { castling, launch, open, scratch, serve, shows } from "./elenchus.mjs";

const folder = new URL("../../docs/guide/pictures/", import.meta.url);
mkdirSync(folder, { recursive: true });

const wide = { viewport: { width: 1280, height: 760 }, deviceScaleFactor: 1 };
const narrow = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 };

const browser = await launch();
const scratchFolder = scratch();
const server = await serve(scratchFolder, ...(await castling(scratchFolder)));

/** Takes a picture of the page once `prepare` is done with it. */
async function picture(name, options, heading, prepare = async () => {}) {
  const page = await open(browser, server.address, options);
  await shows(page, heading);
  await page.locator(".row").first().waitFor();
  await prepare(page);
  // Remarks go after a while.
  await page.locator("#notices p").first().waitFor({ state: "detached" });
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({ path: new URL(`${name}.png`, folder).pathname });
  await page.context().close();
}

await picture("question-light", { ...wide, colorScheme: "light" }, "Q1", async (page) => {
  await page.keyboard.press("o");
  await page.keyboard.press("Shift+W");
  await page.locator(".origin li").first().waitFor();
});
await picture("steps-dark", { ...wide, colorScheme: "dark" }, "Q1", async (page) => {
  for (const last of ["nothing yet", "iteration 1", "iteration 2"]) {
    await page.keyboard.press(".");
    await page.locator(".moment", { hasText: `Last: ${last}` }).waitFor();
  }
});
await picture("question-narrow", { ...narrow, colorScheme: "dark" }, "Q1", async (page) => {
  for (const question of ["Q2", "Q3"]) {
    await page.keyboard.press("y");
    await shows(page, question);
  }
});
await picture("around-light", { ...wide, colorScheme: "light" }, "Q3", async (page) => {
  await page.locator(".row .title", { hasText: "Position.locate(a = 5" }).click();
  await page.locator(".focus-note").waitFor();
});
await picture("report-dark", { ...wide, colorScheme: "dark" }, "Q3", async (page) => {
  await page.keyboard.press("n");
  await shows(page, "BUG");
  await page.getByRole("tab", { name: "History" }).click();
});
await picture("report-narrow", { ...narrow, colorScheme: "light" }, "BUG");
await browser.close();
await server.kill();
