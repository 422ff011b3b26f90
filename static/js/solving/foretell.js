// @ts-check
// Setting up a result on the board itself: what is said of a Creature shows on it, and a click on it says the next
// thing. The form beside the board is the same, and all there is without a script.

import { all, element } from "../lib/elements.js";
import { closest } from "../lib/events.js";

/**
 * @param {HTMLElement} board
 * @param {boolean} isOpen
 */
export function markForetold(board, isOpen) {
  const form = document.querySelector("form.foretell:not(.by-choices)");
  for (const figure of board.querySelectorAll(".fig:has(> .says-it), .said")) unmark(figure);
  if (!form || !isOpen) return;
  for (const part of form.querySelectorAll(".part.is-creature")) {
    const figure = figureOf(board, part);
    if (!figure) continue;
    mark(part, figure);
    part.addEventListener("change", () => mark(part, figure));
    part.addEventListener("focusin", () => figure.classList.add("asked"));
    part.addEventListener("focusout", () => figure.classList.remove("asked"));
  }
}

/**
 * @param {HTMLElement} board
 * @param {HTMLElement} part
 */
function figureOf(board, part) {
  return board.querySelector(`.lines .fig[data-key="${part.dataset.part}"]`);
}

/**
 * @param {HTMLElement} part
 * @param {HTMLElement} figure
 */
function mark(part, figure) {
  unmark(figure);
  const said = /** @type {HTMLInputElement | null} */ (part.querySelector("input:checked"));
  if (!said) return;
  const label = element("span", "says-it");
  label.textContent = said.value === "gone" ? "✕" : said.value === "0" ? "" : `−${said.value}`;
  figure.classList.add("said");
  figure.classList.toggle("said-gone", said.value === "gone");
  if (label.textContent) figure.append(label);
}

/** @param {HTMLElement} figure */
function unmark(figure) {
  figure.classList.remove("said", "said-gone", "asked");
  figure.querySelector(".says-it")?.remove();
}

// A click on a Creature says the next thing of it: unharmed, then each damage, then gone.
document.addEventListener(
  "click",
  (event) => {
    const figure = closest(event, "#board .lines .fig.said");
    const form = document.querySelector("form.foretell:not(.by-choices)");
    if (!figure || !form) return;
    const choices = all(`[data-part="${figure.dataset.key}"] input[type=radio]`, HTMLInputElement, form);
    const now = choices.findIndex((choice) => choice.checked);
    const next = choices[(now + 1) % choices.length];
    next.checked = true;
    next.dispatchEvent(new Event("change", { bubbles: true }));
    event.stopImmediatePropagation();
  },
  { capture: true },
);
