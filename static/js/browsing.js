// Lists of pages: keys of the search, filters that fold on phones, the address to hand on.

const isTyping = (event) =>
  event.ctrlKey || event.metaKey || event.altKey || Boolean(document.querySelector("dialog[open]")) ||
  Boolean(event.target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]"));

document.addEventListener("keydown", (event) => {
  const box = document.getElementById("q");
  if (isTyping(event)) {
    if (event.key === "Escape" && event.target === box) box.blur();
  } else if (event.key === "/" && box) {
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "[" || event.key === "]") {
    document.querySelector(`.pages [rel=${event.key === "[" ? "prev" : "next"}]`)?.click();
  }
});

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy-address]");
  if (!button) return;
  const address = location.origin + location.pathname;
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = button.dataset.copied;
  } catch {
    prompt(button.textContent, address);
  }
});

// Filters stand beside the pages, or are folded above them; what somebody opened stays open when the list is renewed.
const narrow = matchMedia("(max-width: 62rem)");
const opened = new Map();

function fold() {
  const filters = document.querySelector("[data-folds]");
  if (filters) filters.open = opened.get("filters") ?? !narrow.matches;
  for (const more of document.querySelectorAll("[data-more]")) more.open ||= opened.get(more.dataset.more) ?? false;
}

// The links to the other language lead to the search as it is now.
function follow() {
  for (const link of document.querySelectorAll(".languages a")) link.search = location.search;
}

if (document.querySelector("[data-browse]")) {
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("[data-more]")) opened.set(event.target.dataset.more, event.target.open);
    if (event.target.matches?.("[data-folds]") && narrow.matches) opened.set("filters", event.target.open);
  }, true);
  narrow.addEventListener("change", () => {
    opened.delete("filters");
    fold();
  });
  document.body.addEventListener("htmx:afterSwap", fold);
  document.body.addEventListener("htmx:pushedIntoHistory", follow);
  fold();
}
