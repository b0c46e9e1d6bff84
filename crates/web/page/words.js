// The words of the page for what the session says as data.

/** @import { Refusal, Unseen, Notice, OpenProblem, PartProblem, SessionProblem, Standing, Tracked, End, Verdict, ZoomProblem } from "./wire" */

/** A shape for each standing, so that colour is not needed. @type {Record<string, string>} */
const MARKS = {
  asked: "●",
  bug: "◆",
  right: "✓",
  wrong: "✗",
  unknown: "?",
  trusted: "◇",
  inadmissible: "⊘",
  suspect: "○",
  cleared: "·",
};

/** @type {Record<string, string>} */
const STANDINGS = {
  asked: "asked about",
  bug: "holds a bug",
  right: "right",
  wrong: "wrong",
  unknown: "not known",
  trusted: "trusted",
  inadmissible: "should not have run so",
  suspect: "suspect",
  cleared: "cleared",
};

/** The mark of a node; that of an answer which has no shape of its own is plain. @param {Standing} standing */
export const markOf = (standing) => MARKS[standing] ?? "▪";

/** How a node stands, in words. @param {Standing} standing */
export const standingWords = (standing) => STANDINGS[standing] ?? standing;

/** @type {Record<string, string>} */
const ANSWERS = {
  right: "right",
  wrong: "wrong",
  unknown: "not known",
  trusted: "trusted",
  inadmissible: "inadmissible",
};

