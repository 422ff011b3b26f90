// @ts-check
// How fast the others' turns are played before one's eyes: kept in the browser.
import { keep, recall } from "../lib/storage.js";

const NAME = "pace of turns";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{whole: number, scale: number}} Pace milliseconds for all steps at most, and how much longer each takes */

/** @type {Record<string, Pace | null>} */
const PACES = { off: null, quick: { whole: 5000, scale: 1.6 }, slow: { whole: 60000, scale: 4 } };
const LEAST = 800; // milliseconds for what is played after something else
const APART = 3000; // milliseconds after which what is played has a time of its own

function chosen() {
  const kept = recall("localStorage", NAME);
  return kept in PACES ? kept : "quick";
}

/** What the others' turns are played with; null for at once. */
export function pace() {
  return still.matches ? null : PACES[chosen()];
}

/** The time for the others' turns, which may come one by one: all together they take no longer than one alone may. */
export class Budget {
  begun = 0;
  ended = Number.NEGATIVE_INFINITY;

  /** @param {Pace} pace */
  take({ whole, scale }) {
    const now = performance.now();
    if (now - this.ended > APART) this.begun = now;
    return { whole: Math.max(whole - (now - this.begun), LEAST), scale };
  }

  /** Something has been played. */
  end() {
    this.ended = performance.now();
  }

  /** One's own turn lies between what was played and what will be. */
  renew() {
    this.ended = Number.NEGATIVE_INFINITY;
  }
}

const field = /** @type {HTMLSelectElement | null} */ (document.querySelector("[data-pace]"));
if (field) {
  field.value = chosen();
  field.addEventListener("change", () => keep("localStorage", NAME, field.value));
}
