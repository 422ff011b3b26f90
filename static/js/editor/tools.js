// @ts-check
// What a click means: nothing but looking (pointer), a card to put (stamp), taking away (eraser), a card on its way
// (carry), or choosing the target of the objective. And what it does, from wherever it comes: mouse, finger or key.

import { data } from "../lib/elements.js";
import {
  attach,
  canHost,
  cardOf,
  hasSymbiote,
  isRow,
  isStronghold,
  itemAt,
  move,
  put,
  seatOf,
  take,
} from "./document.js";
import { word } from "./words.js";

export class Tools extends EventTarget {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./draw.js").Drawing} drawing
   */
  constructor(store, drawing) {
    super();
    this.store = store;
    this.drawing = drawing;
    /** @type {Tool} */
    this.tool = { kind: "pointer" };
  }

  /** @param {string} kind */
  is(kind) {
    return this.tool.kind === kind;
  }

  /** @param {Tool} tool */
  use(tool) {
    this.tool = tool;
    this.dispatchEvent(new Event("tool"));
  }

  point() {
    this.use({ kind: "pointer" });
  }

  /**
   * A card from the palette becomes the stamp; the same one again puts it away.
   * @param {CardData} card
   */
  stamp(card, champion = false, name = card.name) {
    const same =
      this.tool.kind === "stamp" &&
      JSON.stringify(this.tool.card) === JSON.stringify(card) &&
      this.tool.champion === champion;
    if (same) this.point();
    else this.use({ kind: "stamp", card, champion, name });
  }

  /** @param {Place} place */
  stampFrom(place) {
    const card = cardOf(itemAt(this.store.doc, place));
    if (!card || isStronghold(card)) return;
    const item = itemAt(this.store.doc, place);
    this.use({
      kind: "stamp",
      card: structuredClone(card),
      champion: !isRow(place.zone) ? place.zone.startsWith("champion") : item.champion === true,
      name: this.drawing.name(place),
    });
  }

  /** @param {Place} place */
  carry(place) {
    if (itemAt(this.store.doc, place) !== undefined)
      this.use({ kind: "carry", from: place, name: this.drawing.name(place) });
  }

  /**
   * Whether the card in hand could go on top of the Creature at a place.
   * @param {Place} place
   */
  canGoOnto(place) {
    const card = this.cardInHand();
    return (
      hasSymbiote(card) &&
      canHost(this.store.doc, place) &&
      !(this.tool.kind === "carry" && this.samePlace(this.tool.from, place))
    );
  }

  cardInHand() {
    if (this.tool.kind === "stamp") return this.tool.card;
    if (this.tool.kind === "carry") return cardOf(itemAt(this.store.doc, this.tool.from));
    return null;
  }

  /**
   * @param {any} a
   * @param {any} b
   */
  samePlace(a, b) {
    return a.zone === b.zone && a.index === b.index;
  }

  /**
   * Does what the tool does at a place. Answers whether there was anything to do; a pointer has not.
   * @param {Place} place
   */
  act(place, { onto = false } = {}) {
    const { tool, store } = this;
    if (tool.kind === "stamp") {
      if (onto && this.canGoOnto(place)) store.edit((doc) => attach(doc, place, "symbiote", tool.card));
      else this.landed = store.edit((doc) => put(doc, place, tool.card, tool.champion));
      return true;
    }
    if (tool.kind === "carry") {
      this.land(tool.from, place, onto);
      this.point();
      return true;
    }
    if (tool.kind === "eraser") {
      this.remove(place);
      return true;
    }
    if (tool.kind === "target") {
      if (isRow(place.zone) && itemAt(store.doc, place)) {
        this.aim(place);
        this.point();
      }
      return true;
    }
    return false;
  }

  /**
   * Moves what lies at one place to another, before what lies there, or on top of it.
   * @param {Place} from
   * @param {Place} to
   */
  land(from, to, onto = false) {
    const card = cardOf(itemAt(this.store.doc, from));
    if (onto && hasSymbiote(card) && canHost(this.store.doc, to)) {
      this.store.edit((doc) => {
        const shift = from.zone === to.zone && from.index < to.index ? 1 : 0;
        take(doc, from);
        attach(doc, { zone: to.zone, index: to.index - shift }, "symbiote", card);
      });
      return;
    }
    this.landed = this.store.edit((doc) => move(doc, from, to)) ?? from;
    this.drawing.place(this.landed)?.focus();
  }

  /** @param {Place} place */
  remove(place) {
    const name = this.drawing.name(place);
    const taken = this.store.edit((doc) => take(doc, place));
    if (taken !== undefined) this.dispatchEvent(new CustomEvent("says", { detail: word("removed", { name }) }));
  }

  /** @param {Place} place */
  aim(place) {
    const destroy = { player: seatOf(place.zone), line: place.zone.slice(0, -2), position: place.index };
    this.store.edit((doc) => {
      const old = doc.objective ?? { player: doc.active, turns: 1 };
      doc.objective = { ...old, goal: { destroy } };
    });
  }
}

/**
 * @param {HTMLElement} node
 * @returns {Place | null}
 */
export function placeOf(node) {
  const figure = node?.closest?.("[data-in]");
  return figure ? { zone: data(figure, "in"), index: Number(figure.dataset.index) } : null;
}
