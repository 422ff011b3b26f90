// @ts-check
// The keys of a page on which cards are played; its template lists them (_keys.html).

import { data } from "../lib/elements.js";
import { closest, elementOf, isTyping } from "../lib/events.js";
import { openKeys } from "./peek.js";

/** @typedef {import("./table.js").Table} Table */

/** @type {Record<string, string>} */
const BUTTONS = { Backspace: "undo", z: "undo", y: "redo", r: "reset", p: "preview", h: "hint" };
const OWN = "a, button, summary, input, select, textarea";

/**
 * @param {Table} table
 * @param {HTMLElement} board
 */
export function listenToKeys(table, board) {
  document.addEventListener(
    "keydown",
    (event) => {
      if (isTyping(event, "[type=range], [type=checkbox]")) return;
      const handled = plays(event, table) || chooses(event, table) || presses(event, board);
      if (!handled) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // the arrows move through the trace otherwise
    },
    { capture: true },
  );
}

/**
 * With a card chosen: where it goes.
 * @param {KeyboardEvent} event
 * @param {Table} table
 */
function plays(event, table) {
  if (table.chosen === null) return false;
  const wanted = { u: "upper", l: "lower" }[event.key];
  if (wanted) {
    const action = `${table.chosen} ${wanted}`;
    if (!table.legal.includes(action)) return false;
    table.take(action);
    return true;
  }
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by && table.spots.length) {
    const now = table.spots.findIndex((spot) => spot.isSameNode(document.activeElement));
    const next = now < 0 ? 0 : (now + by + table.spots.length) % table.spots.length;
    table.spots[next].focus({ preventScroll: true });
    return true;
  }
  if (event.key === "Escape") {
    table.letGo();
    return true;
  }
  if (event.key === "Enter" && !closest(event, OWN) && table.spots.length) {
    table.take(data(table.spots[0], "action"));
    return true;
  }
  return false;
}

/**
 * @param {KeyboardEvent} event
 * @param {Table} table
 */
function chooses(event, table) {
  if (/^[1-9]$/.test(event.key)) {
    const card = table.window()[Number(event.key) - 1]?.dataset.card;
    if (card) table.choose(card, { focus: true });
    return Boolean(card);
  }
  if (event.key === "c" && table.legal.some((action) => action.startsWith("champion"))) {
    table.choose("champion", { focus: true });
    return true;
  }
  if ((event.key === "Enter" || event.key === " ") && elementOf(event).matches(".token")) {
    const card = closest(event, "[data-card]")?.dataset.card;
    if (card) table.choose(card, { focus: true });
    return Boolean(card);
  }
  return false;
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} board
 */
function presses(event, board) {
  const key = event.key;
  if (key === "?") {
    openKeys();
    return true;
  }
  if (key === "n") return press("[data-next]");
  if (key === "Escape") return press('[data-view="preview"] [data-key="preview"]');
  if (key in BUTTONS) return press(`[data-key="${BUTTONS[key]}"]:not(:disabled)`);
  if (key === "Enter" && (event.target === document.body || event.target === board || elementOf(event).id === "main")) {
    return press('[aria-keyshortcuts~="Enter"]:not(:disabled)');
  }
  return false;
}

/** @param {string} selector */
function press(selector) {
  const button = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length);
  button?.click();
  return Boolean(button);
}
