// The run as a picture: a row for every level, every node as wide as what is in it. The server draws what
// is on the screen; zooming asks it again.

/** @import { Block, Icicle, Standing, Width } from "./wire" */

import { button, byId, element, fill } from "./dom.js";
import { look } from "./server.js";
import { store } from "./store.js";
import { many, standingWords } from "./words.js";

const ROW = 18;
/** No part of the run is drawn larger than this. */
const CLOSEST = 1e-12;

/** What has no name holds everything else. */
const NO_NAME = "the run";

/** A part of a node, as shares of its width. @typedef {{ of: number, from: number, to: number }} Window */

class Picture {
  /** @type {Width} */
  #by = "suspects";
  /** @type {Window} */
  #window = { of: 0, from: 0, to: 1 };
  /** The windows that lead here. @type {Window[]} */
  #outer = [];
  /** @type {Icicle | null} */
  #drawn = null;
  /** The row and the place of the block that is pointed at. */
  #cursor = { row: 0, place: 0 };
  #running = false;
  #again = false;
  #canvas = element("canvas", {
    id: "icicle",
    tabindex: 0,
    role: "img",
    "aria-label": "The run as a picture; the tree shows the same as text",
    "aria-describedby": "icicle-said",
    mousemove: (/** @type {MouseEvent} */ event) => this.#point(event),
    click: () => this.#look(),
    dblclick: () => this.#enter(),
    wheel: (/** @type {WheelEvent} */ event) => this.#zoom(event),
    keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
  });
  #said = element("p", { id: "icicle-said", class: "muted", role: "status" });
  #out = button("Zoom out", "⌫", () => this.#leave(), { class: "small" });

  /** @param {HTMLElement} section */
  constructor(section) {
    const by = element(
      "select",
      {
        "aria-label": "What makes a node wide",
        change: (/** @type {Event} */ event) => {
          this.#by = /** @type {Width} */ (/** @type {HTMLSelectElement} */ (event.target).value);
          this.#window = { ...this.#window, from: 0, to: 1 };
          this.#want();
        },
      },
      element("option", { value: "suspects" }, "width: suspects"),
      element("option", { value: "size" }, "width: size"),
    );
    fill(section, element("div", { class: "tools" }, by, this.#out, this.#said), element("div", { class: "frame" }, this.#canvas));
    new ResizeObserver(() => this.#want()).observe(this.#canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#paint());
    store.on(["state", "focus"], () => this.#want());
  }

  /** Asks for the picture; when one is on its way, once more after it. */
  #want() {
    if (this.#running) this.#again = true;
    else void this.#fetch();
  }

  async #fetch() {
    const { clientWidth, clientHeight } = this.#canvas;
    if (clientWidth === 0 || !store.state || store.isInside()) return;
    this.#running = true;
    try {
      const rows = Math.max(1, Math.floor(clientHeight / ROW));
      this.#drawn = await look("icicle", { look: "icicle", by: this.#by, ...this.#window, pixels: clientWidth, rows });
      this.#paint();
    } finally {
      this.#running = false;
    }
    if (this.#again) {
      this.#again = false;
      void this.#fetch();
    }
  }

  #paint() {
    const drawn = this.#drawn;
    const context = this.#canvas.getContext("2d");
    if (!drawn || !context) return;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const scale = devicePixelRatio;
    this.#canvas.width = width * scale;
    this.#canvas.height = height * scale;
    context.scale(scale, scale);
    const style = getComputedStyle(this.#canvas);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
    context.font = `11px ${colour("--mono") || "monospace"}`;
    context.textBaseline = "middle";
    const shown = store.shown();
    drawn.rows.forEach((row, level) => {
      for (const block of row) {
        const y = level * ROW;
        context.fillStyle = colour(`--fill-${block.standing}`) || colour("--fill-unknown");
        context.fillRect(block.x, y, Math.max(1, block.width - 1), ROW - 1);
        if (block.name === null || block.name === undefined) hatch(context, block, y, colour("--background"));
        else this.#label(context, drawn, block, y, colour(`--text-${block.standing}`) || colour("--text"));
        if (shown && block.node === shown[0]) {
          context.strokeStyle = colour("--text");
          context.lineWidth = 2;
          context.strokeRect(block.x + 1, y + 1, Math.max(1, block.width - 3), ROW - 3);
        }
      }
    });
    this.#out.disabled = this.#outer.length === 0 && this.#window.from === 0 && this.#window.to === 1;
    this.#describe();
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Icicle} drawn
   * @param {Block} block
   * @param {number} y
   * @param {string} colour
   */
  #label(context, drawn, block, y, colour) {
    if (block.width < 30) return;
    context.save();
    context.beginPath();
    context.rect(block.x, y, block.width - 4, ROW);
    context.clip();
    context.fillStyle = colour;
    const name = drawn.names[block.name ?? -1] || NO_NAME;
    context.fillText(shortest(name, block.width), block.x + 4, y + ROW / 2);
    context.restore();
  }

  /** The block that is pointed at. @returns {Block | null} */
  #current() {
    return this.#drawn?.rows[this.#cursor.row]?.[this.#cursor.place] ?? null;
  }

  #describe() {
    const drawn = this.#drawn;
    const block = this.#current();
    if (!drawn) return;
    const what = this.#by === "size" ? many(drawn.total, "node") : many(drawn.total, "suspect");
    if (drawn.rows.length === 0) this.#said.textContent = "No suspect is left here.";
    else if (!block) this.#said.textContent = `${what} in all.`;
    else if (block.name === null || block.name === undefined) this.#said.textContent = `several narrow nodes from ${block.node} on, ${standingWords(block.standing)}; zoom in to tell them apart`;
    else this.#said.textContent = `${drawn.names[block.name] || NO_NAME} ${block.node}, ${standingWords(block.standing)} · ${what} in all${drawn.more ? " · more below" : ""}`;
  }

  /** @param {MouseEvent} event */
  #point(event) {
    const row = Math.floor(event.offsetY / ROW);
    const blocks = this.#drawn?.rows[row] ?? [];
    const place = blocks.findIndex((block) => event.offsetX >= block.x && event.offsetX < block.x + block.width);
    this.#cursor = { row, place };
    this.#describe();
  }

  #look() {
    const block = this.#current();
    if (block) store.lookAt([block.node, block.node]);
  }

  /** Makes the block that is pointed at the whole picture. */
  #enter() {
    const block = this.#current();
    if (!block || block.name === null || block.name === undefined) return;
    this.#outer.push(this.#window);
    this.#window = { of: block.node, from: 0, to: 1 };
    this.#cursor = { row: 0, place: 0 };
    this.#want();
  }

  #leave() {
    const outer = this.#outer.pop();
    this.#window = outer ?? { ...this.#window, from: 0, to: 1 };
    this.#cursor = { row: 0, place: 0 };
    this.#want();
  }

  /** @param {WheelEvent} event */
  #zoom(event) {
    if (!event.ctrlKey && event.deltaX === 0 && !event.shiftKey) {
      event.preventDefault();
      this.#scale(event.offsetX / this.#canvas.clientWidth, Math.exp(event.deltaY / 400));
    } else if (event.deltaX !== 0 || event.shiftKey) {
      event.preventDefault();
      this.#shift((event.deltaX || event.deltaY) / this.#canvas.clientWidth);
    }
  }

  /**
   * @param {number} at where the picture stays, as a share of its width
   * @param {number} factor
   */
  #scale(at, factor) {
    const { from, to } = this.#window;
    const middle = from + at * (to - from);
    const width = Math.min(1, Math.max(CLOSEST, (to - from) * factor));
    const start = Math.max(0, Math.min(middle - at * width, 1 - width));
    this.#window = { ...this.#window, from: start, to: start + width };
    this.#want();
  }

  /** @param {number} share */
  #shift(share) {
    const { from, to } = this.#window;
    const width = to - from;
    const start = Math.max(0, Math.min(from + share * width, 1 - width));
    this.#window = { ...this.#window, from: start, to: start + width };
    this.#want();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = this.#drawn?.rows ?? [];
    const { row, place } = this.#cursor;
    const middle = (/** @type {Block | null | undefined} */ block) => (block ? block.x + block.width / 2 : 0);
    /** The block of another row below or above this one. @param {number} to */
    const vertical = (to) => {
      const blocks = rows[to];
      if (!blocks) return;
      const x = middle(this.#current());
      const under = blocks.findIndex((block) => block.x + block.width > x);
      this.#cursor = { row: to, place: under < 0 ? blocks.length - 1 : under };
    };
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => (this.#cursor = { row, place: Math.min(place + 1, (rows[row]?.length ?? 1) - 1) }),
      ArrowLeft: () => (this.#cursor = { row, place: Math.max(place - 1, 0) }),
      ArrowDown: () => vertical(row + 1),
      ArrowUp: () => vertical(row - 1),
      "+": () => this.#scale(0.5, 0.5),
      "-": () => this.#scale(0.5, 2),
      Enter: () => this.#enter(),
      " ": () => this.#look(),
      Backspace: () => this.#leave(),
    };
    const key = keys[event.key];
    if (!key) return;
    event.preventDefault();
    event.stopPropagation();
    key();
    this.#describe();
  }
}

/**
 * Several nodes in one block look otherwise than one.
 * @param {CanvasRenderingContext2D} context
 * @param {Block} block
 * @param {number} y
 * @param {string} colour
 */
function hatch(context, block, y, colour) {
  context.fillStyle = colour;
  for (let x = block.x + 2; x < block.x + block.width; x += 3) context.fillRect(x, y, 1, ROW - 1);
}

/**
 * A name without packages and classes, when there is no room for all of it.
 * @param {string} name
 * @param {number} width
 */
function shortest(name, width) {
  const fits = Math.floor((width - 6) / 6.6);
  if (name.length <= fits) return name;
  const last = name.replace(/[\p{L}\p{N}_$]+\./gu, "");
  return last.length <= fits ? last : last.slice(0, Math.max(1, fits - 1)) + "…";
}

/** Keeps the picture up to date. */
export function showPicture() {
  return new Picture(byId("picture"));
}
