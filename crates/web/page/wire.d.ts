// What the page and the server write to each other. Generated from the types in crates/wire by the test `types`.

/** Something that a node did. */
export type Action = {
  action: "wrote";
  after: string;
  before: string;
  /** The source line, where it is known. */
  line?: string | null;
  part: string;
} | {
  action: "ran";
  line?: string | null;
  node: Node;
};

/** An answer. Fields that are not known are ignored. */
export type Answered = {
  /** `right`, `wrong`, `unknown`, `trusted` or `inadmissible`. */
  answer: string;
  /** How probable it is that the answer is true, from 0.5 (a guess) to 1. Missing for answers that are certain. */
  confidence?: number | null;
  /** With `wrong` and `inadmissible`: the part of what is shown that is meant, named as the question names it. */
  part?: string | null;
  /** With `part`: what it should have been, as the question would show it. */
  should?: string | null;
  /** With `trusted`: a pattern of routines, in place of the routine that was asked about. */
  trust?: string | null;
};

/** What is around a node. */
export type Around = {
  /** What it is inside of, outermost first; only the nearest when there are many. */
  above: Array<Neighbour>;
  /** How many further out are not listed. */
  further_out: number;
  /** Its direct parts, in order. */
  inside: Array<Neighbour>;
  /** How many more parts there are. */
  more_inside: number;
  /** The node itself. */
  node: Neighbour;
};

/** What a front wants, and about which state. */
export type Asked = ((Answered & {
  request: "answer";
}) | {
  path: string;
  request: "point-at";
} | {
  answers?: number | null;
  request: "undo";
} | {
  answer: number;
  request: "take-back";
} | {
  request: "again";
} | {
  request: "jump";
  to: string;
} | {
  name?: string | null;
  request: "close";
} | {
  name?: string | null;
  request: "reopen";
} | {
  name: string;
  of?: string | null;
  request: "name";
} | {
  name: string;
  request: "strategy";
} | {
  names: Array<string>;
  request: "transform";
} | (Limits & {
  request: "limits";
}) | {
  request: "accept";
} | {
  request: "zoom";
} | {
  request: "settings";
} | {
  request: "list";
} | {
  request: "leads";
} | {
  request: "history";
} | {
  path: string;
  request: "open";
} | {
  begun: string;
  request: "paths";
} | {
  request: "routines";
} | {
  request: "source";
} | {
  request: "output";
} | {
  request: "tree";
} | {
  name?: string | null;
  request: "save";
} | {
  bytes: Array<number>;
  request: "input";
} | {
  request: "end-of-input";
} | {
  request: "interrupt";
} | {
  request: "silent";
} | {
  request: "leave";
}) & {
  /** The number of the state that the front has seen. */
  about: number;
};

/** Where the way of a value begins. */
export type Beginning = "code" | "unknown" | "further";

/** A node in a picture, or several that are too narrow to be told apart. */
export type Block = {
  /** The place of its name; missing for several. */
  name?: number | null;
  /** The number of the node, or of the first of several. */
  node: number;
  standing: Standing;
  width: number;
  x: number;
};

/** Suspects that no further question can tell apart. */
export type Candidates = {
  /** The version that shows that not even these are to blame: their code is the same there, the version is right, and they began alike there. What differs was not recorded. */
  absolved?: string | null;
  /** Their code: the routines they belong to, each once. */
  code: Array<SuspectCode>;
  /** How many there are. */
  count: number;
  /** The first of them: number and title. */
  first: Array<[number, string]>;
  /** The fewest suspects that hold the bug as surely as wanted, from the likeliest down, when answers that may be mistaken had a say. */
  likeliest?: Array<Likely>;
  /** The numbers of all of them, at most 100,000. */
  nodes: Array<number>;
  /** The smallest piece of the run that is known to be wrong. */
  smallest?: Smallest | null;
  /** How many questions were answered with "don't know" and can be asked again. */
  unknown: number;
  /** Whether the bug is known to be among them. */
  wrong: boolean;
};

/** Something that can be chosen. */
export type Choice = {
  /** What is then asked about, in a few words. */
  asks_about: string;
  name: string;
};

/** What was cut off texts that are too long, in characters. The rest can be looked at. */
export type Cut = {
  /** How many are missing at the end of the text on the state after. */
  after: number;
  /** How many are missing at the end of the text on the state before. */
  before: number;
  /** How many are missing at the beginning; where there are two texts, they are the same in both. */
  start: number;
};

