// @ts-check
// The board of Clash of the Cards: where a card of the discard pile can be taken, the pile is spread out.
import { all } from "../lib/elements.js";
import { CardBoard } from "../play/card-board.js";

/**
 * @typedef {object} Table what the board shows beside its cards
 * @property {Record<string, [number, string]>} race points of each seat, and where that is in the race
 * @property {Record<string, number>} counts cards in each hand
 */

/** @typedef {import("../play/card-board.js").BoardData & Table & {frames: import("./replay.js").ArmiesFrame[]}} ArmiesData */

/** @extends {CardBoard<ArmiesData>} */
export class ArmiesBoard extends CardBoard {
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
      if (heap) heap.open = true;
    }
  }

  letGo() {
    for (const heap of all("details[data-pile][open]", HTMLDetailsElement, this.board))
      if (this.chosen) heap.open = false;
    super.letGo();
  }
}
