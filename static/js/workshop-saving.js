// Saving by itself. What cannot be saved yet (a card without a name, no network) is kept in this browser instead.
import { read, write } from "./workshop-state.js";

const PAUSE = 1200;
const RETRY = 15_000;

export function keepSaved(form) {
  const state = document.querySelector("[data-state]");
  const conflict = document.querySelector("[data-conflict]");
  let saved = form.hasAttribute("data-unsaved") ? "" : read(form);
  let busy = false;
  let blocked = conflict.childElementCount > 0;
  let timer = 0;

  const say = (text, bad = false) => {
    state.textContent = text;
    state.classList.toggle("bad", bad);
  };
  const clock = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hour12: false });

  async function save() {
    clearTimeout(timer);
    const sent = read(form);
    if (busy || blocked || sent === saved) return;
    busy = true;
    say(form.dataset.saving);
    try {
      const answer = await send(form);
      const data = await answer.json();
      if (data.token) accept(data, sent);
      else if (answer.status === 409) ask(data);
      else {
        store(form, sent);
        say(data.message ?? (form.elements.name.value.trim() ? form.dataset.problems : form.dataset.new), true);
      }
    } catch {
      store(form, sent);
      say(form.dataset.offline, true);
      timer = setTimeout(save, RETRY);
    }
    busy = false;
    if (read(form) !== sent) timer = setTimeout(save, PAUSE);
  }

  function accept(data, sent) {
    saved = sent;
    forget(form);
    form.elements.revision.value = data.revision;
    if (form.dataset.key === "new") {
      form.dataset.key = data.token;
      form.elements.token.value = data.token;
      form.setAttribute("action", data.url);
      history.replaceState(null, "", data.url);
    }
    document.querySelector("[data-heading]").textContent = form.elements.name.value.trim();
    const after = document.querySelector("[data-after]");
    if (!after.contains(document.activeElement)) after.innerHTML = data.panel;
    if (read(form) === sent) say(`${form.dataset.saved} ${clock()}`);
    else say(form.dataset.changed); // more was typed meanwhile
  }

  function ask(data) {
    blocked = true;
    store(form, read(form));
    conflict.innerHTML = data.conflict;
    say("");
    conflict.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("input", () => {
    if (blocked || read(form) === saved) return;
    say(form.dataset.changed);
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  });
  form.addEventListener("submit", () => {
    saved = read(form); // the page goes by itself now
    forget(form);
  });
  conflict.addEventListener("click", (event) => {
    if (!event.target.closest("[data-take-theirs]")) return;
    saved = read(form);
    forget(form);
  });
  addEventListener("pagehide", () => {
    const last = read(form);
    if (last === saved) return;
    store(form, last);
    if (!blocked) send(form, true).catch(() => {});
  });
  if (saved === "") timer = setTimeout(save, PAUSE);
  offerDraft(form, () => saved);
  return { save };
}

function send(form, leaving = false) {
  const body = new FormData(form);
  body.delete("upload");
  return fetch(form.getAttribute("action"), { method: "POST", body, keepalive: leaving, headers: { Accept: "application/json" } });
}

const keyOf = (form) => `workshop:${form.dataset.key}`;

function store(form, state) {
  try {
    localStorage.setItem(keyOf(form), JSON.stringify({ state, revision: form.elements.revision.value, at: Date.now() }));
  } catch {
    // A browser that keeps nothing: the page itself still does.
  }
}

function forget(form) {
  try {
    localStorage.removeItem(keyOf(form));
  } catch {
    // Nothing was kept.
  }
}

function stored(form) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(form)));
  } catch {
    return null;
  }
}

function offerDraft(form, saved) {
  const draft = stored(form);
  const note = document.querySelector("[data-draft]");
  if (!draft || draft.state === saved()) return;
  note.querySelector("[data-draft-time]").textContent = new Date(draft.at).toLocaleString(document.documentElement.lang);
  note.hidden = false;
  note.querySelector("[data-draft-take]").addEventListener("click", () => {
    note.hidden = true;
    write(form, draft.state);
  });
  note.querySelector("[data-draft-drop]").addEventListener("click", () => {
    note.hidden = true;
    forget(form);
  });
}
