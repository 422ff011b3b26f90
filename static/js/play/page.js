// @ts-check
// The table of a live game. The server says what may be done and draws what stands beside the board; this moves the
// cards, and plays what the others have done.
import { Arranger } from "../board/arrange.js";
import { Server } from "../board/asking.js";
import { glide } from "../board/glide.js";
import { listenToKeys } from "../board/keys.js";
import { openKeys, watchCards } from "../board/peek.js";
import { Replay } from "../board/replay.js";
import { Table } from "../board/table.js";
import { timesOf } from "../board/timing.js";
import { json, the } from "../lib/elements.js";
import { closest, isPlainClick } from "../lib/events.js";
import { ignoreDoubleClicks } from "./double.js";
import { listen } from "./live.js";
import { pace, showPace } from "./pace.js";
import { openPhrases, showMuted } from "./phrases.js";
import { mark, watchReasons } from "./reasons.js";
import { showSounds, sound } from "./sounds.js";

const RETRY = 3000; // milliseconds after which what could not be fetched is asked for again
const PREVIEW = { whole: 2600, slowest: 320 };

/**
 * What the server says of the table (play.table.page).
 * @typedef {object} State
 * @property {number} version
 * @property {number} since the version at the first step
 * @property {string} view
 * @property {string} seat
 * @property {boolean} acts whether it is one's own turn
 * @property {string} line
 * @property {string[]} legal
 * @property {number} now the step up to which things have happened
 * @property {number} laid the step after the plays that are laid down
 * @property {number} skipped the step from which on what happened is new
 * @property {import("./reasons.js").Why} why
 * @property {string[]} sounds of each step
 * @property {Record<string, string>} names of the seats
 * @property {string[]} own the letters of one's own seats
 * @property {string} says
 * @property {string} address
 * @property {string} home
 */

