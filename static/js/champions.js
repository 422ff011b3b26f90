// @ts-check
import { watchCopyButtons } from "./lib/clipboard.js";

watchCopyButtons();
// The link to share is selected as a whole when somebody goes to it.
for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-select]"))) {
  field.addEventListener("focus", () => field.select());
}
