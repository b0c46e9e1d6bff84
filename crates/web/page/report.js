// A bug that was found: what ran, its code, what it rests on, and what can be done now.

/** @import { Report } from "./wire" */
/** @import { Child } from "./dom.js" */

import { button, element } from "./dom.js";
import { listingView } from "./listing.js";
import { heading, pieceView, verdictList } from "./question.js";
import { look } from "./server.js";
import { store } from "./store.js";
import { many, plainTitle } from "./words.js";

/**
 * @param {Report[]} reports the last one was just found
 * @returns {Child[]}
 */
export function reportView(reports) {
  const report = reports.at(-1);
  if (!report) return [];
  return [
    heading(report.by_steps ? "BUG, as far as can be seen" : "BUG", report, [report.node, report.node]),
    ...pieceView([report.node, report.node], report, false),
    ...codeView(report),
    report.hint && element("p", { class: "note" }, report.hint),
    report.nodes.length > 1 && element("p", { class: "note" }, `It is one of ${many(report.nodes.length, "call")} that were judged as one.`),
    traceable(report),
    report.by_steps ? note(`${many(report.by_steps, "answer")} below compare both runs step by step, where something was not recorded. To be certain, look at them and take back what is mistaken, or record both runs with --writes for the classes that are shown as not recorded.`) : null,
    element("h3", {}, "Because"),
    verdictList(report.proof),
    element("p", { class: "muted" }, `${many(report.answered, "answer")}${report.answered_by_person === report.answered ? "" : `, ${report.answered_by_person.toLocaleString("en")} of them yours`}. If this is not the bug, one of the answers above is mistaken: take it back.`),
    report.code && onceCorrected(),
    reports.length > 1 && element("p", { class: "muted" }, `Found before: ${reports.slice(0, -1).map((earlier) => plainTitle(earlier.title)).join("; ")}`),
    element(
      "div",
      { class: "answers" },
      !store.hello.read_only && report.can_zoom && button("Which line?", "z", () => void store.request({ request: "zoom" }), { id: "zoom", title: "Asks which of the lines it is" }),
      !store.hello.read_only && button("Next bug", "c", () => void store.request({ request: "accept" }), { id: "accept", title: "Accepts this bug and looks for the next one" }),
      !store.hello.read_only && button("Ask about it", "j", () => void store.request({ request: "jump", to: String(report.node) }), { id: "jump" }),
      button("Copy Markdown", "k", () => void copyReport(), { id: "copy" }),
    ),
  ];
}

/**
 * The code of a bug: its own lines, or those to blame when it was looked into.
 * @param {Report} report
 * @returns {Child[]}
 */
export function codeView({ code, zoom }) {
  if (!code) return [];
  if (!zoom) return [listingView(code), note("Lines with ▸ ran here and are its own code; those with · ran, but are not.")];
  const blocks = code.blocks.map((block) => block.map((line) => ({ ...line, owned: zoom.lines.includes(line.number) })));
  const lines = `${zoom.lines.length === 1 ? "Line" : "Lines"} ${zoom.lines.join(", ")}`;
  const differs = (zoom.differs ?? []).map(({ path, here, there }) => note(`${path}: here ${here ?? "nothing"}, there ${there ?? "nothing"}`));
  return [
    listingView({ ...code, blocks }),
    note("▸ is to blame; lines with · ran too."),
    element("p", { id: "zoomed" }, `${lines}, ${zoom.kind} ${zoom.step} of ${zoom.steps.toLocaleString("en")} that ran: ${zoom.why}.`),
    ...differs,
  ];
}

/** What is done at a shell when the code is corrected: commands about the same recording as the one that goes on. */
function onceCorrected() {
  const [whole, about] = /^elenchus (?:ask|serve) (.*)$/.exec(store.hello.resume) ?? [];
  if (!whole) return null;
  const command = (/** @type {string} */ name) => element("code", {}, `elenchus ${name} ${about} --with PATH`);
  return element("p", { class: "note then" }, "When it is corrected, at a shell: ", command("check"), " says whether the code at PATH is right, ", command("test"), " writes a test of this call.");
}

/** @param {string} text */
function note(text) {
  return element("p", { class: "note" }, text);
}

/** Puts the report where it can be pasted from. */
export async function copyReport() {
  const { markdown } = await look("report", { look: "report" });
  await navigator.clipboard.writeText(markdown);
  store.say("The report is in the clipboard, as Markdown.");
}

/** @param {Report} report */
function traceable({ traceable }) {
  if (traceable === "yes") return null;
  const words =
    traceable === "not-asked"
      ? "Some of what is around it was not asked about."
      : `${traceable.no.right} is around it and right all the same: a bug, but perhaps not the one behind what you saw.`;
  return element("p", { class: "note" }, words);
}
