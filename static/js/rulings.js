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

// A folded example unfolds in place; one that the address names does so at once. Without this the link opens its page.
async function unfold(link) {
  const folded = link.closest(".example");
  folded.setAttribute("aria-busy", "true");
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const example = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".example");
  folded.replaceWith(example);
  return example;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-unfold]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  unfold(link)
    .then((example) => example.querySelector("h3 a").focus({ preventScroll: true }))
    .catch(() => location.assign(link.href));
});

const named = location.hash && document.querySelector(`.folded[id="${CSS.escape(location.hash.slice(1))}"] a[data-unfold]`);
if (named) unfold(named).then((example) => example.scrollIntoView()).catch(() => {});

// Hints: the first touch shows what a word means, the second follows its link; Escape puts a hint away.
const shut = () => document.querySelectorAll(".hinted.is-open").forEach((one) => one.classList.remove("is-open"));
document.addEventListener("click", (event) => {
  const hinted = event.target.closest(".hinted");
  const open = hinted?.classList.contains("is-open");
  shut();
  if (!hinted || open || event.pointerType !== "touch") return;
  event.preventDefault();
  hinted.classList.add("is-open");
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  shut();
  for (const one of document.querySelectorAll(".hinted:hover, .hinted:focus-within")) {
    one.classList.add("is-shut");
    for (const left of ["mouseleave", "focusout"]) one.addEventListener(left, () => one.classList.remove("is-shut"), { once: true });
  }
});

// The matrix: what was opened is marked, and on a small window moved to.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "cell") return;
  for (const open of document.querySelectorAll(".matrix .is-open")) open.classList.remove("is-open");
  event.detail.requestConfig?.elt.classList.add("is-open");
  event.target.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  event.target.focus({ preventScroll: true });
});
