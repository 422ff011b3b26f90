// @ts-check
// The board of Clash of the Cards: where a card of the discard pile can be taken, the pile is spread out.
import { CardBoard } from "../play/card-board.js";

/**
 * @typedef {object} Table what the board shows beside its cards
 * @property {Record<string, [number, string, number]>} race points of each seat, and where its marker stands in the race
 * @property {Record<string, number>} counts cards in each hand
 */

/** @typedef {import("../play/card-board.js").BoardData & Table & {frames: import("./replay.js").ArmiesFrame[]}} ArmiesData */

/** @extends {CardBoard<ArmiesData>} */
export class ArmiesBoard extends CardBoard {
  /** @type {Set<HTMLDetailsElement>} piles that are open only because a target lies in them */
  opened = new Set();

  /**
   * @param {string} name
   * @param {string} action
   * @param {string} label
   * @param {string} tag
   */
  light(name, action, label, tag) {
    super.light(name, action, label, tag);
    for (const target of this.targets()) {
      const heap = target.closest("details");
      if (heap && !heap.open) {
        heap.open = true;
        this.opened.add(heap);
      }
    }
  }

  letGo() {
    for (const heap of this.opened) heap.open = false;
    this.opened.clear();
    super.letGo();
  }
}
