// Who wrote a value: the way of what it holds back to its origin, writer by writer.

/** @import { Link, Writer } from "./wire" */
/** @import { Child } from "./dom.js" */
/** @import { Nodes } from "./store.js" */

import { button, element } from "./dom.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";
import { many, plainTitle, unseenWords } from "./words.js";

/** How the way ends. */
const BEGINNINGS = {
  code: "That is where it comes from.",
  unknown: "Before that, nothing is recorded: it was there before, or comes from code that is not recorded.",
  further: "It goes further back: look at the last of these, and ask there.",
};

/**
 * The writers of a value, latest first.
 * @param {Nodes} nodes
 * @param {string} path
 * @returns {Promise<HTMLElement>}
 */
export async function originOf(nodes, path) {
  const lines = element("div", { class: "origin", role: "note", "aria-label": `Who wrote ${path}` });
  try {
    const origin = await look("origin", { look: "origin", nodes, path });
    if (origin.chain.length > 0) {
      lines.append(element("ol", {}, ...origin.chain.map((link) => element("li", {}, ...linkWords(link)))));
      lines.append(element("p", { class: "muted" }, BEGINNINGS[origin.beginning]));
    } else lines.append(element("p", {}, ...writerWords(origin.after)));
  } catch (error) {
    lines.append(element("p", {}, error instanceof Hidden ? unseenWords(error.unseen) : String(error)));
  }
  return lines;
}

/**
 * One writer on the way.
 * @param {Link} link
 * @returns {Child[]}
 */
function linkWords({ node, did, part, value, alike, passed_on }) {
  const words = { wrote: "written by", returned: "returned by", had: "from the own code of", made: part ? "so since it was made in" : "made in" };
  return [
    part && element("code", {}, part),
    part && " = ",
    element("span", { class: "after" }, value),
    ` ${words[did]} `,
    button(plainTitle(node.title), "", () => store.lookAt([node.number, node.number]), { class: "node" }),
    element("span", { class: "muted" }, passed_on ? `, passed on by ${many(passed_on, "call")}` : "", alike ? " (an equal value; whether it was copied is not recorded)" : ""),
  ];
}

/**
 * The last writer alone, where nothing more is known.
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
      const go = button(plainTitle(node.title), "", () => store.lookAt([node.number, node.number]), { class: "node" });
      return [`written ${when} by `, go];
    }
  }
}
