// @ts-check
// What is played stays in sight where the board is higher than the window: the page goes along, and comes back after it.
import { restOf } from "../board/glide.js";

const STRUCK = ":is(.is-hit, .is-destroyed, .is-spared):not(.own-hand *)"; // one's own hand is always in sight
const OTHERS = ":is(.attacks, .is-acts, .is-moved):not(.own-hand *)";
const AROUND = 30; // pixels: the word over a card

export class Sight {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    this.from = 0; // where the page was scrolled to
  }

  begin() {
    this.from = scrollY;
  }

  /** To whoever is struck, else to whoever does something. */
  follow() {
    const figure = this.board.querySelector(STRUCK) ?? this.board.querySelector(OTHERS);
    if (!figure?.closest(".hands, .lines")) return;
    const { top, bottom } = restOf(figure);
    const [ceiling, floor] = [this.ceiling(), this.floor()];
    if (bottom > floor) scrollBy(0, bottom - floor + AROUND);
    else if (top < ceiling) scrollBy(0, top - ceiling - AROUND);
  }

  end() {
    if (scrollY !== this.from) scrollTo(0, this.from);
  }

  // The coach's line stays over the page's upper edge, one's own hand over the lower one.
  ceiling() {
    const coach = document.querySelector(".coach");
    return coach && getComputedStyle(coach).position === "sticky" ? coach.getBoundingClientRect().bottom : 0;
  }

  floor() {
    const hand = this.board.querySelector(".hands.below .own-hand");
    return hand ? Math.min(hand.getBoundingClientRect().top, innerHeight) : innerHeight;
  }
}
