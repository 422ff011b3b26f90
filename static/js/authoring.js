// An author's words, saved by themselves. What cannot be saved (no network, a field that is wrong) stays in this browser.

const PAUSE = 1200;
const RETRY = 15_000;

const form = document.querySelector("[data-page-form]");
const state = document.querySelector("[data-state]");
const conflict = document.querySelector("[data-conflict]");
const key = `page:${form.dataset.key}`;
const OURS = new Set(["csrfmiddlewaretoken", "revision"]);

const read = () => JSON.stringify([...new FormData(form)].filter(([name]) => !OURS.has(name)));

let saved = form.hasAttribute("data-unsaved") ? "" : read();
let busy = false;
let blocked = conflict.childElementCount > 0;
let timer = 0;

function say(text, bad = false) {
  state.textContent = text;
  state.classList.toggle("bad", bad);
}

const send = (leaving = false) =>
  fetch(form.getAttribute("action"), {
    method: "POST",
    body: new FormData(form),
    keepalive: leaving,
    headers: { Accept: "application/json" },
  });

async function save() {
  clearTimeout(timer);
  const sent = read();
  if (busy || blocked || sent === saved) return;
  busy = true;
  say(form.dataset.saving);
  try {
    const answer = await send();
    const data = await answer.json();
    if (data.conflict) ask(data.conflict);
    else if (data.problems) {
      show(data.problems);
      keep(sent);
      say(form.dataset.problems, true);
    } else accept(data, sent);
  } catch {
    keep(sent);
    say(form.dataset.offline, true);
    timer = setTimeout(save, RETRY);
  }
  busy = false;
  if (!blocked && read() !== sent) timer = setTimeout(save, PAUSE);
}

function accept(data, sent) {
  saved = sent;
  forget();
  show({});
  form.elements.revision.value = data.revision;
  document.querySelector("[data-heading]").textContent = data.title;
  const now = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });
  if (read() === sent) say(`${form.dataset.saved} ${now}`);
  else say(form.dataset.changed); // more was typed meanwhile
  document.body.dispatchEvent(new CustomEvent("saved"));
}

function show(problems) {
  for (const place of form.querySelectorAll("[data-problem]")) {
    const text = problems[place.dataset.problem] ?? "";
    place.textContent = text;
    place.hidden = !text;
    form.elements[place.dataset.problem]?.setAttribute?.("aria-invalid", String(Boolean(text)));
  }
}

function ask(panel) {
  blocked = true;
  keep(read());
  conflict.innerHTML = panel;
  say("");
  conflict.scrollIntoView({ block: "nearest" });
}

function keep(text) {
  try {
    localStorage.setItem(key, JSON.stringify({ text, at: Date.now() }));
  } catch {
    // A browser that keeps nothing: the page itself still does.
  }
}

function forget() {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function write(text) {
  for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = false;
  for (const [name, value] of JSON.parse(text)) {
    const field = form.elements[name];
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
  form.dispatchEvent(new Event("input"));
}

function offerDraft() {
  const note = document.querySelector("[data-draft]");
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(key));
  } catch {
    return;
  }
  if (!kept || blocked) return;
  if (kept.text === read()) {
    forget();
    return;
  }
  note.querySelector("[data-draft-time]").textContent = new Date(kept.at).toLocaleString(document.documentElement.lang);
  note.hidden = false;
  note.addEventListener("click", (event) => {
    if (!event.target.closest("button")) return;
    note.hidden = true;
    if (event.target.closest("[data-draft-take]")) write(kept.text);
    else forget();
  });
}

form.addEventListener("input", () => {
  if (blocked || read() === saved) return;
  say(form.dataset.changed);
  clearTimeout(timer);
  timer = setTimeout(save, PAUSE);
});
form.addEventListener("submit", () => {
  saved = read(); // the page goes by itself now
  clearTimeout(timer);
  keep(saved);
});
conflict.addEventListener("click", (event) => {
  if (!event.target.closest("[data-take-theirs]")) return;
  saved = read();
  forget();
});
addEventListener("pagehide", () => {
  if (read() === saved) return;
  keep(read());
  if (!blocked) send(true).catch(() => {});
});
offerDraft();
