// @ts-check
// A download takes a moment: the button says so, until the file is there or the next page is.
import { elementOf } from "./lib/events.js";

document.addEventListener("submit", (event) => {
  const button = elementOf(event).querySelector("[data-busy]");
  if (!button || button.dataset.said) return;
  const said = button.textContent;
  button.dataset.said = said;
  button.textContent = button.dataset.busy ?? said;
  button.setAttribute("aria-disabled", "true");
  const rest = () => {
    button.textContent = said;
    delete button.dataset.said;
    button.removeAttribute("aria-disabled");
  };
  window.setTimeout(rest, 4000);
  window.addEventListener("pageshow", rest, { once: true });
});