export function openTable() {
  const frame = the("#solve");
  const board = the("#board");
  const says = the("#table-says");
  const title = document.title.replace(`${frame.dataset.turn} · `, "");

  const first = json("board-data");
  const abilities = { ...first.abilities };
  /** @type {State} */
  let state = json("table-data");
  let arranger = new Arranger(board, first);
  /** @type {Replay | null} */
  let replay = null;
  let isPlaying = false;
  let newest = state.version; // what the stream has told of
  let isNoticed = false; // whether it has told of something that is no version: an offer
  let call = ""; // the sound that says whose turn it is
  /** @type {string | undefined} */
  let focused;

  const server = new Server(frame, { leave, arrive, tellOffline });
  const table = new Table(board, abilities, { play, ready: toNow, answered: () => server.answered() });
  watchCards(board, abilities);
  watchReasons(board, () => state.why);
  const phrases = openPhrases({ names: () => state.names, own: () => state.own });
  settle(first, { isNew: false, isLater: false });
  listenToKeys(table, board);
  const line = listen(frame, { version: () => state.version, news, heard: phrases.heard });

  /**
   * The address with what the page shows already, so that only what is new is sent.
   * @param {string} href
   */
  function known(href, since = state.since) {
    const address = new URL(href, location.href);
    address.searchParams.set("version", String(state.version));
    address.searchParams.set("since", String(since));
    return address;
  }

  /**
   * @param {{href: string}} link
   * @param {HTMLAnchorElement | null} asker
   */
  function get(link, asker = null, offline = tellOffline) {
    const wanted = { href: link.href, dataset: asker?.dataset };
    if (server.busy) return server.keep(asker, () => {});
    return server.ask(asker, "GET", wanted.href, {
      elsewhere: () => location.assign(plain(wanted.href)),
      offline,
    });
  }

  /** @param {string} href */
  function plain(href) {
    const address = new URL(href, location.href);
    const line = address.searchParams.has("line"); // which is one of its version
    for (const name of ["since", "play", ...(line ? [] : ["version"])]) address.searchParams.delete(name);
    return `${address.pathname}${address.search}`;
  }

  /** @param {string} action */
  function play(action) {
    const { version, line } = state;
    if (server.busy) return server.keep(null, () => state.version === version && state.line === line && play(action));
    const address = known(state.home);
    address.searchParams.set("line", state.line);
    address.searchParams.set("play", action);
    return get({ href: address.href });
  }

  // News from the stream.

  /** @param {number | null} version */
  function news(version) {
    if (version === null) isNoticed = true;
    else newest = Math.max(newest, version);
    catchUp();
  }

  async function catchUp() {
    if (newest <= state.version && !isNoticed) return;
    if (server.busy || isPlaying || table.chosen !== null) return;
    const before = isNoticed;
    isNoticed = false;
    await get({ href: known(state.address, state.version).href }, null, () => {
      isNoticed ||= before;
      line.missed();
      setTimeout(catchUp, RETRY);
    });
  }

  // Before an answer is put in place, and after it.

  function leave() {
    focused = document.activeElement?.closest("#side [data-key]")?.dataset.key;
    endReplay();
    table.letGo();
  }

  function arrive() {
    const before = state;
    line.reached();
    state = json("table-data");
    const data = json("board-data");
    Object.assign(abilities, data.abilities);
    const isLater = state.version !== before.version;
    if (isLater) arranger = new Arranger(board, data);
    else arranger.load(data.steps);
    settle(data, { isNew: true, isLater });
    if (!isLater && state.line.length > before.line.length) sound("card");
    if (state.view === "over" && before.view !== "over") call = "over";
    else if (state.acts && (isLater || !before.acts)) call = "turn";
    if (!isPlaying) ring();
    const asks = document.getElementById("asks-to-end");
    const kept = focused ? document.querySelector(`#side [data-key="${focused}"]`) : null;
    (asks ?? kept)?.focus({ preventScroll: true });
    history.replaceState(null, "", plain(state.address));
    catchUp();
  }

  /** The sound that waits for the others' turns to have been played. */
  function ring() {
    sound(call);
    call = "";
  }

  /**
   * @param {{steps: Step[], step: number}} data
   * @param {{isNew: boolean, isLater: boolean}} options whether it is drawn anew, and whether the game has gone on
   */
  function settle(data, { isNew, isLater }) {
    frame.dataset.view = state.view;
    frame.dataset.seat = state.seat;
    document.title = state.acts ? `${frame.dataset.turn} · ${title}` : title;
    showPace();
    showSounds();
    showMuted();
    phrases.show();
    table.letGo();
    arranger.load(data.steps);
    const last = data.steps.length - 1;
    const how = isLater ? pace() : state.view === "preview" && isNew && pace() ? PREVIEW : null;
    const begin = !how ? data.step : isLater ? Math.min(state.skipped, last) : state.laid;
    if (isLater) arranger.show(begin);
    else if (isNew) glide(board, () => arranger.show(begin));
    if (document.getElementById("trace")) beginReplay(last, data.step, begin);
    load(begin === last);
    if (!how || !replay || begin >= last) {
      if (isNew) says.textContent = state.says;
      return;
    }
    isPlaying = true;
    showTurn(begin);
    frame.toggleAttribute("data-replays", isLater);
    replay.play(played, how);
  }

  /** What can be played, and why other cards cannot. */
  function load(isNow = true) {
    table.load(isNow ? state : { ...state, legal: [] });
    mark(board, (place) => table.figure(place), isNow ? state.why : {});
  }

  /**
   * @param {number} last
   * @param {number} shown
   * @param {number} begin
   */
  function beginReplay(last, shown, begin) {
    let at = shown;
    const show = (step) =>
      glide(board, () => {
        table.letGo();
        arranger.show(step);
        load(step === last);
        showTurn(step);
        if (replay && step === at + 1) sound(state.sounds[step]);
        at = step;
      });
    replay = new Replay(last, shown, show, { times: timesOf(arranger.steps), from: Math.min(begin, last) });
    if (begin !== shown) replay.steps.go(begin);
  }

  /**
   * Whose turn is on the board, which is not yet that of the panel while the others' turns are played.
   * @param {number} step
   */
  function showTurn(step) {
    const shown = document.querySelector("[data-shown-turn]");
    if (shown) shown.textContent = arranger.steps[step].status;
  }

  function endReplay() {
    if (!replay) return;
    replay.end();
    replay = null;
    rest();
  }

  function played() {
    if (!isPlaying) return;
    if (replay && !replay.isAtEnd) replay.steps.go(replay.last); // whoever touches anything wants to go on
    rest();
    ring();
    says.textContent = state.says;
    catchUp();
  }

  function rest() {
    isPlaying = false;
    frame.removeAttribute("data-replays");
  }

  // To where cards can be played: the last step, out of a preview. Answers whether the board is there.
  async function toNow() {
    if (state.view === "preview") {
      const link = /** @type {HTMLAnchorElement} */ (document.querySelector('[data-key="preview"]'));
      if (link) await get({ href: known(link.href).href }, link);
    } else if (replay && replay.steps.step !== replay.last) {
      replay.stop();
      replay.steps.go(replay.last);
      rest();
    }
    return state.view === "laying";
  }

  function tellOffline() {
    line.unsent();
    load();
  }

  ignoreDoubleClicks("#side [data-key]", (button) => button.dataset.key, "judge");

  document.addEventListener("submit", (event) => {
    const plan = closest(event, "#side form[data-table-play]");
    if (plan) {
      event.preventDefault();
      play(/** @type {HTMLButtonElement} */ (event.submitter).value);
      return;
    }
    const form = /** @type {HTMLFormElement} */ (closest(event, "#side form[data-table-send]"));
    if (!form) return;
    event.preventDefault();
    const submitter = /** @type {HTMLButtonElement} */ (event.submitter);
    if (server.busy) server.keep(submitter, () => {});
    else server.send(form, submitter);
  });

  document.addEventListener("click", (event) => {
    if (closest(event, "[data-keys-help]")) openKeys();
    if (closest(event, "[data-skip]")) replay?.skip();
    const link = /** @type {HTMLAnchorElement} */ (closest(event, "a[data-table-get]"));
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    if (link.href) get({ href: known(link.href).href }, link);
  });

  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload(); // out of the browser's memory: things have gone on since
  });
}
