// @ts-check
// Double clicks beside the board.
import { closest } from "../lib/events.js";

/** A double click is one: the answer may have put another button under its second half. */
export function ignoreDoubleClicks() {
  /** @type {string | undefined} */
  let pressed;
  document.addEventListener(
    "click",
    (event) => {
      const key = closest(event, "#side [data-key]")?.dataset.key;
      if (event.detail < 2 || (key === pressed && key !== "judge")) pressed = key;
      else if (key) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}
