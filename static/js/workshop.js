// @ts-check
// The editor: everything that makes it answer at once. Without it the page's buttons do the same, one page at a time.

import { element, the } from "./lib/elements.js";
import { closest, elementOf, isInField } from "./lib/events.js";
import { watchAbilities } from "./workshop/abilities.js";
import { watchArt } from "./workshop/art.js";
import { keepHistory } from "./workshop/history.js";
import { keepSaved } from "./workshop/saving.js";

const form = the("[data-form]", HTMLFormElement);
const preview = the("[data-preview]");
const keys = the("#keys", HTMLDialogElement);

const steps = keepHistory(
  form,
  the("[data-undo]", HTMLButtonElement, form),
  the("[data-redo]", HTMLButtonElement, form),
);
const saving = keepSaved(form);
watchAbilities(form);
watchArt(form, preview);

// The card is drawn while somebody types, not only once they stop; one request waits for the other.
const PACE = 250;
let asked = -PACE;
let waiting = 0;
form.addEventListener("input", () => {
  if (waiting) return;
  waiting = setTimeout(
    () => {
      waiting = 0;
      asked = performance.now();
      htmx.trigger(form, "refresh");
    },
    Math.max(0, asked + PACE - performance.now()),
  );
});

// How much room is left in a line of text, once it gets scarce.
const SCARCE = 0.75;
for (const field of /** @type {NodeListOf<Field>} */ (form.querySelectorAll("[data-most]"))) {
  const most = Number(field.dataset.most);
  const count = element("small", "room");
  the(`label[for="${field.id}"]`).append(count);
  const show = () => {
    const length = [...field.value].length;
    count.textContent = length > SCARCE * most ? `${length} / ${most}` : "";
    count.classList.toggle("over", length > most);
  };
  for (const kind of ["input", "written"]) form.addEventListener(kind, show);
  show();
}

the("[data-help]", form).addEventListener("click", () => keys.showModal());
the("[data-guides]", HTMLInputElement).addEventListener("change", (event) => {
  preview.classList.toggle("with-guides", closest(event, "input", HTMLInputElement)?.checked);
});

// What was unfolded in the preview stays so when it is drawn anew.
let unfolded = false;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (elementOf(event).id === "preview")
    unfolded = /** @type {HTMLDetailsElement | null} */ (preview.querySelector(".estimate"))?.open ?? unfolded;
});
document.addEventListener("htmx:afterSwap", (event) => {
  const estimate = /** @type {HTMLDetailsElement | null} */ (preview.querySelector(".estimate"));
  if (elementOf(event).id === "preview" && estimate) estimate.open = unfolded;
  if (elementOf(event).id === "preview") pressLarger();
});

// On a phone the card is small while fields are filled in; it can be looked at large.
function pressLarger() {
  the("[data-larger]", preview).setAttribute("aria-pressed", String(preview.classList.contains("large")));
}
preview.addEventListener("click", (event) => {
  if (!closest(event, "[data-larger]")) return;
  preview.classList.toggle("large");
  pressLarger();
});

// Problems come beside their fields with each preview; fields are marked by them.
document.addEventListener("htmx:afterSettle", (event) => {
  if (elementOf(event).id !== "preview") return;
  for (const said of document.querySelectorAll('[id^="e-"]')) {
    const field = document.getElementById(`id_${said.id.slice(2)}`);
    if (field?.matches("input, select"))
      field.setAttribute("aria-invalid", String(said.querySelector(".wrong") !== null));
  }
});

document.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key.toLowerCase() === "s") {
    event.preventDefault();
    saving.save();
  } else if (command && event.key.toLowerCase() === "z") {
    event.preventDefault();
    if (event.shiftKey) steps.redo();
    else steps.undo();
  } else if (command && event.key.toLowerCase() === "y") {
    event.preventDefault();
    steps.redo();
  } else if (event.altKey && event.key.toLowerCase() === "p") {
    event.preventDefault();
    preview.focus();
  } else if (event.key === "?" && !isInField(event, "[type=radio], [type=checkbox]") && !keys.open) {
    keys.showModal();
  }
});
