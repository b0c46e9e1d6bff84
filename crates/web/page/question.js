// The middle of the page: the question, or what the session has come to, or what is looked at.

/** @import { Candidates, Question, Verdict, View } from "./wire" */
/** @import { Child } from "./dom.js" */
/** @import { Nodes } from "./store.js" */

import { button, byId, element, fill } from "./dom.js";
import { isUnanswered, leadsView } from "./leads.js";
import { reportView } from "./report.js";
import { Hidden, look } from "./server.js";
import { states } from "./states.js";
import { moveButtons } from "./steps.js";
import { stopView, walkButton } from "./stop.js";
import { store } from "./store.js";
import { textOf, valueTree } from "./values.js";
import { endWords, many, plainTitle, unseenWords } from "./words.js";

/** What every piece of the run shows. @typedef {Pick<Question, "kind" | "loop" | "title" | "lines" | "values" | "before" | "after" | "cut" | "left_out">} Shown */

/** The answers, with their keys. @type {Array<[string, string, string, string]>} */
const ANSWERS = [
  ["right", "Right", "y", "What came out is what should come out"],
  ["wrong", "Wrong", "n", "Something else should have come out"],
  ["unknown", "Don't know", "d", "Nothing is cleared; it may be asked again"],
  ["trusted", "Trust", "t", "This routine's own code is right wherever it runs"],
  ["inadmissible", "Inadmissible", "i", "It should never have been run like this"],
];

/** Kinds of pieces that the wire calls otherwise. @type {Record<string, string>} */
const KINDS = { projection: "calls side by side", collapse: "calls as one" };

/** Those that make sense about a call up to one of its statements. */
const SO_FAR = ["right", "wrong", "unknown"];

/** Keeps the middle of the page up to date. */
export function showQuestion() {
  const main = byId("question");
  store.on(["state", "focus", "link"], () => void update(main));
}

/** @param {HTMLElement} main */
async function update(main) {
  const { state, focus, stop } = store;
  if (!state) return;
  const content = stop ? stopView(stop) : focus ? await focusView(focus) : await stateView(state.view);
  // Something else may have come meanwhile.
  if (state !== store.state || focus !== store.focus || stop !== store.stop) return;
  // Whoever steps by a button finds it again under the same finger.
  const pressed = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["stride"] : undefined;
  fill(main, ...content);
  main.dataset["view"] = stop ? "stop" : focus ? "focus" : state.view.type;
  main.dispatchEvent(new Event("shown"));
  const again = pressed && main.querySelector(`[data-stride="${pressed}"]`);
  if (again instanceof HTMLElement) again.focus();
}

/**
 * @param {View} view
 * @returns {Promise<Child[]>}
 */
async function stateView(view) {
  switch (view.type) {
    case "asking":
      return [...questionView(view.question), note("The oracles are asked first …")];
    case "question": {
      // Whoever sees what is wrong begins there; later it is out of the way.
      const isFirst = view.question.number === 1 || (await isUnanswered());
      const leads = store.isInside() ? null : await leadsView(isFirst);
      return [
        ...questionView(view.question, isFirst && leads),
        ...view.doubts.map((doubt) => note(`${doubt.by} leaves this open: ${doubt.reason}`)),
        !isFirst && leads,
        !store.isInside() && element("div", { class: "tools" }, walkButton(view.question.nodes[0])),
        store.isInside() && note("Or say which @ is the first wrong one: “wrong” beside it. Only what stands before it can be the bug then."),
        why(view.question),
        answerBar(),
      ];
    }
    case "waiting":
      return [
        element("h2", {}, "The program is running"),
        element("p", {}, view.asked ? "All that has finished is settled." : "Nothing is worth asking yet."),
        element("p", { id: "waiting", class: "muted" }),
        element("div", { class: "answers" }, !store.hello.read_only && button("Stop the program", "", () => void store.request({ request: "interrupt" }))),
      ];
    case "bug":
      return reportView(view.reports);
    case "candidates":
      return candidatesView(view);
    case "contradiction":
      return [
        element("h2", {}, "These answers cannot all be true"),
        element("p", {}, "Take one of them back."),
        verdictList(view.clash),
      ];
    case "no-bug":
      return [
        element("h2", {}, view.found > 0 ? "No further bug" : "No bug is left to find"),
        element("p", {}, view.found > 0 ? `${many(view.found, "bug")} found before.` : "Every suspect is cleared. If the run is wrong all the same, one of the answers is mistaken: undo takes the latest back, the history any of them."),
        element("div", { class: "answers" }, undoButton()),
      ];
    case "ended":
      return [
        element("h2", {}, "The session has ended"),
        element("p", {}, endWords(view.end)),
        element("p", {}, "To go on: ", element("code", {}, store.hello.resume)),
      ];
  }
}

