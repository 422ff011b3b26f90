// @ts-check
// The mutation bench: what a click has changed is told, an element can be dragged onto a card, Escape puts it back.
import "./lib/address.js";
import { closest, isTyping } from "./lib/events.js";
import { watchForms } from "./mutation/offline.js";

watchForms();

/** Tells what has changed, and leads the focus to where the element can go. */
function tell() {
  const says = document.querySelector("#bench [data-says]");
  const status = document.querySelector("#bench-says");
  if (says && status) status.textContent = says.textContent.trim().replaceAll(/\s+/g, " ");
  const where = document.querySelector("#bench [data-takes-focus]");
  if (where instanceof HTMLElement) where.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSettle", tell);

// On phones deck and Laboratory are strips: what is swapped stays where it was scrolled to, and a target comes in sight.

/** @type {Map<string, number>} */
const scrolled = new Map();
const strips = () => document.querySelectorAll("#bench .bench-cards");

document.addEventListener("htmx:beforeSwap", () => {
  for (const strip of strips()) scrolled.set(strip.parentElement?.id ?? "", strip.scrollLeft);
});

document.addEventListener("htmx:afterSwap", () => {
  for (const strip of strips()) strip.scrollLeft = scrolled.get(strip.parentElement?.id ?? "") ?? 0;
  const deck = document.querySelector("#bench-deck .bench-cards");
  const targets = [...document.querySelectorAll("#bench-deck .bench-card:has(a.spot)")];
  if (!deck || targets.length === 0) return;
  const { left, right } = deck.getBoundingClientRect();
  const isSeen = targets.some((target) => {
    const box = target.getBoundingClientRect();
    return box.left >= left && box.right <= right;
  });
  if (!isSeen) deck.scrollLeft += targets[0].getBoundingClientRect().left - left - 8;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || isTyping(event)) return;
  const cancel = document.querySelector("#bench-cancel");
  if (cancel instanceof HTMLElement) cancel.click();
});

// Dragging: the deck and the plan are drawn anew with the element cut, while its own card stays under the pointer.

/** @type {string | null} */
let dragged = null;
/** @type {Promise<unknown>} */
let drawn = Promise.resolve();

/** @param {string} address */
const draw = (address) =>
  htmx.ajax("GET", address, { target: "#bench-deck", select: "#bench-deck", swap: "outerHTML show:none" });

document.addEventListener("dragstart", (event) => {
  const link = closest(event, ".element, .spot.is-lit");
  if (!(link instanceof HTMLAnchorElement) || link.closest("#bench-deck") || !link.closest("#bench")) return;
  dragged = link.href;
  event.dataTransfer?.setData("text/plain", link.textContent.trim());
  drawn = draw(link.href);
});

document.addEventListener("dragover", (event) => {
  if (dragged && closest(event, "#bench-deck .bench-card")) event.preventDefault();
});

document.addEventListener("drop", (event) => {
  const card = closest(event, "#bench-deck .bench-card");
  if (!dragged || !card) return;
  event.preventDefault();
  const address = dragged;
  const place = card.dataset.place;
  const [x, y] = [event.clientX, event.clientY];
  dragged = null;
  drawn.then(() => put(address, place ?? "", x, y));
});

document.addEventListener("dragend", () => {
  if (dragged) draw(location.href);
  dragged = null;
});

/**
 * Puts a dragged element onto a card: at the place where it was let go, or the only one that there is. Where there are
 * several, it stays between the scissors and the page asks.
 * @param {string} address of the bench with the element cut
 * @param {string} place of the card in the deck
 * @param {number} x
 * @param {number} y
 */
function put(address, place, x, y) {
  const under = document.elementFromPoint(x, y)?.closest("#bench-deck a.spot");
  const spots = document.querySelectorAll(`#bench-deck [data-place="${place}"] a.spot`);
  const spot = under ?? (spots.length === 1 ? spots[0] : null);
  if (spot instanceof HTMLElement) {
    spot.click();
    return;
  }
  htmx.ajax("GET", address, { target: "#bench", select: "#bench", swap: "outerHTML show:none" });
}
