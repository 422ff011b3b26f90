// @ts-check
// Double clicks beside the board.
import { closest } from "./events.js";

/**
 * A double click is one: the answer may have put another button under its second half.
 * @template {HTMLElement} Kind
 * @param {string} buttons the selector of those that an answer changes
 * @param {(button: Kind) => string | undefined} keyOf what tells them apart
 * @param {string} once what is never meant twice
 */
export function ignoreDoubleClicks(buttons, keyOf, once) {
  /** @type {string | undefined} */
  let pressed;
  document.addEventListener(
    "click",
    (event) => {
      const button = /** @type {Kind | null} */ (closest(event, buttons));
      const key = button ? keyOf(button) : undefined;
      if (event.detail < 2 || (key === pressed && key !== once)) pressed = key;
      else if (key) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}
