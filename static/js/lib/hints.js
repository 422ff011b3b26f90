// @ts-check
// Hints: the first touch shows what a word means, the second follows its link; Escape puts a hint away.
import { closest } from "./events.js";

function shut() {
  for (const open of document.querySelectorAll(".hinted.is-open")) open.classList.remove("is-open");
}

document.addEventListener("click", (event) => {
  const hinted = closest(event, ".hinted");
  const isOpen = hinted?.classList.contains("is-open");
  shut();
  if (!hinted || isOpen || /** @type {PointerEvent} */ (event).pointerType !== "touch") return;
  event.preventDefault();
  hinted.classList.add("is-open");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  shut();
  for (const hinted of document.querySelectorAll(".hinted:hover, .hinted:focus-within")) {
    hinted.classList.add("is-shut");
    for (const left of ["mouseleave", "focusout"]) {
      hinted.addEventListener(left, () => hinted.classList.remove("is-shut"), { once: true });
    }
  }
});
