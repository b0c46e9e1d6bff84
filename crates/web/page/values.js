// The values of a piece of the run, before and after: folded at first, opened by path, each with what can
// be done about it.

/** @import { Value } from "./wire" */
/** @import { Nodes } from "./store.js" */

import { button, element, fill } from "./dom.js";
import { originOf } from "./origin.js";
import { Hidden, look } from "./server.js";
import { callStates, hasChanged, states } from "./states.js";
import { store } from "./store.js";
import { many, unseenWords } from "./words.js";

/**
 * A piece of the run, or one at a moment inside it; of several calls side by side, each is a row.
 * @typedef {{ nodes: Nodes, at?: [number, number], isCalls?: boolean }} Piece
 */

/** How many more parts are fetched at once. */
const MORE = 100;

/** A value of which this much is written has more inside, unless it stands in a text. */
const HAS_PARTS = /[([{@…]/;
const TEXTS = /"(?:\\.|[^"\\…])*"|'(?:\\.|[^'\\])*'/gs;

/** The end of a path that stands for several elements. */
const ELEMENTS = /\[\d+\.\.\d+\]$/;

/** Names of up to this many characters have values beside them in one column; longer ones stick out. */
const WIDEST_NAME = 16;

/**
 * The values of a piece as a tree that opens by path.
 * @param {Piece} piece
 * @param {Value[]} values
 * @param {boolean} canPoint whether the piece is asked about, so that a part of it can be called wrong
 */
export function valueTree(piece, values, canPoint) {
  const tree = element("ul", { class: "values", role: "tree", "aria-label": "Values", keydown: walk });
  align(tree, values);
  for (const value of values) tree.append(row(piece, value.name, value, 1, canPoint));
  const first = tree.querySelector("li");
  first?.setAttribute("tabindex", "0");
  return tree;
}

/**
 * Values stand in one column.
 * @param {HTMLElement} list
 * @param {Value[]} values
 */
export function align(list, values) {
  const widths = values.map(({ name }) => name.length).filter((width) => width <= WIDEST_NAME);
  list.style.setProperty("--names", `${Math.max(0, ...widths)}ch`);
}

/**
 * Which of several calls a row stands for, counted from 1; 0 when it is about something else.
 * @param {Piece} piece
 * @param {string} name
 */
function callOf(piece, name) {
  return piece.isCalls && /^\d+$/.test(name) ? Number(name) : 0;
}

/**
 * Whether a row among several calls only says something about them: on which line they stand, which are left out.
 * @param {Piece} piece
 * @param {string} name
 */
function isRemark(piece, name) {
  return piece.isCalls === true && /^(line \d+|left out|…)$/.test(name);
}

/** @param {string | null | undefined} text */
function hasParts(text) {
  return typeof text === "string" && HAS_PARTS.test(text.replace(TEXTS, ""));
}

/**
 * @param {Piece} piece
 * @param {string} path
 * @param {Value} value
 * @param {number} level
 * @param {boolean} canPoint
 * @returns {HTMLLIElement}
 */
function row(piece, path, value, level, canPoint) {
  // Of a statement only what is written is known.
  const isOpenable = !store.isInside() && !isRemark(piece, path) && (ELEMENTS.test(path) || [value.before, value.after].some(hasParts));
  const isCall = callOf(piece, path) > 0;
  const shown = isCall ? callStates(value) : states(value, textOf(piece, path));
  /** @type {HTMLLIElement} */
  const item = element(
    "li",
    {
      role: "treeitem",
      tabindex: -1,
      "aria-level": level,
      "aria-expanded": isOpenable ? "false" : null,
      "data-path": path,
      "data-name": value.name,
      class: isCall ? "call" : isRemark(piece, path) ? "remark" : hasChanged(value) ? "changed" : "same",
    },
  );
  item.append(
    element(
      "div",
      { class: "value", click: () => item.focus() },
      element("span", { class: "fold", "aria-hidden": "true", click: () => void toggle(item, piece, canPoint) }, isOpenable ? "▸" : ""),
      element("span", { class: "both" }, element("span", { class: "name" }, value.name), element("span", { class: "states" }, ...shown)),
      actions(piece, path, item, canPoint),
    ),
  );
  item.addEventListener("focus", () => remember(item));
  item.addEventListener("open", () => void toggle(item, piece, canPoint));
  item.addEventListener("act", (event) => {
    if (event instanceof CustomEvent) void act(event.detail, piece, path, item, canPoint);
  });
  return item;
}

/**
 * How more of a long text is fetched: that of a value, or without a path the free text on a state.
 * @param {Piece} piece
 * @param {string} [path]
 * @returns {import("./states.js").Stretch}
 */
export function textOf(piece, path) {
  return (after, from) => look("text", { look: "text", nodes: piece.nodes, path, after, from, at: piece.at });
}

/**
 * What can be done about a value.
 * @param {Piece} piece
 * @param {string} path
 * @param {HTMLLIElement} item
 * @param {boolean} canPoint
 */
function actions(piece, path, item, canPoint) {
  /** @param {string} label @param {string} what @param {string} title */
  const action = (label, what, title) =>
    button(label, "", () => void act(what, piece, path, item, canPoint), { tabindex: -1, title });
  if (isRemark(piece, path)) return null;
  if (callOf(piece, path)) {
    return element(
      "span",
      { class: "actions" },
      canPoint && action("ask about it", "wrong", "ask about this call alone (Shift+N)"),
      action("look at it", "origin", "look at this call (Shift+W)"),
    );
  }
  return element(
    "span",
    { class: "actions" },
    canPoint && action("✗ wrong", "wrong", `${path} is wrong: follow it (Shift+N)`),
    canPoint && action("⊘ given so", "inadmissible", `${path} should not have been given so (Shift+I)`),
    !piece.at && action("who wrote it", "origin", `who wrote ${path} (Shift+W)`),
  );
}

/**
 * @param {string} what
 * @param {Piece} piece
 * @param {string} path
 * @param {HTMLLIElement} item
 * @param {boolean} canPoint
 */
async function act(what, piece, path, item, canPoint) {
  const call = callOf(piece, path);
  if (call) {
    await actOnCall(what, piece, call, canPoint);
    return;
  }
  if (ELEMENTS.test(path)) {
    if (item.getAttribute("aria-expanded") === "false") await toggle(item, piece, canPoint);
    store.say("Which of these elements do you mean? Each has the same buttons.");
    return;
  }
  if (what === "origin") {
    if (piece.at) return;
    item.querySelector(":scope > .origin")?.remove();
    item.firstElementChild?.after(await originOf(piece.nodes, path));
    return;
  }
  if (!canPoint || !store.mayAnswer()) return;
  const done = await store.request({ request: "answer", answer: what, part: path });
  if (done?.done === "was-before") {
    const writer = done.writer ? `, written by ${done.writer[1]}` : "";
    store.say(`${path} was like this before${writer}. “Given so” says that it should not have been; “Wrong” that it should have changed.`);
  }
}

/**
 * Looks at one of several calls, or has it asked about.
 * @param {string} what
 * @param {Piece} piece
 * @param {number} number
 * @param {boolean} canPoint
 */
async function actOnCall(what, piece, number, canPoint) {
  const call = await look("node", { look: "call", nodes: piece.nodes, number });
  if (what === "origin") store.lookAt([call.number, call.number]);
  else if (canPoint && store.mayAnswer()) void store.request({ request: "jump", to: String(call.number) });
}

/**
 * Opens or closes a value.
 * @param {HTMLLIElement} item
 * @param {Piece} piece
 * @param {boolean} canPoint
 */
async function toggle(item, piece, canPoint) {
  const isOpen = item.getAttribute("aria-expanded");
  if (isOpen === null) return;
  const fold = item.querySelector(".fold");
  if (isOpen === "true") {
    item.querySelector(":scope > ul")?.remove();
    item.setAttribute("aria-expanded", "false");
    if (fold) fold.textContent = "▸";
    return;
  }
  const group = element("ul", { role: "group" });
  item.setAttribute("aria-expanded", "true");
  if (fold) fold.textContent = "▾";
  item.append(group);
  await addParts(group, item, piece, 0, canPoint);
}

/**
 * Adds parts of an open value, from a place on.
 * @param {HTMLUListElement} group
 * @param {HTMLLIElement} item
 * @param {Piece} piece
 * @param {number} from
 * @param {boolean} canPoint
 */
async function addParts(group, item, piece, from, canPoint) {
  const path = item.dataset["path"] ?? "";
  const level = Number(item.getAttribute("aria-level")) + 1;
  const whole = path.replace(ELEMENTS, "");
  const window = from > 0 ? `${path}[${from}..${from + MORE}]` : path;
  group.querySelector(":scope > .more")?.remove();
  try {
    const opened = await look("opened", { look: "open", nodes: piece.nodes, path: window, at: piece.at });
    align(group, opened.parts);
    // Parts of a call are named with its number.
    const pathOf = (/** @type {string} */ name) => (/^[.[]/.test(name) ? whole + name : name);
    for (const part of opened.parts) group.append(row(piece, pathOf(part.name), part, level, canPoint));
    if (opened.parts.length === 0 && from === 0) {
      const { before, after } = opened.whole;
      const text = after ?? before ? states(opened.whole, textOf(piece, path)) : ["It has no parts."];
      group.append(element("li", { class: "none", role: "none" }, ...text));
    }
    if (opened.later > 0 && whole === path) {
      const more = button(`${many(opened.later, "more part")} …`, "", () =>
        void addParts(group, item, piece, from + opened.parts.length, canPoint),
        { class: "more-of-it" },
      );
      group.append(element("li", { class: "more", role: "none" }, more));
    }
  } catch (error) {
    const words = error instanceof Hidden ? unseenWords(error.unseen) : String(error);
    fill(group, element("li", { class: "none", role: "none" }, words));
  }
}

/**
 * Only one row can be reached by Tab: the one that was there last.
 * @param {HTMLElement} item
 */
function remember(item) {
  const tree = item.closest('[role="tree"]');
  for (const other of tree?.querySelectorAll('[tabindex="0"]') ?? []) {
    if (other.getAttribute("role") === "treeitem") other.setAttribute("tabindex", "-1");
  }
  item.setAttribute("tabindex", "0");
}

/**
 * The keys of a tree.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  const item = event.target instanceof HTMLElement ? event.target : null;
  if (item?.getAttribute("role") !== "treeitem" || event.ctrlKey || event.metaKey || event.altKey) return;
  const tree = item.closest('[role="tree"]');
  const rows = [...(tree?.querySelectorAll('[role="treeitem"]') ?? [])];
  const place = rows.indexOf(item);
  const isOpen = item.getAttribute("aria-expanded");
  /** @param {Element | null | undefined} row */
  const go = (row) => row instanceof HTMLElement && row.focus();
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowDown: () => go(rows[place + 1]),
    ArrowUp: () => go(rows[place - 1]),
    Home: () => go(rows[0]),
    End: () => go(rows.at(-1)),
    ArrowRight: () => (isOpen === "false" ? item.dispatchEvent(new Event("open")) : go(item.querySelector("li"))),
    ArrowLeft: () => (isOpen === "true" ? item.dispatchEvent(new Event("open")) : go(item.parentElement?.closest("li"))),
    Enter: () => item.dispatchEvent(new Event("open")),
    N: () => item.dispatchEvent(new CustomEvent("act", { detail: "wrong" })),
    I: () => item.dispatchEvent(new CustomEvent("act", { detail: "inadmissible" })),
    W: () => item.dispatchEvent(new CustomEvent("act", { detail: "origin" })),
  };
  const key = keys[event.key];
  if (!key) return;
  event.preventDefault();
  event.stopPropagation();
  key();
}
