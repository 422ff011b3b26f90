// @ts-check
// A form with the board editor in it: what is arranged goes into its field "position". Buttons that only look at what comes
// of it, or play an action, renew that part of the page; everything else that was typed or arranged stays as it is.
import "./board/why.js";
import { putTogether } from "./editor/desk.js";
import { FormStore } from "./editor/form-store.js";
import { replaceWith } from "./editor/whole.js";
import { word } from "./editor/words.js";
import { json, the } from "./lib/elements.js";
import { elementOf } from "./lib/events.js";

const LOOKING = ["look", "play"]; // names of the buttons that keep nothing
const OUTCOME = "[data-outcome]";
const data = json("editor-data");
const root = the("[data-editor]");
const form = the("form[data-arranges]", HTMLFormElement);
const store = new FormStore(data.document, data);
const { checker, tools, show } = putTogether({ root, store, data, tells });
const line = () => form.elements.position;
let isArranged = false;
let arranged = ""; // the line of what was arranged last, which an answer to an earlier question does not take away
let before = Promise.resolve();

/** @param {Verdict} told */
function tells(told) {
  if (!isArranged || !told.isPosition || line().value === told.notation) return;
  arranged = told.notation ?? "";
  line().value = arranged;
  renew();
}

/**
 * Asks for the part that tells what comes of the position and the actions, one question after the other.
 * @param {HTMLButtonElement | null} pressed
 */
function renew(pressed = null) {
  before = before.then(() => ask(pressed));
  return before;
}

/** @param {HTMLButtonElement | null} pressed */
async function ask(pressed) {
  const values = new FormData(form);
  values.set(pressed?.name ?? "look", pressed?.value ?? "1");
  const had = the(OUTCOME).contains(document.activeElement);
  try {
    const swap = "outerHTML show:none settle:0ms";
    await htmx.ajax("POST", location.href, { source: form, target: OUTCOME, select: OUTCOME, swap, values });
  } catch {
    the("[data-verdict]", root).textContent = word("offline");
    return;
  }
  if (arranged) line().value = arranged;
  const outcome = the(OUTCOME);
  if (had) (outcome.querySelector("[name=play]") ?? outcome).focus({ preventScroll: true });
}

// A line that was written stands on the board; what is wrong with it is told with what comes of it.
async function take() {
  const told = await checker.ask({ text: line().value }).catch(() => null);
  const other = told?.document;
  if (other) store.edit((doc) => replaceWith(doc, other));
}

form.addEventListener("submit", async (event) => {
  const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const looks = LOOKING.includes(pressed?.name ?? "");
  const isBusy = root.dataset.state === "busy"; // the form has not yet what was just arranged
  if (!looks && !isBusy) return;
  event.preventDefault();
  if (isBusy) await checker.now();
  if (looks) renew(pressed);
  else if (root.dataset.state === "checked") form.requestSubmit(pressed);
});
document.addEventListener("change", async (event) => {
  if (elementOf(event) !== line()) return;
  arranged = "";
  await renew(); // an address of the board becomes a line, and brings its actions
  await take();
});
store.addEventListener("change", () => (isArranged = true));

show();
tools.point();
checker.take(data.checked);
root.dataset.ready = "";
