// @ts-check
// What could not be saved, kept in this browser until it is.
import { the } from "../lib/elements.js";
import { read, write } from "../lib/fields.js";
import { forget as drop, keep, recall } from "../lib/storage.js";
import { when } from "../lib/when.js";

const NEW = "workshop:new";
/** @param {HTMLFormElement} form */
const keyOf = (form) => `workshop:${form.dataset.key}`;

/**
 * submitted: the page sends it as a whole; only if that fails will it be wanted. unheard: what may have arrived before.
 * @param {HTMLFormElement} form
 * @param {string} state
 * @param {{ submitted?: boolean, unheard?: string[] }} options
 */
export function store(form, state, { submitted = false, unheard = [] } = {}) {
  const { revision, begun } = form.elements;
  const draft = {
    state,
    revision: revision.value,
    unheard,
    begun: begun?.value,
    submitted,
    at: Date.now(),
    account: form.dataset.account,
  };
  keep("localStorage", keyOf(form), draft);
}

/** @param {HTMLFormElement} form */
export const forget = (form) => drop("localStorage", keyOf(form));

/**
 * What is kept, unless it has arrived as far as the page can tell.
 * @param {HTMLFormElement} form
 */
export function draftOf(form) {
  if (recall("localStorage", NEW)?.begun?.startsWith(`${form.dataset.key}:`)) drop("localStorage", NEW); // this is the card that was begun
  const draft = recall("localStorage", keyOf(form));
  if (!draft) return null;
  const others = draft.account && draft.account !== form.dataset.account; // who went without signing out
  const seen =
    draft.submitted && (form.hasAttribute("data-just-saved") || draft.revision !== form.elements.revision.value);
  if (!others && !seen && draft.state !== read(form)) return draft;
  forget(form);
  return null;
}

/**
 * Offers what is kept.
 * @param {HTMLFormElement} form
 * @param {any} draft
 */
export function offer(form, draft) {
  const note = the("[data-draft]");
  the("[data-draft-time]", note).textContent = when(new Date(draft.at));
  note.hidden = false;
  the("[data-draft-take]", note).addEventListener("click", () => {
    note.hidden = true;
    if (draft.begun && form.elements.begun) form.elements.begun.value = draft.begun; // it goes on with the same card
    write(form, draft.state);
  });
  the("[data-draft-drop]", note).addEventListener("click", () => {
    note.hidden = true;
    forget(form);
  });
}
