// The deck builder: a click, a key or a drag changes the deck in the address; the server draws what it is then.

const isTyping = (event) =>
  event.ctrlKey || event.metaKey || event.altKey ||
  Boolean(event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]"));

const panel = () => document.getElementById("deck");
const inDeck = () => [...panel().querySelectorAll(".place[data-reference]")].map((place) => place.dataset.reference);
let last = Promise.resolve();

// The name and what the deck is about, as they are typed, before anybody has saved them.
function putTyped(query) {
  for (const field of document.querySelectorAll("#save [name=name], #save [name=about]")) {
    if (field.value.trim()) query.set(field.name, field.value.trim());
    else query.delete(field.name);
  }
}

function share() {
  const link = panel().querySelector("[data-share]");
  if (!link) return;
  const address = new URL(link.href);
  putTyped(address.searchParams);
  link.href = address.href.replaceAll("%2C", ",").replaceAll("%2F", "/");
}

// The address of now, with one thing to do: the deck is always that of the panel, never that of an old link.
function address(change) {
  const query = new URLSearchParams();
  for (const field of panel().querySelectorAll("input[form=pick]")) query.set(field.name, field.value);
  putTyped(query);
  const asked = document.getElementById("q").value.trim();
  if (asked) query.set("q", asked);
  for (const [name, value] of Object.entries(change)) query.set(name, value);
  return `${panel().dataset.path}?${query}`;
}

// One after the other, so that quick clicks and keys do not overtake each other: `what` is asked when its turn has come,
// of the deck as it is then, and answers nothing where there is nothing to do.
function change(what) {
  last = last.then(async () => {
    const wanted = what();
    if (wanted) await htmx.ajax("GET", address(wanted), { target: "#deck", select: "#deck", swap: "outerHTML settle:0ms" });
  }).catch(() => {});
  return last;
}

function toggle(reference) {
  change(() => (inDeck().includes(reference) ? { remove: reference } : { add: reference }));
}

function mark() {
  const chosen = inDeck();
  for (const tile of document.querySelectorAll("#palette .tile[data-reference]")) {
    tile.classList.toggle("is-in", chosen.includes(tile.dataset.reference));
  }
}

// On a phone the figures stay folded, so that the cards to choose from are near; whoever opens them keeps them open.
const narrow = matchMedia("(max-width: 62rem)");
let opened = false;

function fold() {
  const facts = panel().querySelector("[data-facts]");
  facts.open = opened || !narrow.matches;
  facts.querySelector("summary").addEventListener("click", () => (opened = !facts.open));
}

document.body.addEventListener("htmx:afterSettle", () => {
  mark();
  fold();
  share();
});

document.getElementById("save").addEventListener("input", share);

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const offer = event.target.closest("[data-offer]");
  if (offer) {
    event.preventDefault();
    toggle(offer.dataset.offer);
    return;
  }
  const act = event.target.closest("[data-act]");
  if (act) {
    event.preventDefault();
    const place = act.closest("[data-reference]");
    if (act.dataset.act === "remove") change(() => ({ remove: place.dataset.reference }));
    else shift(place, act.dataset.act === "left" ? -1 : 1, act.dataset.act);
    return;
  }
  const turn = event.target.closest("[data-turn], [data-kind]");
  if (turn) {
    event.preventDefault();
    const wanted = new URL(turn.href, location.href).searchParams;
    if (turn.matches("[data-kind]")) document.getElementById("q").value = wanted.get("q") ?? "";
    const page = wanted.get("page");
    htmx.ajax("GET", address(page ? { page } : {}), { target: "#palette", select: "#palette", swap: "outerHTML show:#pick:top" });
    return;
  }
});

document.addEventListener("submit", (event) => {
  if (event.target.matches(".crown")) {
    event.preventDefault();
    const chosen = event.target.querySelector("select").value;
    if (chosen) change(() => ({ "champion-of": chosen }));
  }
});

const placed = () => [...panel().querySelectorAll("[data-places] .place[data-reference]")];

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

document.addEventListener("keydown", (event) => {
  if (isTyping(event)) return;
  const place = event.target.closest("[data-places] .place[data-reference]");
  if (!place) return;
  if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    const at = Number(place.dataset.at);
    change(() => ({ remove: place.dataset.reference })).then(() => {
      (panel().querySelector(`[data-places] .place[data-at="${at}"] a`) ?? document.getElementById("q")).focus();
    });
  } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.shiftKey) shift(place, event.key === "ArrowLeft" ? -1 : 1, event.key === "ArrowLeft" ? "left" : "right");
    else (event.key === "ArrowLeft" ? place.previousElementSibling : place.nextElementSibling)?.querySelector("a")?.focus();
  }
}, true);

// --- Dragging: the same changes, for those who like it better ---

let dragged = null;

document.addEventListener("dragstart", (event) => {
  const holder = event.target.closest?.("[data-offer], [data-places] .card-holder");
  if (!holder) return;
  dragged = holder.closest("[data-reference]").dataset.reference;
  event.dataTransfer.setData("text/plain", dragged);
  event.dataTransfer.effectAllowed = "move";
});
document.addEventListener("dragend", () => {
  dragged = null;
  for (const over of document.querySelectorAll(".place.over")) over.classList.remove("over");
});
document.addEventListener("dragover", (event) => {
  if (dragged === null || !event.target.closest?.("#deck, #palette")) return;
  event.preventDefault();
  const place = event.target.closest("[data-places] .place");
  for (const over of document.querySelectorAll(".place.over")) over.classList.toggle("over", over === place);
  place?.classList.add("over");
});
document.addEventListener("drop", (event) => {
  if (dragged === null) return;
  const reference = dragged;
  const known = inDeck().includes(reference);
  if (event.target.closest("#deck")) {
    event.preventDefault();
    const place = event.target.closest("[data-places] .place");
    const to = place ? Number(place.dataset.at) - 1 : undefined;
    if (known && to !== undefined) change(() => ({ move: reference, to }));
    else if (!known) change(() => (to === undefined ? { add: reference } : { add: reference, to }));
  } else if (known && event.target.closest("#palette")) {
    event.preventDefault();
    change(() => ({ remove: reference }));
  }
});

mark();
fold();
share();