/** What a node has to do with a value. */
export type Did = "wrote" | "returned" | "had" | "made";

/** Something that came out otherwise in the right run. */
export type Difference = {
  /** What it is in the run that is asked about; missing when it does not exist there. */
  here?: string | null;
  /** What differs, named as questions name it. */
  path: string;
  /** What it is in the right run; missing when it does not exist there. */
  there?: string | null;
};

/** What a request led to. */
export type Done = {
  done: "changed";
} | {
  done: "was-before";
  path: string;
  /** The number and title of the node that wrote it, where that is known. */
  writer?: [number, string] | null;
} | {
  done: "settings";
  /** How much of its values a question shows. */
  limits: Limits;
  /** All strategies that there are. */
  strategies: Array<Choice>;
  strategy: string;
  /** All transformations that there are. */
  transformations: Array<Choice>;
  transforms: Array<string>;
} | (Candidates & {
  done: "list";
}) | {
  done: "leads";
  leads: Array<Lead>;
} | {
  answers: Array<Verdict>;
  done: "history";
} | (Opened & {
  done: "opened";
}) | {
  done: "names";
  names: Array<string>;
} | (Listing & {
  done: "source";
}) | (Printed & {
  done: "output";
}) | (Around & {
  done: "tree";
}) | {
  done: "saved";
  file: string;
} | {
  done: "given";
};

/** Why an oracle left a question open. */
export type Doubt = {
  by: string;
  reason: string;
};

/** How a session ended. */
export type End = {
  how: "found";
} | {
  how: "no-bug";
} | {
  how: "undecided";
} | {
  advice: string;
  how: "oracle-failed";
  problem: string;
} | {
  how: "not-kept";
  problem: string;
};

/** Whether a line ran. */
export type Execution = "ran" | "did-not-run" | "no-code";

/** A picture of a part of the run. */
export type Icicle = {
  /** Whether there is more below the last row. */
  more: boolean;
  /** The names of what is drawn, to which blocks refer. */
  names: Array<string>;
  /** From top to bottom; each from left to right. */
  rows: Array<Array<Block>>;
  /** How many nodes or suspects the node in the first row holds. */
  total: number;
};

/** Something that came out of what is searched and can be pointed at without a question. */
export type Lead = {
  kind: LeadKind;
  /** What it is called. */
  path: string;
  /** What it says. */
  text: string;
};

/** What a lead is. */
export type LeadKind = "actual" | "exception" | "printed";

/** What the limits have left out of a question. */
export type LeftOut = {
  /** True when there may be more changes than that, since not everything was compared. */
  at_least?: boolean | null;
  /** How many calls of a group are not listed. */
  calls: number;
  /** How many changes are not listed. */
  changes: number;
  /** How many elements, fields and contents of objects are not written. */
  parts: number;
};

/** A suspect and how likely it holds the bug. */
export type Likely = {
  /** Its number. */
  node: number;
  /** The probability that the bug is in its own code. */
  share: number;
  title: string;
};

/** How much of its values a question shows; what is missing stays as it is. */
export type Limits = {
  /** How many changes are listed, and how many calls of a group. */
  changes?: number | null;
  /** After about this many characters of a value nothing more of it is begun. */
  characters?: number | null;
  /** How many levels of objects inside objects are written. */
  depth?: number | null;
  /** How many elements of one collection, or fields of one object, are written. */
  elements?: number | null;
};

/** One stop on the way of a value back to its origin. */
export type Link = {
  /** Whether it is on the way because it had an equal number or text: nobody knows whether one was copied from the other. */
  alike?: boolean;
  did: Did;
  node: Node;
  /** What was written, as `Position.x`; empty when it has no name of its own. */
  part?: string;
  /** How many calls in between only passed the value on. */
  passed_on?: number;
  /** What the value was there. */
  value: string;
};

/** Source lines in blocks; between two blocks lines are left out. */
export type Listing = {
  /** Consecutive lines each. */
  blocks: Array<Array<ListingLine>>;
  /** The file they stand in. */
  file: string;
};

