// @ts-check
// Playing cards on the board: a card is chosen, the places where it can go light up, one of them is taken.
// By click, tap, drag or keys; all of them end in one action in text form, which the server carries out.

import { element, the } from "../lib/elements.js";
import { closest, elementOf } from "../lib/events.js";
import { watchDrags } from "./drag.js";
import { openCard } from "./peek.js";

const LINE = /^(?:\d+|champion) (upper|lower)$/;
const ONTO = /^(?:\d+|champion) onto (upper|lower) (\d+)$/;
const AT = /^\d+ at ([A-D]) (upper|lower) (\d+)$/;

export class Table {
  /**
   * @param {HTMLElement} board
   * @param {Abilities} abilities
   * @param {object} does
   * @param {(action: string) => void} does.play
   * @param {() => Promise<boolean>} does.ready whether the board is where cards can be played, once it is
   * @param {() => Promise<boolean>} does.answered waits for what is being asked; whether anything was
   * @param {() => void} does.freed no card is chosen any more
   */
  constructor(board, abilities, { play, ready, answered, freed }) {
    this.board = board;
    this.abilities = abilities;
    this.play = play;
    this.ready = ready;
    this.answered = answered;
    this.freed = freed;
    /** @type {string[]} */
    this.legal = [];
    this.seat = "A";
    /** @type {string | null} the first word of the actions of the chosen card */
    this.chosen = null;
    /** @type {HTMLButtonElement[]} */
    this.spots = [];
    this.dragged = false;
    board.setAttribute("tabindex", "-1");
    board.addEventListener("click", (event) => this.click(event), { capture: true });
    document.addEventListener("click", (event) => {
      if (closest(event, "[data-read]")) this.read();
    });
    watchDrags(this);
  }

  /** @param {string} name */
  zone(name) {
    return this.board.querySelector(`[data-zone="${name}"]`);
  }

  /**
   * What can be played now, and with which keys.
   * @param {{legal: string[], seat: string}} state
   */
  load({ legal, seat }) {
    this.legal = legal;
    this.seat = seat;
    for (const figure of this.board.querySelectorAll("[data-card]")) {
      delete figure.dataset.card;
      figure.querySelector(".nth")?.remove();
    }
    for (const card of new Set(legal.map((action) => action.split(" ")[0]))) {
      const figure = this.figure(card);
      if (figure) figure.dataset.card = card;
    }
    this.window().forEach((figure, place) => {
      if (figure.dataset.card) figure.append(element("span", "nth", String(place + 1)));
    });
  }

  /** @param {string} card */
  figure(card) {
    if (card === "champion") return this.zone(`champion-${this.seat}`)?.children[0];
    return this.zone(`hand-${this.seat}`)?.children[Number(card)];
  }

  // The cards of the window, without the Stronghold.
  window() {
    return [...(this.zone(`hand-${this.seat}`)?.querySelectorAll(":scope > .win") ?? [])].filter(
      (figure) => !figure.querySelector(".stronghold"),
    );
  }

  // Choosing

  /** @param {string} card */
  async choose(card, { focus = false } = {}) {
    const wanted = this.board.querySelector(`[data-card="${card}"]`); // by what it was: places change
    // The play before has moved it to another place, or it can be played no more.
    if (await this.answered()) card = wanted?.dataset.card ?? "";
    if (!this.legal.some((action) => action.split(" ")[0] === card)) return false;
    if (!(await this.ready())) return false;
    this.letGo();
    const figure = this.figure(card);
    if (!figure) return false;
    this.chosen = card;
    figure.classList.add("chosen");
    this.board.classList.add("choosing");
    for (const action of this.legal) if (action.split(" ")[0] === card) this.light(action);
    this.spots.sort((one, other) => place(one) - place(other));
    if (focus) this.spots[0]?.focus({ preventScroll: true });
    this.tell(figure);
    return true;
  }

