// @ts-check
// A board of cards wherever it is played on: what is new on it is shown step by step.
import { placesOf } from "./card-replay.js";
import { Budget, pace } from "./pace.js";
import { whileShown } from "./skipping.js";

/**
 * Follows a game's boards, each drawn anew after an action.
 * @param {string} selector of a board
 * @param {new (board: HTMLElement) => import("./card-board.js").CardBoard<any>} Board
 * @param {new (board: HTMLElement, done: () => void) => import("./card-replay.js").CardReplay<any>} Replay
 */
export function followBoards(selector, Board, Replay) {
  /** @type {import("./card-board.js").CardBoard<any> | null} */
  let current = null;
  /** @type {import("./card-replay.js").CardReplay<any> | null} */
  let replay = null;
  /** @type {import("./card-replay.js").Places} */
  let places = new Map();
  const budget = new Budget();

  const found = () => /** @type {HTMLElement | null} */ (document.querySelector(selector));

  /** Takes up a board that has just been drawn; `before` is how many actions the one before it showed. */
  function take(before = -1) {
    const board = found();
    if (!board || board === current?.board) return;
    current = new Board(board);
    const { frames, count } = current.data;
    const again = board.querySelector("[data-again]");
    if (again instanceof HTMLElement) {
      again.hidden = !pace();
      again.onclick = showAgain;
    }
    const first = frames.findIndex((/** @type {import("./card-replay.js").Frame} */ { action }) => action >= before);
    if (before >= 0 && before < count && first >= 0) play(first, places);
  }

  /**
   * @param {number} first the number of the first frame that is played
   * @param {import("./card-replay.js").Places} before
   */
  function play(first, before) {
    const how = pace();
    if (!how || first >= (current?.data.frames.length ?? 0) || !current) return;
    const board = current;
    const shown = whileShown(() => replay?.end());
    replay = new Replay(board.board, () => {
      replay = null;
      shown();
      budget.end();
      board.show(null);
    });
    replay.play(first, before, budget.take(how));
  }

  /** What happened since the reader last acted. */
  function showAgain() {
    if (!current || replay) return;
    budget.renew();
    const { since } = current.data;
    const earlier = new Replay(current.board, () => {});
    earlier.arrangeBefore(since);
    const before = placesOf(current.board);
    earlier.end();
    play(since, before);
  }

  document.addEventListener("htmx:beforeRequest", ({ detail }) => {
    if (detail.requestConfig?.verb === "post") budget.renew();
  });
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
    if (current?.chosen && !event.composedPath().includes(current.board)) current.letGo();
  });
  take();
}