/** One line. */
export type ListingLine = {
  /** Whether it is here as context only. */
  context: boolean;
  /** Whether the wrong part does not depend on it. */
  dimmed: boolean;
  execution: Execution;
  /** Its number in the file. */
  number: number;
  /** Whether it belongs to what is listed. */
  owned: boolean;
  /** Its text: tabs are expanded, control characters replaced by visible ones. */
  text: string;
  /** What stretches of the text are, in bytes, in order and without overlap. */
  tokens: Array<[Range_of_uint, TokenClass]>;
};

/** What a front wants to see. Nodes are given by their numbers; several side by side by the first and the last. */
export type Look = {
  look: "node";
  node?: number | null;
} | {
  look: "call";
  nodes: [number, number];
  /** As the question numbers them: the first one is 1. */
  number: number;
} | {
  count: number;
  /** How many of its parts come before those wanted. */
  from: number;
  look: "parts";
  of: number;
} | {
  look: "way";
  to: number;
} | {
  below: number;
  look: "branching";
} | (Picture & {
  look: "icicle";
}) | {
  look: "piece";
  nodes: [number, number];
} | {
  /** A moment inside the node, as a stop named it; else the end. */
  at?: [number, number] | null;
  look: "open";
  nodes: [number, number];
  path: string;
} | {
  /** Whether the text after is wanted, or that before. */
  after: boolean;
  /** A moment inside the node, as a stop named it; else the end. */
  at?: [number, number] | null;
  /** How many characters come before the stretch. */
  from: number;
  look: "text";
  nodes: [number, number];
  /** The value; missing for the free text on a state. */
  path?: string | null;
} | {
  look: "source";
  nodes: [number, number];
} | {
  look: "output";
  nodes: [number, number];
} | {
  by: Sought;
  /** The number of the first node that is looked at. */
  from: number;
  look: "search";
  text: string;
} | {
  look: "origin";
  nodes: [number, number];
  path: string;
} | {
  /** Where the stride begins, as an earlier stop named it; else at the beginning of the node. */
  from?: [number, number] | null;
  look: "stop";
  node: number;
  stride: Stride;
} | {
  look: "said";
} | {
  look: "report";
};

/** One node in a few words. */
export type Neighbour = {
  /** How many nodes it and everything inside it are. */
  nodes: number;
  number: number;
  /** What was said about it. */
  said?: string | null;
  title: string;
};

/** What a running program printed. */
export type NewOutput = {
  /** The file in which all of it is kept. */
  kept_in: string;
  /** The last lines of it. */
  lines: Array<string>;
  /** Whether more came before them. */
  more: boolean;
};

/** One node in a few words. */
export type Node = {
  /** The kind of node: `routine`, `loop`, `iterations`, `projection` or `collapse`. */
  kind: string;
  /** How many nodes it and everything inside it are. */
  nodes: number;
  number: number;
  /** Whether it has not ended. */
  running?: boolean;
  standing: Standing;
  /** How many suspects are left among them. */
  suspects: number;
  title: string;
};

/** Something that has happened. */
export type Notice = {
  /** `right`, `wrong`, `unknown`, `trusted` or `inadmissible`. */
  answer: string;
  by: string;
  /** How probable it is that the answer is true, from 0.5 (a guess) to 1. Missing for answers that are certain. */
  confidence?: number | null;
  /** What differs from the right run, when the answer rests on a comparison. */
  differs?: Array<Difference>;
  /** With `wrong` and `inadmissible`: the part of what is shown that is meant, named as the question names it. */
  part?: string | null;
  /** The number of the question. */
  question: number;
  /** With `part`: what it should have been, as the question would show it. */
  should?: string | null;
  /** Where the part that was pointed at comes from, when a front pointed at one. */
  tracked?: Tracked | null;
  /** With `trusted`: a pattern of routines, in place of the routine that was asked about. */
  trust?: string | null;
  type: "answered";
} | {
  path: string;
  tracked: Tracked;
  type: "pointed";
} | {
  /** The knowledge base. */
  file: string;
  /** How many are out of it. */
  forgotten: number;
  /** How many verdicts and trusted routines have come into the knowledge base. */
  kept: number;
  type: "for-later";
} | {
  answers: number;
  type: "undone";
} | {
  answer: number;
  type: "took-back";
} | {
  questions: number;
  type: "again";
} | (Doubt & {
  type: "doubted";
}) | {
  questions: number;
  type: "after-all";
} | {
  to: string;
  type: "jumped";
} | {
  pieces: number;
  type: "closed";
} | {
  pieces: number;
  type: "reopened";
} | {
  before: string;
  name: string;
  type: "named";
} | {
  name: string;
  type: "strategy";
} | {
  names: Array<string>;
  type: "transform";
} | (Limits & {
  type: "limits";
}) | {
  type: "accepted";
} | {
  type: "zoom-left";
} | {
  problem: ZoomProblem;
  type: "not-zoomed";
} | (NewOutput & {
  type: "heard";
}) | (NewOutput & {
  type: "output-beside";
}) | {
  reason: string;
  type: "cut";
} | {
  note: string;
  recording: string;
  type: "damaged";
} | (Waiting & {
  type: "waiting";
}) | {
  type: "wants-input";
  wants: boolean;
} | {
  type: "stopped";
} | {
  problem: string;
  type: "not-kept";
} | {
  problem: string;
  type: "report-not-written";
};

