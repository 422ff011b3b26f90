// The catalogue: keys from card to card, marks for comparing that last across pages, filters that fold on phones.

const KEPT = "compare";
const isTyping = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || Boolean(document.querySelector("dialog[open]")) ||
  Boolean(event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]"));

// --- Marks ---

const form = document.getElementById("compare");
const most = Number(form?.dataset.most ?? 6);

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

function keep(references) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(references));
  } catch {
    // The marks then last as long as the page.
  }
}

const boxes = () => [...document.querySelectorAll('input[name="cards"][form="compare"]')];

function show() {
  if (!form) return;
  const marked = kept();
  for (const box of boxes()) box.checked = marked.includes(box.value);
  form.querySelector("[data-marked-count]").textContent = marked.length;
  form.classList.toggle("has-marks", marked.length > 0);
}

function say(words, name) {
  form.querySelector("[data-marked-said]").textContent = `${words} ${name}`.trim();
}

function mark(box) {
  const said = form.querySelector("[data-marked-said]").dataset;
  const marked = kept().filter((reference) => reference !== box.value);
  const name = box.getAttribute("aria-label");
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
    if (event.target.matches('input[name="cards"][form="compare"]')) mark(event.target);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const address = new URL(form.action);
    location.assign(`${address.pathname}?cards=${kept().map(encodeURIComponent).join(",").replaceAll("%2F", "/")}`);
  });
  form.querySelector("[data-unmark]").addEventListener("click", () => {
    keep([]);
    show();
  });
  document.body.addEventListener("htmx:afterSettle", show);
  addEventListener("pageshow", show);
  show();
}

// --- Keys ---

const cards = () => [...document.querySelectorAll("[data-tiles] .card-holder, [data-tiles] .row-link")];

// The card that lies nearest in a direction: the next or the one before, or the one above or below.
function towards(from, key) {
  const all = cards();
  const at = all.indexOf(from);
  if (at < 0) return all.find((card) => card.getBoundingClientRect().top >= 0) ?? all[0];
  if (key === "ArrowRight") return all[at + 1];
  if (key === "ArrowLeft") return all[at - 1];
  const here = from.getBoundingClientRect();
  const down = key === "ArrowDown";
  const rows = all.slice(down ? at + 1 : 0, down ? undefined : at).map((card) => ({ card, box: card.getBoundingClientRect() }));
  const beyond = rows.filter(({ box }) => (down ? box.top > here.top + 4 : box.top < here.top - 4));
  if (!beyond.length) return undefined;
  const line = down ? Math.min(...beyond.map(({ box }) => box.top)) : Math.max(...beyond.map(({ box }) => box.top));
  const inLine = beyond.filter(({ box }) => Math.abs(box.top - line) < 4);
  inLine.sort((one, other) => Math.abs(one.box.left - here.left) - Math.abs(other.box.left - here.left));
  return inLine[0].card;
}

document.addEventListener("keydown", (event) => {
  if (isTyping(event)) {
    if (event.key === "Escape" && event.target.id === "q") event.target.blur();
    return;
  }
  const current = document.activeElement?.closest(".card-holder, .row-link");
  if (event.key === "/") {
    const box = document.getElementById("q");
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key.startsWith("Arrow") && cards().length) {
    // Without a card in focus, up and down are for scrolling.
    if (!current && (event.target !== document.body || event.key === "ArrowUp" || event.key === "ArrowDown")) return;
    const next = towards(current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  } else if (event.key === "c" && current && form) {
    const box = current.closest("[data-reference]")?.querySelector('input[name="cards"]');
    if (!box) return;
    event.preventDefault();
    box.checked = !box.checked;
    mark(box);
  } else if (event.key === "?") {
    const help = document.getElementById("how");
    if (!help) return;
    event.preventDefault();
    help.open = !help.open;
    help.querySelector("summary").focus();
  } else if (event.key === "[" || event.key === "]") {
    document.querySelector(`.pages [rel=${event.key === "[" ? "prev" : "next"}], .turn-pages [rel=${event.key === "[" ? "prev" : "next"}]`)?.click();
  }
});

// --- Filters: open beside the cards, folded above them; what somebody opened stays open when the page is renewed. ---

const narrow = matchMedia("(max-width: 62rem)");
const opened = new Map();

function fold() {
  const filters = document.querySelector("[data-folds]");
  if (filters) filters.open = opened.get("filters") ?? !narrow.matches;
  for (const more of document.querySelectorAll("[data-more]")) more.open ||= opened.get(more.dataset.more) ?? false;
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("[data-more]")) opened.set(event.target.dataset.more, event.target.open);
  if (event.target.matches?.("[data-folds]") && narrow.matches) opened.set("filters", event.target.open);
}, true);
narrow.addEventListener("change", () => {
  opened.delete("filters");
  fold();
});
document.body.addEventListener("htmx:afterSwap", fold);
fold();

// --- The address, to hand on ---

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy-address]");
  if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = button.href ?? new URL(button.dataset.copyAddress, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = button.dataset.copied;
  } catch {
    prompt(button.textContent, address);
  }
});
