// @ts-check
// Runs before the page is drawn, so that it never flashes in the other theme.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const theme = stored();
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;

  const isDark = () => {
    if (root.dataset.theme) return root.dataset.theme === "dark";
    return matchMedia("(prefers-color-scheme: dark)").matches;
  };
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    if (!button) return;
    const show = () => button.setAttribute("aria-pressed", String(isDark()));
    show();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem("theme", root.dataset.theme);
      } catch {
        // The choice then lasts as long as the page.
      }
      show();
    });
  });

  // "/" looks something up in the rules, unless the page has a use of its own for it: the box here, else the rules' own.
  window.addEventListener("keydown", (event) => {
    const at = /** @type {HTMLElement} */ (event.target);
    if (event.key !== "/" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.closest("input, textarea, select, dialog, [contenteditable]")) return;
    const box = /** @type {HTMLInputElement | null} */ (document.getElementById("rule-q"));
    const rules = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-rules]"));
    if (!box && !rules) return;
    event.preventDefault();
    if (box) {
      box.focus();
      box.select();
    } else if (rules) location.assign(`${rules.href}#rule-q`);
  });
  document.addEventListener("DOMContentLoaded", () => {
    if (location.hash === "#rule-q") document.getElementById("rule-q")?.focus();
  });
})();