/** A node on the way to another. Its title is not told: to find those of a deep way takes longer than to find the way. */
export type OnTheWay = {
  number: number;
  /** How many direct parts it has. */
  parts: number;
  /** How many parts of the node before it on the way come before this one. */
  place: number;
};

/** Why a value cannot be opened. */
export type OpenProblem = {
  name: string;
  why: "no-name";
} | {
  part: string;
  whole: string;
  why: "no-part";
} | {
  path: string;
  why: "no-path";
};

/** A value of a question, one level open. */
export type Opened = {
  /** How many parts come before those listed. */
  earlier: number;
  /** How many parts come after those listed. */
  later: number;
  /** Its parts in order, named by what is added to the path: `.x`, `[3]`, `["key"]`. */
  parts: Array<Value>;
  /** The value as a whole, named by its path. */
  whole: Value;
};

/** Who wrote a value. */
export type Origin = {
  /** Who wrote what it holds at the end. */
  after: Writer;
  /** Who wrote what it held at the beginning, where it existed. */
  before?: Writer | null;
  beginning: Beginning;
  /** The way of what it holds at the end back to its origin, latest first. */
  chain: Array<Link>;
  path: string;
};

/** How many questions are to be expected from here on, this one included. */
export type Outlook = {
  /** Whether the numbers were counted; otherwise they are estimates. */
  exact: boolean;
  /** On average over the places where the bug may be. */
  mean: number;
  /** In the worst case. */
  worst: number;
};

/** Why a part of what is shown cannot be followed to whoever wrote it. */
export type PartProblem = {
  part: string;
  /** What is shown, as a list of names. */
  shown: string;
  why: "not-shown";
} | {
  of: string;
  rest: string;
  why: "no-such-part";
} | {
  part: string;
  why: "not-known";
} | {
  part: string;
  why: "not-given";
};

/** Which picture is wanted. */
export type Picture = {
  by: Width;
  /** Where the picture begins and ends, as shares of that node's width. */
  from: number;
  /** The node in the first row. */
  of: number;
  /** How wide the picture is. */
  pixels: number;
  /** How many rows it has. */
  rows: number;
  to: number;
};

/** What was printed or read while a piece of the run was running. */
export type Printed = {
  /** The pieces in order, each with its stream: `in`, `out` or `err`. */
  pieces: Array<[string, string]>;
  /** How many bytes the pieces hold. */
  shown: number;
  /** How many bytes there were in all. */
  total: number;
};

/** What the program that is debugged does. */
export type ProgramState = "running" | "suspended" | "ended";

/** A question to whoever answers. */
export type Question = {
  /** Free text on the state after, where there are no separate values. */
  after?: string | null;
  /** Free text on the state before, where there are no separate values. */
  before?: string | null;
  /** What a front has cut off the free texts; missing when they are whole. */
  cut?: Cut | null;
  /** Whether only somebody who does not err can bring the search further; missing when it does not matter. */
  for_certain?: boolean | null;
  /** The kind of node: `routine`, `loop`, `iteration`, `iterations`, `projection`, `collapse` or `run`. */
  kind: string;
  /** What the limits have left out; missing when everything is there. */
  left_out?: LeftOut | null;
  /** The source lines that ran and belong to it. */
  lines?: string | null;
  /** The name of the loop, for loops and iterations. */
  loop?: string | null;
  /** The numbers of the first and the last node it is about; the same when it is one node. */
  nodes: [number, number];
  /** Which question of the session it is, counted from 1. */
  number: number;
  outlook: Outlook;
  /** The routine, or the routines side by side. */
  routine: string;
  suspects: Suspects;
  /** One line that says what ran. */
  title: string;
  /** What went in and what came out. */
  values: Array<Value>;
  /** Why it was chosen. */
  why: string;
};

