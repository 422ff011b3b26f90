// @ts-check
// The Tournament board: what an action would come to is shown in the race and on the cards, and cards are discarded on it.
import { all, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { CardBoard, say } from "../play/card-board.js";

const PICK = "pick:"; // what begins with a card that may be discarded
const LAST = 21; // where the race ends on the board

/**
 * @typedef {import("../play/card-board.js").Move & {
 *   totals: Record<string, number>,
 *   overtime: boolean,
 *   leave: string[],
 *   go: string[],
 * }} SchoolsMove `leave` are cards that would leave the board, `go` those that would lie elsewhere
 */

/**
 * @typedef {import("../play/card-board.js").BoardData & {
 *   moves: SchoolsMove[],
 *   frames: import("./replay.js").SchoolsFrame[],
 *   discard: number,
 *   totals: Record<string, number>,
 *   overtime: boolean,
 * }} SchoolsData `discard`: how many cards are to be discarded
 */

/**
 * Shows a state of the race.
 * @param {HTMLElement} board
 * @param {Record<string, number>} totals
 * @param {boolean} overtime
 * @param {Record<string, number>} [now] the totals as they are, where it only would be so
 */
export function showRace(board, totals, overtime, now = totals) {
  the("[data-race]", board).classList.toggle("in-overtime", overtime);
  for (const runner of all("[data-runner]", HTMLElement, board)) {
    const school = runner.dataset.runner ?? "";
    const total = totals[school];
    runner.className = runner.className.replace(/\bat-\d+/, `at-${Math.min(total, LAST)}`);
    runner.classList.toggle("is-guess", total !== now[school]);
  }
  for (const shown of all("[data-total]", HTMLElement, board))
    shown.textContent = String(totals[shown.dataset.total ?? ""]);
}

/** @extends {CardBoard<SchoolsData>} */
export class SchoolsBoard extends CardBoard {
  /** @param {MouseEvent} event */
  click(event) {
    const card = closest(event, `[data-from^="${PICK}"]`, HTMLButtonElement);
    if (card) this.pick(card);
    else super.click(event);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!closest(event, `[data-from^="${PICK}"]`)) super.press(event);
  }

  /**
   * A card to be discarded, or not: as in the form beside the board, which is sent.
   * @param {HTMLButtonElement} card
   */
  pick(card) {
    const isPicked = card.getAttribute("aria-pressed") !== "true";
    const element = card.dataset.from?.slice(PICK.length);
    const field = all(`.composing [value="${element}"]`, HTMLInputElement).find(({ checked }) => checked !== isPicked);
    if (!field) return;
    field.checked = isPicked;
    card.setAttribute("aria-pressed", String(isPicked));
    say(this.board, `${all(".composing :checked", HTMLInputElement).length} / ${this.data.discard}`);
  }

  /** @param {SchoolsMove | null} move */
  show(move) {
    super.show(move);
    const { board, data } = this;
    for (const marked of all(".will-leave, .will-go", HTMLElement, board))
      marked.classList.remove("will-leave", "will-go");
    showRace(board, move?.totals ?? data.totals, move?.overtime ?? data.overtime, data.totals);
    if (!move) return;
    for (const key of move.leave) board.querySelector(`[data-key="${key}"]`)?.classList.add("will-leave");
    for (const key of move.go)
      if (!move.leave.includes(key)) board.querySelector(`[data-key="${key}"]`)?.classList.add("will-go");
  }
}
