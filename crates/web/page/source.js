// The source of what is shown, with the lines that ran and what was said about it.

/** @import { Nodes } from "./store.js" */

import { byId, element, fill } from "./dom.js";
import { listingView } from "./listing.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";
import { MARKS, STANDINGS, unseenWords } from "./words.js";

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
async function sourceOf([node]) {
  try {
    const [listing, { standing }] = await Promise.all([look("source", { look: "source", node }), look("node", { look: "node", node })]);
    const said = element("span", { class: `standing ${standing}` }, `${MARKS[standing]} ${STANDINGS[standing]}`);
    return [element("h2", { class: "file" }, listing.file, " ", said), listingView(listing)];
  } catch (error) {
    const words = error instanceof Hidden ? unseenWords(error.unseen) : String(error);
    return [element("h2", { class: "file" }, "Source"), element("p", { class: "note" }, words)];
  }
}