export type Range_of_uint = {
  end: number;
  start: number;
};

/** Why a request was not done. Nothing has changed. */
export type Refusal = {
  refused: "stale";
  state: State;
} | {
  refused: "no-question";
} | {
  refused: "no-subject";
} | {
  refused: "no-bug";
} | {
  refused: "no-answer";
} | {
  refused: "nothing-unknown";
} | {
  name: string;
  refused: "no-such-node";
} | {
  refused: "no-source";
} | {
  refused: "no-output";
} | {
  refused: "no-input";
} | {
  refused: "nothing-runs";
} | {
  problem: ZoomProblem;
  refused: "no-zoom";
} | {
  problem: SessionProblem;
  refused: "session";
} | {
  problem: OpenProblem;
  refused: "open";
} | {
  problem: string;
  refused: "not-kept";
} | {
  problem: string;
  refused: "not-saved";
} | {
  refused: "ended";
};

/** A bug that was found. */
export type Report = {
  /** Free text on the state after, where there are no separate values. */
  after?: string | null;
  /** How many questions were answered. */
  answered: number;
  /** How many of them a person answered. */
  answered_by_person: number;
  /** Free text on the state before, where there are no separate values. */
  before?: string | null;
  /** How many of the answers it rests on compare only what can be seen, step by step. */
  by_steps?: number | null;
  /** `true` when `zoom` goes on inside it. */
  can_zoom?: boolean | null;
  /** Its source, with the lines that ran and that it owns. */
  code?: Listing | null;
  /** What a front has cut off the free texts; missing when they are whole. */
  cut?: Cut | null;
  /** Where in the node to look, when its kind says more than its lines. */
  hint?: string | null;
  /** The kind of node: `routine`, `loop`, `iteration`, `iterations`, `projection`, `collapse` or `run`. */
  kind: string;
  /** What the limits have left out; missing when everything is there. */
  left_out?: LeftOut | null;
  /** The source lines that ran and belong to it. */
  lines?: string | null;
  /** The name of the loop, for loops and iterations. */
  loop?: string | null;
  /** The number of the buggy node. */
  node: number;
  /** All nodes whose own code it may be. */
  nodes: Array<number>;
  /** The answers it rests on. */
  proof: Array<Verdict>;
  /** The routine, or the routines side by side. */
  routine: string;
  /** How probable it is that the bug is there, when answers that may be mistaken had a say. */
  sure?: number | null;
  /** One line that says what ran. */
  title: string;
  traceable: Traceability;
  /** What went in and what came out. */
  values: Array<Value>;
  /** The lines to blame among its own, when somebody or something has looked inside. */
  zoom?: Zoomed | null;
};

/** Something that was said. */
export type Said = {
  /** The answer. */
  answer: string;
  /** Who gave it. */
  by: string;
  /** The numbers of the first and the last node it is about, when it is about some. */
  nodes?: [number, number] | null;
  /** Its number in the list of answers, counted from 1. */
  number: number;
  /** What it is about. */
  title: string;
};

/** What a look shows. */
export type Seen = (Node & {
  seen: "node";
}) | {
  nodes: Array<Node>;
  seen: "parts";
  /** How many parts there are in all. */
  total: number;
} | {
  nodes: Array<OnTheWay>;
  seen: "way";
} | (Icicle & {
  seen: "icicle";
}) | {
  /** Free text on the state after, where there are no separate values. */
  after?: string | null;
  /** Free text on the state before, where there are no separate values. */
  before?: string | null;
  /** What a front has cut off the free texts; missing when they are whole. */
  cut?: Cut | null;
  /** The kind of node: `routine`, `loop`, `iteration`, `iterations`, `projection`, `collapse` or `run`. */
  kind: string;
  /** What the limits have left out; missing when everything is there. */
  left_out?: LeftOut | null;
  /** The source lines that ran and belong to it. */
  lines?: string | null;
  /** The name of the loop, for loops and iterations. */
  loop?: string | null;
  nodes: [number, number];
  /** The routine, or the routines side by side. */
  routine: string;
  seen: "piece";
  /** One line that says what ran. */
  title: string;
  /** What went in and what came out. */
  values: Array<Value>;
} | (Opened & {
  seen: "opened";
}) | {
  /** How many characters come after it. */
  later: number;
  seen: "text";
  text: string;
} | {
  /** Consecutive lines each. */
  blocks: Array<Array<ListingLine>>;
  /** The file they stand in. */
  file: string;
  seen: "source";
  /** How the lines stand in the search that are own code of the call shown, by their numbers. */
  standings: Array<[number, Standing]>;
} | (Printed & {
  seen: "output";
}) | {
  /** Where the search goes on; missing when the whole run was looked through. */
  next?: number | null;
  nodes: Array<Node>;
  seen: "search";
} | (Origin & {
  seen: "origin";
}) | (Stop & {
  seen: "stop";
}) | {
  answers: Array<Said>;
  seen: "said";
  /** How many suspects there were at first, and after each answer; empty before the first question. */
  suspects: Array<number>;
} | {
  markdown: string;
  seen: "report";
};

