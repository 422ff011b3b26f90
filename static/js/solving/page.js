// @ts-check
// The page on which a puzzle is solved. The server judges and draws what stands beside the board; this moves the cards,
// and plays what has happened.
import { Arranger } from "../board/arrange.js";
import { Server } from "../board/asking.js";
import { glide } from "../board/glide.js";
import { listenToKeys } from "../board/keys.js";
import { openKeys, watchCards } from "../board/peek.js";
import { Replay } from "../board/replay.js";
import { Table } from "../board/table.js";
import { timesOf } from "../board/timing.js";
import { announceTurn } from "../board/turns.js";
import { element, json, the } from "../lib/elements.js";
import { closest, isPlainClick } from "../lib/events.js";
import { markForetold } from "./foretell.js";

/**
 * What the server says of the line that is laid out (grimoire.solving.contexts).
 * @typedef {object} State
 * @property {string} view
 * @property {string} seat
 * @property {string} own the letters of the solver's seats
 * @property {string} line
 * @property {string | null} [undone] the line after taking back
 * @property {string[]} legal
 * @property {string} says
 * @property {boolean} open
 * @property {number} from the step from which what is new is played
 */

export function openSolving() {
  const frame = the("#solve");
  const board = the("#board");
  const says = the("#solve-says");
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const first = json("board-data");
  const arranger = new Arranger(board, first);
  /** @type {Map<string, Step>} what the board looks like, by the line that is laid out */
  const laid = new Map([["", json("begin-data")]]);
  /** @type {State} */
  let state = json("solve-data");
  /** @type {Replay | null} */
  let replay = null;
  /** @type {string | undefined} */
  let focused;

  const server = new Server(frame, { leave, arrive, tellOffline });
  const table = new Table(board, first.abilities, { play, ready: toNow, answered: () => server.answered() });
  watchCards(board, first.abilities);
  settle(first, { isNew: false });

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} submitter
   */
  function send(form, submitter) {
    if (server.busy) {
      const { line } = state;
      return server.keep(submitter, () => state.line === line && submitter?.value && play(submitter.value));
    }
    foresee(submitter?.value);
    return server.send(form, submitter);
  }

  /** @param {HTMLAnchorElement | {href: string}} link */
  function get(link) {
    if (!server.busy) return server.get(link);
    return server.keep(link instanceof HTMLElement ? link : null, () => {});
  }

  /**
   * Beginning again and taking back are on the board before the server has answered: it will say the same.
   * @param {string | undefined} wanted
   */
  function foresee(wanted) {
    if (wanted === "reset") put("");
    if (wanted === "undo" && typeof state.undone === "string") put(state.undone);
  }

  /**
   * The board as it was with a line, if it has been laid out here.
   * @param {string} line
   */
  function put(line) {
    const arrangement = laid.get(line);
    if (!arrangement) return;
    endReplay();
    table.letGo();
    arranger.load([arrangement]);
    glide(board, () => arranger.show(0));
  }

  // Before an answer is put in place.
  function leave() {
    focused = document.activeElement?.closest("#side [data-key]")?.dataset.key;
    endReplay();
  }

  // And after it.
  function arrive() {
    const { open: wasOpen, says: before } = state;
    state = json("solve-data");
    settle(json("board-data"), { isNew: true });
    leadOn();
    if (focused) document.querySelector(`#side [data-key="${focused}"]:not(:disabled)`)?.focus({ preventScroll: true });
    if (state.says !== before && !("plays" in frame.dataset)) says.textContent = state.says;
    if (state.open && !wasOpen) htmx.trigger(document.body, "grimoire:opened");
  }

  // Beside a wrong answer: the way on, which stands in the title.
  function leadOn() {
    const ways = [".trail a[rel=next]", ".solve-title a[rel=next]"].map((way) => document.querySelector(way));
    const next = /** @type {HTMLAnchorElement | null} */ (ways[0] ?? ways[1]);
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#side [data-later]"));
    if (!next || !link) return;
    link.href = next.href;
    link.hidden = false;
  }

  /**
   * @param {{steps: Step[], step: number}} data
   * @param {{isNew: boolean}} options
   */
  function settle(data, { isNew }) {
    frame.dataset.view = state.view;
    frame.dataset.seat = state.seat;
    table.letGo();
    arranger.load(data.steps);
    const last = data.steps.length - 1;
    if (state.view === "laying") laid.set(state.line, whole(data.steps));
    const plays = isNew && !still.matches && ["preview", "failed", "solved"].includes(state.view);
    const begin = plays ? state.from : data.step;
    if (isNew) glide(board, () => arranger.show(begin));
    if (document.getElementById("trace")) beginReplay(last, data.step, begin);
    table.load(state);
    markForetold(board, ["laying", "failed"].includes(state.view));
    if (!plays || !replay || begin >= last) return;
    frame.toggleAttribute("data-plays", ["failed", "solved"].includes(state.view));
    replay.play(tellVerdict);
  }

  /**
   * @param {number} last
   * @param {number} shown
   * @param {number} begin
   */
  function beginReplay(last, shown, begin) {
    let at = shown;
    const show = (/** @type {number} */ step) => {
      glide(board, () => {
        table.letGo();
        arranger.show(step);
        table.load(step === last ? state : { ...state, legal: [] });
      });
      announceTurn(board, arranger.steps, at, step, state.own);
      at = step;
    };
    replay = new Replay(last, shown, show, { times: timesOf(arranger.steps), from: Math.min(state.from, last) });
    arranger.point(shown);
    if (begin !== shown) replay.steps.go(begin);
  }

  function endReplay() {
    if (!replay) return;
    replay.end();
    tellVerdict();
    replay = null;
  }

  // The verdict on what is being played stands there, and is told, once it has been played, or somebody has stopped it.
  function tellVerdict() {
    if (!("plays" in frame.dataset)) return;
    frame.removeAttribute("data-plays");
    says.textContent = state.says;
  }

  // To where cards can be played: the last step, out of a preview. Answers whether the board is there.
  async function toNow() {
    if (state.view === "preview") {
      const link = /** @type {HTMLAnchorElement} */ (document.querySelector('[data-key="preview"]'));
      if (link) await get(link);
    } else if (replay && replay.steps.step !== replay.last) {
      replay.stop();
      tellVerdict();
      replay.steps.go(replay.last);
    }
    return state.view === "laying";
  }

  /** @param {string} action */
  function play(action) {
    const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-solve="play"]'));
    const button = /** @type {HTMLButtonElement} */ (form?.querySelector(`button[value="${action}"]`));
    if (button) send(form, button);
  }

  function tellOffline() {
    const note = element("p", "note bad", frame.dataset.offline);
    note.setAttribute("role", "alert");
    document.querySelector("#side .note")?.remove();
    the("#side .coach").after(note);
    if (state.view === "laying") put(state.line);
    table.load(state);
  }

  // A double click is one: the answer may have put another button under its second half.
  /** @type {string | undefined} */
  let pressed;
  document.addEventListener(
    "click",
    (event) => {
      const key = closest(event, "#side [data-key]")?.dataset.key;
      if (event.detail < 2 || key === pressed) pressed = key;
      else {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );

  document.addEventListener("submit", (event) => {
    const form = /** @type {HTMLFormElement} */ (closest(event, "#side form[data-solve]"));
    if (!form) return;
    event.preventDefault();
    send(form, /** @type {HTMLButtonElement} */ (event.submitter));
  });

  document.addEventListener("click", (event) => {
    if (closest(event, "[data-keys-help]")) openKeys();
    const goesTo = closest(event, "[data-goes-to]");
    if (goesTo && replay && isPlainClick(event)) {
      event.preventDefault();
      replay.steps.go(Number(goesTo.dataset.goesTo));
      board.scrollIntoView({ block: "nearest" });
    }
    const link = /** @type {HTMLAnchorElement} */ (closest(event, "a[data-solve-get]"));
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    get(link);
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted) get({ href: location.href }); // out of the browser's memory: things may have gone on since
  });

  listenToKeys(table, board);
}

/**
 * The last of some steps as a step of its own.
 * @param {Step[]} steps
 */
function whole(steps) {
  return steps.reduce((one, next) => ({
    zones: { ...one.zones, ...next.zones },
    seats: { ...one.seats, ...next.seats },
    status: next.status,
  }));
}
