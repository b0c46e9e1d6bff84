// The source of what is shown, with the lines that ran and what was said about it.

/** @import { Standing } from "./wire" */
/** @import { Nodes } from "./store.js" */

import { byId, element, fill } from "./dom.js";
import { listingView } from "./listing.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";
import { fileName, markOf, standingWords, unseenWords } from "./words.js";

/** What a mark says of a line, where it is not what it says of a node. @type {Record<string, string>} */
const LINES = { bug: "holds the bug", suspect: "may hold the bug" };

/** Keeps the source up to date. */
export function showSource() {
  const pane = byId("source");
  store.on(["state", "focus"], () => void update(pane));
}

/** @param {HTMLElement} pane */
async function update(pane) {
  const nodes = store.shown();
  const content = nodes ? await sourceOf(nodes) : [];
  if (nodes?.[0] !== store.shown()?.[0]) return;
  fill(pane, ...content);
  pane.dispatchEvent(new Event("shown"));
  const first = pane.querySelector(".line.own") ?? pane.querySelector(".line.ran");
  if (first instanceof HTMLElement) pane.scrollTop = Math.max(0, first.offsetTop - pane.clientHeight / 3);
}

/** @param {Nodes} nodes */
async function sourceOf(nodes) {
  try {
    const [listing, { standing }] = await Promise.all([look("source", { look: "source", nodes }), look("node", { look: "node", node: nodes[0] })]);
    const reported = reportedLines(nodes);
    const blocks = listing.blocks.map((block) => block.map((line) => ({ ...line, owned: reported ? reported.has(line.number) : line.owned })));
    const said = element("span", { class: `standing ${standing}` }, `${markOf(standing)} ${standingWords(standing)}`);
    const standings = new Map(listing.standings);
    return [element("h2", { class: "file", title: listing.file }, element("span", {}, fileName(listing.file)), " ", said), listingView({ ...listing, blocks }, standings), legend(standings)];
  } catch (error) {
    const words = error instanceof Hidden ? unseenWords(error.unseen) : String(error);
    return [element("h2", { class: "file" }, "Source"), element("p", { class: "note" }, words)];
  }
}

/**
 * The lines that a report blames, when these nodes are what it is about. What loops own was asked about by itself.
 * @param {Nodes} nodes
 */
function reportedLines([node]) {
  const view = store.state?.view;
  const report = view?.type === "bug" ? view.reports.at(-1) : undefined;
  if (!report?.code || report.node !== node) return null;
  return new Set(report.code.blocks.flat().filter(({ owned }) => owned).map(({ number }) => number));
}

/** Whether several calls are asked about: their caller is shown, which has them all. */
function isAboutCalls() {
  const view = store.state?.view;
  return !store.focus && (view?.type === "question" || view?.type === "asking") && view.question.kind === "projection";
}

/** What the marks mean that stand beside the lines. @param {Map<number, Standing>} standings */
function legend(standings) {
  const marked = [...new Set(standings.values())].filter((standing) => standing !== "cleared");
  const words = marked.map((standing) => `${markOf(standing)} ${LINES[standing] ?? standingWords(standing)}`);
  const own = isAboutCalls() ? "▸ ran; this is the code that made the calls" : "▸ ran, and is the own code of this";
  const all = [own, "· ran", ...words];
  return element("p", { class: "note legend" }, ...all.map((words) => element("span", {}, words)));
}
