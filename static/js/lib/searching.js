// @ts-check
// The keys of a list with a search: / goes to it, Escape leaves it, [ and ] turn the page.
import { isTyping } from "./events.js";

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key was one of these
 */
export function searchByKeys(event) {
  const box = /** @type {HTMLInputElement} */ (document.getElementById("q"));
  if (isTyping(event)) {
    if (event.key === "Escape" && event.target === box) box?.blur();
    return true;
  }
  if (event.key === "/" && box) {
    event.preventDefault();
    box.focus();
    box.select();
    return true;
  }
  if (event.key === "[" || event.key === "]") {
    const turn = event.key === "[" ? "prev" : "next";
    document.querySelector(`.pages [rel=${turn}], .turn-pages [rel=${turn}]`)?.click();
    return true;
  }
  return false;
}
