// The debugger and the browser, as the tests use them. The binary is named by ELENCHUS, the browser by CHROMIUM.

import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const binary = process.env.ELENCHUS ?? "elenchus";

/** What was started and made, and goes when the process ends. */
const [children, folders] = [new Set(), new Set()];
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder of its own. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "elenchus-web-"));
  folders.add(folder);
  return folder;
}

/** Starts the debugger. */
function start(folder, args, stdio) {
  const child = spawn(binary, args, { cwd: folder, stdio });
  children.add(child);
  const exited = new Promise((resolve) => child.on("exit", (code) => (children.delete(child), resolve(code))));
  return { child, exited };
}

/** A server, with the address that it has printed. */
export async function serve(folder, ...args) {
  const { child, exited } = start(folder, ["serve", "--no-open", "--no-knowledge", ...args], ["ignore", "pipe", "ignore"]);
  const lines = createInterface({ input: child.stdout });
  const [address] = await Promise.race([once(lines), exited.then((code) => Promise.reject(new Error(`the server ended with ${code}`)))]);
  return { address, exited, kill: () => (child.kill("SIGKILL"), exited) };
}

/** A session at a terminal that is a pipe, with the page beside it. */
export async function beside(folder, command, ...args) {
  const { child, exited } = start(folder, [command, "--web", "--no-open", "--no-knowledge", ...args], ["pipe", "pipe", "pipe"]);
  let out = "";
  child.stdout.on("data", (data) => (out += data));
  const address = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const found = /the page is at (\S+)/.exec(line);
      if (found) resolve(found[1]);
    });
    exited.then((code) => reject(new Error(`it ended with ${code}`)));
  });
  /** Waits until the terminal has shown something. */
  const shown = async (text) => {
    for (let tries = 0; tries < 400; tries += 1) {
      if (out.includes(text)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the terminal does not show ${text}:\n${out}`);
  };
  /** Ctrl-C stops the program, and once more ends the session. */
  const interrupt = async () => {
    child.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.kill("SIGINT");
    return exited;
  };
  return { address, exited, shown, interrupt, type: (line) => child.stdin.write(`${line}\n`) };
}

function once(lines) {
  return new Promise((resolve) => lines.once("line", (line) => resolve([line])));
}

let recorded;

/** The castling example, recorded once and copied. */
export async function castling(folder) {
  recorded ??= recordCastling();
  cpSync(await recorded, folder, { recursive: true });
  return ["chess.elenchus", "--at", "Chess.castling"];
}

async function recordCastling() {
  const folder = scratch();
  cpSync(new URL("../../examples/java/Chess/Chess.java", import.meta.url), join(folder, "Chess.java"));
  await record(folder, "Chess.java", "chess.elenchus");
  return folder;
}

/** Records a program in a folder. */
export function record(folder, program, recording = "run.elenchus") {
  return start(folder, ["record", "java", "-o", recording, program], "ignore").exited;
}

/** The browser. */
export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
}

/** A page at an address, which fails the test when anything goes wrong in it. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 820 }, ...options });
  // A busy machine is slow, which is no mistake of the page.
  context.setDefaultTimeout(120_000);
  // PAGE names a folder with the files of the page, to try changes without building the binary.
  if (process.env.PAGE) await context.route("**/page/*", (route) => route.fulfill({ path: join(process.env.PAGE, new URL(route.request().url()).pathname.slice("/page/".length)) }));
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|status of 40[0-9]/.test(message.text())) page.problems.push(message.text());
  });
  await page.goto(address);
  return page;
}

/** Waits until a question, or whatever else the session has come to, is shown. */
export function shows(page, text) {
  return page.locator("main h2", { hasText: text }).first().waitFor();
}
