// @ts-check
// Saving by itself. What cannot be saved yet (a card without a name, no network) is kept in this browser instead.
import { alsoUnheard, settle } from "../lib/arriving.js";
import { attribute, data as dataOf, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { announce, merged, read, write } from "../lib/fields.js";
import { time } from "../lib/when.js";
import { draftOf, forget, offer, store } from "./drafts.js";
import { post } from "./post.js";

const PAUSE = 1200;
const RETRY = 15_000;
const MAX_LEFT_BEHIND = 15000; // characters, of up to three bytes each, and room for what stands between the fields
const PATIENCE = 2500; // whoever goes elsewhere waits no longer for what is being saved

/** @param {HTMLFormElement} form */
export function keepSaved(form) {
  const state = the("[data-state]");
  const conflict = the("[data-conflict]");
  const gone = the("[data-gone]", form);
  const after = the("[data-after]");
  const newSet = form.elements.new_set;
  let saved = form.hasAttribute("data-unsaved") ? "" : read(form);
  /** @type {Promise<void> | null} of what is under way */
  let saving = null;
  let sent = "";
  let refused = ""; // what the server did not take
  /** @type {string[]} */
  let unheard = []; // what was sent and may have arrived
  let blocked = conflict.childElementCount > 0;
  let going = false;
  let timer = 0;
  /** @type {((typed: string) => string) | null} while what was left here is taken up: that, with what was typed since */
  let resuming = null;

  /** @param {string} text */
  const say = (text, bad = false) => {
    state.textContent = text;
    state.classList.toggle("bad", bad);
  };
  const isOpen = () => !blocked && read(form) !== saved && read(form) !== refused;
  const later = (pause = PAUSE) => {
    clearTimeout(timer);
    timer = setTimeout(() => isNamingSet() || save(), pause);
  };
  // A set is made of a whole name, not of its first letters.
  const isNamingSet = () => document.activeElement === newSet && newSet.value.trim() !== "";

  function save() {
    clearTimeout(timer);
    if (!saving && !blocked && read(form) !== saved) {
      saving = attempt().finally(() => {
        saving = null;
        if (!blocked && read(form) !== sent) later();
      });
    }
    return saving;
  }

  async function attempt() {
    sent = read(form);
    say(dataOf(form, "saving"));
    try {
      const told = await settle(tell, sent, form.elements.revision.value, unheard);
      unheard = [];
      take(told);
    } catch {
      unheard = alsoUnheard(sent, unheard);
      store(form, sent, { unheard });
      say(dataOf(form, "offline"), true);
      later(RETRY);
    }
  }

  /**
   * Where there is no answer of the editor's, the card is not there or not ours any more, or the server is in trouble.
   * @param {string} state
   * @param {string} revision
   */
  async function tell(state, revision, begun = form.elements.begun?.value) {
    const answer = await send(form, state, revision, begun);
    if (answer.status >= 500) throw new Error(String(answer.status));
    return isJson(answer) ? answer.json() : { lost: true };
  }

  /**
   * Takes up what was left here: it was on its way, and may have arrived after this page was made. What somebody else has
   * saved since, or what cannot be saved, is offered.
   * @param {any} draft
   */
  async function resume(draft) {
    const shown = read(form);
    resuming = (typed) => merged(draft.state, shown, typed);
    /** @type {import("../lib/arriving.js").Told} */
    let told = {};
    try {
      const again = (/** @type {string} */ state, /** @type {string} */ revision) => tell(state, revision, draft.begun);
      told = await settle(again, draft.state, draft.revision, draft.unheard ?? []);
    } catch {
      unheard = alsoUnheard(draft.state, draft.unheard ?? []);
    }
    resuming = null;
    if (!told.token) return offer(form, draft);
    if (form.dataset.key === "new") {
      forget(form);
      if (wasReloaded()) location.replace(told.url);
      return;
    }
    const typed = read(form);
    write(form, merged(draft.state, shown, typed));
    sent = typed === shown ? read(form) : draft.state;
    accept(told);
  }

  /** @param {any} data */
  function take(data) {
    if (data.token) accept(data);
    else if (data.conflict) ask(data);
    else if (data.lost) lose();
    else {
      refused = sent;
      store(form, sent);
      say(data.message ?? dataOf(form, form.elements.name.value.trim() ? "problems" : "new"), true);
    }
  }

  /** @param {any} data */
  function accept(data) {
    saved = sent;
    forget(form);
    form.elements.revision.value = data.revision;
    if (form.dataset.key === "new") {
      form.dataset.key = data.token;
      form.elements.token.value = data.token;
      form.setAttribute("action", data.url);
      history.replaceState(null, "", data.url);
    }
    the("[data-heading]").textContent = form.elements.name.value.trim();
    if (!going && !after.contains(document.activeElement)) htmx.swap(after, data.panel, { swapStyle: "innerHTML" });
    if (read(form) !== sent) return say(dataOf(form, "changed")); // more was typed meanwhile
    if (data.new_set && document.activeElement !== newSet) choose(data.new_set);
    say(`${form.dataset.saved} ${time()}`);
  }

  /** A set that was just made is one to choose from. @param {[string, string]} set */
  function choose([slug, name]) {
    const sets = form.elements.set;
    if (![...sets.options].some((one) => one.value === slug)) sets.add(new Option(name, slug));
    sets.value = slug;
    newSet.value = "";
    saved = sent = read(form);
    announce(form);
  }

  /** @param {any} data */
  function ask(data) {
    blocked = true;
    store(form, read(form));
    htmx.swap(conflict, data.conflict, { swapStyle: "innerHTML" });
    say("");
    conflict.scrollIntoView({ block: "nearest" });
  }

  function lose() {
    blocked = true;
    store(form, sent);
    gone.hidden = false;
    say("");
    gone.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("input", () => {
    if (blocked || read(form) === saved) return;
    if (read(form) !== sent) say(dataOf(form, "changed"));
    later();
  });
  newSet.addEventListener("change", () => later(0));
  form.addEventListener("submit", async (event) => {
    if (saving) {
      // Sent twice at a time, the second would meet the first as somebody else's.
      event.preventDefault();
      await saving;
      form.requestSubmit(event.submitter);
      return;
    }
    clearTimeout(timer);
    saved = read(form); // the page goes by itself now
    store(form, saved, { submitted: true, unheard }); // in case that it does not arrive
  });
  conflict.addEventListener("click", (event) => {
    if (!closest(event, "[data-take-theirs]")) return;
    saved = read(form);
    forget(form);
  });

  /**
   * Whoever follows a link or presses a button for the card finds it there as it is here.
   * @param {any} event
   * @param {any} act
   */
  async function first(event, act) {
    if (going || event.defaultPrevented || !(saving || isOpen())) return;
    event.preventDefault();
    going = true;
    await Promise.race([settled(), new Promise((end) => setTimeout(end, PATIENCE))]);
    act();
    going = false;
  }
  async function settled() {
    await saving;
    if (isOpen()) await save();
  }
  document.addEventListener("click", (event) => {
    const link = closest(event, "a[href]", HTMLAnchorElement);
    const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (link && plain && !link.target && !link.matches("[data-take-theirs], [href^='#']"))
      first(event, () => link.click());
  });
  document.addEventListener("submit", (event) => {
    const other = closest(event, "form", HTMLFormElement);
    if (other && other !== form && other.method === "post") first(event, () => other.requestSubmit(event.submitter));
  });
  let left = false;
  document.addEventListener("visibilitychange", () => document.hidden && !left && save()); // a phone may never come back
  addEventListener("pagehide", () => {
    left = true;
    if (read(form) === saved) return;
    const last = resuming ? resuming(read(form)) : read(form);
    const onItsWay = saving && sent;
    store(form, last, { unheard: onItsWay ? alsoUnheard(sent, unheard) : unheard });
    if (!blocked && !(onItsWay && last === sent)) send(form, last).catch(() => {});
  });
  addEventListener("online", () => isOpen() && save());
  addEventListener("pageshow", (event) => {
    left = false;
    if (event.persisted) save();
  });
  const draft = draftOf(form);
  if (draft && saved === "") offer(form, draft);
  else if (draft) {
    saving = resume(draft).finally(() => {
      saving = null;
      if (isOpen()) later();
    });
  }
  if (saved === "") later();
  return { save };
}

/** @param {Response} answer */
const isJson = (answer) => answer.headers.get("content-type")?.startsWith("application/json");

const wasReloaded = () =>
  performance.getEntriesByType("navigation").some((entry) => "type" in entry && entry.type === "reload");

/**
 * Whatever is sent arrives, also when the page is left meanwhile; but browsers refuse to send 64 KB like that.
 * @param {HTMLFormElement} form
 * @param {string} state
 */
function send(form, state, revision = form.elements.revision.value, begun = form.elements.begun?.value) {
  const body = new FormData();
  for (const [name, value] of JSON.parse(state)) body.append(name, value);
  body.set("revision", revision);
  if (form.elements.token) body.set("token", form.elements.token.value);
  if (begun) body.set("begun", begun);
  return post(form, attribute(form, "action"), body, state.length < MAX_LEFT_BEHIND);
}
