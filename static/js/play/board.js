// @ts-check
// The board of a live game, on which the others play as well: the plan of a turn, and what has happened step by step.
import { glide } from "../board/glide.js";
import { BoardPage } from "../board/page.js";
import { element, json, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { Budget, pace } from "./pace.js";
import { TablePage } from "./page.js";
import { mark, watchReasons } from "./reasons.js";
import { Sight } from "./sight.js";
import { sound } from "./sounds.js";

const PREVIEW = { whole: 2600, scale: 1.2 };

/**
 * What the server says of the board.
 * @typedef {object} PlayState
 * @property {number} since the version at the first step
 * @property {number} now the step up to which things have happened
 * @property {number} laid the step after the plays that are laid down
 * @property {number} skipped the step from which on what happened is new
 * @property {import("./reasons.js").Why} why
 * @property {string[]} sounds of each step
 * @property {string} dropped what was removed from a turn that was laid down in advance
 * @property {string} address
 * @property {string} home
 */

/** @extends {BoardPage<import("../board/page.js").BoardState & import("./page.js").TableState & PlayState>} */
export class PlayBoard extends BoardPage {
  constructor() {
    const first = json("board-data");
    const abilities = { ...first.abilities };
    super({
      ...{ frame: the("#table"), says: the("#table-says"), state: "table-data", abilities },
      ...{ links: "a[data-table-get]", forms: "#side form[data-table-send]", choices: "#side form[data-table-play]" },
    });
    this.abilities = abilities;
    this.isPlaying = false;
    this.isLaid = false; // whether a card lies in its line that the server has not put there yet
    this.budget = new Budget();
    this.sight = new Sight(this.board);
    this.playsItself = false; // whether the turn that was laid down in advance is played when it comes
    this.dropped = ""; // what was removed from it meanwhile
    this.call = ""; // the sound that says whose turn it is
    document.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches("[data-plays-itself]"))
        this.playsItself = target.checked;
    });
    watchReasons(this.board, () => this.state.why);
    this.page = new TablePage({
      isFree: () => !this.server.busy && !this.isPlaying && this.table.chosen === null,
      update: () => this.update(),
    });
    this.news = this.page.news;
    this.settle(first, { isNew: false, isLater: false });
  }

  /**
   * The address with what the page shows already, so that only what is new is sent.
   * @param {string} href
   */
  known(href, since = this.state.since) {
    const address = new URL(href, location.href);
    address.searchParams.set("version", String(this.state.version));
    address.searchParams.set("since", String(since));
    return address;
  }

  /** @param {string} href */
  plain(href) {
    const address = new URL(href, location.href);
    const line = address.searchParams.has("line"); // which is one of its version
    for (const name of ["since", "play", ...(line ? [] : ["version"])]) address.searchParams.delete(name);
    return `${address.pathname}${address.search}`;
  }

  /**
   * @param {string} href
   * @param {HTMLElement | null} asker
   */
  get(href, asker = null) {
    if (this.server.busy) return this.server.keep(asker?.dataset.key, () => {});
    return this.ask(this.known(href).href, asker, () => this.tellOffline());
  }

  /**
   * @param {string} address
   * @param {HTMLElement | null} asker
   * @param {() => void} offline
   */
  ask(address, asker, offline) {
    return this.server.ask(asker, "GET", address, { elsewhere: () => location.assign(this.plain(address)), offline });
  }

  /** What the stream has told of. @returns {Promise<void>} */
  update() {
    return new Promise((resolve, reject) => {
      this.ask(this.known(this.state.address, this.state.version).href, null, reject).then(resolve);
    });
  }

  /** @param {string} action */
  play(action) {
    const { version, line } = this.state;
    const isSame = () => this.state.version === version && this.state.line === line;
    if (this.server.busy) return this.server.keep(undefined, () => isSame() && this.play(action));
    const address = new URL(this.state.home, location.href);
    address.searchParams.set("line", line);
    address.searchParams.set("play", action);
    glide(this.board, () => {
      this.isLaid = this.table.lay(action);
    });
    if (this.isLaid) sound("card");
    return this.get(address.href);
  }

  /**
   * @param {MouseEvent} event
   * @param {string} links
   */
  click(event, links) {
    if (closest(event, "[data-skip]")) this.replay?.skip();
    super.click(event, links);
  }

  arrive() {
    const before = this.state;
    this.news.line.reached();
    super.arrive();
    const { state } = this;
    const data = json("board-data");
    Object.assign(this.abilities, data.abilities);
    const isLater = state.version !== before.version;
    if (isLater) this.dropped = [this.dropped, state.dropped].filter(Boolean).join(" ");
    else if (state.line !== before.line) this.dropped = "";
    this.showPlan();
    if (before.acts) this.budget.renew();
    if (isLater) this.layOut(data);
    else this.arranger.load(data.steps);
    this.settle(data, { isNew: true, isLater });
    if (!isLater && !this.isLaid && state.line.length > before.line.length) sound("card");
    this.isLaid = false;
    if (state.view === "over" && before.view !== "over") this.call = "over";
    else if (state.acts && (isLater || !before.acts)) this.call = "turn";
    if (!this.isPlaying) {
      this.ring();
      this.playPlan();
    }
    const asks = document.getElementById("asks-to-end");
    const kept = this.focused ? document.querySelector(`#side [data-key="${this.focused}"]`) : null;
    (asks ?? kept)?.focus({ preventScroll: true });
    history.replaceState(null, "", this.plain(state.address));
  }

  /** What was told meanwhile had to wait. */
  freed() {
    this.news.catchUp();
  }

  /** The sound that waits for the others' turns to have been played. */
  ring() {
    sound(this.call);
    this.call = "";
  }

  /**
   * @param {{steps: Step[], step: number}} data
   * @param {{isNew: boolean, isLater: boolean}} options whether it is drawn anew, and whether the game has gone on
   */
  settle(data, { isNew, isLater }) {
    const { arranger, frame, state } = this;
    this.page.show(state);
    this.table.letGo();
    arranger.load(data.steps);
    const last = data.steps.length - 1;
    const how = isLater ? pace() : state.view === "preview" && isNew && pace() ? PREVIEW : null;
    const begin = !how ? data.step : isLater ? Math.min(state.skipped, last) : state.laid;
    if (isLater) arranger.show(begin);
    else if (isNew) glide(this.board, () => arranger.show(begin));
    if (document.getElementById("trace")) this.beginReplay(last, data.step, begin, begin);
    this.load(begin === last);
    if (!how || !this.replay || begin >= last) {
      if (isNew) this.says.textContent = state.says;
      return;
    }
    this.isPlaying = true;
    this.showTurn(begin);
    frame.toggleAttribute("data-replays", isLater);
    this.sight.begin();
    this.replay.play(() => this.played(), isLater ? this.budget.take(how) : how);
  }

  /** The turn that was laid down in advance: whether it is played by itself, and what is no longer in it. */
  showPlan() {
    const field = document.querySelector("[data-plays-itself]");
    if (field instanceof HTMLInputElement) field.checked = this.playsItself;
    else if (!this.state.acts) this.playsItself = false;
    if (this.dropped && !this.state.dropped) the("#side").prepend(element("p", "note bad", this.dropped));
  }

  /** Plays it, where that was wished and nothing of it was removed. */
  playPlan() {
    if (!this.state.acts || !this.playsItself) return;
    this.playsItself = false;
    const button = document.querySelector('[data-key="judge"]');
    if (!this.state.line || this.dropped || !(button instanceof HTMLButtonElement)) return;
    const sure = element("input");
    Object.assign(sure, { type: "hidden", name: "sure", value: "1" });
    button.form?.append(sure);
    button.click();
  }

  /** Cards that lie where they were laid in advance. */
  markPlanned() {
    const { steps } = this.arranger;
    const isPlanned = this.state.view === "planning";
    const before = isPlanned ? steps[this.state.now].zones : {};
    for (const zone of this.board.querySelectorAll(".kingdom")) {
      const there = new Set((before[zone.dataset.zone ?? ""] ?? []).map((item) => item.t));
      for (const figure of zone.querySelectorAll(":scope > .fig"))
        figure.classList.toggle("is-planned", isPlanned && !there.has(figure.dataset.key ?? ""));
    }
  }

  /** And why other cards cannot be played. */
  load(isLast = true) {
    super.load(isLast);
    this.markPlanned();
    mark(this.board, (place) => this.table.figure(place), isLast ? this.state.why : {});
  }

  /**
   * @param {number} before
   * @param {number} step
   */
  stepped(before, step) {
    this.showTurn(step);
    if (this.isPlaying) this.sight.follow();
    else if (step !== before + 1) return; // somebody has leapt there
    for (let passed = before + 1; passed <= step; passed += 1) sound(this.state.sounds[passed]);
  }

  /**
   * Whose turn is on the board, which is not yet that of the panel while the others' turns are played.
   * @param {number} step
   */
  showTurn(step) {
    const shown = document.querySelector("[data-shown-turn]");
    if (shown) shown.textContent = this.arranger.steps[step].status;
  }

  played() {
    if (!this.isPlaying) return;
    const isSeen = !this.replay || this.replay.isAtEnd;
    this.rest();
    if (isSeen) this.sight.end();
    else this.replay?.steps.go(this.replay.last); // a touch: somebody wants to go on
    this.ring();
    this.says.textContent = this.state.says;
    this.playPlan();
    this.news.catchUp();
  }

  rest() {
    if (this.isPlaying) this.budget.end();
    this.isPlaying = false;
    this.frame.removeAttribute("data-replays");
  }

  tellOffline() {
    this.news.line.unsent();
    if (this.isLaid) glide(this.board, () => this.arranger.show(this.arranger.steps.length - 1)); // it goes back
    this.isLaid = false;
    this.load();
  }
}
