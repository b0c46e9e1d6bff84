// The run as an outline: a list that holds only what is seen, however many nodes there are.
//
// A `Branch` is an open node. It knows how many parts it has and which of them are open, so that a row
// of the list is found without going through those before it; titles are fetched by windows.

/** @import { Node, OnTheWay } from "./wire" */

import { byId, element } from "./dom.js";
import { Lost, look } from "./server.js";
import { store } from "./store.js";
import { markOf, standingWords, plainTitle } from "./words.js";

const ROW = 24;
/** How far a level is indented. */
const STEP = 14;
/** Browsers cannot lay out more than this; beyond it, the scrollbar moves in larger steps. */
const TALLEST = 12_000_000;
/** How many titles are fetched at once. */
const WINDOW = 64;

/** One row: a node, and where it stands. @typedef {{ branch: Branch, place: number, node: Node | null }} Row */

/** An open node, or the invisible one around the outermost. */
class Branch {
  /** @type {Map<number, Node[]>} */
  windows = new Map();
  /** The parts that are open, by their places in rising order. @type {Branch[]} */
  open = [];
  level = 0;

  /**
   * @param {Branch | null} around
   * @param {number} place
   * @param {number} number
   * @param {number} total
   */
  constructor(around, place, number, total) {
    this.around = around;
    this.place = place;
    this.number = number;
    this.total = total;
    /** How many rows are below it. */
    this.rows = total;
    if (around) this.level = around.level + 1;
  }

  /** There are so many more rows below it. @param {number} rows */
  #grow(rows) {
    for (let branch = /** @type {Branch | null} */ (this); branch; branch = branch.around) branch.rows += rows;
  }

  /**
   * The row at this place, counted from the top.
   * @param {number} index
   * @returns {Row | null}
   */
  row(index) {
    let branch = /** @type {Branch} */ (this);
    for (;;) {
      let before = 0;
      /** @type {Branch | null} */
      let inside = null;
      for (const part of branch.open) {
        // The row of the open part itself.
        const own = part.place + before;
        if (index <= own) break;
        if (index <= own + part.rows) {
          inside = part;
          index -= own + 1;
          break;
        }
        before += part.rows;
      }
      if (!inside) {
        const place = index - before;
        return place < 0 || place >= branch.total ? null : { branch, place, node: branch.known(place) };
      }
      branch = inside;
    }
  }

  /**
   * Where a part is in the list of this branch.
   * @param {number} place
   */
  indexOf(place) {
    return this.open.filter((part) => part.place < place).reduce((sum, part) => sum + part.rows, place);
  }

  /**
   * Where a part is in the whole list.
   * @param {number} place
   * @returns {number}
   */
  indexInAll(place) {
    let index = this.indexOf(place);
    for (let branch = /** @type {Branch} */ (this); branch.around; branch = branch.around) index += branch.around.indexOf(branch.place) + 1;
    return index;
  }

  /** @param {number} place */
  known(place) {
    const window = this.windows.get(Math.floor(place / WINDOW));
    return window?.[place % WINDOW] ?? null;
  }

  /** @param {number} place */
  opened(place) {
    return this.open.find((part) => part.place === place) ?? null;
  }

  /** @param {Branch} branch */
  add(branch) {
    this.open = [...this.open, branch].sort((one, other) => one.place - other.place);
    this.#grow(branch.rows);
  }

  /** @param {number} place */
  close(place) {
    this.#grow(-(this.opened(place)?.rows ?? 0));
    this.open = this.open.filter((part) => part.place !== place);
  }

  /**
   * Takes in some of its parts.
   * @param {number} window
   * @param {Node[]} nodes
   * @param {number} total how many there are in all
   */
  learn(window, nodes, total) {
    this.windows.set(window, nodes);
    this.#grow(total - this.total);
    this.total = total;
  }

  /** Forgets titles and standings, but not what is open. */
  forget() {
    /** @type {Branch[]} */
    const all = [this];
    for (let branch = all.pop(); branch; branch = all.pop()) {
      branch.windows.clear();
      all.push(...branch.open);
    }
  }
}

