// @ts-check
// An author's words, saved by themselves. What cannot be saved (no network, a field that is wrong) stays in this browser.
import { watchCopyButtons } from "./lib/clipboard.js";
import { data, the } from "./lib/elements.js";
import { closest } from "./lib/events.js";
import { forget, keep, recall } from "./lib/storage.js";
import { time, when } from "./lib/when.js";

const PAUSE = 1200;
const RETRY = 15_000;

const form = the("[data-page-form]");
const state = the("[data-state]");
const conflict = the("[data-conflict]");
const key = `page:${form.dataset.key}`;
const OURS = new Set(["csrfmiddlewaretoken", "revision"]);

const read = () => JSON.stringify([...new FormData(form)].filter(([name]) => !OURS.has(name)));

let saved = form.hasAttribute("data-unsaved") ? "" : read();
let busy = false;
let blocked = conflict.childElementCount > 0;
let timer = 0;

/** @param {string} text */
function say(text, bad = false) {
  state.textContent = text;
  state.classList.toggle("bad", bad);
}

const send = (leaving = false) =>
  fetch(form.getAttribute("action") ?? "", {
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
  say(data(form, "saving"));
  try {
    const answer = await send();
    const told = await answer.json();
    if (told.conflict) ask(told.conflict);
    else if (told.problems) {
      show(told.problems);
      keepDraft(sent);
      say(data(form, "problems"), true);
    } else accept(told, sent);
  } catch {
    keepDraft(sent);
    say(data(form, "offline"), true);
    timer = setTimeout(save, RETRY);
  }
  busy = false;
  if (!blocked && read() !== sent) timer = setTimeout(save, PAUSE);
}

/**
 * @param {any} told
 * @param {string} sent
 */
function accept(told, sent) {
  saved = sent;
  forget("localStorage", key);
  show({});
  form.elements.revision.value = told.revision;
  the("[data-heading]").textContent = told.title;
  if (read() === sent) say(`${form.dataset.saved} ${time()}`);
  else say(data(form, "changed")); // more was typed meanwhile
  document.body.dispatchEvent(new CustomEvent("saved"));
}

/** @param {Record<string, string>} problems */
function show(problems) {
  for (const place of form.querySelectorAll("[data-problem]")) {
    const field = data(place, "problem");
    const text = problems[field] ?? "";
    place.textContent = text;
    place.hidden = !text;
    form.elements[field]?.setAttribute?.("aria-invalid", String(Boolean(text)));
  }
}

/** @param {string} panel */
function ask(panel) {
  blocked = true;
  keepDraft(read());
  conflict.innerHTML = panel;
  say("");
  conflict.scrollIntoView({ block: "nearest" });
}

/** @param {string} text */
const keepDraft = (text) => keep("localStorage", key, { text, at: Date.now() });

/** @param {string} text */
function write(text) {
  for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = false;
  for (const [name, value] of JSON.parse(text)) {
    const field = /** @type {PageElement} */ (form.elements[name]);
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
  form.dispatchEvent(new Event("input"));
}

function offerDraft() {
  const kept = recall("localStorage", key);
  if (!kept || blocked) return;
  if (kept.text === read()) {
    forget("localStorage", key);
    return;
  }
  const note = the("[data-draft]");
  the("[data-draft-time]", note).textContent = when(new Date(kept.at));
  note.hidden = false;
  note.addEventListener("click", (event) => {
    if (!closest(event, "button")) return;
    note.hidden = true;
    if (closest(event, "[data-draft-take]")) write(kept.text);
    else forget("localStorage", key);
  });
}

form.addEventListener("input", () => {
  if (blocked || read() === saved) return;
  say(data(form, "changed"));
  clearTimeout(timer);
  timer = setTimeout(save, PAUSE);
});
form.addEventListener("submit", () => {
  saved = read(); // the page goes by itself now
  clearTimeout(timer);
  keepDraft(saved);
});
conflict.addEventListener("click", (event) => {
  if (!closest(event, "[data-take-theirs]")) return;
  saved = read();
  forget("localStorage", key);
});
addEventListener("pagehide", () => {
  if (read() === saved) return;
  keepDraft(read());
  if (!blocked) send(true).catch(() => {});
});
offerDraft();

watchCopyButtons();
