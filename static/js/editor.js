// @ts-check
// The board editor. The document is the truth (editor-store.js); everything else shows it or changes it.
import { closest, elementOf } from "./lib/events.js";
import "./board/why.js";
import { Checker } from "./editor/check.js";
import { clearAll, clearLines, swapLines } from "./editor/document.js";
import { Drawing } from "./editor/draw.js";
import { Faces } from "./editor/faces.js";
import { Fields } from "./editor/fields.js";
import { Keys } from "./editor/keys.js";
import { Menu } from "./editor/menu.js";
import { Palette } from "./editor/palette.js";
import { Ghost, Pointer } from "./editor/pointer.js";
import { Store } from "./editor/store.js";
import { TextBox } from "./editor/text.js";
import { Tools } from "./editor/tools.js";
import { word } from "./editor/words.js";
import { copy, watchCopyButtons } from "./lib/clipboard.js";
import { json } from "./lib/elements.js";

const data = json("editor-data");
const root = document.querySelector("[data-editor]");
const board = document.getElementById("board");
const store = new Store(data.document, data);
const faces = new Faces(data.faces);
const drawing = new Drawing(board, store, faces, data.abilities);
const tools = new Tools(store, drawing);
const menu = new Menu({ store, tools, drawing });
/** @param {Place} place */
const openMenu = (place) => menu.open(place);
const ghost = new Ghost();
const palette = new Palette({ root: root.querySelector("[data-palette]"), tools, faces });
const fields = new Fields({ root, board, store, tools, drawing, starter: data.starter });
const checker = new Checker({ store, drawing, faces, links: data.links, root });
const keys = new Keys({ board, store, tools, drawing, openMenu });
const text = new TextBox({ store, checker });
new Pointer({ board, palette, tools, drawing, openMenu, ghost });

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
  root.querySelector("[data-act=undo]").disabled = !store.past.length;
  root.querySelector("[data-act=redo]").disabled = !store.future.length;
}

// The menu of more tools closes like any other: by Escape, which goes back to its button, or a press elsewhere.
const more = root.querySelector(".more-acts");
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
    if (more.contains(document.activeElement)) more.querySelector("summary").focus();
    more.open = false;
  },
  { capture: true },
);

root.addEventListener("click", (event) => {
  const button = closest(event, "[data-act]");
  if (!button) return;
  acts[button.dataset.act]();
  button.closest("details")?.removeAttribute("open");
});

store.addEventListener("change", () => {
  root.dataset.state = "busy";
  show();
  checker.later();
});

tools.addEventListener("tool", () => {
  const { kind, name } = tools.tool;
  root.querySelector("[data-tool-says]").textContent = word(`tool-${kind}`, { name });
  root.querySelector("[data-act=pointer]").setAttribute("aria-pressed", String(kind === "pointer"));
  root.querySelector("[data-act=eraser]").setAttribute("aria-pressed", String(kind === "eraser"));
  board.dataset.tool = kind;
  if (kind === "stamp")
    ghost.show(
      [...root.querySelectorAll("[data-card]")].find((offer) => offer.getAttribute("aria-pressed") === "true"),
    );
  else if (kind !== "carry") ghost.hide();
});
tools.addEventListener("says", (event) => {
  root.querySelector("[data-tool-says]").textContent = /** @type {CustomEvent} */ (event).detail;
});

// The rest of the turn: an AI plays all of it in its Mana phase.
function whatFollows({ phase, active, players }) {
  if (phase === "mana") return players[active].ai ? "mana" : "mana;assault";
  return { summoning: "assault", end: "end-turn" }[phase] ?? "";
}

root.querySelector("[data-resolve]").addEventListener("click", async () => {
  const place = root.querySelector("[data-trace]");
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
root.querySelector("[data-link=board]").addEventListener("click", async (event) => {
  if (root.dataset.state === "checked" || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  await checker.now();
  if (checker.last.links.board) location.assign(checker.last.links.board);
});

// A page needs something to find: whoever has not said what is led there.
root.querySelector("[data-keep]")?.addEventListener("submit", (event) => {
  elementOf(event).elements.position.value = JSON.stringify(store.doc);
  if (store.doc.objective) return;
  event.preventDefault();
  root.querySelector("[data-goal]").textContent = word("needs-objective");
  root.querySelector("[data-objective=goal]").focus();
});

root.querySelector("[data-copy-link]").addEventListener("click", (event) => {
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
  const note = document.querySelector("[data-note]");
  note.textContent = word("restored");
  note.hidden = false;
  checker.later(0);
} else checker.take(data.checked);
text.watch();
root.dataset.ready = "";
