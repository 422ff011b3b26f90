// @ts-check
// The settings of the table: one window for all of them, kept in the browser. What each does is with what it is about.
import { the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { keep, recall } from "../lib/storage.js";

const ASKS = "ask before ending a turn";

export function openSettings() {
  const dialog = the("#settings", HTMLDialogElement);
  const field = the("[data-asks]", HTMLInputElement, dialog);
  const kept = recall("localStorage", ASKS);
  field.checked = typeof kept === "boolean" ? kept : "newcomer" in dialog.dataset;
  field.addEventListener("change", () => keep("localStorage", ASKS, field.checked));
  document.addEventListener("click", (event) => {
    if (closest(event, "[data-settings]")) dialog.showModal();
    else if (event.target === dialog) dialog.close();
  });
  // The server looks whether there is anything to ask.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "post" && field.checked) detail.parameters.ask = "1";
  });
}
