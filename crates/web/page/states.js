// What a value was and is.

/** @import { Value } from "./wire" */

import { diff } from "./diff.js";
import { button, element } from "./dom.js";
import { many } from "./words.js";

/** @param {Value} value */
export function hasChanged({ before, after, cut }) {
  const both = typeof before === "string" && typeof after === "string";
  return both && (before !== after || cut?.before !== cut?.after);
}

/**
 * A written text with a line of its own for each of its lines. A line that would be empty is none.
 * @param {string} text
 */
function broken(text) {
  return text.replace(/\\(?:[^n]|n(?!['"]))/gs, (escape) => (escape === "\\n" ? `${escape}\n` : escape));
}

/** Fetches a stretch of a long text. @typedef {(after: boolean, from: number) => Promise<{ text: string, later: number }>} Stretch */

/**
 * What a value was and is, with what differs marked.
 * @param {Value} value
 * @param {Stretch} [fetchText] fetches more of a long text, where there is a server
 * @returns {Array<HTMLElement | string>}
 */
export function states(value, fetchText) {
  const { before, after, cut } = value;
  if (typeof before !== "string" || typeof after !== "string" || (before === after && cut?.before === cut?.after)) {
    const text = after ?? before ?? "";
    const isNew = typeof before !== "string" && value.name !== "returned";
    return [element("span", { class: isNew ? "after" : "" }, ...stretch(value, typeof after === "string", [broken(text)], fetchText))];
  }
  const [old, now] = diff(before, after);
  return [
    element("span", { class: "before" }, ...stretch(value, false, old.map((part) => (part.differs ? element("del", {}, broken(part.text)) : broken(part.text))), fetchText)),
    element("span", { class: "arrow", "aria-label": "becomes" , role: "img" }, "→"),
    element("span", { class: "after" }, ...stretch(value, true, now.map((part) => (part.differs ? element("ins", {}, broken(part.text)) : broken(part.text))), fetchText)),
  ];
}

/**
 * One of several calls: what was called and changed, and what came back. The two are no states of one thing, so nothing is compared.
 * @param {Value} value
 * @returns {Array<HTMLElement | string>}
 */
export function callStates({ before, after }) {
  const back = typeof after === "string" && element("span", { class: "after" }, element("span", { class: "arrow", "aria-label": "gives", role: "img" }, "→"), broken(after));
  return [element("span", {}, broken(before ?? "")), back || ""];
}

/**
 * One of the two texts, with what is missing before and after it.
 * @param {Value} value
 * @param {boolean} after
 * @param {Array<HTMLElement | string>} shown
 * @param {Stretch} [fetchText]
 * @returns {Array<HTMLElement | string>}
 */
function stretch(value, after, shown, fetchText) {
  const { cut } = value;
  if (!cut) return shown;
  const length = [...(after ? value.after : value.before) ?? ""].length;
  const missing = after ? cut.after : cut.before;
  const same = hasChanged(value) ? " that are the same" : "";
  return [
    cut.start > 0 ? element("span", { class: "muted" }, `(${many(cut.start, "character")}${same}) …`) : "",
    ...shown,
    missing > 0 ? rest(after, cut.start + length, missing, fetchText) : "",
  ];
}

/**
 * What is missing at the end of a text, and how to get it.
 * @param {boolean} after
 * @param {number} from
 * @param {number} missing
 * @param {Stretch} [fetchText]
 */
function rest(after, from, missing, fetchText) {
  const words = `… ${many(missing, "more character")}`;
  if (!fetchText) return element("span", { class: "muted" }, words);
  const more = button(words, "", () => {
    void fetchText(after, from).then(({ text, later }) => {
      const shown = [...text].length;
      more.replaceWith(broken(text), later > 0 && shown > 0 ? rest(after, from + shown, later, fetchText) : "");
    });
  }, { class: "small more-of-it" });
  return more;
}
