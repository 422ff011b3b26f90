// @ts-check
// Mouse and finger on board and palette: clicks, drags, long presses, right clicks. With a mouse a way of less than 20
// pixels is a click. A finger taps, and rests on a card to lift it (lift.js): let go where it was, the card's menu opens.

import { isFinger, watchLifts } from "../board/lift.js";
import { attribute, data } from "../lib/elements.js";
import { closest, elementOf } from "../lib/events.js";
import { itemAt } from "./document.js";
import { placeOf } from "./tools.js";

const WAY = 20; // pixels
const EDGE = 40;

/**
 * Where a press began: on a place or on a card of the palette; with a finger, which tool was in hand before.
 * @typedef {object} Start
 * @property {Place | null} place
 * @property {HTMLElement | null} offer
 * @property {number} x
 * @property {number} y
 * @property {boolean} isDrag
 * @property {Tool} [wasTool]
 */

export class Pointer {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.board
   * @param {import("./palette.js").Palette} parts.palette
   * @param {import("./tools.js").Tools} parts.tools
   * @param {import("./draw.js").Drawing} parts.drawing
   * @param {(place: Place) => void} parts.openMenu
   * @param {import("./ghost.js").Ghost} parts.ghost
   */
  constructor({ board, palette, tools, drawing, openMenu, ghost }) {
    this.board = board;
    this.palette = palette;
    this.tools = tools;
    this.drawing = drawing;
    this.openMenu = openMenu;
    this.ghost = ghost;
    /** @type {Start | null} */
    this.from = null;
    this.swallow = false;
    /** @type {Parameters<typeof watchLifts>[1]} */
    const byFinger = {
      lift: (event) => this.lift(event),
      move: (x, y) => this.follow(x, y),
      drop: (x, y, moved) => (moved ? this.drop(x, y) : this.rest()),
      cancel: () => this.rest({ opens: false }),
    };
    watchLifts(board, byFinger);
    watchLifts(palette.root, byFinger);
    addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.moved(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", () => this.forget());
    board.addEventListener("contextmenu", (event) => this.context(event));
    addEventListener("click", (event) => this.click(event), true);
    board.addEventListener("pointerleave", () => this.clearGap());
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.swallow = false;
    this.from = this.startOf(event);
  }

  /**
   * Where something begins that may become a click or a drag.
   * @param {PointerEvent} event
   * @returns {Start | null}
   */
  startOf(event) {
    if (event.button || !elementOf(event).closest) return null;
    const place = this.board.contains(elementOf(event)) ? placeOf(elementOf(event)) : null;
    const offer = closest(event, "[data-card]");
    return place || offer ? { place, offer, x: event.clientX, y: event.clientY, isDrag: false } : null;
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (isFinger(event)) return;
    const { from } = this;
    if (from && !from.isDrag && Math.hypot(event.clientX - from.x, event.clientY - from.y) >= WAY) this.begin();
    if (from?.isDrag) this.scroll(event.clientY);
    if (from?.isDrag || this.tools.is("stamp") || this.tools.is("carry")) this.follow(event.clientX, event.clientY);
    else this.clearGap();
  }

  /**
   * The card in hand goes along, and the gap shows where it would land.
   * @param {number} x
   * @param {number} y
   */
  follow(x, y) {
    this.ghost.follow(x, y, this.from?.wasTool !== undefined);
    if (this.board.contains(document.elementFromPoint(x, y))) this.showGap(x, y);
    else this.clearGap();
  }

  /**
   * A finger has rested on a card.
   * @param {PointerEvent} event
   */
  lift(event) {
    if (document.querySelector("dialog[open]")) return false;
    this.from = this.startOf(event);
    if (!this.from) return false;
    this.from.wasTool = this.tools.tool;
    this.begin();
    if (!this.from.isDrag) return false;
    if (this.from.offer) this.palette.open(false);
    this.ghost.follow(event.clientX, event.clientY, true);
    return true;
  }

  // It was let go where it was: a card of the board opens its menu, one of the palette is the stamp.
  rest({ opens = true } = {}) {
    const { from } = this;
    this.forget();
    if (!from || (from.offer && opens)) return;
    if (from.wasTool) this.tools.use(from.wasTool);
    if (opens && from.place) this.openMenu(from.place);
  }

  /**
   * A drag goes on where the window ends.
   * @param {number} y
   */
  scroll(y) {
    if (y < EDGE) scrollBy(0, y - EDGE);
    else if (y > innerHeight - EDGE) scrollBy(0, y - innerHeight + EDGE);
  }

  begin() {
    const { from } = this;
    if (!from) return;
    if (from.place && itemAt(this.tools.store.doc, from.place) === undefined) return;
    from.isDrag = true;
    getSelection()?.removeAllRanges();
    document.body.classList.add("is-dragging");
    if (from.offer)
      this.tools.use({
        kind: "stamp",
        card: JSON.parse(data(from.offer, "card")),
        champion: "champion" in from.offer.dataset,
        name: attribute(from.offer, "aria-label").split(",")[0],
      });
    else if (from.place) {
      this.tools.carry(from.place);
      this.drawing.place(from.place)?.classList.add("is-carried");
    }
    const figure = from.place && this.drawing.place(from.place);
    this.ghost.show(from.offer ?? figure?.querySelector(".token:not(.under)"));
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (isFinger(event) || !this.from?.isDrag) return;
    this.swallow = true;
    setTimeout(() => (this.swallow = false));
    this.drop(event.clientX, event.clientY);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  drop(x, y) {
    const { from } = this;
    const gap = this.gapAt(x, y);
    if (gap) this.tools.act(gap.place, gap);
    else if (from?.place && !this.board.contains(document.elementFromPoint(x, y))) this.tools.remove(from.place);
    this.forget();
    this.tools.point();
  }

  forget() {
    this.from = null;
    document.body.classList.remove("is-dragging");
    for (const carried of this.board.querySelectorAll(".is-carried")) carried.classList.remove("is-carried");
    this.clearGap();
    this.ghost.hide();
  }

  /** @param {PointerEvent} event */
  context(event) {
    const place = placeOf(elementOf(event));
    if (!place || itemAt(this.tools.store.doc, place) === undefined) return;
    event.preventDefault();
    if (!this.from?.isDrag && !document.querySelector("dialog[open]")) this.openMenu(place);
  }

  /**
   * A click by mouse, finger or what stands in for them; keys come through editor-keys.js.
   * @param {PointerEvent} event
   */
  click(event) {
    const { from } = this;
    this.from = null;
    if (this.swallow) {
      this.swallow = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.button || !elementOf(event).closest) return;
    const place = from?.place ?? (this.board.contains(elementOf(event)) ? placeOf(elementOf(event)) : null);
    if (place) this.clickPlace(place, event);
    else if (this.board.contains(elementOf(event)) && !closest(event, "input, select, button, label, summary"))
      this.clickZone(event);
  }

  /**
   * @param {Place} place
   * @param {PointerEvent} event
   */
  clickPlace(place, event) {
    const isPointed = this.tools.is("stamp") || this.tools.is("carry");
    const gap = isPointed && event.detail ? this.gapAt(event.clientX, event.clientY) : null;
    this.drawing.focus(place);
    if (this.tools.act(gap?.place ?? place, gap ?? {})) return;
    if (itemAt(this.tools.store.doc, place) !== undefined) this.openMenu(place);
  }

  /**
   * Between the cards, or beside them: the nearest gap.
   * @param {PointerEvent} event
   */
  clickZone(event) {
    if (!this.tools.is("stamp") && !this.tools.is("carry")) return;
    const gap = this.gapAt(event.clientX, event.clientY);
    if (gap) this.tools.act(gap.place, gap);
  }

  /**
   * Which gap of which zone a point lies nearest to: before or after a card, or onto it.
   * @param {number} x
   * @param {number} y
   */
  gapAt(x, y) {
    const under = document.elementFromPoint(x, y);
    const zone = under?.closest?.("[data-zone]");
    if (!zone || !this.board.contains(zone)) return null;
    const name = data(zone, "zone");
    /** @type {{far: number, dx: number, width: number, figure: HTMLElement} | null} */
    let best = null;
    for (const figure of zone.querySelectorAll(".fig:not(.add)")) {
      const box = figure.getBoundingClientRect();
      const [dx, dy] = [x - (box.left + box.width / 2), y - (box.top + box.height / 2)];
      const far = Math.abs(dx) + 3 * Math.max(0, Math.abs(dy) - box.height / 2);
      if (!best || far < best.far) best = { far, dx, width: box.width, figure };
    }
    if (!best)
      return { place: { zone: name, index: 0 }, onto: false, figure: zone.querySelector(".add"), side: "onto" };
    const index = Number(best.figure.dataset.index);
    const place = { zone: name, index };
    if (Math.abs(best.dx) < best.width / 4 && this.tools.canGoOnto(place))
      return { place, onto: true, figure: best.figure, side: "onto" };
    const isAfter = best.dx > 0 !== zone.classList.contains("left");
    return {
      place: { zone: name, index: index + (isAfter ? 1 : 0) },
      onto: false,
      figure: best.figure,
      side: isAfter ? "after" : "before",
    };
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  showGap(x, y) {
    this.clearGap();
    const gap = this.gapAt(x, y);
    if (gap?.figure) gap.figure.dataset.gap = gap.side;
  }

  clearGap() {
    for (const figure of this.board.querySelectorAll("[data-gap]")) delete figure.dataset.gap;
  }
}
