// @ts-check
// The board, its tools and the palette put together: by the editor's page, and by forms that have the editor in them.

import { data as dataOf, the } from "../lib/elements.js";
import { closest, elementOf } from "../lib/events.js";
import { Checker } from "./check.js";
import { Drawing } from "./draw.js";
import { Faces } from "./faces.js";
import { Fields } from "./fields.js";
import { Ghost } from "./ghost.js";
import { Keys } from "./keys.js";
import { Menu } from "./menu.js";
import { Palette } from "./palette.js";
import { Pointer } from "./pointer.js";
import { Tools } from "./tools.js";
import { clearAll, clearLines, replaceWith, swapLines } from "./whole.js";
import { word } from "./words.js";

/**
 * @param {object} parts
 * @param {HTMLElement} parts.root
 * @param {import("./store.js").Store} parts.store
 * @param {Record<string, any>} parts.data what the server has put into the page
 * @param {(told: Verdict) => void} parts.tells what else is shown of the server's answers
 */
export function putTogether({ root, store, data, tells }) {
  const board = the("#board");
  const faces = new Faces(data.faces);
  const drawing = new Drawing(board, store, faces, data.abilities);
  const tools = new Tools(store, drawing);
  const menu = new Menu({ store, tools, drawing });
  /** @param {Place} place */
  const openMenu = (place) => menu.open(place);
  const ghost = new Ghost();
  const palette = new Palette({ root: the("[data-palette]", root), tools, faces });
  const fields = new Fields({ root, board, store, tools, drawing, starter: data.starter });
  const checker = new Checker({ store, drawing, faces, links: data.links, root, tells });
  const keys = new Keys({ board, store, tools, drawing, openMenu });
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
    restart: () => store.edit((doc) => replaceWith(doc, structuredClone(data.starter))),
    keys: () => keys.help.showModal(),
  };

  function show() {
    drawing.seen = { ...drawing.seen, given: {}, windows: {}, faults: new Map() };
    drawing.draw();
    fields.sync();
    keys.rove();
    the("[data-act=undo]", HTMLButtonElement, root).disabled = !store.past.length;
    the("[data-act=redo]", HTMLButtonElement, root).disabled = !store.future.length;
  }

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
  closeLikeAnyOther(the(".more-acts", HTMLDetailsElement, root));

  return { checker, tools, show };
}

/**
 * The menu of more tools closes by Escape, which goes back to its button, or a press elsewhere.
 * @param {HTMLDetailsElement} more
 */
function closeLikeAnyOther(more) {
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
}
