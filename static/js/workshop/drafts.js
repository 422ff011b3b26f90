// @ts-check
// What could not be saved, kept in this browser until it is.
import { attribute, the } from "../lib/elements.js";
import { forget as drop, keep, recall } from "../lib/storage.js";
import { when } from "../lib/when.js";
import { post } from "./post.js";
import { read, write } from "./state.js";

const NEW = "workshop:new";
/** @param {HTMLFormElement} form */
const keyOf = (form) => `workshop:${form.dataset.key}`;

/**
 * submitted: the page sends it as a whole; only if that fails will it be wanted.
 * @param {HTMLFormElement} form
 * @param {string} state
 */
export function store(form, state, submitted = false) {
  const { revision, begun } = form.elements;
  const draft = {
    state,
    revision: revision.value,
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
 * Offers what is kept, unless it has arrived.
 * @param {HTMLFormElement} form
 */
export async function offerDraft(form) {
  if (recall("localStorage", NEW)?.begun?.startsWith(`${form.dataset.key}:`)) drop("localStorage", NEW); // this is the card that was begun
  const draft = recall("localStorage", keyOf(form));
  if (!draft) return;
  if (draft.account && draft.account !== form.dataset.account) return forget(form); // somebody else's, who went without signing out
  const seen =
    draft.submitted && (form.hasAttribute("data-just-saved") || draft.revision !== form.elements.revision.value);
  if (seen || draft.state === read(form) || (await arrived(form, draft))) return forget(form);
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

/**
 * A new card that was left at once has been sent; whether it arrived nobody has heard. Sent again it is the same card.
 * @param {HTMLFormElement} form
 * @param {any} draft
 */
async function arrived(form, draft) {
  if (form.dataset.key !== "new" || !draft.begun) return false;
  const body = new FormData();
  for (const [name, value] of JSON.parse(draft.state)) body.append(name, value);
  body.append("begun", draft.begun);
  try {
    const answer = await post(form, attribute(form, "action"), body);
    return Boolean((await answer.json()).token);
  } catch {
    return false;
  }
}
