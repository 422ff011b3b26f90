// @ts-check
// What the script says, in the language of the page.
import { the } from "../lib/elements.js";

const source = the("#editor-words", HTMLTemplateElement).content;

/**
 * @param {string} name
 * @param {Record<string, unknown>} values
 */
export function word(name, values = {}) {
  const text = the(`[data-word="${name}"]`, source).textContent;
  return text.replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
}
