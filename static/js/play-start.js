// @ts-check
// Pages around games: links are copied, the lobby renews itself while it is seen, and the browser tells whose turn it is.
import "./lib/address.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { watchTurns } from "./play/turns.js";

const EVERY = 4000; // milliseconds

watchCopyButtons();
watchTurns();

function renew() {
  const list = document.querySelector("[data-renews]");
  if (list && document.visibilityState === "visible") htmx.trigger(list, "renew");
}

setInterval(renew, EVERY);
document.addEventListener("visibilitychange", renew);
