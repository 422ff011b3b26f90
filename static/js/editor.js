// @ts-check
// The board editor. The document is the truth (editor-store.js); everything else shows it or changes it.
import { closest, elementOf } from "./lib/events.js";
import "./board/why.js";
import { Checker } from "./editor/check.js";
import { Drawing } from "./editor/draw.js";
import { Faces } from "./editor/faces.js";
import { Fields } from "./editor/fields.js";
import { Ghost } from "./editor/ghost.js";
import { Keys } from "./editor/keys.js";
import { Menu } from "./editor/menu.js";
import { Palette } from "./editor/palette.js";
import { Pointer } from "./editor/pointer.js";
import { Store } from "./editor/store.js";
import { TextBox } from "./editor/text.js";
import { Tools } from "./editor/tools.js";
import { clearAll, clearLines, swapLines } from "./editor/whole.js";
import { word } from "./editor/words.js";
import { copy, watchCopyButtons } from "./lib/clipboard.js";
import { data as dataOf, json, the } from "./lib/elements.js";

const data = json("editor-data");
const root = the("[data-editor]");
const board = the("#board");
const store = new Store(data.document, data);
const faces = new Faces(data.faces);
const drawing = new Drawing(board, store, faces, data.abilities);
const tools = new Tools(store, drawing);
const menu = new Menu({ store, tools, drawing });
/** @param {Place} place */
const openMenu = (place) => menu.open(place);
const ghost = new Ghost();
const palette = new Palette({ root: the("[data-palette]", root), tools, faces });
const fields = new Fields({ root, board, store, tools, drawing, starter: data.starter });
const checker = new Checker({ store, drawing, faces, links: data.links, root });
const keys = new Keys({ board, store, tools, drawing, openMenu });
const text = new TextBox({ store, checker });
new Pointer({ board, palette, tools, drawing, openMenu, ghost });

/** @type {Record<string, () => void>} */
const acts = {
  undo: () => store.undo(),
  redo: () => store.redo(),
  pointer: () => tools.point(),
  eraser: () => tools.use({ kind: tools.is("eraser") ? "pointer" : "eraser" }),
  "clear-lines": () => store.edit(clearLines),
  "clear-all": () => store.edit(clearAll),
  swap: () => store.edit(swapLines),
  restart: () => store.edit((doc) => Object.assign(emptied(doc), structuredClone(data.starter))),
  keys: () => keys.help.showModal(),
};

/** @param {PositionDocument} doc */
function emptied(doc) {
  for (const key of Object.keys(doc)) delete doc[key];
  return doc;
}

function show() {
  drawing.seen = { ...drawing.seen, given: {}, windows: {}, faults: new Map() };
  drawing.draw();
  fields.sync();
  keys.rove();
  the("[data-act=undo]", root).disabled = !store.past.length;
  the("[data-act=redo]", root).disabled = !store.future.length;
}

// The menu of more tools closes like any other: by Escape, which goes back to its button, or a press elsewhere.
const more = the(".more-acts", root);
document.addEventListener("pointerdown", (event) => {
  if (!more.contains(elementOf(event))) more.open = false;
});
more.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !more.contains(/** @type {Node} */ (event.relatedTarget))) more.open = false;
});
document.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || !more.open) return;
    event.stopImmediatePropagation(); // the stamp stays in the hand
    if (more.contains(document.activeElement)) the("summary", more).focus();
    more.open = false;
  },
  { capture: true },
);

root.addEventListener("click", (event) => {
  const button = closest(event, "[data-act]");
  if (!button) return;
  acts[dataOf(button, "act")]();
  button.closest("details")?.removeAttribute("open");
});

store.addEventListener("change", () => {
  root.dataset.state = "busy";
  show();
  checker.later();
});

tools.addEventListener("tool", () => {
  const { kind, name } = tools.tool;
  the("[data-tool-says]", root).textContent = word(`tool-${kind}`, { name });
  the("[data-act=pointer]", root).setAttribute("aria-pressed", String(kind === "pointer"));
  the("[data-act=eraser]", root).setAttribute("aria-pressed", String(kind === "eraser"));
  board.dataset.tool = kind;
  if (kind === "stamp")
    ghost.show(
      [...root.querySelectorAll("[data-card]")].find((offer) => offer.getAttribute("aria-pressed") === "true"),
    );
  else if (kind !== "carry") ghost.hide();
});
tools.addEventListener("says", (event) => {
  the("[data-tool-says]", root).textContent = /** @type {CustomEvent} */ (event).detail;
});

// The rest of the turn: an AI plays all of it in its Mana phase.
function whatFollows({ phase, active, players }) {
  if (phase === "mana") return players[active].ai ? "mana" : "mana;assault";
  return { summoning: "assault", end: "end-turn" }[phase] ?? "";
}

the("[data-resolve]", root).addEventListener("click", async () => {
  const place = the("[data-trace]", root);
  if (root.dataset.state !== "checked") await checker.now();
  const asked = new URLSearchParams({ p: store.address(), a: whatFollows(store.doc) });
  place.setAttribute("aria-busy", "true");
  const answer = await fetch(`${data.links.trace}?${asked}`);
  place.innerHTML = await answer.text();
  place.removeAttribute("aria-busy");
  place.hidden = false;
  place.scrollIntoView({ block: "nearest", behavior: "smooth" });
});

// The link waits for the position that was just edited.
the("[data-link=board]", root).addEventListener("click", async (event) => {
  if (root.dataset.state === "checked" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await checker.now();
  const address = checker.last?.links?.board;
  if (address) location.assign(address);
});

// A page needs something to find: whoever has not said what is led there.
root.querySelector("[data-keep]")?.addEventListener("submit", (event) => {
  elementOf(event).elements.position.value = JSON.stringify(store.doc);
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
text.watch();
root.dataset.ready = "";