/** Why a session cannot do what is wanted. */
export type SessionProblem = {
  why: "nothing-asked";
} | {
  why: "nothing-found";
} | {
  /** Its number in the history. */
  answer: number;
  why: "no-such-answer";
} | {
  node: number;
  why: "no-such-node";
} | {
  node: number;
  why: "still-running";
} | {
  node: number;
  why: "hidden";
} | {
  why: "nothing-to-close";
} | {
  why: "nothing-closed";
} | {
  why: "no-loop";
} | {
  name: string;
  why: "no-such-loop";
} | {
  name: string;
  why: "no-such-routine";
} | {
  problem: PartProblem;
  why: "part";
};

/** The smallest piece of the run that is known to be wrong. */
export type Smallest = {
  /** Free text on the state after, where there are no separate values. */
  after?: string | null;
  /** Free text on the state before, where there are no separate values. */
  before?: string | null;
  /** What a front has cut off the free texts; missing when they are whole. */
  cut?: Cut | null;
  /** What came out otherwise in a run that was right. */
  differs?: Array<Difference>;
  /** The kind of node: `routine`, `loop`, `iteration`, `iterations`, `projection`, `collapse` or `run`. */
  kind: string;
  /** What the limits have left out; missing when everything is there. */
  left_out?: LeftOut | null;
  /** The source lines that ran and belong to it. */
  lines?: string | null;
  /** The name of the loop, for loops and iterations. */
  loop?: string | null;
  /** The numbers of its first and its last node. */
  nodes: [number, number];
  /** The routine, or the routines side by side. */
  routine: string;
  /** One line that says what ran. */
  title: string;
  /** What went in and what came out. */
  values: Array<Value>;
};

/** What a search compares. */
export type Sought = "routine" | "value" | "line";

/** How a node stands in the search. */
export type Standing = "wrong" | "unknown" | "trusted" | "inadmissible" | "asked" | "bug" | "right" | "suspect" | "cleared";

/** Where a session stands. */
export type State = {
  /** Grows with every state, so that a request can say which one it is about. */
  number: number;
  view: View;
};

/** A node at a moment inside it. */
export type Stop = {
  /** Free text on the state after, where there are no separate values. */
  after?: string | null;
  /** What it is a part of. */
  around?: number | null;
  /** The moment; what its numbers mean is the server's business. */
  at: [number, number];
  /** Free text on the state before, where there are no separate values. */
  before?: string | null;
  /** What a front has cut off the free texts; missing when they are whole. */
  cut?: Cut | null;
  /** Whether the node has ended at this moment. */
  is_end: boolean;
  /** The kind of node: `routine`, `loop`, `iteration`, `iterations`, `projection`, `collapse` or `run`. */
  kind: string;
  /** What it did last. */
  last?: Action | null;
  /** What the limits have left out; missing when everything is there. */
  left_out?: LeftOut | null;
  /** The source lines that ran and belong to it. */
  lines?: string | null;
  /** The name of the loop, for loops and iterations. */
  loop?: string | null;
  /** What it does next. */
  next?: Action | null;
  node: number;
  /** The routine, or the routines side by side. */
  routine: string;
  /** One line that says what ran. */
  title: string;
  /** What went in and what came out. */
  values: Array<Value>;
  /** Whether variables are shown as they were earlier, since between two iterations they are not recorded. */
  variables_as_begun: boolean;
};

/** Where to go from a moment inside a node. */
export type Stride = "stay" | "on" | "back" | "end";

