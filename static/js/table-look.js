// @ts-check
// How the table looks to whoever sits at it: kept in the browser. Runs before the page is drawn, so that nothing on it
// moves.
(() => {
  const NAME = "look of the table";
  /** @type {Record<string, string[]>} what may be chosen beside the usual */
  const LOOKS = { size: ["small", "large"], side: ["up"], swapped: ["yes"] };
  const root = document.documentElement;

  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    for (const [name, values] of Object.entries(LOOKS))
      if (values.includes(kept?.[name])) root.dataset[name] = kept[name];
  } catch {
    // The browser keeps nothing.
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const name of Object.keys(LOOKS)) {
      const field = document.querySelector(`[data-look="${name}"]`);
      if (field instanceof HTMLSelectElement) field.value = root.dataset[name] ?? "";
      if (field instanceof HTMLInputElement) field.checked = name in root.dataset;
    }
  });
  document.addEventListener("change", ({ target: field }) => {
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement) || !field.dataset.look) return;
    const value = field instanceof HTMLSelectElement || field.checked ? field.value : "";
    if (value) root.dataset[field.dataset.look] = value;
    else delete root.dataset[field.dataset.look];
    const chosen = Object.keys(LOOKS).flatMap((name) => (name in root.dataset ? [[name, root.dataset[name]]] : []));
    try {
      localStorage.setItem(NAME, JSON.stringify(Object.fromEntries(chosen)));
    } catch {
      // The choice then lasts as long as the page.
    }
  });
})();
