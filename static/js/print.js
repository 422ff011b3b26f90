// A download takes a moment: the button says so, until the file is there or the next page is.

document.addEventListener("submit", (event) => {
  const button = event.target.querySelector("[data-busy]");
  if (!button || button.dataset.said) return;
  button.dataset.said = button.textContent;
  button.textContent = button.dataset.busy;
  button.setAttribute("aria-disabled", "true");
  const rest = () => {
    button.textContent = button.dataset.said;
    delete button.dataset.said;
    button.removeAttribute("aria-disabled");
  };
  window.setTimeout(rest, 4000);
  window.addEventListener("pageshow", rest, { once: true });
});
