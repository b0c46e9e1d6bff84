// Who wrote a value: what it holds at the end, and what it held at the beginning.

/** @import { Writer } from "./wire" */
/** @import { Nodes } from "./store.js" */

import { button, element } from "./dom.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";
import { unseenWords } from "./words.js";

/**
 * A few lines on who wrote a value.
 * @param {Nodes} nodes
 * @param {string} path
 * @returns {Promise<HTMLElement>}
 */
export async function originOf(nodes, path) {
  const lines = element("div", { class: "origin", role: "note", "aria-label": `Who wrote ${path}` });
  const line = (/** @type {string} */ when, /** @type {Writer} */ writer) =>
    lines.append(element("p", {}, element("b", {}, when), " ", ...writerWords(writer)));
  try {
    const origin = await look("origin", { look: "origin", nodes, path });
    line("now:", origin.after);
    if (origin.before && !isSame(origin.before, origin.after)) line("before:", origin.before);
  } catch (error) {
    lines.append(element("p", {}, error instanceof Hidden ? unseenWords(error.unseen) : String(error)));
  }
  return lines;
}

/**
 * @param {Writer} writer
 * @returns {Array<HTMLElement | string>}
 */
function writerWords(writer) {
  switch (writer.writer) {
    case "own":
      return ["written by this piece's own code"];
    case "unknown":
      return ["who wrote it is not known: it was there before the recording, or in code that is not recorded"];
    case "inside":
    case "earlier": {
      const { node } = writer;
      const when = writer.writer === "inside" ? "inside" : "earlier";
      const go = button(node.title, "", () => store.lookAt([node.number, node.number]), { class: "node" });
      return [`written ${when} by `, go];
    }
  }
}

/**
 * @param {Writer} one
 * @param {Writer} other
 */
function isSame(one, other) {
  const number = (/** @type {Writer} */ writer) => ("node" in writer ? writer.node.number : -1);
  return one.writer === other.writer && number(one) === number(other);
}
