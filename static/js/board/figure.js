// @ts-check
// What lies over a Creature: its numbers now, what Auras give it, the marks of the turn, and what this step did to it.
// templates/board/_figure.html draws the same.
import { element, icon, the } from "../lib/elements.js";

/** @param {string} id */
const contentOf = (id) => {
  const template = document.getElementById(id);
  return template instanceof HTMLTemplateElement ? template.content : new DocumentFragment();
};
export const words = contentOf("words");
const marks = contentOf("marks");

/** @param {string} name */
const word = (name) => the(`[data-word="${name}"]`, words).textContent;

/**
 * @param {HTMLElement} figure
 * @param {HTMLElement} over
 * @param {Figure} item
 * @param {Abilities} abilities
 */
export function dress(figure, over, item, abilities) {
  const classes = ["fig"];
  if (item.m) classes.push(`is-${item.m}`);
  if (item.w) classes.push("win", item.w);
  if (item.y) classes.push("stack");
  if (item.e) classes.push("holds");
  if (item.exhausted) classes.push("is-exhausted");
  if (item.marks?.includes("entered")) classes.push("came");
  figure.className = classes.join(" ");
  if (item.n) figure.dataset.now = item.n.join("; ");
  else delete figure.dataset.now;
  if (item.w) figure.dataset.label = word("window");
  else delete figure.dataset.label;

  const parts = [];
  if (item.av !== undefined) parts.push(total("av", item.av, figure));
  if (item.hp !== undefined) parts.push(total("hp", item.hp, figure, item.hurt ? "hurt" : ""));
  if (item.hurt) parts.push(wound(item.hurt));
  if (item.given)
    parts.push(
      list(
        "given",
        item.given.map((slug) => badge(slug, abilities[slug])),
      ),
    );
  if (item.marks) parts.push(list("marks", item.marks.map(mark)));
  if (item.x) parts.push(element("p", "tag", item.x));
  over.replaceChildren(...parts);
}

/**
 * The emblem is that of the card's own number below.
 * @param {string} kind
 * @param {number | string} value
 * @param {HTMLElement} figure
 */
function total(kind, value, figure, extra = "") {
  const made = element("p", `${kind} total ${extra}`);
  const emblem = the(`.base .card > .${kind} svg`, figure).cloneNode(true);
  made.append(emblem, element("span", "sr", `${word(kind)} `), element("b", "", value));
  return made;
}

/** @param {number | string} damage */
function wound(damage) {
  const made = element("p", "wound", `\u2212${damage}`);
  made.setAttribute("aria-hidden", "true");
  return made;
}

/**
 * @param {string} kind
 * @param {Node[]} items
 */
function list(kind, items) {
  const made = element("ul", kind);
  made.setAttribute("aria-label", word(kind));
  made.append(...items);
  return made;
}

/**
 * @param {string} slug
 * @param {Ability} ability
 */
function badge(slug, ability) {
  const made = element("li", "ab lent");
  made.dataset.ability = slug;
  made.append(icon(ability.icon), element("span", "ab-name", ability.name));
  return made;
}

/** @param {string} name */
function mark(name) {
  return the(`[data-mark="${name}"]`, marks).cloneNode(true);
}
