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
// A hint that would stand out of the window begins at the other end of its word.
for (const come of ["pointerover", "focusin"]) {
  document.addEventListener(come, (event) => {
    const hinted = closest(event, ".hinted");
    const box = hinted?.querySelector(".hint-box");
    if (!hinted || !box) return;
    hinted.classList.remove("is-at-end");
    const stands = box.getBoundingClientRect();
    hinted.classList.toggle("is-at-end", stands.right > document.documentElement.clientWidth);
  });
}
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
