// @ts-check
// Puts every card where a step has it. The cards themselves are never drawn again, only moved.
import { data as dataOf, element, the } from "../lib/elements.js";
import { Aim } from "./aim.js";
import { dress } from "./figure.js";
import { settlePiles } from "./piles.js";

export class Arranger {
  /**
   * @param {HTMLElement} board
   * @param {BoardData} data
   */
  constructor(board, data) {
    this.board = board;
    this.abilities = data.abilities;
    /** @type {Step[]} */
    this.steps = [];
    this.load(data.steps);
    this.zones = new Map([...board.querySelectorAll("[data-zone]")].map((zone) => [zone.dataset.zone, zone]));
    this.tokens = new Map([...board.querySelectorAll(".token")].map((token) => [token.id, token]));
    this.figures = new Map([...board.querySelectorAll(".fig")].map((figure) => [figure.dataset.key, figure]));
    this.status = the("[data-status]", board);
    this.aim = new Aim(board);
    settlePiles(board);
  }

  /**
   * Other steps with the same cards.
   * @param {Step[]} steps
   */
  load(steps) {
    this.steps = wholeSteps(steps);
  }

  /** @param {number} step */
  show(step) {
    const { zones, seats, status, aim } = this.steps[step];
    const focused = document.activeElement?.closest?.(".token");
    /** @type {[HTMLElement, Figure[]][]} */
    const wanted = Object.entries(zones).flatMap(([name, items]) => {
      const zone = this.zones.get(name);
      return zone ? [[zone, items]] : [];
    });
    for (const [zone, items] of wanted) {
      items.forEach((item, place) => {
        const figure = this.figure(item);
        if (zone.children[place] !== figure) zone.insertBefore(figure, zone.children[place] ?? null);
      });
    }
    for (const [zone, items] of wanted) {
      while (zone.children.length > items.length) zone.children[zone.children.length - 1].remove();
    }
    for (const [seat, panel] of Object.entries(seats)) this.panel(seat, panel);
    this.status.textContent = status;
    this.aim.show(aim, this.zones);
    focused?.focus({ preventScroll: true });
    settlePiles(this.board);
  }

  /**
   * Draws only who strikes whom, where the server has drawn the rest.
   * @param {number} step
   */
  point(step) {
    this.aim.show(this.steps[step].aim, this.zones);
  }

  /** @param {Figure} item */
  figure(item) {
    let figure = this.figures.get(item.t);
    if (!figure) {
      figure = /** @type {HTMLElement} */ (element("div"));
      figure.dataset.key = item.t;
      figure.append(element("div", "over"));
      this.figures.set(item.t, figure);
    }
    const parts = [
      { id: item.e, part: "under" },
      { id: item.t, part: "base" },
      { id: item.y, part: "upon" },
    ].flatMap(({ id, part }) => (id ? [{ token: this.token(id), part }] : []));
    const over = the(":scope > .over", figure);
    parts.forEach(({ token, part }, place) => {
      token.className = `token ${part}${part === "under" ? " facedown" : ""}${item.fort ? " fort" : ""}${item.b ? " unseen" : ""}`;
      name(token, part, item);
      if (figure.children[place] !== token) figure.insertBefore(token, figure.children[place]);
      if (item.left !== undefined) the(".left", token).textContent = String(item.left);
    });
    while (figure.children[parts.length] !== over) figure.children[parts.length].remove();
    dress(figure, over, item, this.abilities);
    return figure;
  }

  /** @param {string} id */
  token(id) {
    const token = this.tokens.get(id);
    if (!token) throw new Error(`there is no card ${id} on the page`);
    return token;
  }

  /**
   * @param {string} seat
   * @param {Panel} panel
   */
  panel(seat, panel) {
    const shown = the(`[data-panel="${seat}"]`, this.board);
    shown.classList.toggle("active", panel.active);
    for (const part of shown.querySelectorAll("[data-says]")) part.textContent = panel[dataOf(part, "says")] ?? "";
    the(".mana", shown).hidden = panel.mana === null;
    const pips = [...Array(panel.pips).fill("full"), ...Array(panel.spent).fill("")].map((kind) => element("i", kind));
    the(".pips", shown).replaceChildren(...pips);
  }
}

/**
 * What a card is called, with what is so of it now.
 * @param {HTMLElement} token
 * @param {string} part
 * @param {Figure} item
 */
function name(token, part, item) {
  if (part === "under") return; // the page says that it lies face down
  const { back, name: named } = token.dataset;
  if (item.b && back) token.setAttribute("aria-label", back);
  else if (named)
    token.setAttribute("aria-label", item.n && part === "base" ? `${named}: ${item.n.join("; ")}` : named);
}

/**
 * The server sends of each step only what differs from the one before.
 * @param {Step[]} steps
 */
function wholeSteps(steps) {
  let zones = {};
  let seats = {};
  return steps.map((step) => {
    zones = { ...zones, ...step.zones };
    seats = { ...seats, ...step.seats };
    return { zones, seats, status: step.status, aim: step.aim };
  });
}
