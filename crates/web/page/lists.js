// The lists at the side: suspects, history, output, and what a search finds.

/** @import { NewOutput, Node, Said, Seen, Sought } from "./wire" */

import { button, byId, element, fill } from "./dom.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";
import { openTab } from "./tabs.js";
import { markOf, standingWords, many, plainTitle, unseenWords } from "./words.js";

/** How many hits a search stops at, until more are wanted. */
const ENOUGH = 200;

/** How many lines of a running program are shown. */
const MOST_LINES = 1000;

/** Keeps all lists up to date. */
export function showLists() {
  for (const [id, update] of /** @type {const} */ ([
    ["panel-suspects", suspects],
    ["panel-history", history],
    ["panel-output", output],
  ])) {
    const panel = byId(id);
    const refresh = () => {
      if (!panel.hidden) void update(panel);
    };
    panel.addEventListener("shown", refresh);
    store.on(["state", "focus"], refresh);
  }
  showSearch(byId("panel-search"));
}

/** @param {HTMLElement} panel */
async function suspects(panel) {
  const done = await store.request({ request: "list" });
  if (done?.done !== "list") return;
  fill(
    panel,
    element("p", { class: "muted" }, `${many(done.count, "suspect")} left.`),
    element("ul", { class: "nodes" }, ...done.first.map(([number, title]) => element("li", {}, nodeButton(number, title)))),
    done.count > done.first.length && element("p", { class: "muted" }, `The first ${done.first.length} are listed.`),
  );
}

/** @param {HTMLElement} panel */
async function history(panel) {
  const { answers, suspects } = await look("said", { look: "said" });
  const mine = (/** @type {number} */ from) => answers.slice(from).filter((answer) => answer.by === "you").length;
  fill(
    panel,
    answers.length === 0 && element("p", { class: "muted" }, "Nothing was said yet."),
    answers.length > 0 && leftAfter(suspects, 0),
    element(
      "ol",
      { class: "verdicts" },
      ...answers.map((answer, place) =>
        element(
          "li",
          { value: answer.number },
          answer.nodes ? pieceButton(answer.nodes, answer.title) : element("code", {}, plainTitle(answer.title)),
          " ",
          element("span", { class: `said ${answer.answer}` }, answer.answer),
          ` (${answer.by})`,
          leftAfter(suspects, place + 1),
          !store.hello.read_only && takingBack(answer, mine(place)),
        ),
      ),
    ),
  );
}

/**
 * Buttons that take an answer back, alone or with all of yours that came after it.
 * @param {Said} answer
 * @param {number} mine how many of yours that are, with this one
 */
function takingBack({ number, by }, mine) {
  return element(
    "div",
    { class: "tools" },
    button("take back", "", () => void store.request({ request: "take-back", answer: number }), { class: "small", "aria-label": `take back answer ${number}` }),
    by === "you" && button("undo to here", "", () => void store.request({ request: "undo", answers: mine }), { class: "small", "aria-label": `undo to here, before answer ${number}` }),
  );
}

/**
 * How many suspects were left after an answer, compared with the beginning. The bar shows how many halvings are left.
 * @param {number[]} suspects
 * @param {number} answers
 */
export function leftAfter(suspects, answers) {
  const [first, left] = [suspects[0], suspects[answers]];
  if (first === undefined || left === undefined) return null;
  const bar = element("meter", { min: 0, max: Math.log2(first + 1), value: Math.log2(left + 1), "aria-hidden": "true" });
  return element("p", { class: "left" }, bar, ` ${many(left, "suspect")}${answers === 0 ? " at first" : " left"}`);
}

/**
 * What was printed during what is shown, and what a running program prints. The latter is made once and only added to: somebody may be
 * typing there.
 * @param {HTMLElement} panel
 */
async function output(panel) {
  const content = await printedDuring();
  if (panel.childElementCount === 0) panel.append(element("div", { id: "during" }), runningProgram());
  fill(byId("during"), ...content);
  showRunning();
}

/** @returns {Promise<HTMLElement[]>} */
async function printedDuring() {
  const nodes = store.shown();
  if (!nodes) return [];
  const note = (/** @type {string} */ text) => element("p", { class: "muted" }, text);
  try {
    const printed = await look("output", { look: "output", nodes });
    if (printed.pieces.length === 0) return [note("Nothing was printed during what is shown.")];
    const left = printed.total - printed.shown;
    return [
      element("h3", {}, "Printed and read during what is shown"),
      element("pre", { tabindex: 0 }, ...printed.pieces.map(([stream, text]) => element("span", { class: `stream-${stream}` }, text))),
      ...(left > 0 ? [note(`${left.toLocaleString("en")} more bytes.`)] : []),
    ];
  } catch (error) {
    return [note(error instanceof Hidden ? unseenWords(error.unseen) : String(error))];
  }
}

/** What the running program has printed last. @type {string[]} */
let heard = [];

