// @ts-check
// Reading a card large: a click, a tap or Enter opens it with the texts of its abilities.

import { the } from "../lib/elements.js";
import { elementOf } from "../lib/events.js";
import { watchPiles } from "./piles.js";
import { watchHovers } from "./reader.js";
import { faceOf, textsOf, tokenOf } from "./reading.js";

// Whoever asked for the keys from nowhere (by a key) goes on at the beginning of what the page is about: left to itself,
// a browser goes on behind the closed dialog.
export function openKeys() {
  const keys = document.getElementById("keys");
  if (!(keys instanceof HTMLDialogElement)) return;
  if (document.activeElement === document.body) {
    keys.addEventListener("close", () => the("#main").focus({ preventScroll: true }), {
      once: true,
    });
  }
  keys.showModal();
}

/**
 * @param {HTMLElement} board
 * @param {Abilities} abilities
 */
export function watchCards(board, abilities) {
  const peek = the("#peek", HTMLDialogElement);
  watchPiles(board);
  board.addEventListener("click", (event) => {
    const token = tokenOf(event);
    if (token) openCard(token, abilities);
  });
  board.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && elementOf(event).matches(".token")) {
      event.preventDefault();
      openCard(elementOf(event), abilities);
    }
  });
  peek.addEventListener("click", (event) => {
    if (event.target === peek) peek.close();
  });
  watchHovers(board, abilities);
}

/**
 * @param {HTMLElement} token
 * @param {Abilities} abilities
 */
export function openCard(token, abilities) {
  if (token.classList.contains("unseen")) return;
  const peek = the("#peek", HTMLDialogElement);
  the(".peek-card", peek).replaceChildren(faceOf(token));
  the(".peek-abilities", peek).replaceChildren(...textsOf(token, abilities));
  peek.setAttribute("aria-label", token.dataset.name ?? "");
  peek.showModal();
}
