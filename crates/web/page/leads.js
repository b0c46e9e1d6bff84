// What is seen to be wrong without a question: a failed assertion, an exception, lines that were printed. The search can
// begin where one of them comes from.

/** @import { Lead } from "./wire" */

import { button, element } from "./dom.js";
import { request } from "./server.js";
import { store } from "./store.js";
import { many } from "./words.js";

/** This many are listed at once: the last ones, and all that are no printed lines. */
const LISTED = 6;

/** A list of this many printed lines leaves room for the question below it. */
const OPEN = 2;

/** What stands before each kind. */
const KINDS = { actual: "failed: ", exception: "threw ", printed: "│ " };

/**
 * The list for a question, open at the first one that a person is asked. Nothing when there is nothing to point at.
 * @param {boolean} isFirst
 * @returns {Promise<HTMLElement | null>}
 */
export async function leadsView(isFirst) {
  const leads = await fetchLeads();
  if (leads.length === 0) return null;
  const list = element("ol", { class: "leads" });
  const isShort = leads.length <= OPEN || leads.some(({ kind }) => kind !== "printed");
  const first = Math.max(0, leads.length - LISTED);
  const isListed = (/** @type {number} */ place) => place >= first || leads[place]?.kind !== "printed";
  const hidden = leads.filter((_, place) => !isListed(place)).length;
  const show = (/** @type {boolean} */ all) =>
    list.replaceChildren(...leads.flatMap((lead, place) => (all || isListed(place) ? [leadView(lead, place)] : [])));
  show(false);
  const more = hidden > 0 && button(`${many(hidden, "earlier line")} …`, "", () => (show(true), more && more.remove()), { class: "small" });
  return element(
    "details",
    { id: "leads", open: isFirst && isShort },
    element("summary", {}, "Is one of these wrong? Begin where it comes from"),
    more,
    list,
    partForm(leads),
  );
}

/** Whether no person has said anything so far: oracles and assertions may have answered before. */
export async function isUnanswered() {
  const { state } = store;
  if (!state) return true;
  try {
    const done = await request(state.number, { request: "history" });
    return done.done === "history" && done.answers.every(({ by }) => by !== "you");
  } catch {
    return false;
  }
}

/** @returns {Promise<Lead[]>} */
async function fetchLeads() {
  const { state } = store;
  if (!state) return [];
  try {
    const done = await request(state.number, { request: "leads" });
    return done.done === "leads" ? done.leads : [];
  } catch {
    // Whoever cannot point is asked all the same.
    return [];
  }
}

/**
 * @param {Lead} lead
 * @param {number} place
 */
function leadView(lead, place) {
  const text = `${KINDS[lead.kind]}${lead.text}`;
  const begin = () => point(lead.path);
  return element("li", { value: place + 1 }, store.mayAnswer() ? button(text, "", begin, { class: "node", title: `${lead.path} is wrong: begin where it comes from` }) : element("code", {}, text));
}

/** A field for a part of a printed line. @param {Lead[]} leads */
function partForm(leads) {
  if (!store.mayAnswer() || !leads.some((lead) => lead.kind === "printed")) return null;
  const field = element("input", { type: "text", "aria-label": "A part of a line that is wrong", placeholder: "or a part of a line", maxlength: 200 });
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const [text, lead] = [field.value, leads.findLast(({ text }) => text.includes(field.value))];
    if (text === "") return;
    if (!lead) store.say(`Nothing of that kind says “${text}”.`);
    else point(lead.kind === "printed" && lead.text !== text ? `"${text}" in ${lead.path}` : lead.path);
  };
  return element("form", { class: "line-in", submit }, field, element("button", { type: "submit" }, "Begin there"));
}

/** @param {string} path */
function point(path) {
  void store.request({ request: "point-at", path });
}
