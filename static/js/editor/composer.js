// @ts-check
// The composer's panel: it gets the position of the board, and what it finds is loaded onto the board.

import { the } from "../lib/elements.js";
import { elementOf } from "../lib/events.js";
import { load } from "./text.js";

/**
 * @param {object} parts
 * @param {import("./store.js").Store} parts.store
 * @param {import("./check.js").Checker} parts.checker
 */
export function watchComposer({ store, checker }) {
  const form = the("[data-changes]", HTMLFormElement);
  form.addEventListener("submit", () => (form.elements.position.value = JSON.stringify(store.doc)));
  document.addEventListener("submit", async (event) => {
    const found = /** @type {HTMLFormElement | null} */ (elementOf(event)?.closest("[data-load]"));
    if (!found) return;
    event.preventDefault();
    try {
      load(store, await checker.ask({ text: found.elements.text.value }));
    } catch {
      found.submit(); // the page itself says why
    }
  });
}