/**
 * @param {Question} question
 * @param {Child} [above] what stands above its values
 * @returns {Child[]}
 */
function questionView(question, above) {
  return [
    heading(`Q${question.number}`, question, question.nodes),
    above,
    ...pieceView(question.nodes, question, true),
  ];
}

/**
 * What stands at the top: what ran, and where.
 * @param {string} label
 * @param {Shown} shown
 * @param {Nodes} nodes
 */
export function heading(label, shown, nodes) {
  const place = nodes[0] === nodes[1] ? `node ${nodes[0]}` : `nodes ${nodes[0]} to ${nodes[1]}`;
  const kind = ["statement", "step"].includes(shown.kind) ? [`${shown.kind} ${nodes[0]}`] : [KINDS[shown.kind] ?? shown.kind, shown.loop, place];
  const about = [...kind, shown.lines].filter(Boolean).join(" · ");
  return element(
    "div",
    { class: "heading" },
    element("h2", {}, label && element("span", { class: "label" }, label), label && " ", ...titleView(shown.title)),
    element("p", { class: "muted" }, about),
  );
}

/**
 * A title, in which code may stand between back quotes; without them, all of it is code.
 * @param {string} title
 * @returns {Array<HTMLElement | string>}
 */
function titleView(title) {
  const parts = title.split("`");
  if (parts.length < 3) return [element("code", {}, title)];
  return parts.map((part, place) => (place % 2 === 1 ? element("code", {}, part) : part));
}

/**
 * What went in and what came out.
 * @param {Nodes} nodes
 * @param {Shown} shown
 * @param {boolean} canPoint
 * @param {[number, number]} [at] the moment inside it that is shown, when it is not the end
 * @returns {Child[]}
 */
export function pieceView(nodes, shown, canPoint, at = undefined) {
  const left = shown.left_out;
  const missing = left && [
    left.changes && many(left.changes, "change"),
    left.calls && many(left.calls, "call"),
    left.parts && many(left.parts, "part"),
  ].filter(Boolean);
  const pointing = canPoint && store.mayAnswer();
  const piece = { nodes, isCalls: shown.kind === "projection", ...(at && { at }) };
  /** @param {"before" | "after"} when */
  const free = (when) => {
    const state = { name: when, [when]: shown[when], cut: shown.cut };
    return shown[when] && element("p", { class: "free" }, element("b", {}, `${when} `), ...states(state, textOf(piece)));
  };
  return [
    shown.values.length > 0 && valueTree(piece, shown.values, pointing),
    free("before"),
    free("after"),
    shown.values.length === 0 && !shown.before && !shown.after && note("It has no values to show."),
    missing && missing.length > 0 && note(`Not listed: ${missing.join(", ")}. Open a value to see its parts.`),
  ];
}

/** @param {Question} question */
function why(question) {
  const { suspects, outlook } = question;
  const mean = Number(outlook.mean.toFixed(1));
  const exact = outlook.exact ? "" : "about ";
  return element(
    "details",
    { id: "why" },
    element("summary", {}, `${many(suspects.now, "suspect")}; right leaves ${suspects.if_right.toLocaleString("en")}, wrong ${suspects.if_wrong.toLocaleString("en")}`),
    element("p", {}, question.why),
    element("p", {}, `${exact}${mean} ${mean === 1 ? "question" : "questions"} to go, at most ${outlook.worst}.`),
  );
}

