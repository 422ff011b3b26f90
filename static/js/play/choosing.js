// @ts-check
// Before there is a board: what the others choose is drawn anew, and when play begins the page becomes the table.
import { json, the } from "../lib/elements.js";
import { released } from "../lib/press.js";
import { listen } from "./live.js";
import { openPhrases, showMuted } from "./phrases.js";

export function openChoosing() {
  const frame = document.getElementById("choosing");
  if (!frame) return;
  const version = () => json("table-data").version;
  const phrases = openPhrases({ names: () => json("table-data").names, own: () => json("table-data").own });

  frame.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target !== frame) return;
    if (event.detail.serverResponse.includes('id="chosen-from"')) return;
    event.detail.shouldSwap = false;
    location.reload();
  });

  listen(frame, {
    version,
    heard: phrases.heard,
    /** @param {number | null} found */
    async news(found) {
      if (found !== null && found <= version()) return;
      await released();
      const focused = /** @type {HTMLElement} */ (document.activeElement)?.getAttribute?.("aria-label");
      await htmx.ajax("GET", location.href, { source: frame, target: "#choosing", swap: "innerHTML settle:0ms" });
      showMuted();
      if (focused) frame.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
      the("#table-says").textContent = frame.querySelector(".coach")?.textContent ?? "";
    },
  });
}
