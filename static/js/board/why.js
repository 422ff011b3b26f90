// @ts-check
// "Why?": the ruling behind a step is shown over the page. Without this the link leads to the ruling's own page.
import { element, parse, the } from "../lib/elements.js";
import { closest, isPlainClick } from "../lib/events.js";

const dialog = element("dialog", "why-dialog");
dialog.setAttribute("aria-live", "polite");
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

/** @param {string} label */
function closeButton(label) {
  const button = element("button", "button", label);
  button.type = "button";
  button.addEventListener("click", () => dialog.close());
  return button;
}

/** @param {HTMLAnchorElement} link */
async function explain(link) {
  const answer = await fetch(`${link.href}why/`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const words = /** @type {HTMLElement} */ (parse(await answer.text()).firstElementChild);
  dialog.replaceChildren(words, closeButton(words.dataset.close ?? ""));
  dialog.setAttribute("aria-label", the("h2", words).textContent.trim());
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement} */ (closest(event, "a[data-why]"));
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  explain(link).catch(() => location.assign(link.href));
});
