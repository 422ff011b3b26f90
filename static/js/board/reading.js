// @ts-check
// What there is to read on a card: its face, what is so of it now, and the texts of its abilities.
import { data, element, icon, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";

/**
 * The card that an event is about: of a Creature with a Symbiote the one that is touched.
 * @param {Event} event
 */
export const tokenOf = (event) =>
  closest(event, ".token") ?? closest(event, ".fig")?.querySelector(".token:last-of-type") ?? null;

/** @param {HTMLElement} token */
export function faceOf(token) {
  const holder = element("div", `card-holder${token.classList.contains("fort") ? " token fort" : ""}`);
  holder.append(the(".card", token).cloneNode(true));
  return holder;
}

/**
 * @param {HTMLElement} token
 * @param {Abilities} abilities
 * @returns {HTMLElement[]}
 */
export function textsOf(token, abilities) {
  const figure = token.closest(".fig");
  const own = [...token.querySelectorAll("[data-ability]")].map((badge) => data(badge, "ability"));
  const lent = [...(figure?.querySelectorAll(".given [data-ability]") ?? [])].map((badge) => data(badge, "ability"));
  const texts = element("dl", "reader-abilities");
  texts.append(...[...new Set([...own, ...lent])].flatMap((slug) => explain(abilities[slug], !own.includes(slug))));
  return [...now(figure), texts];
}

/** @param {HTMLElement | null} figure */
function now(figure) {
  if (!figure?.dataset.now) return [];
  const list = element("ul", "reader-now");
  list.append(...figure.dataset.now.split("; ").map((words) => element("li", "", words)));
  return [list];
}

/**
 * @param {Ability} ability
 * @param {boolean} isLent
 */
function explain(ability, isLent) {
  const term = element("dt", isLent ? "is-lent" : "");
  term.append(icon(ability.icon), ability.name);
  return [term, element("dd", "", ability.text)];
}
