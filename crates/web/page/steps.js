// Stepping through the recorded run: to what ran before and after, inside and around.

/** @import { Nodes } from "./store.js" */

import { button } from "./dom.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";

/** @typedef {"back" | "on" | "into" | "out"} Step */

/** @type {Array<[Step, string, string, string]>} */
export const STEPS = [
  ["back", "Earlier", "[", "To what ran before, beside it or around it"],
  ["on", "Later", "]", "To what ran next, beside it or around it"],
  ["into", "Into", "}", "To the first part of it"],
  ["out", "Out", "{", "To what it is a part of"],
];

/** Buttons that step from a piece of the run. @param {Nodes} nodes */
export function moveButtons(nodes) {
  return STEPS.map(([step, label, key, title]) =>
    button(label, key, () => void stepFrom(nodes, step), { title, class: "step" }),
  );
}

/** Steps from what is shown. @param {Step} step */
export async function stepFromShown(step) {
  const nodes = store.shown();
  if (nodes) await stepFrom(nodes, step);
}

/**
 * @param {Nodes} nodes
 * @param {Step} step
 */
async function stepFrom(nodes, step) {
  const next = await neighbour(nodes, step);
  if (next === null) store.say("There is nothing further that way.");
  else store.lookAt([next, next]);
}

/**
 * The number of the node one step away.
 * @param {Nodes} nodes
 * @param {Step} step
 * @returns {Promise<number | null>}
 */
async function neighbour([first, last], step) {
  if (step === "into") return part(first, 0);
  const { nodes: way } = await look("way", { look: "way", to: step === "on" ? last : first });
  // From the inside out: the first that has a neighbour on that side.
  for (let level = way.length - 1; level > 0; level -= 1) {
    const [around, here] = [way[level - 1], way[level]];
    if (!around || !here) return null;
    if (step === "out") return around.number;
    if (step === "back") return here.place > 0 ? part(around.number, here.place - 1) : around.number;
    const next = await part(around.number, here.place + 1);
    if (next !== null) return next;
  }
  return null;
}

/**
 * The number of a part by its place.
 * @param {number} of
 * @param {number} place
 * @returns {Promise<number | null>}
 */
async function part(of, place) {
  try {
    const { nodes } = await look("parts", { look: "parts", of, from: place, count: 1 });
    return nodes[0]?.number ?? null;
  } catch (error) {
    if (error instanceof Hidden) return null;
    throw error;
  }
}
