// The way to the server: requests, looks, and what it tells.

/** @import { Asked, Done, Refusal, Look, Seen, Unseen, Update } from "./wire" */

/**
 * @template T
 * @template {PropertyKey} K
 * @typedef {T extends unknown ? Omit<T, K> : never} Without
 */

/** What a page wants, without the state that it is about. @typedef {Without<Asked, "about">} Request */

/**
 * What a page has to know before anything else.
 * @typedef {{ version: string, read_only: boolean, alone: boolean, resume: string }} Hello
 */

/** The server said no, and why. */
export class Refused extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

/** There is nothing to see, and why. */
export class Hidden extends Error {
  /** @param {Unseen} unseen */
  constructor(unseen) {
    super(unseen.unseen);
    this.unseen = unseen;
  }
}

/** The server does not answer. */
export class Lost extends Error {}

/** @returns {Promise<Hello>} */
export async function hello() {
  const answer = await fetch("/api/hello");
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/**
 * Has something done about the state of this number.
 * @param {number} about
 * @param {Request} request
 * @returns {Promise<Done>}
 */
export async function request(about, request) {
  const answer = await post("/api/request", { about, ...request });
  if (answer.status === 409) throw new Refused(await answer.json());
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/**
 * Looks at something of the run.
 * @template {Seen["seen"]} S
 * @param {S} seen what is expected
 * @param {Look} look
 * @returns {Promise<Extract<Seen, { seen: S }>>}
 */
export async function look(seen, look) {
  const answer = await post("/api/look", look);
  if (answer.status === 404) throw new Hidden(await answer.json());
  if (!answer.ok) throw new Error(await answer.text());
  const shown = await answer.json();
  if (shown.seen !== seen) throw new Error(`the server shows ${shown.seen}, not ${seen}`);
  return shown;
}

/**
 * Listens to what the server tells, again and again when the connection breaks.
 * @param {(update: Update, isPast: boolean) => void} told what is past may be known already
 * @param {(link: "live" | "lost" | "closed") => void} linked
 */
export function listen(told, linked) {
  const updates = new EventSource("/api/updates");
  updates.addEventListener("open", () => linked("live"));
  updates.addEventListener("error", () => {
    linked(updates.readyState === EventSource.CLOSED ? "closed" : "lost");
  });
  updates.addEventListener("past", (event) => told(JSON.parse(event.data), true));
  updates.addEventListener("message", (event) => told(JSON.parse(event.data), false));
}

/**
 * @param {string} path
 * @param {object} body
 */
async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  try {
    return await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    throw new Lost("The server does not answer.");
  }
}
