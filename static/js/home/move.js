// @ts-check
// The move that the home page asks for. The server judges it; this lifts the card, and plays what has happened.
import { Arranger } from "../board/arrange.js";
import { Server } from "../board/asking.js";
import { glide } from "../board/glide.js";
import { listenToKeys } from "../board/keys.js";
import { watchCards } from "../board/peek.js";
import { Table } from "../board/table.js";
import { json, the } from "../lib/elements.js";
import { closest, isPlainClick } from "../lib/events.js";
import { keep, recall } from "../lib/storage.js";
import { Scene } from "./scene.js";

const IDLE = 7000; // milliseconds without a touch after which the board shows a try, once in a browser
const SEEN = "first-move-seen";

/**
 * What the server says of a move (home.pages).
 * @typedef {object} MoveState
 * @property {"start" | "shown" | "failed" | "solved"} view
 * @property {string} seat
 * @property {string[]} legal
 * @property {string[]} captions
 * @property {string} says
 */

export function openFirstMove() {
  const frame = the("#front");
  const board = the("#board");
  const caption = the("[data-caption]");
  const says = the("#move-says");
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const begin = json("begin-data");
  let data = json("board-data");
  /** @type {MoveState} */
  let state = json("move-data");
  /** @type {Scene | null} */
  let scene = null;

  const arranger = new Arranger(board, data);
  const server = new Server(frame, { leave: stop, arrive, tellOffline: () => {} });
  const table = new Table(board, begin.abilities, {
    play: (action) => ask(`${location.pathname}?move=${encodeURIComponent(action)}`),
    ready: async () => state.legal.length > 0,
    answered: () => server.answered(),
  });
  watchCards(board, begin.abilities);
  settle();
  showByItself();

  /** @param {string} address */
  function ask(address) {
    keep("localStorage", SEEN, true);
    if (!server.busy) server.get({ href: address });
  }

  function stop() {
    scene?.end();
  }

  function arrive() {
    state = json("move-data");
    data = json("board-data");
    frame.dataset.view = state.view;
    table.letGo();
    table.load({ ...state, legal: [] });
    arranger.load(data.steps);
    if (still.matches || data.steps.length < 2) return settle();
    frame.toggleAttribute("data-plays", true);
    scene = new Scene(board, { arranger, steps: data.steps, captions: state.captions, caption });
    scene.play(() => {
      scene = null;
      frame.removeAttribute("data-plays");
      settle();
    });
  }

  // The board as it stands after all that: where a move can be made, at its beginning.
  function settle() {
    const { steps } = state.legal.length ? begin : data;
    arranger.load(steps);
    glide(board, () => arranger.show(steps.length - 1));
    table.load(state);
    if (state.view !== "start") says.textContent = state.says;
  }

  // Whoever only looks sees the board move, once.
  function showByItself() {
    if (still.matches || state.view !== "start" || recall("localStorage", SEEN)) return;
    const ends = new AbortController();
    const timer = setTimeout(() => {
      ends.abort();
      const { top, bottom, height } = board.getBoundingClientRect();
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      if (document.visibilityState === "visible" && seen > 0.6 * height)
        document.querySelector("[data-watch]")?.click();
    }, IDLE);
    for (const name of ["pointerdown", "keydown", "focusin", "scroll"])
      document.addEventListener(name, () => clearTimeout(timer), { signal: ends.signal, passive: true });
    board.addEventListener("pointermove", () => clearTimeout(timer), { signal: ends.signal, passive: true });
  }

  document.addEventListener("submit", (event) => {
    const form = closest(event, "#side form.choose");
    if (!form) return;
    event.preventDefault();
    table.play(/** @type {HTMLButtonElement} */ (event.submitter).value);
  });

  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement} */ (closest(event, "#side [data-watch], #side [data-key=reset]"));
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    ask(link.href);
  });

  listenToKeys(table, board);
}
