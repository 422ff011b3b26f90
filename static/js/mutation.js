// @ts-check
// The page of a Mutation session: it renews itself while it is seen, links are copied, chosen cards are counted.
import { watchChoices } from "./lib/choices.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { watchForms } from "./mutation/offline.js";
import { watchTurns } from "./play/turns.js";

const EVERY = 3000; // milliseconds

watchChoices();
watchCopyButtons();
watchForms();
watchTurns();

/** Whether somebody is writing something, or has a form unfolded: what they do is not taken from under their hands. */
function isBusy() {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && focused.type === "text" && !focused.readOnly) return true;
  if (focused instanceof HTMLSelectElement || focused instanceof HTMLTextAreaElement) return true;
  return document.querySelector("#part details[open]:not([data-stays])") !== null;
}

function renew() {
  const now = document.querySelector("[data-renews]");
  if (now && document.visibilityState === "visible" && !isBusy()) htmx.trigger(now, "renew");
}

// Nothing has changed: there is nothing in the answer to be drawn.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 304) detail.shouldSwap = false;
});

setInterval(renew, EVERY);
document.addEventListener("visibilitychange", renew);
