// @ts-check
// The catalogue: keys from card to card, marks for comparing that last across pages, filters that fold on phones.
import "./lib/address.js";
import { watchAddressButtons } from "./lib/clipboard.js";
import { the } from "./lib/elements.js";
import { elementOf } from "./lib/events.js";
import { foldFilters } from "./lib/folding.js";
import { searchByKeys } from "./lib/searching.js";
import { keep as keepForTab, recall } from "./lib/storage.js";

const STORAGE_KEY = "compare";
const BOX = 'input[name="cards"][form="compare"]';

// --- Marks ---

const form = /** @type {HTMLFormElement} */ (document.getElementById("compare"));
const most = Number(form?.dataset.most ?? 6);

/** @returns {string[]} references of cards */
const kept = () => recall("sessionStorage", STORAGE_KEY) ?? [];

/** @param {string[]} references */
const keep = (references) => keepForTab("sessionStorage", STORAGE_KEY, references);

const boxes = () => /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(BOX));

function show() {
  if (!form) return;
  const marked = kept();
  for (const box of boxes()) box.checked = marked.includes(box.value);
  the("[data-marked-count]", form).textContent = String(marked.length);
  form.classList.toggle("has-marks", marked.length > 0);
}

/**
 * @param {string | undefined} words
 * @param {string} name
 */
function say(words, name) {
  the("[data-marked-said]", form).textContent = `${words ?? ""} ${name}`.trim();
}

/** @param {HTMLInputElement} box */
function mark(box) {
  const said = the("[data-marked-said]", form).dataset;
  const marked = kept().filter((reference) => reference !== box.value);
  const name = box.getAttribute("aria-label") ?? "";
  if (box.checked && marked.length >= most) {
    say(said.full, "");
  } else if (box.checked) {
    marked.push(box.value);
    keep(marked);
    say(said.on, name);
  } else {
    keep(marked);
    say(said.off, name);
  }
  show();
}

if (form) {
  document.addEventListener("change", (event) => {
    if (elementOf(event).matches(BOX)) mark(/** @type {HTMLInputElement} */ (event.target));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = new URL(form.action);
    location.assign(`${address.pathname}?cards=${kept().map(encodeURIComponent).join(",").replaceAll("%2F", "/")}`);
  });
  the("[data-unmark]", form).addEventListener("click", () => {
    keep([]);
    show();
  });
  document.body.addEventListener("htmx:afterSettle", show);
  addEventListener("pageshow", show);
  show();
}

// --- Keys ---

const cards = () => [...document.querySelectorAll("[data-tiles] .card-holder, [data-tiles] .row-link")];

/**
 * The card that lies nearest in a direction: the next or the one before, or the one above or below.
 * @param {HTMLElement | null} from none: the first card that is seen
 * @param {string} key
 */
function towards(from, key) {
  const all = cards();
  const at = from ? all.indexOf(from) : -1;
  if (!from || at < 0) return all.find((card) => card.getBoundingClientRect().top >= 0) ?? all[0];
  if (key === "ArrowRight") return all[at + 1];
  if (key === "ArrowLeft") return all[at - 1];
  const here = from.getBoundingClientRect();
  const down = key === "ArrowDown";
  const rows = all
    .slice(down ? at + 1 : 0, down ? undefined : at)
    .map((card) => ({ card, box: card.getBoundingClientRect() }));
  const beyond = rows.filter(({ box }) => (down ? box.top > here.top + 4 : box.top < here.top - 4));
  if (!beyond.length) return undefined;
  const line = down ? Math.min(...beyond.map(({ box }) => box.top)) : Math.max(...beyond.map(({ box }) => box.top));
  const inLine = beyond.filter(({ box }) => Math.abs(box.top - line) < 4);
  inLine.sort((one, other) => Math.abs(one.box.left - here.left) - Math.abs(other.box.left - here.left));
  return inLine[0].card;
}

document.addEventListener("keydown", (event) => {
  if (searchByKeys(event)) return;
  const current = document.activeElement?.closest(".card-holder, .row-link") ?? null;
  if (event.key.startsWith("Arrow") && cards().length) {
    // Without a card in focus, up and down are for scrolling.
    if (!current && (event.target !== document.body || event.key === "ArrowUp" || event.key === "ArrowDown")) return;
    const next = towards(current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  } else if (event.key === "c" && current && form) {
    const box = /** @type {HTMLInputElement} */ (
      current.closest("[data-reference]")?.querySelector('input[name="cards"]')
    );
    if (!box) return;
    event.preventDefault();
    box.checked = !box.checked;
    mark(box);
  } else if (event.key === "?") {
    const help = /** @type {HTMLDetailsElement} */ (document.getElementById("how"));
    if (!help) return;
    event.preventDefault();
    help.open = !help.open;
    the("summary", help).focus();
  }
});

foldFilters();
watchAddressButtons();