/** A source file as its author knows it: recordings hold copies in a folder of their own. @param {string} path */
export const fileName = (path) => path.replace(/^.*\.elenchus\/(?:\d+\/)?sources\//, "");

/** A title as plain text: without the back quotes around code. @param {string} title */
export const plainTitle = (title) => title.replaceAll("`", "");

/**
 * A number with its word.
 * @param {number} count
 * @param {string} word
 */
export function many(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** Transformations, as they are typed. @param {string[]} names */
export function planWords(names) {
  return names.length > 0 ? names.join(" ") : "none";
}

/**
 * Why a request was not done.
 * @param {Refusal} refusal
 * @returns {string}
 */
export function refusalWords(refusal) {
  switch (refusal.refused) {
    case "stale":
      return "The session has moved on meanwhile; this is what is asked now.";
    case "no-question":
      return "Nothing is asked at the moment.";
    case "no-subject":
      return "Nothing of the run is asked about or reported.";
    case "no-bug":
      return "No bug is found yet.";
    case "no-answer":
      return "There is no answer to take back.";
    case "nothing-unknown":
      return "Nothing was answered with “don't know”.";
    case "no-such-node":
      return `There is no node ${refusal.name}.`;
    case "no-source":
      return "The source is not known.";
    case "no-output":
      return "What was printed is not recorded.";
    case "no-input":
      return "No program runs that takes input.";
    case "nothing-runs":
      return "No program runs.";
    case "no-zoom":
      return `There is nothing to zoom into: ${zoomWords(refusal.problem)}.`;
    case "session":
      return sessionWords(refusal.problem);
    case "open":
      return openWords(refusal.problem);
    case "not-kept":
      return `The answer could not be kept, so it does not count: ${refusal.problem}.`;
    case "not-saved":
      return `The report could not be written: ${refusal.problem}.`;
    case "ended":
      return "The session has ended.";
  }
}

/**
 * Why there is nothing to see.
 * @param {Unseen} unseen
 * @returns {string}
 */
export function unseenWords(unseen) {
  switch (unseen.unseen) {
    case "not-begun":
      return "The session has not begun.";
    case "no-such-node":
      return `There is no node ${unseen.number}.`;
    case "no-source":
      return "The source is not known.";
    case "no-output":
      return "What was printed is not recorded.";
    case "no-steps":
      return "What happened inside is not recorded, so it cannot be stepped through.";
    case "no-bug":
      return "No bug is found yet.";
    case "open":
      return openWords(unseen.problem);
    case "origin":
      return partWords(unseen.problem);
  }
}

/**
 * Why the session cannot do something.
 * @param {SessionProblem} problem
 * @returns {string}
 */
function sessionWords(problem) {
  switch (problem.why) {
    case "nothing-asked":
      return "Nothing is asked at the moment.";
    case "nothing-found":
      return "No bug was reported that could be accepted.";
    case "no-such-answer":
      return `There is no answer ${problem.answer}.`;
    case "no-such-node":
      return `There is no node ${problem.node}.`;
    case "still-running":
      return `Node ${problem.node} is still running and cannot be asked about yet.`;
    case "hidden":
      return `Node ${problem.node} is part of a loop, and loops are hidden. The transformation “loops” in the settings shows them.`;
    case "nothing-to-close":
      return "There is nothing to close: no such piece with parts of its own, or it is all that is left.";
    case "nothing-closed":
      return "Nothing of that is closed.";
    case "no-loop":
      return "The question is about no loop. Write the name of a loop before its new name.";
    case "no-such-loop":
      return `There is no loop ${problem.name}.`;
    case "no-such-routine":
      return `No routine that ran is called ${problem.name}; * stands for any text.`;
    case "part":
      return partWords(problem.problem);
  }
}

/**
 * Why a part cannot be followed.
 * @param {PartProblem} problem
 * @returns {string}
 */
function partWords(problem) {
  switch (problem.why) {
    case "not-shown":
      return `The question shows no ${problem.part}.`;
    case "no-such-part":
      return `There is no ${problem.rest} in ${problem.of}.`;
    case "not-known":
      return `Where ${problem.part} comes from is not known. “Wrong” says that it is wrong all the same.`;
    case "not-given":
      return `${problem.part} was not given to this but made in it. “Wrong” says that it is wrong.`;
  }
}

/**
 * Why a value cannot be opened.
 * @param {OpenProblem} problem
 * @returns {string}
 */
function openWords(problem) {
  switch (problem.why) {
    case "no-name":
      return `There is no value ${problem.name} here.`;
    case "no-part":
      return `${problem.whole} has no part ${problem.part}.`;
    case "no-path":
      return `${problem.path} is no path.`;
  }
}

/**
 * Why the lines of a bug cannot be asked about.
 * @param {ZoomProblem} problem
 * @returns {string}
 */
function zoomWords(problem) {
  switch (problem.why) {
    case "switched-off":
      return "that is switched off";
    case "several-calls":
      return "several calls were judged as one; with the transformation “none” (in the settings) it is asked which of them it is";
    case "one-line":
      return "it is one line already";
    case "not-recorded":
      return "only recorded calls can be run again";
    case "not-run-again":
      return problem.problem;
  }
}

/**
 * What has happened; nothing where the page shows it anyway.
 * @param {Notice} notice
 * @returns {string}
 */
export function noticeWords(notice) {
  switch (notice.type) {
    case "answered": {
      const answer = ANSWERS[notice.answer] ?? notice.answer;
      const part = notice.part ? `${notice.part} is ` : "";
      const trust = notice.trust ? ` ${notice.trust}` : "";
      const said = `Q${notice.question}: ${part}${answer}${trust} (${notice.by}).`;
      return notice.tracked ? `${said} ${trackedWords(notice.tracked)}` : said;
    }
    case "pointed":
      return `${sentence(`${notice.path} is wrong`)} ${trackedWords(notice.tracked)}`;
    case "for-later":
      return notice.kept > 0 ? `Kept for later runs in ${notice.file}.` : `${notice.file} does not hold that any more.`;
    case "undone":
      return `${many(notice.answers, "answer")} taken back.`;
    case "took-back":
      return `Answer ${notice.answer} taken back.`;
    case "again":
      return `${many(notice.questions, "question")} asked again.`;
    case "doubted":
      return `${notice.by} leaves this open: ${notice.reason}.`;
    case "after-all":
      return `The search cannot end without what was left for later: ${many(notice.questions, "question")}.`;
    case "jumped":
      return `Asked about ${notice.to} next.`;
    case "closed":
      return `${many(notice.pieces, "piece")} closed.`;
    case "reopened":
      return `${many(notice.pieces, "piece")} opened again.`;
    case "named":
      return `${notice.before} is called ${notice.name}.`;
    case "strategy":
      return `Questions are chosen by ${notice.name}.`;
    case "transform":
      return `Transformations: ${planWords(notice.names)}.`;
    case "accepted":
      return "The bug is accepted; the search goes on.";
    case "zoom-left":
      return "Which line is wrong was not found: back to the report.";
    case "not-zoomed":
      return `Its lines cannot be asked about: ${zoomWords(notice.problem)}.`;
    case "cut":
      return `The recording ends here: ${notice.reason}.`;
    case "damaged":
      return `${notice.recording}: ${notice.note}.`;
    case "stopped":
      return "The program is stopped.";
    case "not-kept":
      return `An answer could not be kept, so it does not count: ${notice.problem}.`;
    case "report-not-written":
      return `The report could not be written: ${notice.problem}.`;
    case "wants-input":
      return notice.wants ? "The program waits for input." : "";
    case "limits":
      return `Questions show up to ${many(notice.changes ?? 0, "change")}, and of each value ${many(notice.characters ?? 0, "character")}, ${many(notice.depth ?? 0, "level")} and ${many(notice.elements ?? 0, "element")}.`;
    case "heard":
    case "output-beside":
    case "waiting":
      return "";
  }
}

/**
 * @param {Tracked} tracked
 * @returns {string}
 */
function trackedWords(tracked) {
  switch (tracked.from) {
    case "node":
      return `${plainTitle(tracked.title)} wrote it last.`;
    case "own":
      return "Its own code wrote it last.";
    case "outside":
      return `${plainTitle(tracked.title)} wrote it last, before what is searched: it is asked about now.`;
    case "caller":
      return `The own code of ${plainTitle(tracked.title)} wrote it last, which called what is searched: it is asked about now.`;
    case "suspect":
      return `The own code of ${plainTitle(tracked.title)} wrote it last, which is among the suspects as it is.`;
    case "settled":
      return `${plainTitle(tracked.title)} wrote it last, but that is settled.`;
    case "before":
      return tracked.writer
        ? `It was like this before, written by ${plainTitle(tracked.writer[1])}.`
        : "It was like this before.";
  }
}

/**
 * How a session ended.
 * @param {End} end
 * @returns {string}
 */
export function endWords(end) {
  switch (end.how) {
    case "found":
      return "A bug was found.";
    case "no-bug":
      return "No bug was found.";
    case "undecided":
      return "The search is not finished; the answers are kept.";
    case "oracle-failed":
      return `An oracle failed: ${end.problem}. ${end.advice}`;
    case "not-kept":
      return `An answer could not be kept: ${end.problem}.`;
  }
}

/**
 * One answer of the history.
 * @param {Verdict} verdict
 */
export function verdictWords(verdict) {
  return `${verdict.answer} (${verdict.by})`;
}

/** @param {string} text */
function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
