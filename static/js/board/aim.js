// @ts-check
// The blow that is under way: its attacker is marked, and a line leads from it to each of its targets.
import { svgElement } from "../lib/elements.js";
import { restOf } from "./glide.js";

/** @typedef {Map<string | undefined, HTMLElement>} Zones */

const STRUCK = ":is(.hand, .kingdom) > :is(.is-hit, .is-destroyed, .is-spared)";
const AROUND = 8; // pixels beside a card that has been scrolled to

export class Aim {
  /** @param {HTMLElement} board */
  constructor(board) {
    this.board = board;
    this.drawing = svgElement("svg", { class: "aim", "aria-hidden": "true" });
    /** @type {Blow | undefined} */
    this.blow = undefined;
    /** @type {Zones} */
    this.zones = new Map();
    new ResizeObserver(() => this.draw()).observe(board);
  }

  /**
   * @param {Blow | undefined} blow
   * @param {Zones} zones
   */
  show(blow, zones) {
    this.blow = blow;
    this.zones = zones;
    for (const figure of this.board.querySelectorAll(".attacks")) figure.classList.remove("attacks");
    if (blow) this.figure(blow.from)?.classList.add("attacks");
    for (const figure of this.board.querySelectorAll(STRUCK)) follow(figure);
    for (const spot of blow?.to ?? []) follow(this.figure(spot));
    this.draw();
  }

  /** @param {[string, number]} spot */
  figure([zone, place]) {
    return this.zones.get(zone)?.children[place] ?? null;
  }

  draw() {
    this.drawing.replaceChildren();
    const from = this.blow && this.figure(this.blow.from);
    if (!this.blow || !from) return this.drawing.remove();
    const board = this.board.getBoundingClientRect();
    for (const spot of this.blow.to) {
      const to = this.figure(spot);
      if (to) this.drawing.append(...line(middle(from, board), middle(to, board)));
    }
    if (this.drawing.childElementCount) this.board.append(this.drawing);
    else this.drawing.remove();
  }
}

/**
 * Scrolls the hand or the line of whoever is struck, where it is wider than the screen.
 * @param {HTMLElement | null} figure
 */
function follow(figure) {
  const zone = figure?.parentElement;
  if (!figure || !zone || zone.scrollWidth <= zone.clientWidth) return;
  const [box, frame] = [restOf(figure), zone.getBoundingClientRect()];
  if (box.left < frame.left) zone.scrollLeft -= frame.left - box.left + AROUND;
  else if (box.right > frame.right) zone.scrollLeft += box.right - frame.right + AROUND;
}

/**
 * The middle of a card, from the board's upper left corner. Where it lies, not where it still glides from.
 * @param {HTMLElement} figure
 * @param {DOMRect} board
 */
function middle(figure, board) {
  const { left, top, width, height } = restOf(figure);
  return { x: left - board.left + width / 2, y: top - board.top + height / 2 };
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function line(from, to) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(x, y) || 1;
  const [across, down] = [x / long, y / long];
  const begin = { x: from.x + across * Math.min(26, long / 4), y: from.y + down * Math.min(26, long / 4) };
  const end = { x: to.x - across * 10, y: to.y - down * 10 };
  const [back, wide] = [15, 8];
  const wings = [1, -1].map((side) => {
    const at = { x: end.x - across * back - down * wide * side, y: end.y - down * back + across * wide * side };
    return `${at.x.toFixed(1)},${at.y.toFixed(1)}`;
  });
  const shaft = `M${begin.x.toFixed(1)} ${begin.y.toFixed(1)}L${(end.x - across * 9).toFixed(1)} ${(end.y - down * 9).toFixed(1)}`;
  const head = `M${end.x.toFixed(1)} ${end.y.toFixed(1)}L${wings[0]} ${wings[1]}Z`;
  return [svgElement("path", { class: "shaft", d: shaft }), svgElement("path", { class: "head", d: head })];
}
