// What could not be saved, kept in this browser until it is.
import { post } from "./workshop-post.js";
import { read, write } from "./workshop-state.js";

const NEW = "workshop:new";
const keyOf = (form) => `workshop:${form.dataset.key}`;

// submitted: the page sends it as a whole; only if that fails will it be wanted.
export function store(form, state, submitted = false) {
  const { revision, begun } = form.elements;
  const draft = { state, revision: revision.value, begun: begun?.value, submitted, at: Date.now() };
  try {
    localStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing: the page itself still does.
  }
}

export const forget = (form) => drop(keyOf(form));

function drop(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

// Offers what is kept, unless it has arrived.
export async function offerDraft(form) {
  if (stored(NEW)?.begun?.startsWith(`${form.dataset.key}:`)) drop(NEW); // this is the card that was begun
  const draft = stored(keyOf(form));
  if (!draft) return;
  const seen = draft.submitted && (form.hasAttribute("data-just-saved") || draft.revision !== form.elements.revision.value);
  if (seen || draft.state === read(form) || (await arrived(form, draft))) return forget(form);
  const note = document.querySelector("[data-draft]");
  note.querySelector("[data-draft-time]").textContent = new Date(draft.at).toLocaleString(document.documentElement.lang);
  note.hidden = false;
  note.querySelector("[data-draft-take]").addEventListener("click", () => {
    note.hidden = true;
    if (draft.begun && form.elements.begun) form.elements.begun.value = draft.begun; // it goes on with the same card
    write(form, draft.state);
  });
  note.querySelector("[data-draft-drop]").addEventListener("click", () => {
    note.hidden = true;
    forget(form);
  });
}

// A new card that was left at once has been sent; whether it arrived nobody has heard. Sent again it is the same card.
async function arrived(form, draft) {
  if (form.dataset.key !== "new" || !draft.begun) return false;
  const body = new FormData();
  for (const [name, value] of JSON.parse(draft.state)) body.append(name, value);
  body.append("begun", draft.begun);
  try {
    const answer = await post(form, form.getAttribute("action"), body);
    return Boolean((await answer.json()).token);
  } catch {
    return false;
  }
}
