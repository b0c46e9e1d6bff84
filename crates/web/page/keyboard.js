// The keys of the page: those of the terminal, and some for moving around.

import { button, byId, element, fill } from "./dom.js";
import { exportPage } from "./export.js";
import { giveLine } from "./lists.js";
import { copyReport } from "./report.js";
import { openSettings } from "./settings.js";
import { STEPS, stepFromShown } from "./steps.js";
import { STRIDES, walkFromShown } from "./stop.js";
import { store } from "./store.js";
import { openTab } from "./tabs.js";

/** A key, what it does in words, and what it does. @typedef {[string, string, () => void]} Key */

/** @param {string} answer */
const answer = (answer) => () => {
  if (store.focus) store.say("You are looking around: Escape goes back to the question first.");
  else if (store.mayAnswer()) void store.request({ request: "answer", answer });
};

/** @param {string} id */
const focus = (id) => () => byId(id).focus();

/** @type {Key[]} */
const KEYS = [
  ["y", "right", answer("right")],
  ["n", "wrong", answer("wrong")],
  ["d", "don't know", answer("unknown")],
  ["t", "trust this routine's own code", answer("trusted")],
  ["i", "inadmissible: it should never have run like this", answer("inadmissible")],
  ["u", "undo the latest answer", () => change({ request: "undo", answers: 1 })],
  ["a", "ask again what was not known", () => change({ request: "again" })],
  ["c", "accept the bug and look for the next one", () => change({ request: "accept" })],
  ["z", "zoom: which line of the bug is it? Again: back to the report", () => change({ request: "zoom" })],
  ["j", "ask about what is looked at, or reported", () => jump()],
  ["w", "why this question", () => toggleWhy()],
  ["o", "the values: arrows open them, Shift+N says wrong, Shift+I given so, Shift+W who wrote it", () => firstValue()?.focus()],
  ["p", "what is seen to be wrong: begin where it comes from", () => firstLead()?.focus()],
  ["s", "the strategy", () => openSettings("strategy")],
  ["x", "the transformations", () => openSettings("transformations")],
  ["f", "the source", focus("source")],
  ["g", "the tree: arrows open it, * goes down to the next branch", () => show("tree", "outline")],
  ["v", "the picture: arrows move, Enter goes in, Backspace out", focus("icicle")],
  ["/", "search", () => show("search", "search")],
  ["l", "the suspects that are left", () => show("suspects", "tab-suspects")],
  ["h", "the history", () => show("history", "tab-history")],
  ["r", "the history, to take an answer back", () => show("history", "tab-history")],
  ["b", "what was printed", () => show("output", "tab-output")],
  ["m", "more of what is long", () => showMore()],
  [">", "a line for the running program to read", () => void giveLine()],
  ["k", "copy the report as Markdown", () => store.state?.view.type === "bug" && void copyReport()],
  ["e", "export as one file", () => void exportPage()],
  ...STEPS.map(([step, , key, title]) => /** @type {Key} */ ([key, title.charAt(0).toLowerCase() + title.slice(1), () => void stepFromShown(step)])),
  ...STRIDES.map(([stride, , key, title]) => /** @type {Key} */ ([key, title, () => void walkFromShown(stride)])),
  ["q", "finish the session", () => finish()],
  ["?", "these keys", () => showKeys()],
];

/** Listens for keys. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target;
    const isTyping = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.key === "Escape") {
      if (keysDialog().open) return;
      // Whoever leaves a field goes on looking at what is shown.
      if (!isTyping) store.lookAt(null);
      byId("question").focus();
      return;
    }
    const key = KEYS.find(([key]) => key === event.key);
    if (!key || isTyping || keysDialog().open) return;
    event.preventDefault();
    key[2]();
  });
  byId("help").addEventListener("click", showKeys);
  byId("undo").addEventListener("click", () => change({ request: "undo", answers: 1 }));
  byId("finish").addEventListener("click", finish);
  byId("export").addEventListener("click", () => void exportPage());
}

/** @param {import("./server.js").Request} request */
function change(request) {
  if (!store.hello.read_only) void store.request(request);
}

function finish() {
  if (store.hello.alone) change({ request: "silent" });
}

function jump() {
  const nodes = store.focus ?? (store.state?.view.type === "bug" ? store.asked() : null);
  if (nodes) change({ request: "jump", to: String(nodes[0]) });
}

/**
 * @param {import("./tabs.js").Tab} tab
 * @param {string} id
 */
function show(tab, id) {
  openTab(tab);
  byId(id).focus();
}

function firstValue() {
  const found = document.querySelector('.values [tabindex="0"]');
  return found instanceof HTMLElement ? found : null;
}

/** The first thing that can be pointed at, in its list. */
function firstLead() {
  const leads = document.getElementById("leads");
  if (!(leads instanceof HTMLDetailsElement)) {
    store.say("Nothing is seen to be wrong: nothing was printed, and nothing was thrown.");
    return null;
  }
  leads.open = true;
  return leads.querySelector("button");
}

/** Presses every button that shows more of a text or a list of parts. */
function showMore() {
  const more = document.querySelectorAll("#question button.more-of-it");
  if (more.length === 0) store.say("All of it is shown.");
  for (const button of more) if (button instanceof HTMLElement) button.click();
}

function toggleWhy() {
  const why = document.getElementById("why");
  if (why instanceof HTMLDetailsElement) why.open = !why.open;
}

function keysDialog() {
  return /** @type {HTMLDialogElement} */ (byId("keys"));
}

function showKeys() {
  const dialog = keysDialog();
  fill(
    dialog,
    element("header", {}, element("h2", { id: "keys-title" }, "Keys"), button("Close", "Esc", () => dialog.close())),
    element("dl", {}, ...KEYS.map(([key, words]) => element("div", { class: "key" }, element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)))),
  );
  dialog.showModal();
}
