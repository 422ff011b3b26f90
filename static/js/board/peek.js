// @ts-check
// Reading a card large: a click, a tap or Enter opens it with the texts of its abilities.

import { data, element, icon, the } from "../lib/elements.js";
import { closest, elementOf } from "../lib/events.js";
import { watchPiles } from "./piles.js";

// Whoever asked for the keys from nowhere (by a key) goes on at the beginning of what the page is about: left to itself,
// a browser goes on behind the closed dialog.
export function openKeys() {
  const keys = document.getElementById("keys");
  if (!keys) return;
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
  const peek = the("#peek");
  watchPiles(board);
  board.addEventListener("click", (event) => {
    const token = closest(event, ".token") ?? closest(event, ".fig")?.querySelector(".token:last-of-type");
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
}

/**
 * @param {HTMLElement} token
 * @param {Abilities} abilities
 */
export function openCard(token, abilities) {
  if (token.classList.contains("unseen")) return;
  const peek = the("#peek");
  const holder = element("div", `card-holder${token.classList.contains("fort") ? " token fort" : ""}`);
  holder.append(the(".card", token).cloneNode(true));
  the(".peek-card", peek).replaceChildren(holder);
  const seen = new Set([...token.querySelectorAll("[data-ability]")].map((badge) => data(badge, "ability")));
  const lent = token.closest(".fig")?.querySelectorAll(".given [data-ability]") ?? [];
  for (const badge of lent) seen.add(data(badge, "ability"));
  const texts = [...seen].flatMap((slug) => explain(abilities[slug]));
  the(".peek-abilities", peek).replaceChildren(...texts);
  peek.setAttribute("aria-label", token.getAttribute("aria-label") ?? "");
  peek.showModal();
}

/** @param {Ability} ability */
function explain(ability) {
  const term = element("dt");
  term.append(icon(ability.icon), ability.name);
  return [term, element("dd", "", ability.text)];
}
