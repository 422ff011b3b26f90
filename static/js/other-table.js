// @ts-check
// The table of Clash of Magic Schools or Clash of the Cards: brought up to date whenever the game has gone on.
// Without this everything works by links and forms.
import "./board/why.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { ignoreDoubleClicks } from "./lib/double.js";
import { the } from "./lib/elements.js";
import { preparePagesOffline } from "./lib/worker.js";
import { News } from "./play/news.js";
import { watchTurns } from "./play/turns.js";

const frame = the("#other");
const title = document.title.replace(`${frame.dataset.turn} · `, "");
let isBusy = false;

watchCopyButtons();
ignoreDoubleClicks(
  "#other-table button",
  (/** @type {HTMLButtonElement} */ button) => `${button.form?.className} ${button.value}`,
  "",
);
watchTurns();
preparePagesOffline();

const version = () => Number(the("#other-table").dataset.version);

async function update() {
  isBusy = true;
  const [target, swap] = ["#other-table", "outerHTML"];
  try {
    await htmx.ajax("GET", `${location.pathname}${location.search}`, { source: frame, target, swap });
  } finally {
    isBusy = false;
  }
  news.line.reached();
}

const news = new News(frame, { version, isFree: () => !isBusy, update });

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
    if (/** @type {CustomEvent} */ (event).detail.requestConfig.verb === "post") news.line.unsent();
  });
settle();
