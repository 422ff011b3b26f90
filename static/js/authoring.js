// @ts-check
// An author's words, saved by themselves. What cannot be saved (no network, a field that is wrong) stays in this browser.
import { alsoUnheard, settle } from "./lib/arriving.js";
import { watchCopyButtons } from "./lib/clipboard.js";
import { csrfToken } from "./lib/csrf.js";
import { data, the } from "./lib/elements.js";
import { closest } from "./lib/events.js";
import { merged, read as readFields, write } from "./lib/fields.js";
import { forget, keep, recall } from "./lib/storage.js";
import { time, when } from "./lib/when.js";

const PAUSE = 1200;
const RETRY = 15_000;

const form = the("[data-page-form]", HTMLFormElement);
const state = the("[data-state]");
const conflict = the("[data-conflict]");
const key = `page:${form.dataset.key}`;

const read = () => readFields(form);

let saved = form.hasAttribute("data-unsaved") ? "" : read();
let busy = false;
let sent = "";
/** @type {string[]} */
let unheard = []; // what was sent and may have arrived
/** @type {((typed: string) => string) | null} while what was left here is taken up: that, with what was typed since */
let resuming = null;
let blocked = conflict.childElementCount > 0;
let timer = 0;

/** @param {string} text */
function say(text, bad = false) {
  state.textContent = text;
  state.classList.toggle("bad", bad);
}

/** @param {string} state */
function send(state, revision = form.elements.revision.value, leaving = false) {
  const body = new FormData();
  for (const [name, value] of JSON.parse(state)) body.append(name, value);
  body.set("revision", revision);
  body.set("csrfmiddlewaretoken", csrfToken() || form.elements.csrfmiddlewaretoken.value);
  const headers = { Accept: "application/json" };
  return fetch(form.getAttribute("action") ?? "", { method: "POST", body, keepalive: leaving, headers });
}

/**
 * @param {string} state
 * @param {string} revision
 */
async function tell(state, revision) {
  const answer = await send(state, revision);
  if (answer.status >= 500) throw new Error(String(answer.status));
  return answer.json();
}

async function save() {
  clearTimeout(timer);
  if (busy || blocked || read() === saved) return;
  busy = true;
  sent = read();
  say(data(form, "saving"));
  try {
    const told = await settle(tell, sent, form.elements.revision.value, unheard);
    unheard = [];
    if (told.conflict) ask(told.conflict);
    else if (told.problems) {
      show(told.problems);
      keepDraft(sent);
      say(data(form, "problems"), true);
    } else accept(told);
  } catch {
    unheard = alsoUnheard(sent, unheard);
    keepDraft(sent);
    say(data(form, "offline"), true);
    timer = setTimeout(save, RETRY);
  }
  busy = false;
  if (!blocked && read() !== sent) timer = setTimeout(save, PAUSE);
}

/** @param {any} told */
function accept(told) {
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
  htmx.swap(conflict, panel, { swapStyle: "innerHTML" });
  say("");
  conflict.scrollIntoView({ block: "nearest" });
}

/** @param {string} text */
const keepDraft = (text, sentBefore = unheard) =>
  keep("localStorage", key, {
    text,
    at: Date.now(),
    revision: form.elements.revision.value,
    unheard: sentBefore,
  });

/** Takes up what was left here: it was on its way, and may have arrived since this page was made. Else it is offered. */
async function resume() {
  const kept = recall("localStorage", key);
  if (!kept || blocked) return;
  if (kept.text === read()) {
    forget("localStorage", key);
    return;
  }
  if (saved === "" || kept.revision === undefined) return offer(kept);
  const shown = read();
  resuming = (typed) => merged(kept.text, shown, typed);
  busy = true;
  /** @type {import("./lib/arriving.js").Told} */
  let told = {};
  try {
    told = await settle(tell, kept.text, kept.revision, kept.unheard ?? []);
  } catch {
    unheard = alsoUnheard(kept.text, kept.unheard ?? []);
  }
  resuming = null;
  busy = false;
  if (told.revision === undefined) offer(kept);
  else {
    const typed = read();
    write(form, merged(kept.text, shown, typed));
    sent = typed === shown ? read() : kept.text;
    accept(told);
  }
  if (read() !== saved) timer = setTimeout(save, PAUSE);
}

/** @param {any} kept */
function offer(kept) {
  const note = the("[data-draft]");
  the("[data-draft-time]", note).textContent = when(new Date(kept.at));
  note.hidden = false;
  note.addEventListener("click", (event) => {
    if (!closest(event, "button")) return;
    note.hidden = true;
    if (closest(event, "[data-draft-take]")) write(form, kept.text);
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
  const last = resuming ? resuming(read()) : read();
  keepDraft(last, busy && sent ? alsoUnheard(sent, unheard) : unheard);
  if (!blocked) send(last, undefined, true).catch(() => {});
});
addEventListener("online", () => save());
resume();

watchCopyButtons();
