// The keys of the solving page; templates/grimoire/solving/_keys.html lists them.
import { openKeys } from "./peek.js";

const BUTTONS = { Backspace: "undo", z: "undo", r: "reset", p: "preview", h: "hint" };
const OWN = "a, button, summary, input, select, textarea";

export function listenToKeys(table, board) {
  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event)) return;
    const handled = plays(event, table) || chooses(event, table) || presses(event, board);
    if (!handled) return;
    event.preventDefault();
    event.stopImmediatePropagation(); // the arrows move through the trace otherwise
  }, { capture: true });
}

function isElsewhere(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return true;
  return Boolean(event.target.closest?.("input:not([type=range]), textarea, select, [contenteditable]"));
}

// With a card chosen: where it goes.
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
    const now = table.spots.indexOf(document.activeElement);
    const next = now < 0 ? 0 : (now + by + table.spots.length) % table.spots.length;
    table.spots[next].focus({ preventScroll: true });
    return true;
  }
  if (event.key === "Escape") {
    table.let_go();
    return true;
  }
  if (event.key === "Enter" && !event.target.closest(OWN) && table.spots.length) {
    table.take(table.spots[0].dataset.action);
    return true;
  }
  return false;
}

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
  if ((event.key === "Enter" || event.key === " ") && event.target.matches(".token")) {
    const card = event.target.closest("[data-card]")?.dataset.card;
    if (card) table.choose(card, { focus: true });
    return Boolean(card);
  }
  return false;
}

function presses(event, board) {
  const key = event.key;
  if (key === "?") {
    openKeys();
    return true;
  }
  if (key === "n") return press("a[data-next]");
  if (key === "Escape") return press('[data-view="preview"] [data-key="preview"]');
  if (key in BUTTONS) return press(`[data-key="${BUTTONS[key]}"]:not(:disabled)`);
  if (key === "Enter" && (event.target === document.body || event.target === board || event.target.id === "main")) {
    return press('[data-key="judge"]:not(:disabled)');
  }
  return false;
}

function press(selector) {
  const button = document.querySelector(selector);
  button?.click();
  return Boolean(button);
}
