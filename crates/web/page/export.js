// The session as one file, to attach to an issue: what was asked and said, with values and source. It has no
// script, so that it can be read anywhere.

/** @import { Said, Value } from "./wire" */
/** @import { Child } from "./dom.js" */
/** @import { Nodes } from "./store.js" */

import { element } from "./dom.js";
import { listingView } from "./listing.js";
import { leftAfter } from "./lists.js";
import { codeView } from "./report.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";
import { callStates, hasChanged, states } from "./states.js";
import { align } from "./values.js";
import { fileName, many, plainTitle } from "./words.js";

/** Nothing is fetched and nothing is run when the file is opened. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** Makes the file and gives it to the browser. */
export async function exportPage() {
  const text = await exported();
  const link = element("a", { download: "elenchus.html", href: URL.createObjectURL(new Blob([text], { type: "text/html" })) });
  link.click();
  URL.revokeObjectURL(link.href);
}

async function exported() {
  const style = await (await fetch("/page/style.css")).text();
  const { answers, suspects } = await look("said", { look: "said" });
  const page = document.implementation.createHTMLDocument("Elenchus");
  page.documentElement.lang = "en";
  page.head.append(
    element("meta", { charset: "utf-8" }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { "http-equiv": "Content-Security-Policy", content: POLICY }),
  );
  page.body.className = "exported";
  page.body.append(element("main", {}, element("h1", {}, "Elenchus"), ...(await outcome()), element("h2", {}, many(answers.length, "answer")), answers.length > 0 && leftAfter(suspects, 0)));
  const main = page.body.firstElementChild;
  for (const [place, said] of answers.entries()) main?.append(await saidView(said), leftAfter(suspects, place + 1) ?? "");
  // The page's own policy allows no style inside a document, not even in one that is only made to be saved.
  const text = page.documentElement.outerHTML.replace("</head>", () => `<style>\n${style}</style></head>`);
  return `<!doctype html>\n${text}\n`;
}

/** What the session has come to. @returns {Promise<Child[]>} */
async function outcome() {
  const view = store.state?.view;
  const bug = view?.type === "bug" ? view.reports.at(-1) : undefined;
  if (bug) {
    return [
      element("h2", {}, "Bug in ", element("code", {}, plainTitle(bug.title))),
      element("p", { class: "muted" }, `node ${bug.node}${bug.lines ? ` · ${bug.lines}` : ""}`),
      valueList(bug),
      ...codeView(bug),
    ];
  }
  const asked = store.asked();
  if (!asked) return [element("p", {}, "No bug is found yet.")];
  return [element("p", {}, "No bug is found yet. The open question:"), await pieceOf(asked, true)];
}

/** One answer, with what it is about. @param {Said} said */
async function saidView(said) {
  return element(
    "section",
    { class: "exported-answer" },
    element("h3", {}, `${said.number}. `, element("span", { class: `said ${said.answer}` }, said.answer), ` (${said.by}) `, element("code", {}, plainTitle(said.title))),
    said.nodes ? await pieceOf(said.nodes, false) : null,
  );
}

/**
 * @param {Nodes} nodes
 * @param {boolean} open whether its source is shown at once
 */
async function pieceOf(nodes, open) {
  const piece = await look("piece", { look: "piece", nodes });
  const content = element("div", {}, open && element("h3", {}, element("code", {}, plainTitle(piece.title))), valueList(piece));
  for (const [word, state] of /** @type {const} */ ([["before", piece.before], ["after", piece.after]])) {
    const text = states({ name: word, [word]: state, cut: piece.cut });
    if (state) content.append(element("p", { class: "free" }, element("b", {}, `${word} `), ...text));
  }
  try {
    const listing = await look("source", { look: "source", nodes });
    content.append(element("details", { open }, element("summary", {}, fileName(listing.file)), listingView(listing)));
  } catch (error) {
    if (!(error instanceof Hidden)) throw error;
  }
  return content;
}

/** @param {{ values: Value[], kind: string }} shown */
function valueList({ values, kind }) {
  if (values.length === 0) return null;
  const isCall = (/** @type {Value} */ { name }) => kind === "projection" && /^\d+$/.test(name);
  const rows = values.map((value) =>
    element("li", { class: isCall(value) ? "call" : hasChanged(value) ? "changed" : "same" }, element("div", { class: "value" }, element("span", { class: "both" }, element("span", { class: "name" }, value.name), element("span", { class: "states" }, ...(isCall(value) ? callStates(value) : states(value)))))),
  );
  const list = element("ul", { class: "values" }, ...rows);
  align(list, values);
  return list;
}
