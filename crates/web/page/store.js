// What the page knows, and who wants to hear of a change.

/** @import { Done, Seen, State, Update, Notice } from "./wire" */
/** @import { Hello, Request } from "./server.js" */

import * as server from "./server.js";
import { refusalWords } from "./words.js";

/** The numbers of the first and the last node of a piece of the run. @typedef {[number, number]} Nodes */
/** A moment inside a node. @typedef {Extract<Seen, { seen: "stop" }>} Stop */
/** @typedef {"live" | "lost" | "closed"} Link */

/** What can change. @typedef {"hello" | "state" | "link" | "focus" | "notice"} Topic */

/** What lasts no longer than this is not shown, in milliseconds. */
const UNSEEN = 150;

class Store {
  /** @type {Hello} */
  hello = { version: "", read_only: true, alone: false, resume: "" };
  /** @type {State | null} */
  state = null;
  /** @type {Link} */
  link = "lost";
  /** What is looked at instead of what is asked about. @type {Nodes | null} */
  focus = null;
  /** The moment inside it that is shown, when somebody steps through it. @type {Stop | null} */
  stop = null;
  /** The latest notice. @type {Notice | null} */
  notice = null;
  /** Whether it may be known already. */
  isPast = false;
  /** Something to say to the person, who did it. @type {string} */
  remark = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #soon;
  /** @type {Map<Topic, Array<() => void>>} */
  #listeners = new Map();

  /**
   * Calls back whenever one of these changes.
   * @param {Topic[]} topics
   * @param {() => void} listener
   */
  on(topics, listener) {
    for (const topic of topics) {
      const listeners = this.#listeners.get(topic) ?? [];
      this.#listeners.set(topic, [...listeners, listener]);
    }
  }

  /** @param {Topic} topic */
  #changed(topic) {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  async start() {
    const greeting = this.#greet();
    server.listen(
      // Updates come meanwhile, and wait.
      (update, isPast) => void greeting.then(() => this.#take(update, isPast)),
      (link) => {
        const isBack = link === "live" && this.link === "lost" && this.state !== null;
        this.link = link;
        this.#changed("link");
        // The server may have been started anew, with other options.
        if (isBack) void this.#greet();
      },
    );
    await greeting;
  }

  async #greet() {
    this.hello = await server.hello();
    this.#changed("hello");
  }

  /**
   * @param {Update} update
   * @param {boolean} isPast
   */
  #take(update, isPast) {
    if (update.update === "state") {
      clearTimeout(this.#soon);
      // The oracles mostly know nothing, at once: only when they take their time is it worth showing.
      const wait = update.view.type === "asking" ? UNSEEN : 0;
      if (wait === 0) this.#stand(update);
      else this.#soon = setTimeout(() => this.#stand(update), wait);
    } else {
      this.notice = update.notice;
      this.isPast = isPast;
      this.#changed("notice");
    }
  }

  /** @param {State} state */
  #stand(state) {
    this.state = state;
    this.focus = null;
    this.stop = null;
    this.#changed("state");
  }

  /**
   * Looks at a piece of the run; without one, at what is asked about.
   * @param {Nodes | null} nodes
   */
  lookAt(nodes) {
    const asked = this.asked();
    const isAsked = nodes && asked && nodes[0] === asked[0] && nodes[1] === asked[1];
    this.focus = isAsked ? null : nodes;
    this.stop = null;
    this.#changed("focus");
  }

  /**
   * Shows a node at a moment inside it.
   * @param {Stop} stop
   */
  standAt(stop) {
    this.focus = [stop.node, stop.node];
    this.stop = stop;
    this.#changed("focus");
  }

  /** The piece that is asked about or reported. @returns {Nodes | null} */
  asked() {
    const view = this.state?.view;
    if (view?.type === "question" || view?.type === "asking") return view.question.nodes;
    const bug = view?.type === "bug" ? view.reports.at(-1) : undefined;
    return bug ? [bug.node, bug.node] : null;
  }

  /** The piece that the page shows. @returns {Nodes | null} */
  shown() {
    return this.focus ?? this.asked();
  }

  /** Whether statements of a bug are asked about: the run as a whole is left alone meanwhile. */
  isInside() {
    const view = this.state?.view;
    return (view?.type === "question" || view?.type === "asking") && ["statement", "step"].includes(view.question.kind);
  }

  /** Whether an answer can be given. */
  mayAnswer() {
    return !this.hello.read_only && this.link === "live" && this.state?.view.type === "question";
  }

  /**
   * Has something done; what goes wrong is said. Nothing when it was refused.
   * @param {Request} request
   * @returns {Promise<Done | null>}
   */
  async request(request) {
    if (!this.state) return null;
    try {
      return await server.request(this.state.number, request);
    } catch (error) {
      this.say(error instanceof server.Refused ? refusalWords(error.refusal) : failure(error));
      return null;
    }
  }

  /**
   * Tells the person something.
   * @param {string} remark
   */
  say(remark) {
    this.remark = remark;
    this.#changed("notice");
    this.remark = "";
  }
}

/** @param {unknown} error */
function failure(error) {
  return error instanceof Error ? error.message : String(error);
}

export const store = new Store();
