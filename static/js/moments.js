// @ts-check
// Moments in the reader's own time: the server writes UTC (config/moments), here it becomes the zone of the browser.

import { day, time, when } from "./lib/when.js";

/** @type {Record<string, (moment: Date) => string>} */
const SHAPES = { moment: when, day, time };
const zone = new Intl.DateTimeFormat(document.documentElement.lang || "en", {
  dateStyle: "long",
  timeStyle: "long",
});

/** @param {HTMLElement} element */
function set(element) {
  const moment = new Date(element.getAttribute("datetime") ?? element.dataset.at ?? "");
  if (Number.isNaN(moment.getTime())) return;
  const words = (SHAPES[element.dataset.moment ?? ""] ?? when)(moment);
  if (element.textContent !== words) element.textContent = words;
  element.title = zone.format(moment);
}

/** @param {ParentNode} part */
function setAll(part) {
  for (const element of part.querySelectorAll("[data-moment]")) set(/** @type {HTMLElement} */ (element));
}

setAll(document);
// What htmx or another script draws later, before it is painted.
new MutationObserver((changes) => {
  for (const change of changes) {
    for (const node of change.addedNodes) {
      if (!(node instanceof HTMLElement)) continue;
      if ("moment" in node.dataset) set(node);
      else setAll(node);
    }
  }
}).observe(document.body, { childList: true, subtree: true });
