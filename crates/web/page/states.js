// What a value was and is.

/** @import { Value } from "./wire" */

import { diff } from "./diff.js";
import { element } from "./dom.js";

/** @param {Value} value */
export function hasChanged({ before, after }) {
  return typeof before === "string" && typeof after === "string" && before !== after;
}

/**
 * What a value was and is, with what differs marked.
 * @param {Value} value
 * @returns {Array<HTMLElement | string>}
 */
export function states(value) {
  const { before, after } = value;
  if (typeof before !== "string" || typeof after !== "string" || before === after) {
    const text = after ?? before ?? "";
    const isNew = typeof before !== "string" && value.name !== "returned";
    return [element("span", { class: isNew ? "after" : "" }, text)];
  }
  const [old, now] = diff(before, after);
  return [
    element("span", { class: "before" }, ...old.map((part) => (part.differs ? element("del", {}, part.text) : part.text))),
    element("span", { class: "arrow", "aria-label": "becomes" , role: "img" }, "→"),
    element("span", { class: "after" }, ...now.map((part) => (part.differs ? element("ins", {}, part.text) : part.text))),
  ];
}