/** The file that holds what it printed before, when that is not shown. */
let earlierIn = "";

/**
 * Takes in what the program has printed.
 * @param {NewOutput} told
 * @param {boolean} isPast whether it was told before, to whoever was there
 */
export function hear(told, isPast) {
  const gap = told.more && heard.length > 0 ? ["…"] : [];
  const all = isPast ? told.lines : [...heard, ...gap, ...told.lines];
  heard = all.slice(-MOST_LINES);
  if (told.more || heard.length < all.length) earlierIn = told.kept_in;
  showRunning();
}

/** The part of the panel that belongs to a running program. */
function runningProgram() {
  return element(
    "section",
    { id: "running", "aria-labelledby": "heard-title" },
    element("h3", { id: "heard-title" }, "The running program"),
    element("p", { id: "heard-earlier", class: "muted" }),
    element("pre", { id: "heard", tabindex: 0, "aria-labelledby": "heard-title" }),
    inputLine(),
  );
}

/** Brings what is shown of a running program up to date. */
function showRunning() {
  const section = document.getElementById("running");
  if (!section) return;
  section.hidden = !runs();
  const pane = byId("heard");
  const isAtEnd = pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 4;
  pane.textContent = heard.join("\n");
  if (isAtEnd) pane.scrollTop = pane.scrollHeight;
  byId("heard-earlier").textContent = earlierIn && `All of it is in ${earlierIn}.`;
}

/** Whether a program was followed. */
function runs() {
  return heard.length > 0 || store.state?.view.type === "waiting";
}

/** Goes to the line that the program reads next, if it runs. */
export async function giveLine() {
  openTab("output");
  await output(byId("panel-output"));
  const field = document.getElementById("line-in");
  if (field && runs()) field.focus();
  else store.say("No program runs that could read it.");
}

function inputLine() {
  if (store.hello.read_only) return null;
  const field = element("input", { id: "line-in", type: "text", "aria-label": "A line for the program to read", placeholder: "a line for the program" });
  return element(
    "form",
    {
      class: "line-in",
      submit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const bytes = [...new TextEncoder().encode(`${field.value}\n`)];
        field.value = "";
        void store.request({ request: "input", bytes });
      },
    },
    field,
    element("button", { type: "submit" }, "Give"),
  );
}

/** @param {HTMLElement} panel */
function showSearch(panel) {
  const text = element("input", { id: "search", type: "search", "aria-label": "Search the run", placeholder: "routine, value or File.java:20", maxlength: 200 });
  const by = element(
    "select",
    { "aria-label": "What is compared" },
    element("option", { value: "routine" }, "routine"),
    element("option", { value: "value" }, "value"),
    element("option", { value: "line" }, "line"),
  );
  const hits = element("ul", { class: "nodes" });
  const said = element("p", { class: "muted", role: "status" });
  const more = element("div", {});
  let run = 0;
  /** @param {number} from @param {number} found */
  const search = async (from, found) => {
    const mine = ++run;
    fill(more);
    /** @type {number | null | undefined} */
    let next = from;
    let stop = ENOUGH;
    while (next !== null && next !== undefined && mine === run && found < stop) {
      /** @type {Extract<Seen, { seen: "search" }>} */
      const portion = await look("search", { look: "search", by: /** @type {Sought} */ (by.value), text: text.value, from: next });
      if (mine !== run) return;
      for (const node of portion.nodes) hits.append(element("li", {}, hit(node)));
      found += portion.nodes.length;
      next = portion.next;
      said.textContent = next === null || next === undefined ? `${many(found, "hit")}.` : `${many(found, "hit")} up to node ${next} …`;
    }
    if (next !== null && next !== undefined) {
      const goOn = next;
      fill(more, button("More", "", () => void search(goOn, 0)));
    }
  };
  const start = () => {
    run += 1;
    fill(hits);
    said.textContent = "";
    if (text.value.trim()) void search(0, 0);
  };
  text.addEventListener("change", start);
  by.addEventListener("change", start);
  fill(panel, element("div", { class: "search" }, text, by), said, hits, more);
}

/**
 * A button that looks at a piece.
 * @param {import("./store.js").Nodes} nodes
 * @param {string} title
 */
function pieceButton(nodes, title) {
  return button(plainTitle(title), "", () => store.lookAt(nodes), { class: "node" });
}

/** @param {Node} node */
function hit(node) {
  return nodeButton(node.number, node.title, node);
}

/**
 * A button that looks at a node.
 * @param {number} number
 * @param {string} title
 * @param {Node} [node]
 */
function nodeButton(number, title, node) {
  const made = button("", "", () => store.lookAt([number, number]), { class: "node" });
  if (node) made.append(element("span", { class: `standing ${node.standing}`, title: standingWords(node.standing) }, markOf(node.standing)));
  made.append(element("span", { class: "title" }, plainTitle(title)), element("span", { class: "muted", title: `node ${number}` }, String(number)));
  return made;
}
