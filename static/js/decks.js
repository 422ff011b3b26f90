// @ts-check
// The deck builder: a click, a key or a drag changes the deck in the address; the server draws what it is then.

import { all, data, the } from "./lib/elements.js";
import { closest, elementOf, isInField, isPlainClick } from "./lib/events.js";
import { narrow } from "./lib/folding.js";
import { RequestQueue } from "./lib/requests.js";

const panel = () => the("#deck");
const inDeck = () => [...panel().querySelectorAll(".place[data-reference]")].map((place) => data(place, "reference"));
const queue = new RequestQueue();

/**
 * The name and what the deck is about, as they are typed, before anybody has saved them.
 * @param {URLSearchParams} query
 */
function putTyped(query) {
  for (const field of /** @type {NodeListOf<Field>} */ (
    document.querySelectorAll("#save :is([name=name], [name=about])")
  )) {
    if (field.value.trim()) query.set(field.name, field.value.trim());
    else query.delete(field.name);
  }
}

function share() {
  const link = /** @type {HTMLAnchorElement | null} */ (panel().querySelector("[data-share]"));
  if (!link) return;
  const address = new URL(link.href);
  putTyped(address.searchParams);
  link.href = address.href.replaceAll("%2C", ",").replaceAll("%2F", "/");
}

/**
 * The address of now, with one thing to do: the deck is always that of the panel, never that of an old link.
 * @param {Record<string, any>} change
 */
function address(change) {
  const query = new URLSearchParams();
  for (const field of all("input[form=pick]", HTMLInputElement, panel())) query.set(field.name, field.value);
  putTyped(query);
  const asked = the("#q", HTMLInputElement).value.trim();
  if (asked) query.set("q", asked);
  for (const [name, value] of Object.entries(change)) query.set(name, value);
  return `${panel().dataset.path}?${query}`;
}

/**
 * @param {() => Record<string, any> | null} decide is asked when its turn has come, of the deck as it is then; null where
 *   there is nothing to do
 */
async function change(decide) {
  const task = async () => {
    const change = decide();
    if (change)
      await htmx.ajax("GET", address(change), { target: "#deck", select: "#deck", swap: "outerHTML settle:0ms" });
  };
  await queue.run(task).catch(() => {});
}

/** @param {string} reference */
function toggle(reference) {
  change(() => (inDeck().includes(reference) ? { remove: reference } : { add: reference }));
}

function mark() {
  const chosen = inDeck();
  for (const tile of document.querySelectorAll("#palette .tile[data-reference]")) {
    tile.classList.toggle("is-in", chosen.includes(data(tile, "reference")));
  }
}

// On a phone the figures stay folded, so that the cards to choose from are near; whoever opens them keeps them open.
let opened = false;

function fold() {
  const facts = the("[data-facts]", HTMLDetailsElement, panel());
  facts.open = opened || !narrow.matches;
  document.documentElement.classList.add("facts-folded"); // filters have a word of their own, said by another script
  the("summary", facts).addEventListener("click", () => (opened = !facts.open));
}

document.body.addEventListener("htmx:afterSettle", () => {
  mark();
  fold();
  share();
});

the("#save").addEventListener("input", share);

document.addEventListener("click", (event) => {
  if (!isPlainClick(event)) return;
  const offer = closest(event, "[data-offer]");
  if (offer) {
    event.preventDefault();
    toggle(data(offer, "offer"));
    return;
  }
  const act = closest(event, "[data-act]");
  if (act) {
    event.preventDefault();
    const place = act.closest("[data-reference]");
    if (!place) return;
    if (act.dataset.act === "remove") change(() => ({ remove: place.dataset.reference }));
    else shift(place, act.dataset.act === "left" ? -1 : 1, data(act, "act"));
    return;
  }
  const turn = closest(event, "[data-turn], [data-kind]", HTMLAnchorElement);
  if (turn) {
    event.preventDefault();
    const wanted = new URL(turn.href, location.href).searchParams;
    if (turn.matches("[data-kind]")) the("#q", HTMLInputElement).value = wanted.get("q") ?? "";
    const page = wanted.get("page");
    htmx.ajax("GET", address(page ? { page } : {}), {
      target: "#palette",
      select: "#palette",
      swap: "outerHTML show:#pick:top",
    });
    return;
  }
});

document.addEventListener("submit", (event) => {
  if (elementOf(event).matches(".crown")) {
    event.preventDefault();
    const chosen = the("select", HTMLSelectElement, elementOf(event)).value;
    if (chosen) change(() => ({ "champion-of": chosen }));
  }
});

const placed = () => [...panel().querySelectorAll("[data-places] .place[data-reference]")];

/**
 * @param {HTMLElement} place
 * @param {number} by
 * @param {string} focus
 */
function shift(place, by, focus) {
  const { reference } = place.dataset;
  change(() => {
    const places = placed();
    const wanted = places.findIndex((one) => one.dataset.reference === reference) + by;
    return wanted < 0 || wanted >= places.length ? null : { move: reference, to: wanted };
  }).then(() => {
    const moved = placed().find((one) => one.dataset.reference === reference);
    (moved?.querySelector(`[data-act=${focus}]`) ?? moved?.querySelector(".card-holder"))?.focus();
  });
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isInField(event)) return;
    const place = closest(event, "[data-places] .place[data-reference]");
    if (!place) return;
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      const at = Number(place.dataset.at);
      change(() => ({ remove: place.dataset.reference })).then(() => {
        (panel().querySelector(`[data-places] .place[data-at="${at}"] a`) ?? the("#q")).focus();
      });
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.shiftKey)
        shift(place, event.key === "ArrowLeft" ? -1 : 1, event.key === "ArrowLeft" ? "left" : "right");
      else
        (event.key === "ArrowLeft" ? place.previousElementSibling : place.nextElementSibling)
          ?.querySelector("a")
          ?.focus();
    }
  },
  true,
);

// --- Dragging: the same changes, for those who like it better ---

/** @type {string | null} */
let dragged = null;

document.addEventListener("dragstart", (event) => {
  const holder = closest(event, "[data-offer], [data-places] .card-holder");
  const item = holder?.closest("[data-reference]");
  if (!item || !event.dataTransfer) return;
  dragged = data(item, "reference");
  event.dataTransfer.setData("text/plain", dragged);
  event.dataTransfer.effectAllowed = "move";
});
document.addEventListener("dragend", () => {
  dragged = null;
  for (const over of document.querySelectorAll(".place.over")) over.classList.remove("over");
});
document.addEventListener("dragover", (event) => {
  if (dragged === null || !closest(event, "#deck, #palette")) return;
  event.preventDefault();
  const place = closest(event, "[data-places] .place");
  for (const over of document.querySelectorAll(".place.over")) over.classList.toggle("over", over === place);
  place?.classList.add("over");
});
document.addEventListener("drop", (event) => {
  if (dragged === null) return;
  const reference = dragged;
  const known = inDeck().includes(reference);
  if (closest(event, "#deck")) {
    event.preventDefault();
    const place = closest(event, "[data-places] .place");
    const to = place ? Number(place.dataset.at) - 1 : undefined;
    if (known && to !== undefined) change(() => ({ move: reference, to }));
    else if (!known) change(() => (to === undefined ? { add: reference } : { add: reference, to }));
  } else if (known && closest(event, "#palette")) {
    event.preventDefault();
    change(() => ({ remove: reference }));
  }
});

mark();
fold();
share();
