// Making elements. Text goes in as text, never as markup.

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */

/**
 * Makes an element. Functions become listeners, `true` an empty attribute; what is `false` or missing is left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, String(value));
    }
  }
  add(made, children);
  return made;
}

/**
 * Puts children in place of what an element holds.
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  add(parent, children);
}

/**
 * The element of this id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * A button with a key that does the same.
 * @param {string} label
 * @param {string} key
 * @param {() => void} press
 * @param {Attributes} [attributes]
 */
export function button(label, key, press, attributes = {}) {
  const hint = key && element("kbd", {}, key);
  return element("button", { type: "button", click: press, ...attributes }, label, hint && " ", hint);
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
function add(parent, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false && child !== "") parent.append(child);
  }
}
