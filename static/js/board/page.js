// @ts-check
// A page on which cards are played. The server says what may be done and draws what stands beside the board; this moves
// the cards, and plays what has happened. Live games, puzzles and the home page each extend it.
import { ignoreDoubleClicks } from "../lib/double.js";
import { json, the } from "../lib/elements.js";
import { closest, isPlainClick } from "../lib/events.js";
import { Arranger } from "./arrange.js";
import { Server } from "./asking.js";
import { glide } from "./glide.js";
import { listenToKeys } from "./keys.js";
import { openKeys, watchCards } from "./peek.js";
import { Replay } from "./replay.js";
import { Table } from "./table.js";
import { timesOf } from "./timing.js";

/**
 * What every server's answer says of what is shown.
 * @typedef {object} BoardState
 * @property {string} view
 * @property {string} seat
 * @property {string} line what is laid out
 * @property {string[]} legal
 * @property {string} says
 */

/** @template {Pick<BoardState, "view" | "seat" | "legal" | "says">} State */
export class BoardPage {
  /**
   * @param {object} of
   * @param {HTMLElement} of.frame
   * @param {HTMLElement} of.says what is read aloud
   * @param {string} of.state the id of the page's state, as JSON
   * @param {Abilities} of.abilities
   * @param {string} of.links the selector of links that are asked for in place
   * @param {string} [of.forms] of forms that are sent in place
   * @param {string} [of.choices] of forms whose buttons are actions
   */
  constructor({ frame, says, state, abilities, links, forms, choices }) {
    this.frame = frame;
    this.board = the("#board");
    this.says = says;
    this.stateId = state;
    /** @type {State} */
    this.state = json(state);
    /** @type {Arranger} */
    this.arranger = new Arranger(this.board, json("board-data"));
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {string | undefined} the key of the button that had the focus */
    this.focused = undefined;
    this.server = new Server(frame, {
      leave: () => this.leave(),
      arrive: () => this.arrive(),
      tellOffline: () => this.tellOffline(),
      rest: () => this.freed(),
    });
    this.table = new Table(this.board, abilities, {
      play: (action) => this.play(action),
      ready: () => this.ready(),
      answered: () => this.server.answered(),
      freed: () => this.freed(),
    });
    watchCards(this.board, abilities);
    listenToKeys(this.table, this.board);
    // What has no key of its own may have come under the second half of a double click as well.
    ignoreDoubleClicks("#side :is(a, button)", (button) => button.dataset.key ?? "none", "judge");
    document.addEventListener("submit", (event) => this.submit(event, forms, choices));
    document.addEventListener("click", (event) => this.click(event, links));
  }

  /**
   * @param {SubmitEvent} event
   * @param {string | undefined} forms
   * @param {string | undefined} choices
   */
  submit(event, forms, choices) {
    const submitter = /** @type {HTMLButtonElement} */ (event.submitter);
    const form = forms && /** @type {HTMLFormElement | null} */ (closest(event, forms));
    const isChoice = choices && closest(event, choices);
    if (form || isChoice) event.preventDefault();
    if (isChoice) this.play(submitter.value);
    else if (form) this.send(form, submitter);
  }

  /**
   * @param {MouseEvent} event
   * @param {string} links
   */
  click(event, links) {
    if (closest(event, "[data-keys-help]")) openKeys();
    const link = /** @type {HTMLAnchorElement | null} */ (closest(event, links));
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    if (link.href) this.get(link.href, link);
  }

  // Asking the server

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} submitter
   */
  send(form, submitter) {
    if (this.server.busy) this.server.keep(submitter?.dataset.key, () => {});
    else this.server.send(form, submitter);
  }

  /**
   * @param {string} address
   * @param {HTMLElement | null} asker the link that was pressed
   * @returns {Promise<void> | void}
   */
  get(address, asker = null) {
    if (this.server.busy) return this.server.keep(asker?.dataset.key, () => {});
    return this.server.get(address, asker);
  }

  /** @param {string} _action */
  play(_action) {}

  /** Before an answer is put in place. */
  leave() {
    this.focused = document.activeElement?.closest("#side [data-key]")?.dataset.key;
    this.endReplay();
    this.table.letGo();
  }

  /** After it. */
  arrive() {
    this.state = json(this.stateId);
  }

  tellOffline() {}

  /** Nothing is being asked any more, or no card is chosen. */
  freed() {}

  /**
   * Another board, of which nothing is there yet.
   * @param {BoardData} data
   */
  layOut(data) {
    this.arranger = new Arranger(this.board, data);
  }

  /** To where cards can be played: the last step, out of a preview. Answers whether the board is there. */
  async ready() {
    if (this.state.view === "preview") {
      const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector('[data-key="preview"]'));
      if (link) await this.get(link.href, link);
    } else if (this.replay && this.replay.steps.step !== this.replay.last) {
      this.replay.stop();
      this.rest();
      this.replay.steps.go(this.replay.last);
    }
    return ["laying", "free", "planning", "waiting"].includes(this.state.view);
  }

  // What has happened, step by step

  /**
   * @param {number} last
   * @param {number} shown the step that the page shows
   * @param {number} begin the step to begin with
   * @param {number} from the step from which it is played again
   */
  beginReplay(last, shown, begin, from) {
    let at = shown;
    const show = (/** @type {number} */ step) => {
      glide(this.board, () => {
        this.table.letGo();
        this.arranger.show(step);
        this.load(step === last);
      });
      this.stepped(at, step);
      at = step;
    };
    this.replay = new Replay(last, shown, show, { times: timesOf(this.arranger.steps), from: Math.min(from, last) });
    if (begin !== shown) this.replay.steps.go(begin);
  }

  endReplay() {
    if (!this.replay) return;
    this.replay.end();
    this.replay = null;
    this.rest();
  }

  /** What can be played, which is something at the last step only. */
  load(isLast = true) {
    this.table.load(isLast ? this.state : { ...this.state, legal: [] });
  }

  /**
   * The board shows another step.
   * @param {number} _before
   * @param {number} _step
   */
  stepped(_before, _step) {}

  /** Nothing is being played any more. */
  rest() {}
}
