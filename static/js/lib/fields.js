// @ts-check
// A form's fields as one value: read, written back, compared. What belongs to the page and not to the work is left out.
const OF_THE_PAGE = new Set(["csrfmiddlewaretoken", "revision", "token", "begun", "upload", "action", "visibility"]);

/** @param {HTMLFormElement} form */
export function read(form) {
  const entries = [...new FormData(form)].filter(([name]) => !OF_THE_PAGE.has(name));
  return JSON.stringify(entries);
}

/**
 * The values of each field of a state.
 * @param {string} state
 */
function valuesOf(state) {
  /** @type {Map<string, string[]>} */
  const values = new Map();
  for (const [name, value] of JSON.parse(state)) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} state
 */
export function write(form, state) {
  const values = valuesOf(state);
  for (const field of /** @type {Iterable<Field>} */ (/** @type {unknown} */ (form.elements))) {
    if (!field.name || OF_THE_PAGE.has(field.name) || field.form !== form) continue;
    const [value = "", ...others] = values.get(field.name) ?? [];
    if (field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type))
      field.checked = values.has(field.name) && [value, ...others].includes(field.value);
    else if (field.value !== undefined && field.value !== value) field.value = value; // the same would move the caret
  }
  announce(form);
}

/**
 * A state as it was left, with what was typed since over a page that showed another.
 * @param {string} left
 * @param {string} shown
 * @param {string} typed
 */
export function merged(left, shown, typed) {
  const [result, was, now] = [left, shown, typed].map(valuesOf);
  for (const name of new Set([...was.keys(), ...now.keys()])) {
    const values = now.get(name) ?? [];
    if (JSON.stringify(was.get(name) ?? []) !== JSON.stringify(values)) result.set(name, values);
  }
  return JSON.stringify([...result].flatMap(([name, values]) => values.map((value) => [name, value])));
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
