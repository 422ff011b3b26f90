// @ts-check
// What the script says, in the language of the page.
const source = document.getElementById("editor-words").content;

/** @param {string} name */
export function word(name, values = {}) {
  const text = source.querySelector(`[data-word="${name}"]`).textContent;
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}
