// Below a page: forms answer in place, addresses are copied, and a comment that is being typed outlives a reload.
// Everything works without this: the forms lead to pages of their own.

const KEY = "comment:";

// Forms: sent in the background; whatever does not go well is sent again as an ordinary form, whose answer says why.

async function send(form, button) {
  const answer = await fetch(form.action, {
    method: "POST",
    body: new FormData(form, button),
    headers: { "HX-Request": "true" },
  });
  if (!answer.ok || answer.redirected) throw new Error(`${answer.status}`);
  forget(form);
  replace(await answer.text(), button);
}

function replace(html, button) {
  const part = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live-part]");
  const old = document.querySelector("[data-live-part]");
  if (!part || !old) throw new Error("nothing to show");
  const typed = new Map([...old.querySelectorAll("[data-draft]")].map((field) => [field.id, field.value]));
  old.replaceWith(part);
  for (const field of part.querySelectorAll("[data-draft]")) {
    if (button?.id !== "comment-send" && typed.get(field.id)) field.value = typed.get(field.id);
  }
  restore();
  const next = button?.id === "comment-send" ? part.querySelector(".said > li:last-child") : document.getElementById(button?.id);
  next?.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-in-place]");
  if (!form || event.defaultPrevented) return;
  if (form.dataset.again || !document.querySelector("[data-live-part]")) return forget(form);
  event.preventDefault();
  if (form.dataset.busy) return;
  form.dataset.busy = "yes";
  form.setAttribute("aria-busy", "true");
  const button = event.submitter;
  send(form, button).catch(() => {
    form.dataset.again = "yes";
    form.requestSubmit(button);
  });
});

// The gate may open while the page is being looked at: whoever opens it says so.
document.addEventListener("grimoire:opened", async () => {
  const address = document.querySelector("[data-below]")?.dataset.below;
  if (!address) return;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (answer.ok) replace(await answer.text());
});

// Copying.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    if (!document.execCommand("copy")) return field.focus();
  }
  button.dataset.name ??= button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = button.dataset.name), 2500);
});

// Printing: what other sites show in a frame is what goes on paper. Without this the link opens it.

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-prints]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  document.querySelector(".print-frame")?.remove();
  const frame = document.createElement("iframe");
  frame.className = "print-frame";
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.addEventListener("load", () => frame.contentWindow.print());
  frame.src = `${link.href}?theme=light`;
  document.body.append(frame);
});

// Drafts: kept in this tab until they are sent.

const store = (() => {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
})();
const nameOf = (form) => KEY + form.dataset.page;

function forget(form) {
  if (form.dataset.page) store?.removeItem(nameOf(form));
}

function restore() {
  for (const field of document.querySelectorAll("[data-page] [data-draft]")) {
    const kept = store?.getItem(nameOf(field.form));
    if (kept && !field.value) field.value = kept;
  }
}

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches("[data-page] [data-draft]")) return;
  try {
    store?.setItem(nameOf(field.form), field.value);
  } catch {
    // Full: the text is still in its field.
  }
});

restore();
