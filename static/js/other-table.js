// @ts-check
// The table of Clash of Magic Schools or Clash of the Cards: brought up to date whenever the game has gone on.
// Without this everything works by links and forms.
import "./board/why.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { the } from "./lib/elements.js";
import { preparePagesOffline } from "./lib/worker.js";
import { ignoreDoubleClicks } from "./play/double.js";
import { listen } from "./play/live.js";
import { watchTurns } from "./play/turns.js";

const RETRY = 3000; // milliseconds after which what could not be fetched is asked for again

const frame = the("#other");
const title = document.title.replace(`${frame.dataset.turn} · `, "");
let isBusy = false;
let newest = 0;
let isNoticed = false;

watchCopyButtons();
ignoreDoubleClicks("#other-table button", (button) => `${button.form?.className} ${button.value}`, "");
watchTurns();
preparePagesOffline();

function version() {
  return Number(the("#other-table").dataset.version);
}

async function catchUp() {
  if (isBusy || (newest <= version() && !isNoticed)) return;
  isBusy = true;
  const before = isNoticed;
  isNoticed = false;
  try {
    await htmx.ajax("GET", `${location.pathname}${location.search}`, {
      source: frame,
      target: "#other-table",
      swap: "outerHTML",
    });
    if (newest > version()) throw new Error("it is not there yet");
    line.reached();
  } catch {
    isNoticed ||= before;
    line.missed();
    setTimeout(catchUp, RETRY);
  } finally {
    isBusy = false;
  }
}

const line = listen(frame, {
  version,
  news: (told) => {
    if (told === null) isNoticed = true;
    else newest = Math.max(newest, told);
    catchUp();
  },
  heard: () => {
    isNoticed = true;
    catchUp();
  },
});

/** What is new is told to those who do not see it, and the steps are read from their end. */
function settle() {
  const table = the("#other-table");
  document.title = table.dataset.acts ? `${frame.dataset.turn} · ${title}` : title;
  the("#table-says").textContent = table.dataset.says ?? "";
  const told = document.querySelector("[data-told]");
  if (told) told.scrollTop = told.scrollHeight;
}

document.addEventListener("htmx:afterSwap", settle);
for (const failed of ["htmx:sendError", "htmx:timeout"])
  document.addEventListener(failed, (event) => {
    if (/** @type {CustomEvent} */ (event).detail.requestConfig.verb === "post") line.unsent();
  });
settle();
