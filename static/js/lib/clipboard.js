// @ts-check
// Copying: a button says for a moment that it was done. Where the browser refuses, the text is shown, to copy by hand.
import { the } from "./elements.js";
import { closest } from "./events.js";

const SAID_FOR = 2500; // milliseconds

/**
 * @param {HTMLElement} button its `data-copied` is what it says
 * @param {string} text
 * @param {() => void} refused what to do where the browser does not let scripts copy
 */
export async function copy(button, text, refused) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    refused();
    return;
  }
  button.dataset.name ??= button.textContent;
  const name = button.dataset.name;
  button.textContent = button.dataset.copied ?? name;
  setTimeout(() => {
    button.textContent = name;
  }, SAID_FOR);
}

/** Buttons with `data-copy` copy the field that they name, as it is then. */
export function watchCopyButtons() {
  document.addEventListener("click", (event) => {
    const button = closest(event, "[data-copy]");
    if (!button?.dataset.copy) return;
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (the(`#${button.dataset.copy}`));
    copy(button, field.value, () => {
      field.focus();
      field.select();
    });
  });
}

/**
 * Buttons and links with `data-copy-address` copy the address that they lead to or name, else that of the page.
 * @param {() => string} here what is the address of the page
 */
export function watchAddressButtons(here = () => location.href) {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLAnchorElement} */ (closest(event, "[data-copy-address]"));
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const named =
      button.href ?? (button.dataset.copyAddress && new URL(button.dataset.copyAddress, location.href).href);
    const address = named || here();
    copy(button, address, () => prompt(button.textContent.trim(), address));
  });
}
