// Puts the page together.

import { byId, element } from "./dom.js";
import { showPicture } from "./icicle.js";
import { listenToKeys } from "./keyboard.js";
import { hear, showLists } from "./lists.js";
import { showOutline } from "./outline.js";
import { showQuestion } from "./question.js";
import { Lost } from "./server.js";
import { showSettings } from "./settings.js";
import { showSource } from "./source.js";
import { store } from "./store.js";
import { showTabs } from "./tabs.js";
import { many, noticeWords } from "./words.js";

/** How long a remark stays: long enough to be noticed, and to be read. */
const stay = (/** @type {string} */ words) => 3000 + 80 * words.length;

// What was being fetched when the server went is fetched again when it is back; the bar says that it is gone.
addEventListener("unhandledrejection", (event) => {
  if (event.reason instanceof Lost) event.preventDefault();
});

// Nothing is shown before what stands above it, which would push it down.
const awaited = new Set(["question", "source"]);
for (const id of awaited) {
  byId(id).addEventListener("shown", () => {
    awaited.delete(id);
    if (!awaited.has("question")) document.body.classList.add("asked");
    if (awaited.size === 0) reveal();
  });
}

showTabs();
showQuestion();
showSource();
showOutline();
showPicture();
showLists();
showSettings();
listenToKeys();
store.on(["state"], progress);
store.on(["state"], () => document.body.classList.toggle("inside", store.isInside()));
store.on(["link"], link);
store.on(["notice"], notice);
store.on(["hello"], () => {
  byId("finish").hidden = !store.hello.alone || store.hello.read_only;
  byId("undo").hidden = store.hello.read_only;
});

try {
  await store.start();
} catch (error) {
  byId("question").textContent = error instanceof Error ? error.message : String(error);
  reveal();
}

function reveal() {
  document.body.classList.remove("coming");
}

/** What is left to do, in one line. */
function progress() {
  const view = store.state?.view;
  const question = view?.type === "question" || view?.type === "asking" ? view.question : null;
  const mode = store.hello.read_only ? "read-only · " : "";
  byId("progress").textContent = question
    ? `${mode}question ${question.number} · ${many(question.suspects.now, "suspect")} · ${Number(question.outlook.mean.toFixed(1))} to go`
    : mode;
  document.title = question ? `Q${question.number} · Elenchus` : "Elenchus";
}

function link() {
  const words = {
    live: "",
    lost: "The server does not answer; trying again …",
    closed: `The server no longer knows this page: ${store.hello.resume} goes on, and nothing is lost. Open the address that it prints.`,
  };
  byId("link").textContent = words[store.link];
  document.body.dataset["link"] = store.link;
}

/** Tells what has happened, for a while. */
function notice() {
  const told = store.remark ? null : store.notice;
  if (told?.type === "output-beside") hear(told, store.isPast);
  if (told?.type === "waiting") waiting(told);
  const words = store.remark || (told ? noticeWords(told) : "");
  if (!words) return;
  const log = byId("notices");
  const line = element("p", {}, words);
  log.append(line);
  while (log.childElementCount > 4) log.firstElementChild?.remove();
  setTimeout(() => line.remove(), stay(words));
}

/** @param {import("./wire").Waiting} told */
function waiting(told) {
  const place = document.getElementById("waiting");
  if (place) place.textContent = `${many(told.nodes, "node")} recorded, ${told.seconds} s, the program is ${told.program}.`;
}
