// @ts-check
// Dragging a card to its place: with a mouse or a pen at once, with a finger that has rested on the card (lift.js).

import { data } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { isFinger, watchLifts } from "./lift.js";

const FAR = 6; // pixels before a press becomes a drag
const ABOVE = 44; // pixels by which a card stays above the finger that would cover it

/**
 * A press on a card, and once it is a drag the card that goes along.
 * @typedef {{figure: HTMLElement, x: number, y: number, ghost: HTMLElement | null, id: number}} Drag
 */

/** @param {import("./table.js").Table} table */
export function watchDrags(table) {
  /** @type {Drag | null} */
  let drag = null;

  /**
   * A press on a card that can be played; null elsewhere.
   * @param {PointerEvent} event
   * @returns {Drag | null}
   */
  function pressOn(event) {
    const figure = closest(event, "[data-card]");
    return figure && !event.button
      ? { figure, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId }
      : null;
  }

  /** @param {Drag} begun */
  async function begin(begun) {
    begun.ghost = ghostOf(begun.figure);
    if (!(await table.choose(data(begun.figure, "card"))) && drag === begun) end();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  function move(x, y, above = 0) {
    if (!drag?.ghost) return;
    drag.ghost.style.translate = `${x - drag.x}px ${y - drag.y - above}px`;
    const over = table.actionAt(document.elementFromPoint(x, y));
    for (const spot of table.spots) spot.classList.toggle("over", spot.dataset.action === over);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  function drop(x, y) {
    end();
    const action = table.actionAt(document.elementFromPoint(x, y));
    if (action) table.take(action);
    else table.letGo();
  }

  function cancel() {
    end();
    table.letGo();
  }

  function end() {
    drag?.ghost?.remove();
    drag = null;
  }

  table.board.addEventListener("pointerdown", (event) => {
    if (!isFinger(event)) drag = pressOn(event);
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id || isFinger(event)) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) begin(drag);
    move(event.clientX, event.clientY);
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id || isFinger(event)) return;
    if (!drag.ghost) return end();
    table.dragged = true; // the click that follows is none
    setTimeout(() => (table.dragged = false));
    drop(event.clientX, event.clientY);
  });
  document.addEventListener("pointercancel", (event) => {
    if (event.pointerId === drag?.id && !isFinger(event)) cancel();
  });

  watchLifts(table.board, {
    /** @param {PointerEvent} event */
    lift(event) {
      drag = document.querySelector("dialog[open]") ? null : pressOn(event);
      if (!drag) return false;
      begin(drag);
      move(event.clientX, event.clientY, ABOVE);
      return true;
    },
    move: (x, y) => move(x, y, ABOVE),
    drop: (x, y, moved) => (moved ? drop(x, y) : end()), // put back where it was, the card stays chosen, as by a tap
    cancel,
  });
}

/** @param {HTMLElement} figure */
function ghostOf(figure) {
  const box = figure.getBoundingClientRect();
  const ghost = figure.cloneNode(true);
  ghost.removeAttribute("data-key");
  for (const named of ghost.querySelectorAll("[id]")) named.removeAttribute("id");
  ghost.className = "fig drag-ghost";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
  document.body.append(ghost);
  return ghost;
}