  // Places that lie beyond the window, or under the hand that stays at the bottom of a phone; the uppermost in any case.
  showSpots() {
    for (const spot of [...this.spots].reverse()) spot.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {string} action */
  light(action) {
    const isLine = LINE.test(action);
    const holder = this.holder(action);
    if (!holder) return;
    const spot = element("button", isLine ? "spot on-line" : "spot on-figure");
    spot.type = "button";
    spot.dataset.action = action;
    const words = document.querySelector(`.choose button[value="${action}"]`)?.textContent ?? action;
    spot.setAttribute("aria-label", words);
    if (isLine) spot.append(element("span", "spot-words", words));
    holder.classList.add("can-take");
    holder.append(spot);
    this.spots.push(spot);
  }

  /**
   * The line or the Creature that a card goes to with an action.
   * @param {string} action
   */
  holder(action) {
    const [, line] = LINE.exec(action) ?? [];
    if (line) return this.zone(`row-${this.seat}-${line}`);
    const [, own, onto] = ONTO.exec(action) ?? [];
    if (own) return this.creature(this.seat, own, onto);
    const [, seat, row, at] = AT.exec(action) ?? [];
    return seat ? this.creature(seat, row, at) : null;
  }

  /**
   * @param {string} seat
   * @param {string} row
   * @param {string} place from the Bridge outwards
   */
  creature(seat, row, place) {
    return this.zone(`row-${seat}-${row}`)?.querySelectorAll(":scope > .fig")[Number(place)] ?? null;
  }

  letGo() {
    for (const spot of this.spots) {
      spot.parentElement?.classList.remove("can-take");
      spot.remove();
    }
    this.spots = [];
    if (this.chosen !== null) queueMicrotask(() => this.chosen === null && this.freed());
    this.chosen = null;
    this.board.classList.remove("choosing");
    for (const figure of this.board.querySelectorAll(".chosen")) figure.classList.remove("chosen");
    this.tell(null);
  }

  /** @param {HTMLElement | null} figure */
  tell(figure) {
    const how = document.querySelector("[data-how]");
    if (!how) return;
    the("[data-how-idle]", how).hidden = Boolean(figure);
    const chosen = the("[data-how-chosen]", how);
    chosen.hidden = !figure;
    if (figure) the("b", chosen).textContent = the(".token", figure).getAttribute("aria-label");
  }

  read() {
    const token = [...this.board.querySelectorAll(".chosen > .token")].at(-1);
    if (token) openCard(token, this.abilities);
  }

  /** @param {string} action */
  take(action) {
    this.letGo();
    this.board.focus({ preventScroll: true });
    this.play(action);
  }

  /**
   * Puts a Creature in its line before the server has answered.
   * @param {string} action
   */
  lay(action) {
    const [, line] = LINE.exec(action) ?? [];
    const figure = line && this.figure(action.split(" ")[0]);
    if (!figure || figure.querySelector(".incantation")) return false;
    delete figure.dataset.card;
    figure.querySelector(".nth")?.remove();
    figure.classList.remove("win", "first", "last");
    this.zone(`row-${this.seat}-${line}`)?.append(figure);
    return true;
  }

  /**
   * The action that dropping or clicking on an element would mean.
   * @param {Element | null} under
   */
  actionAt(under) {
    const spot = under?.closest(".spot");
    if (spot) return spot.dataset.action;
    const figure = under?.closest(".lines .fig")?.querySelector(":scope > .spot");
    if (figure) return figure.dataset.action;
    return under?.closest(".lines .zone")?.querySelector(":scope > .spot")?.dataset.action;
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (this.dragged) {
      this.dragged = false;
      event.stopImmediatePropagation();
      return;
    }
    const action = this.chosen === null ? undefined : this.actionAt(elementOf(event));
    const card = closest(event, "[data-card]")?.dataset.card;
    if (!action && card === undefined) {
      if (this.chosen !== null) this.letGo();
      return; // the card is read large
    }
    event.stopImmediatePropagation();
    if (action) this.take(action);
    else if (card === this.chosen) this.letGo();
    else if (card !== undefined) this.choose(card, { focus: event.detail === 0 }).then((is) => is && this.showSpots());
  }
}

/**
 * From top to bottom, then from left to right.
 * @param {HTMLElement} spot
 */
function place(spot) {
  const box = spot.getBoundingClientRect();
  return Math.round(box.top / 40) * 10_000 + box.left;
}
