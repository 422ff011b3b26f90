// @ts-check
// Filters stand beside a list, or are folded above it where there is little room; what somebody has opened stays open
// when the list is renewed.
import { elementOf } from "./events.js";

export const narrow = matchMedia("(max-width: 62rem)");

export function foldFilters() {
  /** @type {Map<string, boolean>} */
  const opened = new Map();

  function fold() {
    const filters = /** @type {HTMLDetailsElement} */ (document.querySelector("[data-folds]"));
    if (filters) filters.open = opened.get("filters") ?? !narrow.matches;
    document.documentElement.classList.add("folded");
    for (const more of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("[data-more]"))) {
      more.open ||= opened.get(more.dataset.more ?? "") ?? false;
    }
  }

  document.addEventListener(
    "toggle",
    (event) => {
      const part = /** @type {HTMLDetailsElement} */ (elementOf(event));
      if (part.matches?.("[data-more]")) opened.set(part.dataset.more ?? "", part.open);
      if (part.matches?.("[data-folds]") && narrow.matches) opened.set("filters", part.open);
    },
    true,
  );
  narrow.addEventListener("change", () => {
    opened.delete("filters");
    fold();
  });
  document.body.addEventListener("htmx:afterSwap", fold);
  fold();
}
