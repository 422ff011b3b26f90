// @ts-check
// Reading cards without a press: the one under the mouse, or that has the focus of the keyboard, stands large beside the
// board, with what its abilities do and what is so of it now. It never covers the board, and never takes a click.
import { element, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { faceOf, textsOf, tokenOf } from "./reading.js";

const REST = 140; // milliseconds after which the mouse has come to rest on a card
const BESIDE = 200; // pixels of room beside the board, below which nothing is shown

/**
 * @param {HTMLElement} board
 * @param {Abilities} abilities
 */
export function watchHovers(board, abilities) {
  const reader = element("aside", "reader");
  reader.setAttribute("aria-hidden", "true"); // the card itself says the same
  reader.hidden = true;
  let timer = 0;

  /** @param {HTMLElement | null | undefined} token */
  function show(token) {
    const place = placeBeside(board);
    if (!token || !place || token.classList.contains("unseen") || document.querySelector("dialog[open]")) return hide();
    reader.replaceChildren(faceOf(token), element("div", "reader-words"));
    const words = the(".reader-words", reader);
    words.append(element("p", "reader-name", token.dataset.name ?? ""), ...textsOf(token, abilities));
    reader.style.left = `${place.left}px`;
    reader.style.width = `${place.width}px`;
    reader.hidden = false;
    document.body.append(reader); // anew each time: it does not count as shifted where this card has more words
  }

  function hide() {
    clearTimeout(timer);
    reader.hidden = true;
  }

  let place = ""; // where the mouse was last

  /** @param {PointerEvent} event */
  function isElsewhere(event) {
    const before = place;
    place = `${event.clientX} ${event.clientY}`;
    return place !== before;
  }

  board.addEventListener("pointermove", isElsewhere);
  board.addEventListener("pointerover", (event) => {
    const moved = isElsewhere(event);
    if (event.pointerType !== "mouse" || event.buttons) return;
    const token = tokenOf(event);
    clearTimeout(timer);
    // A card of the last picture that comes under a mouse at rest would cover what can be done after the game.
    if (token && (moved || !document.querySelector(".ending")))
      timer = setTimeout(() => show(token), reader.hidden ? REST : 0);
    else hide();
  });
  board.addEventListener("pointerleave", hide);
  board.addEventListener("pointerdown", hide);
  board.addEventListener("focusin", (event) => {
    const token = closest(event, ".token");
    if (token?.matches(":focus-visible")) show(token);
  });
  board.addEventListener("focusout", hide);
  addEventListener("scroll", hide, { passive: true });
  addEventListener("resize", hide);
}

/**
 * The column beside the board; null where there is none.
 * @param {HTMLElement} board
 */
function placeBeside(board) {
  const { left, right } = board.getBoundingClientRect();
  for (const beside of document.querySelectorAll("#side, #trace")) {
    const box = beside.getBoundingClientRect();
    if (box.width >= BESIDE && (box.left >= right - 1 || box.right <= left + 1)) return box;
  }
  return null;
}