export class Outline {
  /** @type {Branch} */
  #top = new Branch(null, 0, -1, 1);
  /** The number of the node that stands at the top. Of what is nested too deeply to be shown whole it is an inner one. @type {number | undefined} */
  #outermost;
  #cursor = 0;
  #scroller = element("div", {
    id: "outline",
    class: "outline",
    role: "tree",
    tabindex: 0,
    "aria-label": "The run as a tree",
    scroll: () => this.#draw(),
    keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    click: (/** @type {MouseEvent} */ event) => this.#click(event),
    dblclick: () => void this.#toggle(this.#cursor),
  });
  #sheet = element("div", { class: "sheet", role: "presentation" });
  /** @type {Map<string, Promise<void>>} */
  #fetching = new Map();
  /** What is being done to the tree: keys wait for it, so that none is lost while the tree is fetched and drawn. */
  #done = Promise.resolve();

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.#scroller.append(this.#sheet);
    panel.append(this.#scroller);
    new ResizeObserver(() => this.#draw()).observe(this.#scroller);
    panel.addEventListener("shown", () => this.#draw());
    store.on(["state"], () => this.#after(() => this.#refresh()));
    store.on(["focus"], () => this.#after(() => this.#reveal()));
  }

  /** Does something when all that was begun before is done. @param {() => void | Promise<void>} work */
  #after(work) {
    this.#done = this.#done.then(work).catch((error) => {
      // What was being fetched when the server went is fetched again when it is back.
      if (!(error instanceof Lost)) reportError(error);
    });
  }

  async #refresh() {
    if (store.isInside()) return;
    this.#top.forget();
    if (this.#top.open.length === 0) {
      const { number } = await look("node", { look: "node" });
      this.#outermost = number;
      await this.#open(this.#top, 0, number);
    }
    await this.#reveal();
  }

  /** Shows where what is shown stands. */
  async #reveal() {
    const shown = store.shown();
    if (shown && !store.isInside()) {
      const { nodes } = await look("way", { look: "way", to: shown[0] });
      const first = nodes[0];
      if (!first || shown[0] !== store.shown()?.[0]) return;
      if (first.number !== this.#outermost) {
        this.#top = new Branch(null, 0, -1, 1);
        this.#outermost = first.number;
      }
      first.place = 0;
      const last = nodes.pop() ?? first;
      this.#go(follow(this.#top, nodes).indexInAll(last.place));
    } else this.#draw();
  }

  /**
   * @param {Branch} branch
   * @param {number} place
   * @param {number} number
   */
  async #open(branch, place, number) {
    const parts = await look("parts", { look: "parts", of: number, from: 0, count: WINDOW });
    const opened = new Branch(branch, place, number, parts.total);
    opened.windows.set(0, parts.nodes);
    if (!branch.opened(place)) branch.add(opened);
    return opened;
  }

  /** @param {number} index */
  async #toggle(index) {
    const row = this.#top.row(index);
    if (!row?.node || row.node.nodes < 2) return;
    if (row.branch.opened(row.place)) row.branch.close(row.place);
    else await this.#open(row.branch, row.place, row.node.number);
    this.#draw();
  }

  /** Opens down to the next node that has several parts. @param {number} index */
  async #toBranching(index) {
    const row = this.#top.row(index);
    if (!row?.node) return;
    const { nodes } = await look("way", { look: "branching", below: row.node.number });
    const opened = nodes.filter(({ parts }) => parts > 0);
    if (opened.length > 0) this.#go(follow(row.branch, opened).indexInAll(0));
  }

  /** Moves the cursor, and the list with it. @param {number} index */
  #go(index) {
    const rows = this.#top.rows;
    this.#cursor = Math.max(0, Math.min(index, rows - 1));
    const seen = this.#seen();
    const last = seen.first + seen.count - 2;
    if (this.#cursor < seen.first || this.#cursor > last) {
      const wanted = Math.max(0, this.#cursor - Math.floor(seen.count / 3));
      const height = Math.min(rows * ROW, TALLEST);
      this.#sheet.style.height = `${height}px`;
      const most = rows - seen.count;
      this.#scroller.scrollTop = most > 0 ? (wanted / most) * (height - this.#scroller.clientHeight) : 0;
    }
    this.#draw();
  }

  /** Which rows are seen. */
  #seen() {
    const rows = this.#top.rows;
    const view = this.#scroller.clientHeight;
    const height = Math.min(rows * ROW, TALLEST);
    const count = Math.ceil(view / ROW) + 1;
    const most = Math.max(0, rows - Math.floor(view / ROW));
    const share = height > view ? this.#scroller.scrollTop / (height - view) : 0;
    const exact = share * most;
    const first = Math.min(Math.floor(exact), most);
    return { rows, height, first, count, shift: (exact - first) * ROW };
  }

  #draw() {
    const { rows, height, first, count, shift } = this.#seen();
    this.#sheet.style.height = `${height}px`;
    const top = this.#scroller.scrollTop - shift;
    const seen = Array.from({ length: Math.min(count, rows - first) }, (_, place) => this.#top.row(first + place));
    const indent = indents(seen.flatMap((row) => row?.branch.level ?? []), this.#scroller.clientWidth);
    const lines = seen.flatMap((row, place) => (row ? [this.#line(row, first + place, top + place * ROW, indent(row.branch.level))] : []));
    this.#sheet.replaceChildren(...lines);
    const current = document.getElementById(`row-${this.#cursor}`);
    if (current) this.#scroller.setAttribute("aria-activedescendant", current.id);
    else this.#scroller.removeAttribute("aria-activedescendant");
  }

  /**
   * @param {Row} row
   * @param {number} index
   * @param {number} top
   * @param {number} indent
   */
  #line({ branch, place, node }, index, top, indent) {
    const line = element("div", {
      id: `row-${index}`,
      class: index === this.#cursor ? "row current" : "row",
      role: "treeitem",
      "aria-level": branch.level + 1,
      "aria-setsize": branch.total,
      "aria-posinset": place + 1,
      "aria-selected": index === this.#cursor ? "true" : "false",
      "data-index": index,
    });
    line.style.transform = `translateY(${top}px)`;
    line.style.paddingInlineStart = `${indent}px`;
    if (!node) {
      line.append("…");
      // Nothing can be seen of a session that has not begun; it is fetched when it has.
      if (store.state) void this.#fetch(branch, Math.floor(place / WINDOW));
      return line;
    }
    const isOpen = branch.opened(place) !== null;
    if (node.nodes > 1) line.setAttribute("aria-expanded", String(isOpen));
    const fold = node.nodes > 1 ? (isOpen ? "▾" : "▸") : "";
    line.append(
      element("span", { class: "fold", "aria-hidden": "true" }, fold),
      element("span", { class: `standing ${node.standing}`, role: "img", "aria-label": standingWords(node.standing), title: standingWords(node.standing) }, markOf(node.standing)),
      element("span", { class: "title", title: node.title }, plainTitle(node.title)),
      element("span", { class: "count", title: `${node.suspects.toLocaleString("en")} of ${node.nodes.toLocaleString("en")} nodes are suspect` }, node.suspects > 0 ? short(node.suspects) : ""),
    );
    return line;
  }

  /**
   * Fetches some parts of a branch and shows them, once however often they are wanted.
   * @param {Branch} branch
   * @param {number} window
   */
  #fetch(branch, window) {
    const name = `${branch.number}/${window}`;
    const known = this.#fetching.get(name);
    if (known) return known;
    const fetching = this.#fetchParts(branch, window).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching.then(() => this.#draw());
  }

  /**
   * @param {Branch} branch
   * @param {number} window
   */
  async #fetchParts(branch, window) {
    if (branch.number < 0) {
      branch.windows.set(0, [await look("node", { look: "node", ...(this.#outermost !== undefined && { node: this.#outermost }) })]);
    } else {
      const parts = await look("parts", { look: "parts", of: branch.number, from: window * WINDOW, count: WINDOW });
      branch.learn(window, parts.nodes, parts.total);
    }
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = event.target instanceof Element ? event.target : null;
    const line = target?.closest(".row");
    if (!(line instanceof HTMLElement)) return;
    this.#cursor = Number(line.dataset["index"]);
    if (target?.classList.contains("fold")) void this.#toggle(this.#cursor);
    else this.#look();
    this.#draw();
  }

  #look() {
    const node = this.#top.row(this.#cursor)?.node;
    if (node) store.lookAt([node.number, node.number]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = this.#keys[event.key];
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    this.#after(async () => {
      const row = this.#top.row(this.#cursor);
      if (row && !row.node) await this.#fetch(row.branch, Math.floor(row.place / WINDOW));
      await key(this.#top.row(this.#cursor));
    });
  }

  /** What keys do at a row. @type {Record<string, (row: Row | null) => void | Promise<void>>} */
  #keys = {
    ArrowDown: () => this.#go(this.#cursor + 1),
    ArrowUp: () => this.#go(this.#cursor - 1),
    PageDown: () => this.#go(this.#cursor + this.#page()),
    PageUp: () => this.#go(this.#cursor - this.#page()),
    Home: () => this.#go(0),
    End: () => this.#go(this.#top.rows - 1),
    ArrowRight: (row) => (isOpen(row) ? this.#go(this.#cursor + 1) : this.#toggle(this.#cursor)),
    ArrowLeft: (row) => {
      if (isOpen(row)) return this.#toggle(this.#cursor);
      if (row?.branch.around) this.#go(row.branch.around.indexInAll(row.branch.place));
      return undefined;
    },
    "*": () => this.#toBranching(this.#cursor),
    Enter: () => this.#look(),
    " ": () => this.#look(),
  };

  /** How many rows a page goes on. */
  #page() {
    return Math.max(1, Math.floor(this.#scroller.clientHeight / ROW) - 1);
  }
}

/** Whether the parts of a row are shown. @param {Row | null} row */
function isOpen(row) {
  return row ? row.branch.opened(row.place) !== null : false;
}

/**
 * How far rows of some levels are indented. When they are deep, from the outermost of them on: titles need the rest of the room.
 * @param {number[]} levels
 * @param {number} width
 */
function indents(levels, width) {
  const most = Math.floor((width * 0.45) / STEP);
  const base = Math.max(...levels) <= most ? 0 : Math.min(...levels);
  return (/** @type {number} */ level) => Math.min(level - base, most) * STEP + 4;
}

/**
 * Opens nodes one inside the other. Their parts are fetched when they are seen.
 * @param {Branch} branch that the first of them is a part of
 * @param {OnTheWay[]} way
 * @returns {Branch} the innermost one
 */
function follow(branch, way) {
  for (const { number, parts, place } of way) {
    const opened = branch.opened(place) ?? new Branch(branch, place, number, parts);
    if (!branch.opened(place)) branch.add(opened);
    branch = opened;
  }
  return branch;
}

/** A number in a few characters. @param {number} count */
function short(count) {
  if (count < 10_000) return String(count);
  const unit = count < 1e6 ? ["k", 1e3] : count < 1e9 ? ["M", 1e6] : ["G", 1e9];
  return `${(count / Number(unit[1])).toFixed(count / Number(unit[1]) < 10 ? 1 : 0)}${unit[0]}`;
}

/** Keeps the outline up to date. */
export function showOutline() {
  return new Outline(byId("panel-tree"));
}