function answerBar() {
  const may = store.mayAnswer();
  const isInside = store.isInside();
  const answers = isInside ? ANSWERS.filter(([answer]) => SO_FAR.includes(answer)) : ANSWERS;
  const buttons = answers.map(([answer, label, key, title]) =>
    button(label, key, () => void store.request({ request: "answer", answer }), {
      class: `answer ${answer}`,
      title,
      disabled: !may,
      "data-answer": answer,
    }),
  );
  const back = isInside && button("Back to the report", "z", () => void store.request({ request: "zoom" }), { id: "zoom", disabled: !may });
  return element("div", { class: "answers", role: "group", "aria-label": isInside ? "Is all right so far?" : "Is that right?" }, ...buttons, back);
}

function undoButton() {
  return !store.hello.read_only && button("Undo", "u", () => void store.request({ request: "undo", answers: 1 }));
}

/**
 * Something of the run that is not asked about.
 * @param {Nodes} nodes
 * @returns {Promise<Child[]>}
 */
async function focusView(nodes) {
  try {
    const piece = await look("piece", { look: "piece", nodes });
    return [
      element("p", { class: "focus-note" }, "Looking around; the question stays open. ", button("Back to the question", "Esc", () => store.lookAt(null))),
      heading("", piece, nodes),
      ...pieceView(nodes, piece, false),
      element(
        "div",
        { class: "answers" },
        ...moveButtons(nodes),
        walkButton(nodes[0]),
        !store.hello.read_only && button("Ask about this", "j", () => void store.request({ request: "jump", to: String(nodes[0]) }), { id: "jump" }),
      ),
    ];
  } catch (error) {
    const words = error instanceof Hidden ? unseenWords(error.unseen) : String(error);
    return [element("p", { class: "focus-note" }, words, " ", button("Back to the question", "Esc", () => store.lookAt(null)))];
  }
}

/** @param {Candidates} candidates */
function whatIsLeft(candidates) {
  if (candidates.absolved) {
    return `It ran the same code in ${candidates.absolved}, began alike there, and all it called is right: what differs was not recorded (a constant, a file, a setting, the clock, a library), or an answer is wrong.`;
  }
  return candidates.wrong ? "The bug is in one of them, and no further question can tell them apart." : "If there is a bug, it is in one of them; no further question can tell them apart.";
}

/**
 * @param {Candidates} candidates
 * @returns {Child[]}
 */
function candidatesView(candidates) {
  const smallest = candidates.smallest;
  return [
    element("h2", {}, `${many(candidates.count, "candidate")} left`),
    element("p", {}, whatIsLeft(candidates)),
    element("ol", { class: "nodes" }, ...candidates.first.map(([number, title]) => element("li", {}, button(plainTitle(title), "", () => store.lookAt([number, number]), { class: "node" })))),
    element("ul", { class: "routines" }, ...candidates.code.map((code) => element("li", {}, element("code", {}, code.routine), ` ${many(code.count, "time")}`, code.lines.length > 0 && `, lines ${code.lines.join(", ")}`))),
    smallest && heading("The smallest piece that is known to be wrong:", smallest, smallest.nodes),
    element(
      "div",
      { class: "answers" },
      candidates.unknown > 0 && !store.hello.read_only && button(`Ask ${many(candidates.unknown, "question")} again`, "a", () => void store.request({ request: "again" })),
      undoButton(),
    ),
  ];
}

/**
 * Answers, each of which can be taken back.
 * @param {Verdict[]} verdicts
 */
export function verdictList(verdicts) {
  return element(
    "ol",
    { class: "verdicts" },
    ...verdicts.map((verdict) =>
      element(
        "li",
        { value: verdict.number },
        element("code", {}, plainTitle(verdict.title)),
        " ",
        element("span", { class: `said ${verdict.answer}` }, verdict.answer),
        ` (${verdict.by}) `,
        !store.hello.read_only && button("take back", "", () => void store.request({ request: "take-back", answer: verdict.number }), { class: "small", "aria-label": `take back answer ${verdict.number}` }),
      ),
    ),
  );
}

/** @param {string} text */
function note(text) {
  return element("p", { class: "note" }, text);
}
