// @ts-check
// Lists of pages: keys of the search, filters that fold on phones, the address to hand on.
import { offerBook } from "./along/book.js";
import { watchAddressButtons } from "./lib/clipboard.js";
import { foldFilters } from "./lib/folding.js";
import { searchByKeys } from "./lib/searching.js";

document.addEventListener("keydown", searchByKeys);
offerBook();
watchAddressButtons(() => location.origin + location.pathname);

if (document.querySelector("[data-browse]")) {
  foldFilters();
  // The links to the other language lead to the search as it is now.
  document.body.addEventListener("htmx:pushedIntoHistory", () => {
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".languages a"))) {
      link.search = location.search;
    }
  });
}
