// "Why?": the ruling behind a step is shown over the page. Without this the link leads to the ruling's own page.

const dialog = document.createElement("dialog");
dialog.className = "why-dialog";
dialog.setAttribute("aria-live", "polite");

const close = (label) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button";
  button.textContent = label;
  button.addEventListener("click", () => dialog.close());
  return button;
};

async function explain(link) {
  const answer = await fetch(`${link.href}why/`);
  if (!answer.ok) throw new Error(`${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const words = page.body.firstElementChild;
  dialog.replaceChildren(words, close(words.dataset.close));
  dialog.setAttribute("aria-label", words.querySelector("h2").textContent.trim());
  if (!dialog.isConnected) document.body.append(dialog);
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-why]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  explain(link).catch(() => location.assign(link.href));
});

dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

// The matrix: what was opened is marked, and on a small window moved to.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "cell") return;
  for (const open of document.querySelectorAll(".matrix .is-open")) open.classList.remove("is-open");
  event.detail.requestConfig?.elt.classList.add("is-open");
  event.target.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  event.target.focus({ preventScroll: true });
});
