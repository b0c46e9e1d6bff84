// Source lines with what ran, as the server lists them.

/** @import { Listing, ListingLine, Standing } from "./wire" */

import { element } from "./dom.js";
import { markOf, standingWords } from "./words.js";

/** What is left of a long line goes no further in than this many characters. */
const MOST_BLANK = 16;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The lines of a listing; with their standings, how each stands in the search is marked.
 * @param {Listing} listing
 * @param {Map<number, Standing>} [standings]
 */
export function listingView(listing, standings) {
  const code = element("div", { class: standings ? "code judged" : "code", role: "table", tabindex: 0, "aria-label": `Lines of ${listing.file}` });
  const indent = commonIndent(listing);
  listing.blocks.forEach((block, place) => {
    if (place > 0) code.append(element("div", { class: "gap", role: "row" }, element("span", { role: "cell" }, "…")));
    for (const line of block) code.append(lineView(line, indent, standings && standingView(standings.get(line.number))));
  });
  return code;
}

/** How far all lines are indented, in bytes: a method of an inner class needs the room at its right. @param {Listing} listing */
function commonIndent({ blocks }) {
  const lines = blocks.flat().map(({ text }) => text).filter((text) => text.trim() !== "");
  const first = lines[0] ?? "";
  const alike = (/** @type {number} */ length) => lines.every((text) => text.startsWith(first.slice(0, length)));
  let indent = (/^[ \t]*/.exec(first)?.[0] ?? "").length;
  while (indent > 0 && !alike(indent)) indent -= 1;
  return indent;
}

/** @param {Standing} [standing] */
function standingView(standing) {
  // What is cleared needs no mark: most lines are.
  if (!standing || standing === "cleared") return element("span", { role: "cell" });
  const [mark, said] = [markOf(standing), standingWords(standing)];
  return element("span", { class: `standing ${standing}`, role: "cell", title: said }, element("span", { "aria-hidden": "true" }, mark), element("span", { class: "hidden" }, said));
}

/**
 * @param {ListingLine} line
 * @param {number} indent how many bytes at its beginning are left out
 * @param {HTMLElement} [standing]
 */
function lineView(line, indent, standing) {
  const ran = line.execution === "ran";
  const own = ran && line.owned && !line.dimmed;
  const mark = own ? "▸" : ran ? "·" : "";
  const said = own ? "ran, own code" : ran ? "ran" : line.execution === "did-not-run" ? "did not run" : "";
  const kind = own ? "own" : ran ? "ran" : line.execution;
  const text = element("span", { class: "text", role: "cell" }, ...tokens(line, indent));
  const blank = line.text.slice(indent).search(/\S/);
  text.style.setProperty("--in", `${Math.min(Math.max(blank, 0), MOST_BLANK) + 2}ch`);
  return element(
    "div",
    { class: `line ${kind}`, role: "row", "data-line": line.number },
    element("span", { class: "number", role: "cell" }, String(line.number)),
    element("span", { class: "mark", role: "cell", title: said }, element("span", { "aria-hidden": "true" }, mark), element("span", { class: "hidden" }, said)),
    standing,
    text,
  );
}

/**
 * The text of a line with its tokens. Their places count bytes, and a script counts otherwise.
 * @param {ListingLine} line
 * @param {number} indent
 * @returns {Array<HTMLElement | string>}
 */
function tokens(line, indent) {
  const bytes = encoder.encode(line.text);
  const text = (/** @type {number} */ from, /** @type {number} */ to) => decoder.decode(bytes.subarray(from, to));
  /** @type {Array<HTMLElement | string>} */
  const parts = [];
  let done = Math.min(indent, bytes.length);
  for (const [range, kind] of line.tokens) {
    parts.push(text(done, range.start), element("span", { class: `token-${kind}` }, text(range.start, range.end)));
    done = range.end;
  }
  parts.push(text(done, bytes.length));
  return parts;
}
