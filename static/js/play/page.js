// @ts-check
// The page of a live game, whatever the game: hears what is new, has it drawn, and says it. A board that is played on by
// script draws itself; elsewhere htmx puts the answer in place, and without scripts everything works by links and forms.
import "../board/why.js";
import { watchCopyButtons } from "../lib/clipboard.js";
import { ignoreDoubleClicks } from "../lib/double.js";
import { json, the } from "../lib/elements.js";
import { released } from "../lib/press.js";
import { preparePagesOffline } from "../lib/worker.js";
import { openChat } from "./chat.js";
import { Clocks } from "./clocks.js";
import { News } from "./news.js";
import { openPhrases } from "./phrases.js";
import { Presences } from "./presence.js";
import { openSettings } from "./settings.js";
import { sound } from "./sounds.js";
import { watchTurns } from "./turns.js";

const SIDE = "side";

/**
 * What the server says of every table.
 * @typedef {object} TableState
 * @property {number} version
 * @property {string} view
 * @property {string} seat
 * @property {boolean} acts whether it is one's own turn
 * @property {Record<string, string>} names of the seats
 * @property {string[]} own the letters of one's own seats
 * @property {string[]} unheard the seats of players whom the reader has muted or blocked
 * @property {Record<string, import("./presence.js").Presence>} presences of the other people who play
 * @property {import("./clocks.js").Told | null} clocks of a game that has some
 * @property {string} says
 */

/** @typedef {{isFree: () => boolean, update: () => Promise<void>}} DrawnBoard a board that draws what is new itself */

export class TablePage {
  /** @param {DrawnBoard} [board] */
  constructor(board) {
    this.frame = the("#table");
    this.title = document.title.replace(`${this.frame.dataset.turn} · `, "");
    /** @type {TableState} */
    this.state = json("table-data");
    this.told = this.state; // as it was when it was last said
    this.isBusy = false;
    this.playsItself = false; // whether the turn that was laid down in advance is played when it comes
    this.requests = 0; // that are under way: what htmx puts in place meanwhile would be replaced once more
    watchCopyButtons();
    watchTurns();
    preparePagesOffline();
    openSettings();
    this.phrases = openPhrases({
      names: () => this.state.names,
      own: () => this.state.own,
      unheard: () => this.state.unheard,
    });
    this.chat = openChat(this.phrases.spoken);
    this.clocks = new Clocks(() => this.news.take(null));
    this.clocks.show(this.state.clocks);
    this.presences = new Presences(this.frame, () => this.state.names);
    this.news = new News(this.frame, {
      version: () => this.state.version,
      ...(board ?? { isFree: () => this.isFree(), update: () => this.update() }),
      heard: this.phrases.heard,
      chatted: this.chat.refresh,
      present: (told) => this.presences.told(told),
      timed: (told) => this.clocks.hear(told),
      opened: () => this.presences.give(),
    });
    if (!board) this.watchSwaps();
    addEventListener("pageshow", (event) => {
      if (event.persisted) location.reload(); // out of the browser's memory: things have gone on since
    });
  }

  /** @param {TableState} state */
  show(state) {
    this.state = state;
    this.frame.dataset.view = state.view;
    this.frame.dataset.seat = state.seat;
    document.title = state.acts ? `${this.frame.dataset.turn} · ${this.title}` : this.title;
    this.phrases.show();
    this.presences.show(state.presences);
    this.clocks.show(state.clocks);
  }

  // Where htmx draws the table

  watchSwaps() {
    ignoreDoubleClicks(
      "#table button",
      (/** @type {HTMLButtonElement} */ button) => `${button.form?.className} ${button.value}`,
      "",
    );
    this.frame.addEventListener("htmx:beforeSwap", ({ detail }) => {
      if (detail.target.id !== SIDE) return;
      if (detail.serverResponse.includes(`data-beside="${this.frame.dataset.board}"`)) return;
      detail.shouldSwap = false;
      location.reload(); // now there is a board, which has a script of its own
    });
    this.frame.addEventListener("htmx:beforeRequest", () => {
      this.requests += 1;
    });
    this.frame.addEventListener("htmx:afterRequest", () => {
      this.requests -= 1;
      this.news.catchUp();
    });
    this.frame.addEventListener("replayed", () => {
      this.tell();
      this.news.catchUp();
    });
    document.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches("[data-plays-itself]"))
        this.playsItself = target.checked;
    });
    document.addEventListener("htmx:afterSwap", () => this.settle());
    for (const failed of ["htmx:sendError", "htmx:timeout"])
      document.addEventListener(failed, (event) => {
        if (/** @type {CustomEvent} */ (event).detail.requestConfig.verb === "post") this.news.line.unsent();
      });
    this.settle();
  }

  /** What is new is told to those who do not see it, and the steps are read from their end. */
  settle() {
    const before = this.state;
    this.show(json("table-data"));
    if (this.state.version !== before.version) sound("card");
    this.tell();
    const field = document.querySelector("[data-plays-itself]");
    if (field instanceof HTMLInputElement) field.checked = this.playsItself;
    else if (!this.state.acts) this.playsItself = false;
    const told = document.querySelector("[data-told]");
    if (told) told.scrollTop = told.scrollHeight;
  }

  /** How the game stands, to the ear: after what happened has been shown, which would be given away else. */
  tell() {
    if (this.isReplaying()) return;
    const [{ acts, says, version, view }, before] = [this.state, this.told];
    this.told = this.state;
    the("#table-says").textContent = says;
    if (version === before.version) return;
    if (view === "over" && before.view !== "over") sound("over");
    else if (acts && !before.acts) sound("turn");
    this.playLaid();
  }

  /** Plays the turn that was laid down in advance, where that was wished and all of it still fits. */
  playLaid() {
    if (!this.state.acts || !this.playsItself || document.querySelector("[data-plays-itself]")) return;
    this.playsItself = false;
    const button = document.querySelector("[data-play-laid]");
    if (button instanceof HTMLButtonElement) button.click();
  }

  isFree() {
    return !this.isBusy && !this.requests && !this.isReplaying();
  }

  isReplaying() {
    return this.frame.hasAttribute("data-replays");
  }

  async update() {
    this.isBusy = true;
    try {
      await released();
      const focused = document.activeElement?.getAttribute("aria-label");
      const address = `${location.pathname}${location.search}`;
      await htmx.ajax("GET", address, { source: this.frame, target: `#${SIDE}`, swap: "outerHTML settle:0ms" });
      if (focused) this.frame.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    } finally {
      this.isBusy = false;
    }
    if (this.news.newest > this.state.version) throw new Error("it is not there yet");
    this.news.line.reached();
  }
}
