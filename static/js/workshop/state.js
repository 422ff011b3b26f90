// @ts-check
// The editor's fields as one value: read, written back, compared. What belongs to the page and not to the card is left out.
const NOT_THE_CARD = new Set(["csrfmiddlewaretoken", "revision", "token", "begun", "upload", "action"]);

/** @param {HTMLFormElement} form */
export function read(form) {
  const entries = [...new FormData(form)].filter(([name]) => !NOT_THE_CARD.has(name));
  return JSON.stringify(entries);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} state
 */
export function write(form, state) {
  const values = new Map(JSON.parse(state));
  for (const field of /** @type {Iterable<PageElement>} */ (/** @type {unknown} */ (form.elements))) {
    if (!field.name || NOT_THE_CARD.has(field.name) || field.form !== form) continue;
    if (field.type === "radio") field.checked = values.get(field.name) === field.value;
    else if (field.type === "checkbox") field.checked = values.has(field.name);
    else if (field.value !== undefined) field.value = values.get(field.name) ?? "";
  }
  announce(form);
}

/**
 * Tells every part that fields were changed by a script.
 * @param {HTMLFormElement} form
 */
export function announce(form) {
  form.dispatchEvent(new CustomEvent("written"));
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
export function setField(form, name, value) {
  const field = form.elements[name];
  if (field instanceof RadioNodeList) for (const radio of field) radio.checked = radio.value === value;
  else field.value = value;
}
