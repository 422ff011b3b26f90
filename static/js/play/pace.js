// @ts-check
// How fast the others' turns are played before one's eyes: kept in the browser.
import { keep, recall } from "../lib/storage.js";

const NAME = "pace of turns";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Record<string, {whole: number, slowest: number} | null>} milliseconds for all steps, and for one at most */
const PACES = { off: null, quick: { whole: 5000, slowest: 420 }, slow: { whole: 60000, slowest: 1100 } };

function chosen() {
  const kept = recall("localStorage", NAME);
  return kept in PACES ? kept : "quick";
}

/** What the others' turns are played with; null for at once. */
export function pace() {
  return still.matches ? null : PACES[chosen()];
}

/** Shows the choice in the field that has just been drawn. */
export function showPace() {
  const field = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-pace]"));
  if (field) field.value = chosen();
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLSelectElement} */ (event.target);
  if (field.matches("[data-pace]")) keep("localStorage", NAME, field.value);
});
