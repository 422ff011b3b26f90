// @ts-check
// What happened on the Tournament board: Emblems walk, and each spell has a motion of its own.
import { the } from "../lib/elements.js";
import { CardReplay } from "../play/card-replay.js";
import { showRace } from "./board.js";

const SPELL = 950; // milliseconds of a spell's motion

/**
 * @typedef {import("../play/card-replay.js").Frame & {
 *   totals: Record<string, number>,
 *   overtime: boolean,
 *   spell: {name: string, arena: string, seat: string} | null,
 * }} SchoolsFrame
 */

/** @extends {CardReplay<import("./board.js").SchoolsData>} */
export class SchoolsReplay extends CardReplay {
  /** @param {SchoolsFrame} frame */
  extra({ spell }) {
    return spell ? SPELL : 0;
  }

  /** @param {SchoolsFrame} frame */
  announce({ spell }) {
    if (!spell) return 0;
    const { name, arena, seat } = spell;
    const motion = this.board.querySelector(`[data-spell="${name}"]`)?.cloneNode(true);
    const place =
      name === "maleficio"
        ? this.board.querySelector(`[data-home]:not([data-home="${seat}"])`)
        : this.board.querySelector(`[data-arena="${arena}"]`);
    if (motion && place) {
      place.append(motion);
      setTimeout(() => /** @type {Element} */ (motion).remove(), SPELL);
    }
    return SPELL * 0.6;
  }

  /**
   * @param {string} name
   * @param {string[]} keys
   */
  put(name, keys) {
    const [kind, seat] = name.split(":");
    const emblem = kind === "emblem" && this.cards.get(`emblem-${seat}`);
    const stand = this.board.querySelector(`[data-stand="${seat}:${keys[0] ?? ""}"]`);
    if (!emblem) super.put(name, keys);
    else if (stand) stand.replaceChildren(emblem);
  }

  /** @param {{totals: Record<string, number>, overtime: boolean}} state */
  showState({ totals, overtime }) {
    showRace(this.board, totals, overtime);
  }

  /**
   * @param {HTMLElement} card
   * @param {string} key
   */
  home(card, key) {
    return key.startsWith("trial") ? this.exit(key).getBoundingClientRect() : super.home(card, key);
  }

  /** @param {string} key */
  exit(key) {
    return key.startsWith("trial") ? the('[data-pile="trials"]', this.board) : super.exit(key);
  }
}
