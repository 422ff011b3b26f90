// @ts-check
// Rules and rulings: why a step happens, what words mean, examples that unfold in place, the matrix of abilities.
import "./board/why.js";
import "./lib/hints.js";
import { elementOf } from "./lib/events.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const FOLDED = "a[data-unfold]";

// A folded example unfolds in place (hx-get); one that the address names does so at once. What does not come is a link.
const named = document.querySelector(`.folded[id="${CSS.escape(location.hash.slice(1))}"] ${FOLDED}`);

// An answer that the address names stands in a question that is shut; some browsers open it by themselves.
function openNamed() {
  const question = document.getElementById(location.hash.slice(1))?.closest("details");
  if (!question || question.open) return;
  question.open = true;
  question.scrollIntoView();
}

/** @param {HtmxEvent} event */
function openPage({ detail }) {
  const link = /** @type {HTMLAnchorElement} */ (detail.elt);
  if (link.matches(FOLDED)) location.assign(link.href);
}

document.addEventListener("htmx:sendError", openPage);
document.addEventListener("htmx:responseError", openPage);
document.addEventListener("htmx:afterSwap", (event) => {
  const link = event.detail.requestConfig?.elt;
  if (!link?.matches(FOLDED)) return;
  const example = elementOf(event);
  if (link === named) example.scrollIntoView();
  else example.querySelector("h3 a")?.focus({ preventScroll: true });
});
document.addEventListener("DOMContentLoaded", () => named?.click()); // htmx listens from then on
document.addEventListener("DOMContentLoaded", openNamed);
addEventListener("hashchange", openNamed);

// Whoever reads the rules can read them without a network from then on (js/worker/rules.js).
addEventListener("load", () => {
  const language = document.documentElement.lang;
  navigator.serviceWorker
    ?.register("/sw.js", { scope: "/" })
    .then(() => navigator.serviceWorker.ready)
    .then(({ active }) => active?.postMessage({ keepRules: language, opened: location.pathname }))
    .catch(() => {}); // a browser that keeps nothing reads them with a network alone
});

// The matrix: what was opened is marked, and on a small window moved to.
document.addEventListener("htmx:afterSwap", (event) => {
  const panel = elementOf(event);
  if (panel.id !== "cell") return;
  for (const open of document.querySelectorAll(".matrix .is-open")) open.classList.remove("is-open");
  event.detail.requestConfig?.elt.classList.add("is-open");
  panel.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  panel.focus({ preventScroll: true });
});
