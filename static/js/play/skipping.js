// @ts-check
// While the others' turns are played before one's eyes, nothing can be done at the table but to skip them.
import { closest } from "../lib/events.js";

/**
 * @param {() => void} skip
 * @returns {() => void} to call when everything has been shown
 */
export function whileShown(skip) {
  const frame = document.querySelector("#table");
  if (!frame) return () => {};
  const ends = new AbortController();
  const { signal } = ends;
  frame.toggleAttribute("data-replays", true);
  document.addEventListener("click", (event) => closest(event, "[data-skip]") && skip(), { signal });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || event.target !== document.body) return;
      event.preventDefault();
      skip();
    },
    { signal },
  );
  return () => {
    ends.abort();
    frame.removeAttribute("data-replays");
    frame.dispatchEvent(new Event("replayed"));
  };
}