/** Code that several suspects share. */
export type SuspectCode = {
  /** How many of the suspects ran it. */
  count: number;
  /** Its lines that ran in them, as far as the source is known. */
  lines: Array<number>;
  routine: string;
};

/** How many suspects are left, and would be left after each answer. */
export type Suspects = {
  if_right: number;
  if_wrong: number;
  now: number;
};

/** What a stretch of source text is. */
export type TokenClass = "keyword" | "type" | "function" | "string" | "escape" | "number" | "constant" | "comment" | "annotation" | "label" | "operator";

/** Whether a bug is known to be behind the symptom. */
export type Traceability = "yes" | "not-asked" | {
  no: {
    right: string;
  };
};

/** Where a part that was pointed at comes from. */
export type Tracked = {
  from: "node";
  node: number;
  title: string;
} | {
  from: "own";
} | {
  from: "settled";
  node: number;
  title: string;
} | {
  from: "suspect";
  node: number;
  title: string;
} | {
  from: "outside";
  node: number;
  title: string;
} | {
  from: "caller";
  node: number;
  title: string;
} | {
  from: "before";
  /** The number and title of the node that wrote it, where that is known. */
  writer?: [number, string] | null;
};

/** Why a look shows nothing. */
export type Unseen = {
  unseen: "not-begun";
} | {
  number: number;
  unseen: "no-such-node";
} | {
  unseen: "no-source";
} | {
  unseen: "no-output";
} | {
  unseen: "no-steps";
} | {
  unseen: "no-bug";
} | {
  problem: OpenProblem;
  unseen: "open";
} | {
  problem: PartProblem;
  unseen: "origin";
};

/** Something that every front is told. */
export type Update = (State & {
  update: "state";
}) | {
  /** The front that caused it, if one did. */
  from?: number | null;
  notice: Notice;
  update: "notice";
};

/** One named value before and after. */
export type Value = {
  /** What it held after; missing when it no longer matters. */
  after?: string | null;
  /** What it held before; missing when it did not exist yet. */
  before?: string | null;
  /** What a front has cut off; missing when the texts are whole. */
  cut?: Cut | null;
  /** The variable, field, argument or result. */
  name: string;
};

/** One answer in a list. */
export type Verdict = {
  /** The answer. */
  answer: string;
  /** Who gave it. */
  by: string;
  /** Its number in the list of answers, counted from 1. */
  number: number;
  /** What it is about. */
  title: string;
};

/** What there is to show. */
export type View = {
  question: Question;
  type: "asking";
} | {
  doubts: Array<Doubt>;
  question: Question;
  type: "question";
} | {
  /** Whether something was asked before. */
  asked: boolean;
  type: "waiting";
} | {
  reports: Array<Report>;
  type: "bug";
} | (Candidates & {
  type: "candidates";
}) | {
  clash: Array<Verdict>;
  type: "contradiction";
} | {
  /** How many bugs were found before. */
  found: number;
  type: "no-bug";
} | {
  end: End;
  type: "ended";
};

/** What is known of the program that a session waits for. */
export type Waiting = {
  /** How many calls, loops and iterations are known. */
  nodes: number;
  program: ProgramState;
  /** For how many seconds the session has waited. */
  seconds: number;
};

/** What makes a node wide. */
export type Width = "size" | "suspects";

/** Whoever wrote a value last. */
export type Writer = {
  node: Node;
  writer: "inside";
} | {
  writer: "own";
} | {
  node: Node;
  writer: "earlier";
} | {
  writer: "unknown";
};

/** Why the lines of a bug cannot be asked about. */
export type ZoomProblem = {
  why: "switched-off";
} | {
  why: "several-calls";
} | {
  why: "one-line";
} | {
  why: "not-recorded";
} | {
  /** What went wrong, in words. */
  problem: string;
  why: "not-run-again";
};

/** The lines to blame inside a buggy piece. */
export type Zoomed = {
  /** What came out otherwise in a version that was right. */
  differs?: Array<Difference>;
  /** What a step is: `statement`, or `step` when the call could not be run again: one of its recorded writes and calls. */
  kind: string;
  lines: Array<number>;
  /** How many questions it took. */
  questions: number;
  /** Which of the steps of the call went wrong, counted from 1 as they ran. */
  step: number;
  /** How many ran. */
  steps: number;
  /** Why it must be that one. */
  why: string;
};
