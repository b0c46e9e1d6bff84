// How questions are chosen and shown, and what can be asked for by name: all that the terminal's words do.

/** @import { Choice, Done, Limits } from "./wire" */
/** @import { Request } from "./server.js" */

import { button, byId, element, fill } from "./dom.js";
import { store } from "./store.js";
import { openTab } from "./tabs.js";
import { planWords } from "./words.js";

/** @typedef {Extract<Done, { done: "settings" }>} Settings */

/** How much of its values a question shows, in words. @type {Array<[keyof Limits, string]>} */
const LIMITS = [
  ["changes", "changes"],
  ["characters", "characters of a value"],
  ["depth", "levels of objects"],
  ["elements", "elements of a collection"],
];

/** The field that somebody wants to be in once it is there. @type {string | null} */
let wanted = null;

/** Keeps what is chosen up to date. */
export function showSettings() {
  const panel = byId("panel-settings");
  const refresh = () => {
    if (!panel.hidden) void update(panel);
  };
  panel.addEventListener("shown", refresh);
  store.on(["state"], refresh);
}

/** Goes to one of the fields. @param {"strategy" | "transformations"} field */
export function openSettings(field) {
  wanted = field;
  openTab("settings");
}

/** @param {HTMLElement} panel */
async function update(panel) {
  const done = await store.request({ request: "settings" });
  // Nobody's words are taken away while they are typed.
  const isTyping = document.activeElement instanceof HTMLInputElement && panel.contains(document.activeElement);
  if (done?.done !== "settings" || isTyping) return;
  fill(panel, ...(store.hello.read_only ? [chosen(done)] : [strategy(done), transformations(done), limits(done), byName()]));
  if (wanted) document.getElementById(wanted)?.focus();
  wanted = null;
}

/** What is chosen, where nothing can be. @param {Settings} settings */
function chosen(settings) {
  return element("p", {}, `Questions are chosen by ${settings.strategy}; transformations: ${planWords(settings.transforms)}.`);
}

/** @param {Settings} settings */
function strategy(settings) {
  const about = element("p", { class: "muted" });
  const choice = element(
    "select",
    { id: "strategy", "aria-label": "Strategy" },
    ...settings.strategies.map(({ name }) => element("option", { value: name, selected: name === settings.strategy }, name)),
  );
  const tell = () => (about.textContent = aboutOf(settings.strategies, choice.value));
  choice.addEventListener("change", () => (tell(), void store.request({ request: "strategy", name: choice.value })));
  tell();
  return element("section", {}, element("h3", {}, "Strategy ", element("kbd", {}, "s")), choice, about);
}

/** @param {Settings} settings */
function transformations(settings) {
  const field = element("input", { id: "transformations", type: "text", "aria-label": "Transformations, in order", value: planWords(settings.transforms), maxlength: 200 });
  const use = () => void store.request({ request: "transform", names: field.value.split(/[\s,]+/).filter(Boolean) });
  return element(
    "section",
    {},
    element("h3", {}, "Transformations ", element("kbd", {}, "x")),
    form(field, "Use", use),
    element(
      "details",
      {},
      element("summary", {}, "All that there are"),
      element("dl", {}, ...settings.transformations.flatMap(({ name, asks_about }) => [element("dt", {}, element("code", {}, name)), element("dd", {}, asks_about)])),
    ),
  );
}

/** @param {Choice[]} choices @param {string} wanted */
function aboutOf(choices, wanted) {
  const found = choices.find(({ name }) => name === wanted);
  return found ? `Asks about ${found.asks_about}` : "";
}

/** @param {Settings} settings */
function limits(settings) {
  const fields = LIMITS.map(([limit, words]) => {
    const field = element("input", { type: "number", min: 1, max: 100_000, value: settings.limits[limit] ?? "", "aria-label": words, "data-limit": limit });
    return { limit, field, label: element("label", {}, field, ` ${words}`) };
  });
  const use = () => {
    const wish = Object.fromEntries(fields.map(({ limit, field }) => [limit, Math.max(1, Math.floor(Number(field.value)) || 1)]));
    void store.request({ request: "limits", ...wish });
  };
  return element("section", { class: "limits" }, element("h3", {}, "A question shows at most"), ...fields.map(({ label }) => label), button("Show that", "", use, { class: "small" }));
}

/** What is said about pieces of the run by their names. */
function byName() {
  /** @type {Array<[string, string, string, (name: string) => Request]>} */
  const rows = [
    ["jump", "Ask about", "node, routine or routine#2", (to) => ({ request: "jump", to })],
    ["trust", "Trust", "routine, class or pattern", (trust) => ({ request: "answer", answer: "trusted", trust })],
    ["close", "Close", "node or pattern; empty: this question", (name) => ({ request: "close", ...(name && { name }) })],
    ["reopen", "Open again", "node or pattern; empty: all", (name) => ({ request: "reopen", ...(name && { name }) })],
    ["name", "Name a loop", "its new name, or a loop and its new name", loopName],
  ];
  const forms = rows.map(([what, label, hint, wanted]) => {
    const field = element("input", { type: "text", "aria-label": `${label}: ${hint}`, maxlength: 200, "data-what": what });
    const mayBeEmpty = what === "close" || what === "reopen";
    const asked = form(field, label, () => (field.value.trim() || mayBeEmpty) && void store.request(wanted(field.value.trim())));
    return element("div", { class: "asked-for" }, element("span", { class: "muted" }, hint), asked);
  });
  return element("section", {}, element("h3", {}, "By name"), ...forms, element("p", { class: "muted" }, "What is closed is looked into only when it is wrong or nothing else is left."));
}

/**
 * One word names the loop that is asked about, two words any loop: its name now, and the new one.
 * @param {string} text
 * @returns {Request}
 */
function loopName(text) {
  const [of, name] = text.split(/\s+/, 2);
  return name ? { request: "name", of: of ?? "", name } : { request: "name", name: text };
}

/**
 * @param {HTMLInputElement} field
 * @param {string} label
 * @param {() => void} done
 */
function form(field, label, done) {
  return element("form", { class: "line-in", submit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), done()) }, field, element("button", { type: "submit" }, label));
}
