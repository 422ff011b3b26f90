// @ts-check
// Playing cards on the board: a card is chosen, the places where it can go light up, one of them is taken.
// By click, tap, drag or keys; all of them end in one action in text form, which the server carries out.

import { element } from "../lib/elements.js";
import { closest, elementOf } from "../lib/events.js";
import { watchDrags } from "./drag.js";
import { openCard } from "./peek.js";

const LINE = /^(\d+|champion) (upper|lower)$/;
const ONTO = /^(\d+|champion) onto (upper|lower) (\d+)$/;
const AT = /^(\d+) at ([A-D]) (upper|lower) (\d+)$/;

export class Table {
  /**
   * @param {HTMLElement} board
   * @param {Abilities} abilities
   */
  constructor(board, abilities, { play, ready, answered }) {
    this.board = board;
    this.abilities = abilities;
    this.play = play;
    this.ready = ready;
    this.answered = answered;
    this.legal = [];
    this.seat = "A";
    this.chosen = null; // the first word of the actions of the chosen card
    this.spots = [];
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

  // What can be played now, and with which keys.
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
    const wanted = this.figure(card);
    if (await this.answered()) card = wanted?.dataset.card; // the play before has moved it to another place
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

  /** @param {string} action */
  light(action) {
    const line = LINE.exec(action);
    const onto = ONTO.exec(action);
    const at = AT.exec(action);
    const zone = line
      ? this.zone(`row-${this.seat}-${line[2]}`)
      : onto
        ? this.zone(`row-${this.seat}-${onto[2]}`)
        : this.zone(`row-${at[2]}-${at[3]}`);
    const holder = line ? zone : zone?.querySelectorAll(":scope > .fig")[Number((onto ?? at)[onto ? 3 : 4])];
    if (!holder) return;
    const spot = element("button", line ? "spot on-line" : "spot on-figure");
    spot.type = "button";
    spot.dataset.action = action;
    const words = document.querySelector(`.choose button[value="${action}"]`)?.textContent ?? action;
    spot.setAttribute("aria-label", words);
    if (line) spot.append(element("span", "spot-words", words));
    holder.classList.add("can-take");
    holder.append(spot);
    this.spots.push(spot);
  }

  letGo() {
    for (const spot of this.spots) {
      spot.parentElement?.classList.remove("can-take");
      spot.remove();
    }
    this.spots = [];
    this.chosen = null;
    this.board.classList.remove("choosing");
    for (const figure of this.board.querySelectorAll(".chosen")) figure.classList.remove("chosen");
    this.tell(null);
  }

  /** @param {HTMLElement} figure */
  tell(figure) {
    const how = document.querySelector("[data-how]");
    if (!how) return;
    how.querySelector("[data-how-idle]").hidden = Boolean(figure);
    const chosen = how.querySelector("[data-how-chosen]");
    chosen.hidden = !figure;
    if (figure) chosen.querySelector("b").textContent = figure.querySelector(".token").getAttribute("aria-label");
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
   * The action that dropping or clicking on an element would mean.
   * @param {Element} under
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
    const action = this.chosen !== null && this.actionAt(elementOf(event));
    const card = closest(event, "[data-card]")?.dataset.card;
    if (!action && card === undefined) {
      if (this.chosen !== null) this.letGo();
      return; // the card is read large
    }
    event.stopImmediatePropagation();
    if (action) this.take(action);
    else if (card === this.chosen) this.letGo();
    else this.choose(card, { focus: event.detail === 0 });
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
