// Stepping through a piece of the run: what it had changed at a moment inside it, what it did last and does next.

/** @import { Action } from "./wire" */
/** @import { Child } from "./dom.js" */
/** @import { Stop } from "./store.js" */

import { button, element } from "./dom.js";
import { heading, pieceView } from "./question.js";
import { Hidden, look } from "./server.js";
import { store } from "./store.js";
import { plainTitle, unseenWords } from "./words.js";

/** @typedef {"back" | "on" | "into" | "out"} Way */

/** @type {Array<[Way, string, string, string]>} */
export const STRIDES = [
  ["back", "Back", ",", "step back: to right before the last write or call"],
  ["on", "On", ".", "step on: to right after the next write or call"],
  ["into", "Into", ")", "step into the call that comes next"],
  ["out", "Out", "(", "step out: to right after this call, in what it is a part of"],
];

/** The step that is being taken. Who presses a key twice takes two, the second from where the first has led. */
let walking = Promise.resolve();

/** Steps from what is shown; from its beginning when nobody has stepped through it yet. @param {Way} way */
export function walkFromShown(way) {
  walking = walking.catch(() => {}).then(async () => {
    const shown = store.shown();
    if (store.stop) await walk(store.stop, way);
    else if (shown) await arrive(shown[0], null, way === "back" ? "end" : "stay");
  });
  return walking;
}

/** A button that begins to step. @param {number} node */
export function walkButton(node) {
  return button("Step through", ".", () => void arrive(node, null, "stay"), { class: "step", title: "Go through it write by write and call by call" });
}

/**
 * @param {Stop} stop
 * @param {Way} way
 */
async function walk(stop, way) {
  if (way === "on" || way === "back") await arrive(stop.node, stop.at, way);
  else if (way === "into" && stop.next?.action === "ran") await arrive(stop.next.node.number, null, "stay");
  else if (way === "out" && typeof stop.around === "number") {
    const end = await look("stop", { look: "stop", node: stop.node, stride: "end" });
    await arrive(stop.around, end.at, "stay");
  } else store.say(way === "into" ? "No call comes next." : "Nothing is around this.");
}

/**
 * Shows a node at a moment one stride away from another.
 * @param {number} node
 * @param {[number, number] | null} from
 * @param {"stay" | "on" | "back" | "end"} stride
 */
async function arrive(node, from, stride) {
  try {
    store.standAt(await look("stop", { look: "stop", node, stride, ...(from && { from }) }));
  } catch (error) {
    if (!(error instanceof Hidden)) throw error;
    store.say(unseenWords(error.unseen));
  }
}

/**
 * A node at a moment inside it.
 * @param {Stop} stop
 * @returns {Child[]}
 */
export function stopView(stop) {
  return [
    element("p", { class: "focus-note" }, "Stepping; the question stays open. ", button("Back to the question", "Esc", () => store.lookAt(null))),
    heading("", stop, [stop.node, stop.node]),
    element(
      "div",
      { class: "moment", role: "status", "aria-label": "This moment" },
      element("p", {}, element("b", {}, "Last: "), element("span", {}, ...(stop.last ? actionView(stop.last, "end") : ["nothing yet, it has just begun"]))),
      element("p", {}, element("b", {}, "Next: "), element("span", {}, ...(stop.next ? actionView(stop.next, "stay") : [stop.is_end ? "nothing, it has ended" : "its end"]))),
    ),
    element("div", { class: "tools" }, ...strideButtons(stop), element("span", { class: "muted" }, stop.is_end ? "Values at its end:" : "Values at this moment:")),
    ...pieceView([stop.node, stop.node], stop, false, stop.at),
    stop.variables_as_begun && element("p", { class: "note" }, "The variables of the loop are shown as they were at its last check: in between they are not recorded."),
  ];
}

/** @param {Stop} stop */
function strideButtons(stop) {
  /** @type {Record<Way, boolean>} */
  const open = {
    back: Boolean(stop.last),
    on: Boolean(stop.next) || !stop.is_end,
    into: stop.next?.action === "ran",
    out: typeof stop.around === "number",
  };
  return STRIDES.map(([way, label, key, title]) =>
    button(label, key, () => void walk(stop, way), { class: "step", title, "data-stride": way, disabled: !open[way] }),
  );
}

/**
 * What was or is done. A call can be entered, at its beginning or at its end.
 * @param {Action} action
 * @param {"stay" | "end"} stride
 * @returns {Child[]}
 */
function actionView(action, stride) {
  const line = action.line && element("span", { class: "muted" }, ` ${action.line}`);
  if (action.action === "ran") {
    const { node } = action;
    return [button(plainTitle(node.title), "", () => void arrive(node.number, null, stride), { class: "node" }), line];
  }
  return [element("code", {}, action.part), " ", element("span", { class: "before" }, action.before), " → ", element("span", { class: "after" }, action.after), line];
}
