// @ts-check
// A search without a network: the page of all rulings, kept by the worker (js/worker/rules.js), stands at the search's
// address and shows those that have all the words. With a network the site answers, and this page is not there.

const note = document.getElementById("looked-here");
const query = new URLSearchParams(location.search).get("q") ?? "";

/** Without case and accents. @param {string | null} text */
const folded = (text) => (text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

if (note && query.trim()) {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector(".rule-search [name='q']"));
  if (field) field.value = query;
  let found = 0;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".ruling, .abilities > div"))) {
    const text = folded(one.textContent);
    one.hidden = !words.every((word) => text.includes(word));
    if (!one.hidden) found += 1;
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".all > section")))
    part.hidden = !part.querySelector(".ruling:not([hidden]), .abilities > div:not([hidden])");
  for (const entry of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".parts a"))) {
    const part = document.getElementById(entry.hash.slice(1));
    if (entry.parentElement) entry.parentElement.hidden = Boolean(part?.hidden);
  }
  note.textContent = (found ? note.dataset.found : note.dataset.none) ?? "";
  note.hidden = false;
}
