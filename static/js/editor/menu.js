// @ts-check
// What can be said of one card on the board: its marks, what lies on and under it, where it goes.

import { all, around, data, element, isCheckbox, the } from "../lib/elements.js";
import { elementOf } from "../lib/events.js";
import {
  attach,
  canHost,
  cardOf,
  detach,
  flip,
  hasSymbiote,
  isRow,
  isStronghold,
  itemAt,
  itemsIn,
  mark,
  move,
  reprint,
  seatOf,
} from "./document.js";

export class Menu {
  /**
   * @param {object} parts
   * @param {import("./store.js").Store} parts.store
   * @param {import("./tools.js").Tools} parts.tools
   * @param {import("./draw.js").Drawing} parts.drawing
   */
  constructor({ store, tools, drawing }) {
    this.store = store;
    this.tools = tools;
    this.drawing = drawing;
    /** @type {Place} what it was opened for last */
    this.place = { zone: "hand-A", index: 0 };
    this.dialog = the("#place-menu", HTMLDialogElement);
    this.dialog.addEventListener("change", (event) => this.change(/** @type {Field} */ (elementOf(event))));
    // What a button says is done with its click; the close comes later, after whatever was pressed next.
    this.dialog.addEventListener("submit", (event) =>
      this.act(/** @type {HTMLButtonElement} */ (event.submitter)?.value),
    );
    this.dialog.addEventListener("close", () => this.drawing.focus(this.place));
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close("");
    });
  }

  /** @param {Place} place */
  open(place) {
    const item = itemAt(this.store.doc, place);
    if (item === undefined || this.dialog.open) return;
    this.place = place;
    this.fill(item);
    this.dialog.showModal();
  }

  /**
   * Which parts apply to what lies there.
   * @param {Item} item
   */
  kinds(item) {
    const { place } = this;
    if (isStronghold(item)) return ["stronghold"];
    const kinds = ["card"];
    if (place.zone.startsWith("champion")) return [...kinds, "champion"];
    if (!isRow(place.zone)) return item.type === "incantation" ? [...kinds, "hand"] : kinds;
    kinds.push("creature");
    const inHand = this.tools.is("stamp") ? this.tools.cardInHand() : null;
    if (inHand && hasSymbiote(inHand) && canHost(this.store.doc, place)) kinds.push("onto");
    if (inHand && !item.enchained) kinds.push("under");
    if (item.symbiote) kinds.push("stack");
    if (item.enchained) kinds.push("holds");
    return kinds;
  }

  /** @param {Item} item */
  fill(item) {
    const { dialog, place } = this;
    const kinds = this.kinds(item);
    the("[data-menu-title]", dialog).textContent = this.drawing.name(place);
    const faults = this.drawing.seen.faults.get(`${place.zone}/${place.index}`) ?? [];
    the("[data-menu-faults]", dialog).replaceChildren(...faults.map((text) => element("li", "", text)));
    for (const part of dialog.querySelectorAll("[data-for]"))
      part.hidden = !data(part, "for")
        .split(" ")
        .some((kind) => kinds.includes(kind));
    for (const name of dialog.querySelectorAll("[data-stamp-name]"))
      name.textContent = this.tools.tool.kind === "stamp" ? this.tools.tool.name : "";
    for (const field of /** @type {NodeListOf<Field>} */ (dialog.querySelectorAll("[data-mark]")))
      this.show(field, item);
    const card = cardOf(item);
    for (const field of all("[data-printed]", HTMLInputElement, dialog)) {
      const value = card?.[data(field, "printed")];
      field.value = value ?? "";
      around(field, "label").hidden = value === undefined;
    }
  }

  /**
   * @param {Field} field
   * @param {Item} item
   */
  show(field, item) {
    const name = data(field, "mark");
    if (name === "side") field.value = String(item);
    else if (name === "state") field.value = item.state ?? "ready";
    else if (name === "champion") {
      field.value = item.champion === "symbiote" ? "symbiote" : item.champion ? "true" : "";
      the("[value=symbiote]", HTMLOptionElement, field).disabled = !item.symbiote;
    } else if (isCheckbox(field)) field.checked = Boolean(item[name]);
    else field.value = item[name] ?? 0;
  }

  /** @param {Field} field */
  change(field) {
    const { place, store } = this;
    const { mark: name, printed } = field.dataset;
    if (printed) {
      const value = Number(field.value);
      if (Number.isInteger(value) && value >= 0 && field.value !== "")
        store.edit((doc) => reprint(doc, place, printed, value));
    } else if (name === "side") {
      if (itemAt(store.doc, place) !== field.value) store.edit((doc) => flip(doc, seatOf(place.zone)));
    } else if (name === "state") {
      store.edit((doc) => {
        const { champion } = doc.players[seatOf(place.zone)];
        if (champion) champion.state = field.value;
      });
      if (field.value === "in-play") this.dialog.close("");
      return;
    } else if (name) {
      const value = isCheckbox(field)
        ? field.checked
        : field.type === "number"
          ? Math.max(0, Math.trunc(Number(field.value)) || 0)
          : field.value;
      store.edit((doc) => mark(doc, place, name, value));
    }
    const item = itemAt(store.doc, place);
    if (item !== undefined) this.fill(item);
  }

  /** @param {string} what */
  act(what) {
    const { place, store, tools } = this;
    if (what === "move") tools.carry(place);
    else if (what === "stamp") tools.stampFrom(place);
    else if (what === "remove") tools.remove(place);
    else if (what === "target") tools.aim(place);
    else if (what === "onto" || what === "under") {
      const card = tools.cardInHand();
      if (card) store.edit((doc) => attach(doc, place, what === "onto" ? "symbiote" : "enchained", card));
    } else if (what === "off" || what === "free")
      store.edit((doc) => detach(doc, place, what === "off" ? "symbiote" : "enchained"));
    else if (what === "left" || what === "right") this.step(what === "right");
  }

  /**
   * Moves the card by one place along the screen: in a Kingdom on the left the Bridge is to the right.
   * @param {boolean} isRight
   */
  step(isRight) {
    const { zone, index } = this.place;
    const isOutwards = isRight !== Boolean(this.drawing.zone(zone)?.classList.contains("left"));
    if (isOutwards ? index >= itemsIn(this.store.doc, zone).length - 1 : index === 0) return;
    const next = { zone, index: isOutwards ? index + 2 : index - 1 };
    this.place = this.store.edit((doc) => move(doc, this.place, next)) ?? this.place;
  }
}
