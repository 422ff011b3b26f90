// @ts-check
// The pile of an AI is one stop of the tabulator, however many cards lie in it; the arrows lead through them.
import { elementOf } from "../lib/events.js";

/** @type {Record<string, number>} */
const MOVES = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** @param {Element} zone */
const cardsOf = (zone) => [...zone.querySelectorAll(".token")];

/**
 * After cards were moved: of each pile the card that has the focus can be reached, else the first.
 * @param {HTMLElement} board
 */
export function settlePiles(board) {
  for (const token of board.querySelectorAll('.token[tabindex="-1"]')) token.tabIndex = 0;
  for (const zone of board.querySelectorAll(".piles [data-zone]")) {
    const cards = cardsOf(zone);
    const stop = cards.find((card) => card === document.activeElement) ?? cards[0];
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  }
}

/** @param {HTMLElement} board */
export function watchPiles(board) {
  board.addEventListener("keydown", (event) => {
    const zone = elementOf(event).closest(".piles [data-zone]");
    if (!zone || !(event.key in MOVES) || event.ctrlKey || event.altKey || event.metaKey) return;
    const cards = cardsOf(zone);
    const now = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (now < 0) return;
    event.preventDefault();
    event.stopPropagation(); // they move through the trace otherwise
    cards[Math.min(Math.max(now + MOVES[event.key], 0), cards.length - 1)].focus();
    settlePiles(board);
  });
}
