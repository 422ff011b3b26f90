// @ts-check
// The board editor. The document is the truth (editor-store.js); everything else shows it or changes it.
import { elementOf } from "./lib/events.js";
import "./board/why.js";
import { watchComposer } from "./editor/composer.js";
import { putTogether } from "./editor/desk.js";
import { Store } from "./editor/store.js";
import { TextBox } from "./editor/text.js";
import { word } from "./editor/words.js";
import { copy, watchCopyButtons } from "./lib/clipboard.js";
import { json, parse, the } from "./lib/elements.js";

const data = json("editor-data");
const root = the("[data-editor]");
const store = new Store(data.document, data);
const toBoard = the("[data-link=board]", HTMLAnchorElement, root);
const keepForm = root.querySelector("[data-keep]");
const counts = the("[data-counts]", HTMLFormElement, root);
const count = the("[data-count]", root);
const { checker, tools, show } = putTogether({ root, store, data, tells });
const text = new TextBox({ store, checker });

/** @param {Verdict} told */
function tells(told) {
  the("[data-goal]", root).textContent = told.goal || (store.doc.objective ? "" : word("no-objective"));
  toBoard.toggleAttribute("aria-disabled", !told.links?.board);
  if (told.links?.board) toBoard.href = told.links.board;
  the("[data-resolve]", HTMLButtonElement, root).disabled = !told.packed;
  the("[data-copy-link]", HTMLButtonElement, root).disabled = !told.packed;
  for (const button of keepForm?.querySelectorAll("button") ?? []) button.disabled = !told.isPosition;
  the("#notation", HTMLInputElement).value = told.notation ?? "";
  tellLegality(told);
  countSolutions(told);
}

/** Whether the Mana is what a game gives; a press makes it so. @param {Verdict} told */
function tellLegality({ legality }) {
  const line = the("[data-legality]", root);
  the("span", line).textContent = legality?.text ?? "";
  line.dataset.is = legality?.isNatural ? "good" : "";
  the("[data-natural]", line).hidden = !legality || legality.isNatural;
}

the("[data-natural]", root).addEventListener("click", () => {
  const mana = checker.last?.legality?.mana;
  if (mana !== undefined) store.edit((doc) => (doc.mana = Math.max(0, mana)));
});

/** Asks how many solutions there are, where there is something to solve. @param {Verdict} told */
function countSolutions({ isPosition }) {
  if (!isPosition || !store.doc.objective) return count.replaceChildren();
  counts.elements.position.value = JSON.stringify(store.doc);
  counts.dispatchEvent(new Event("count"));
}

// The count is below the board: while one edits, what it says stands beside the cards, on a phone at the thumb.
const now = the("[data-count-now]", root);
new MutationObserver(() => {
  const said = count.querySelector(".verdict");
  now.hidden = !said;
  now.textContent = said?.textContent.trim() ?? "";
  now.dataset.is = said instanceof HTMLElement ? said.dataset.is : "";
}).observe(count, { childList: true, subtree: true });
now.addEventListener("click", () => {
  const drawer = the("[data-drawer]", root);
  if (drawer.getAttribute("aria-expanded") === "true") drawer.click();
});

/** The rest of the turn: an AI plays all of it in its Mana phase. @param {PositionDocument} doc */
function whatFollows({ phase, active, players }) {
  if (phase === "mana") return players[active].ai ? "mana" : "mana;assault";
  return phase === "summoning" ? "assault" : phase === "end" ? "end-turn" : "";
}

the("[data-resolve]", root).addEventListener("click", async () => {
  if (root.dataset.state !== "checked") await checker.now();
  await resolve(new URLSearchParams({ p: store.address(), a: whatFollows(store.doc) }));
});

// A line of the count is walked below the board, where the position is still at hand.
count.addEventListener("click", (event) => {
  const link = elementOf(event)?.closest("a");
  if (!link?.closest(".told") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  resolve(new URL(link.href).searchParams);
});

/** Shows below the board what actions do. @param {URLSearchParams} asked */
async function resolve(asked) {
  const place = the("[data-trace]", root);
  place.setAttribute("aria-busy", "true");
  const answer = await fetch(`${data.links.trace}?${asked}`);
  place.replaceChildren(parse(await answer.text()));
  place.removeAttribute("aria-busy");
  place.hidden = false;
  place.scrollIntoView({ block: "nearest", behavior: "smooth" });
}

// The link waits for the position that was just edited.
toBoard.addEventListener("click", async (event) => {
  if (root.dataset.state === "checked" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await checker.now();
  const address = checker.last?.links?.board;
  if (address) location.assign(address);
});

// A page needs something to find: whoever has not said what is led there.
keepForm?.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (elementOf(event));
  form.elements.position.value = JSON.stringify(store.doc);
  if (store.doc.objective) return;
  event.preventDefault();
  the("[data-goal]", root).textContent = word("needs-objective");
  the("[data-objective=goal]", root).focus();
});

the("[data-copy-link]", root).addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  copy(button, location.href, () => prompt(button.textContent.trim(), location.href));
});
watchCopyButtons();
watchComposer({ store, checker });

try {
  show();
} catch (broken) {
  if (!store.wasRestored) throw broken;
  store.restart(data.document); // what this browser had kept cannot be drawn
  show();
}
tools.point();
if (store.wasRestored) {
  const note = the("[data-note]");
  note.textContent = word("restored");
  note.hidden = false;
  checker.later(0);
} else checker.take(data.checked);
// htmx listens from then on.
document.addEventListener("DOMContentLoaded", () => checker.last && countSolutions(checker.last));
text.watch();
root.dataset.ready = "";
