// The views at the side, one of which is shown.

import { byId, element } from "./dom.js";

/** @typedef {"tree" | "search" | "suspects" | "history" | "output" | "settings"} Tab */

/** @type {Array<[Tab, string]>} */
const TABS = [
  ["tree", "Tree"],
  ["search", "Search"],
  ["suspects", "Suspects"],
  ["history", "History"],
  ["output", "Output"],
  ["settings", "Settings"],
];

/** Makes the tabs. */
export function showTabs() {
  const list = byId("tabs");
  for (const [tab, label] of TABS) {
    list.append(
      element(
        "button",
        { id: `tab-${tab}`, type: "button", role: "tab", "aria-controls": `panel-${tab}`, click: () => openTab(tab), keydown: move },
        label,
      ),
    );
  }
  openTab("tree");
}

/**
 * Shows one of the views.
 * @param {Tab} wanted
 */
export function openTab(wanted) {
  for (const [tab] of TABS) {
    const isWanted = tab === wanted;
    const handle = byId(`tab-${tab}`);
    handle.setAttribute("aria-selected", String(isWanted));
    handle.tabIndex = isWanted ? 0 : -1;
    byId(`panel-${tab}`).hidden = !isWanted;
  }
  byId(`panel-${wanted}`).dispatchEvent(new Event("shown"));
}

/** @param {KeyboardEvent} event */
function move(event) {
  const places = { ArrowLeft: -1, ArrowRight: 1 };
  const way = places[/** @type {keyof typeof places} */ (event.key)];
  if (!way) return;
  event.preventDefault();
  const now = TABS.findIndex(([tab]) => byId(`tab-${tab}`).getAttribute("aria-selected") === "true");
  const next = TABS[(now + way + TABS.length) % TABS.length];
  if (next) {
    openTab(next[0]);
    byId(`tab-${next[0]}`).focus();
  }
}
