// @ts-check
// The whole editor by keys. One place of the board takes the focus; arrows lead to the place that lies that way.
import { around, the } from "../lib/elements.js";
import { closest, elementOf, isInField } from "../lib/events.js";
import { flip, isRow, isStronghold, itemAt, itemsIn, mark, move, seatOf } from "./document.js";
import { placeOf } from "./tools.js";

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, string>} */
const MARKS = { e: "entered", s: "struck", h: "sharpened", a: "activated" };

export class Keys {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.board
   * @param {import("./store.js").Store} parts.store
   * @param {import("./tools.js").Tools} parts.tools
   * @param {import("./draw.js").Drawing} parts.drawing
   * @param {(place: Place) => void} parts.openMenu
   */
  constructor({ board, store, tools, drawing, openMenu }) {
    this.board = board;
    this.store = store;
    this.tools = tools;
    this.drawing = drawing;
    this.openMenu = openMenu;
    this.help = the("#keys", HTMLDialogElement);
    document.addEventListener("keydown", (event) => this.down(event));
    board.addEventListener("focusin", (event) => {
      const figure = closest(event, "[data-in]");
      if (figure) this.here(figure);
    });
  }

  /**
   * The one place that the Tab key comes to.
   * @param {HTMLElement} figure
   */
  here(figure) {
    for (const other of this.board.querySelectorAll('[data-in][tabindex="0"]')) other.tabIndex = -1;
    figure.tabIndex = 0;
  }

  rove() {
    if (!this.board.querySelector('[data-in][tabindex="0"]')) {
      const first = this.board.querySelector('[data-zone="hand-A"] [data-in]') ?? this.board.querySelector("[data-in]");
      if (first) first.tabIndex = 0;
    }
  }

  /** @param {KeyboardEvent} event */
  down(event) {
    if (document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (!isInField(event)) this.history(event);
      return;
    }
    if (event.altKey || isInField(event)) return;
    const place = this.board.contains(elementOf(event)) ? placeOf(elementOf(event)) : null;
    if (place ? this.onPlace(event, place) || this.anywhere(event) : this.anywhere(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  history(event) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) this.store.redo();
    else this.store.undo();
  }

  /** @param {KeyboardEvent} event */
  anywhere(event) {
    if (event.key === "Escape") this.tools.point();
    else if (event.key === "?") this.help.showModal();
    else if (event.key === "/") this.search();
    else if (event.key === "b") this.board.querySelector('[data-in][tabindex="0"]')?.focus();
    else return false;
    return true;
  }

  search() {
    the("[data-palette]").dispatchEvent(new Event("open"));
    the("#q").focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Place} place
   */
  onPlace(event, place) {
    const { key } = event;
    const { doc } = this.store;
    const item = itemAt(doc, place);
    if (key in WAYS) return event.shiftKey ? this.shift(place, key) : this.go(elementOf(event), WAYS[key]);
    if (key === "Home" || key === "End")
      return this.drawing.focus({ zone: place.zone, index: key === "Home" ? 0 : itemsIn(doc, place.zone).length });
    if (key === "Enter" || key === " ") {
      if (this.tools.tool.kind !== "pointer") this.act(place);
      else if (item !== undefined) this.openMenu(place);
      return true;
    }
    if (item === undefined) return false;
    if (key === "Delete" || key === "Backspace") this.tools.remove(place);
    else if (key === "m") this.tools.carry(place);
    else if (key === "c") this.tools.stampFrom(place);
    else if (key === "o" && this.tools.canGoOnto(place)) this.tools.act(place, { onto: true });
    else if (key === "f" && isStronghold(item)) this.store.edit((next) => flip(next, seatOf(place.zone)));
    else if (isRow(place.zone) && /^\d$/.test(key)) this.store.edit((next) => mark(next, place, "damage", Number(key)));
    else if (isRow(place.zone) && key in MARKS) this.toggle(place, MARKS[key]);
    else if (key === "h" && item.type === "incantation") this.toggle(place, "sharpened");
    else return false;
    return true;
  }

  /**
   * After a stamp the same place waits for the next one; a card that was carried keeps the focus.
   * @param {Place} place
   */
  act(place) {
    const isStamp = this.tools.is("stamp");
    const isCarry = this.tools.is("carry");
    this.tools.landed = null;
    this.tools.act(place);
    const { landed } = this.tools;
    if (isStamp && landed) this.drawing.focus({ zone: landed.zone, index: landed.index + 1 });
    else if (!isCarry) this.drawing.focus(place);
  }

  /**
   * @param {Place} place
   * @param {string} name
   */
  toggle(place, name) {
    this.store.edit((doc) => mark(doc, place, name, !itemAt(doc, place)[name]));
  }

  /**
   * Moves the card by one place along the screen.
   * @param {Place} place
   * @param {string} key
   */
  shift(place, key) {
    if (key === "ArrowUp" || key === "ArrowDown") return false;
    const isLeft = the(`[data-zone="${place.zone}"]`, this.board).classList.contains("left");
    const by = (key === "ArrowRight") !== isLeft ? 1 : -1;
    const index = place.index + by;
    if (index < 0 || index >= itemsIn(this.store.doc, place.zone).length) return true;
    this.store.edit((doc) => move(doc, place, { zone: place.zone, index: by > 0 ? index + 1 : index }));
    return this.drawing.focus({ zone: place.zone, index });
  }

  /**
   * The nearest place in a direction. Along a line what lies aside counts double; up and down every line has its turn.
   * @param {HTMLElement} target the place, or what has the focus in it
   * @param {[number, number]} way
   */
  go(target, [x, y]) {
    const from = around(target, "[data-in]");
    /** @param {HTMLElement} node */
    const middle = (node) => {
      const box = node.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [fromX, fromY] = middle(from);
    /** @type {{far: number, figure: HTMLElement} | null} */
    let best = null;
    for (const figure of this.board.querySelectorAll("[data-in]")) {
      const [toX, toY] = middle(figure);
      const along = (toX - fromX) * x + (toY - fromY) * y;
      const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
      if (along < 4 || (x && aside > along * 2)) continue;
      const far = along + aside * (x ? 2 : 0.5);
      if (!best || far < best.far) best = { far, figure };
    }
    best?.figure.focus();
    return true;
  }
}
