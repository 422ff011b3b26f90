// @ts-check
// The board of Clash of Magic Schools wherever it is played on: what is new on it is shown step by step.
import { closest } from "./lib/events.js";
import { Budget, pace } from "./play/pace.js";
import { SchoolsBoard } from "./schools/board.js";
import { placesOf, SchoolsReplay } from "./schools/replay.js";

/** @type {SchoolsBoard | null} */
let current = null;
/** @type {SchoolsReplay | null} */
let replay = null;
/** @type {import("./schools/replay.js").Places} */
let places = new Map();
const budget = new Budget();

const found = () => /** @type {HTMLElement | null} */ (document.querySelector("[data-schools]"));

/** Takes up a board that has just been drawn; `before` is how many actions the one before it showed. */
function take(before = -1) {
  const board = found();
  if (!board || board === current?.board) return;
  current = new SchoolsBoard(board);
  const { frames, count } = current.data;
  const again = board.querySelector("[data-again]");
  if (again instanceof HTMLElement) {
    again.hidden = !pace();
    again.onclick = showAgain;
  }
  if (before >= 0 && before < count) play(Math.max(0, frames.length - (count - before)), places);
}

/**
 * @param {number} first the number of the first frame that is played
 * @param {import("./schools/replay.js").Places} before
 */
function play(first, before) {
  const how = pace();
  if (!how || first >= (current?.data.frames.length ?? 0) || !current) return;
  const board = current;
  replay = new SchoolsReplay(board.board, () => {
    replay = null;
    budget.end();
    board.show(null);
  });
  replay.play(first, before, budget.take(how));
}

/** What happened since the reader last acted. */
function showAgain() {
  if (!current || replay) return;
  const { since } = current.data;
  const earlier = new SchoolsReplay(current.board, () => {});
  earlier.arrange(earlier.layoutBefore(since));
  const before = placesOf(current.board);
  earlier.end();
  play(since, before);
}

document.addEventListener("htmx:beforeSwap", () => {
  replay?.end();
  const board = found();
  if (board) places = placesOf(board);
});
document.addEventListener("htmx:afterSwap", () => take(current?.data.count));
document.addEventListener("htmx:oobAfterSwap", () => take(current?.data.count));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && replay) replay.end();
  else current?.key(event);
});
document.addEventListener("click", (event) => {
  if (current?.chosen && !closest(event, "[data-schools]")) current.letGo();
});
take();
