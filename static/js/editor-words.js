// What the script says, in the language of the page.
const source = document.getElementById("editor-words").content;

export function word(name, values = {}) {
  const text = source.querySelector(`[data-word="${name}"]`).textContent;
  return text.replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}
