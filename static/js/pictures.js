// @ts-check
// The page of one's own pictures: what is chosen there is made as small as it has to be.
import { the } from "./lib/elements.js";
import { scaled } from "./lib/scaled.js";

const input = the("#upload", HTMLInputElement);
const form = /** @type {HTMLFormElement} */ (input.form);
let isReady = false;

form.addEventListener("submit", async (event) => {
  const file = input.files?.[0];
  if (isReady || !file) return;
  event.preventDefault();
  const smaller = await scaled(file);
  if (smaller !== file) {
    const chosen = new DataTransfer();
    chosen.items.add(smaller);
    input.files = chosen.files;
  }
  isReady = true;
  form.requestSubmit();
});
