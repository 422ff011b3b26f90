// @ts-check
// What happened at a table of Clash of the Cards: cards are dealt, drawn, laid and won; points are counted out.
import { all, element, the } from "../lib/elements.js";
import { CardReplay } from "../play/card-replay.js";

/**
 * @typedef {import("../play/card-replay.js").Frame & import("./board.js").Table & {
 *   hand: string[],
 *   flights: {key: string, from: string, to: string}[],
 *   exits: Record<string, string>,
 *   counted?: string[],
 * }} ArmiesFrame `hand` are the keys of the own hand, `exits` says where cards go that leave the table
 */

/** @extends {CardReplay<import("./board.js").ArmiesData>} */
export class ArmiesReplay extends CardReplay {
  /** @type {ArmiesFrame | null} what is shown now */
  frame = null;

  /**
   * @param {Record<string, string[]>} layout
   * @param {ArmiesFrame | null} frame
   */
  arrange(layout, frame) {
    this.frame = frame;
    super.arrange(layout, frame);
    this.holdOnly(frame?.hand ?? null);
  }

  /**
   * Cards of the own hand that are not there yet are not seen.
   * @param {string[] | null} keys those that are there; null for all
   */
  holdOnly(keys) {
    for (const card of all("[data-hand] [data-key]", HTMLElement, this.board))
      card.classList.toggle("is-elsewhere", keys !== null && !keys.includes(card.dataset.key ?? ""));
  }

  /** @param {ArmiesFrame | import("./board.js").ArmiesData} state */
  showState(state) {
    for (const [seat, [score, x, y]] of Object.entries(state.race)) {
      const runner = this.board.querySelector(`[data-runner="${seat}"]`);
      runner?.setAttribute("x", x);
      runner?.setAttribute("y", String(y));
      for (const shown of all(`[data-score="${seat}"]`, HTMLElement, this.board)) shown.textContent = String(score);
    }
    for (const [seat, count] of Object.entries(state.counts))
      for (const shown of all(`[data-count="${seat}"]`, HTMLElement, this.board)) shown.textContent = String(count);
    const counted = "counted" in state ? state.counted : undefined;
    const scoring = this.board.querySelector("[data-scoring]");
    if (scoring instanceof HTMLDetailsElement) {
      scoring.classList.toggle("is-counting", Boolean(counted));
      if (counted && !scoring.open) {
        scoring.open = true;
        this.opened = scoring;
      }
      for (const cell of all("[data-cell]", HTMLElement, scoring))
        cell.classList.toggle("is-counted", counted?.includes(cell.dataset.cell ?? "") ?? false);
    }
  }

  /**
   * @param {import("../play/card-replay.js").Places} before
   * @param {number} long
   */
  glide(before, long) {
    super.glide(before, long);
    const held = new Set(this.frame?.hand);
    for (const [number, { key, from, to }] of (this.frame?.flights ?? []).entries()) {
      const [kind, seat] = to.split(":");
      if (kind === "hand" && this.isOwn(seat) && held.has(key.replace("-flight", "-hand"))) continue;
      this.send(key, this.spot(from), this.spot(to), long, number * Math.min(40, long / 6));
    }
  }

  /** @param {string} seat */
  isOwn(seat) {
    return Boolean(this.board.querySelector(`.own [data-home="${seat}"]`));
  }

  /**
   * Where the cards of a place are.
   * @param {string} place
   */
  spot(place) {
    const [kind, seat] = place.split(":");
    if (kind === "discard") return super.exit("").getBoundingClientRect();
    return the(`[data-home="${kind === "deck" ? kind : seat}"]`, this.board).getBoundingClientRect();
  }

  /**
   * @param {HTMLElement} card
   * @param {string} key
   */
  home(card, key) {
    const isDrawn = card.closest("[data-hand]") || key.startsWith("bonus");
    return isDrawn ? this.spot("deck") : super.home(card, key);
  }

  /** @param {string} key */
  exit(key) {
    const place = this.frame?.exits[key] ?? "discard";
    return place.includes(":") ? the(`[data-home="${place.split(":")[1]}"]`, this.board) : super.exit(key);
  }

  /**
   * A card that flies from one place to another.
   * @param {string} key
   * @param {DOMRect} from
   * @param {DOMRect} to
   * @param {number} long
   * @param {number} delay
   */
  send(key, from, to, long, delay) {
    const body = this.cards.get(key)?.querySelector(".mbody");
    if (!body) return;
    const ghost = element("div", "carried is-flying");
    ghost.append(body.cloneNode(true));
    this.board.append(ghost);
    const middle = (/** @type {DOMRect} */ box) =>
      `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px) translate(-50%, -50%)`;
    const flight = ghost.animate(
      [{ transform: `${middle(from)} scale(.7)` }, { transform: `${middle(to)} scale(.55)` }],
      {
        duration: long * 1.2,
        delay,
        easing: "ease-in-out",
        fill: "both",
      },
    );
    const gone = () => ghost.remove();
    flight.finished.then(gone, gone);
  }

  end() {
    if (this.isOver) return;
    super.end();
    this.holdOnly(null);
    if (this.opened) this.opened.open = false;
  }
}
