// @ts-check
// Cards that may not be played say why: as a hint on the board, and above their text where they are read large.
import { element, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";

/** @typedef {Record<string, {text: string, ruling: string, href: string}>} Why by the places of cards in the hand */

/**
 * @param {HTMLElement} board
 * @param {(place: string) => HTMLElement | undefined} figure
 * @param {Why} why
 */
export function mark(board, figure, why) {
  for (const marked of board.querySelectorAll("[data-why-not]")) {
    delete marked.dataset.whyNot;
    marked.removeAttribute("title");
  }
  for (const [place, { text }] of Object.entries(why)) {
    const marked = figure(place);
    if (!marked) continue;
    marked.dataset.whyNot = place;
    marked.title = text;
  }
}

/**
 * @param {HTMLElement} board
 * @param {() => Why} why
 */
export function watchReasons(board, why) {
  board.addEventListener("click", (event) => {
    const place = closest(event, "[data-why-not]")?.dataset.whyNot;
    const peek = the("#peek", HTMLDialogElement);
    peek.querySelector(".peek-why")?.remove();
    if (place === undefined || !peek.open) return;
    const { text, ruling, href } = why()[place];
    const note = element("p", "peek-why note", `${text} `);
    const link = element("a", "ruling", ruling);
    link.setAttribute("href", href);
    note.append(link);
    the(".peek-abilities", peek).before(note);
  });
}
