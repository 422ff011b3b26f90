// @ts-check
// What an event is about: its element, and whether keys and clicks are the browser's rather than the page's.

const TYPED_INTO = "input, textarea, select, [contenteditable]";

/**
 * The element of an event; the document's own events have one without `closest`.
 * @param {Event} event
 */
export const elementOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * The nearest element around that of an event which matches a selector; null where there is none, or of another kind.
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {Event} event
 * @param {string} selector
 * @param {new () => Kind} [kind]
 * @returns {Kind | null}
 */
export function closest(event, selector, kind) {
  const element = elementOf(event).closest?.(selector) ?? null;
  return /** @type {Kind | null} */ (!kind || element instanceof kind ? element : null);
}

/**
 * Whether an event's keys are for a field. `besides` are fields for which they are not.
 * @param {Event} event
 * @param {string} besides
 */
export function isInField(event, besides = "[type=checkbox]") {
  const field = closest(event, TYPED_INTO);
  return field !== null && !field.matches(besides);
}

/**
 * Whether a key belongs to a field, an open window or a command of the browser, and so not to the page.
 * @param {KeyboardEvent} event
 * @param {string} besides fields for which this does not hold
 */
export function isTyping(event, besides = "[type=checkbox]") {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return true;
  return isInField(event, besides);
}

/**
 * Whether a click asks for what it points at here and now, not in another tab or window.
 * @param {MouseEvent} event
 */
export const isPlainClick = (event) =>
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);
