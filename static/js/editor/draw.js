// @ts-check
// Draws the document onto the board. Only zones that differ from what is drawn are drawn again.

import { dress } from "../board/figure.js";
import { data, element, the } from "../lib/elements.js";
import { canHost, cardOf, cardsOf, isRow, isStronghold, itemsIn, seatOf, seatsOf } from "./document.js";
import { word } from "./words.js";

const WINDOW = 4;

export class Drawing {
  /**
   * @param {HTMLElement} board
   * @param {import("./store.js").Store} store
   * @param {import("./faces.js").Faces} faces
   * @param {Abilities} abilities
   */
  constructor(board, store, faces, abilities) {
    this.board = board;
    this.store = store;
    this.faces = faces;
    this.abilities = abilities;
    this.drawn = new Map();
    /** @type {{given: Record<string, string[]>, windows: Record<string, number>, faults: Map<string, string[]>}} */
    this.seen = { given: {}, windows: {}, faults: new Map() }; // what the server said of this very document
    this.stronghold = the(".card", the("#stronghold-face", HTMLTemplateElement).content);
  }

  get doc() {
    return this.store.doc;
  }

  zones() {
    return [...this.board.querySelectorAll("[data-zone]")];
  }

  /** @param {string} name */
  zone(name) {
    return this.board.querySelector(`[data-zone="${name}"]`);
  }

  /** @param {Place} place */
  place(place) {
    return this.zone(place.zone)?.querySelector(`[data-index="${place.index}"]`);
  }

  /** @param {Place} place */
  focus(place) {
    const zone = this.zone(place.zone);
    (zone?.querySelector(`[data-index="${place.index}"]`) ?? zone?.lastElementChild)?.focus();
    return true;
  }

  draw() {
    this.frame();
    for (const zone of this.zones()) {
      const look = this.look(data(zone, "zone"));
      if (this.drawn.get(zone) === look) continue;
      this.drawn.set(zone, look);
      this.fill(zone);
    }
    for (const seat of seatsOf(this.doc)) this.panel(seat);
  }

  // The board of the mode, if another one stands there.
  frame() {
    const { mode } = this.doc;
    if (this.board.firstElementChild?.dataset.mode === mode) return;
    const template = the(`template[data-frame="${mode}"]`, HTMLTemplateElement);
    this.board.replaceChildren(the("[data-mode]", template.content).cloneNode(true));
    this.board.classList.toggle("four", "four" in template.dataset);
    this.board.dispatchEvent(new Event("frame"));
  }

  /**
   * All that decides how a zone looks, as text.
   * @param {string} zone
   */
  look(zone) {
    const items = itemsIn(this.doc, zone);
    const given = items.map((_, index) => this.seen.given[`${zone}/${index}`] ?? 0);
    const faults = [...this.seen.faults].filter(([at]) => at.startsWith(`${zone}/`));
    const known = items
      .flatMap((item) => cardsOf(item, zone))
      .map(([card, champion]) => this.faces.has(card, champion));
    return JSON.stringify([
      items,
      given,
      faults,
      known,
      this.window(zone),
      this.store.doc.objective?.goal?.destroy ?? 0,
    ]);
  }

  /** @param {HTMLElement} zone */
  fill(zone) {
    const name = data(zone, "zone");
    const items = itemsIn(this.doc, name);
    const figures = items.map((item, index) => this.figure(item, { zone: name, index }, items.length));
    const full = name.startsWith("champion") && (items.length || this.doc.players[seatOf(name)]?.champion);
    if (!full) figures.push(this.slot({ zone: name, index: items.length }, zone));
    const focused = document.activeElement;
    const had = focused && zone.contains(focused) ? focused.dataset.index : undefined;
    zone.replaceChildren(...figures);
    if (had !== undefined) (zone.querySelector(`[data-index="${had}"]`) ?? zone.lastElementChild)?.focus();
  }

  /**
   * @param {Place} place
   * @param {HTMLElement} zone
   */
  slot(place, zone) {
    const slot = this.button("fig add", place, `${word("add")}. ${zone.getAttribute("aria-label")}`);
    const token = element("div", "token slot", "+");
    token.setAttribute("aria-hidden", "true");
    slot.append(token);
    return slot;
  }

  /**
   * @param {string} className
   * @param {Place} place
   * @param {string} label
   */
  button(className, place, label) {
    const made = element("div", className);
    made.setAttribute("role", "button");
    made.tabIndex = -1;
    made.dataset.in = place.zone;
    made.dataset.index = String(place.index);
    made.setAttribute("aria-label", label);
    return made;
  }

  /**
   * @param {Item} item
   * @param {Place} place
   * @param {number} count
   */
  figure(item, place, count) {
    const faults = this.seen.faults.get(`${place.zone}/${place.index}`) ?? [];
    const made = this.button("fig", place, [this.label(item, place, count), ...faults].join(". "));
    const over = element("div", "over");
    if (isStronghold(item)) made.append(this.strongholdToken(String(item), place, count), over);
    else {
      const cards = cardsOf(item, place.zone);
      const parts = ["base", ...(item.symbiote ? ["upon"] : []), ...(item.enchained ? ["under"] : [])];
      const tokens = cards.map(([card, champion], number) => this.token(card, champion, parts[number]));
      made.append(
        ...[
          ...tokens.filter((token) => token.matches(".under")),
          ...tokens.filter((token) => !token.matches(".under")),
          over,
        ],
      );
    }
    dress(made, over, this.item(item, place), this.abilities);
    made.classList.toggle("faulty", faults.length > 0);
    if (faults.length) made.title = faults.join("\n");
    made.classList.toggle("is-goal", this.isTarget(place));
    made.classList.toggle("can-host", canHost(this.doc, place));
    return made;
  }

  /**
   * @param {CardData} card
   * @param {boolean} champion
   * @param {string} kind
   */
  token(card, champion, kind) {
    const token = element("div", `token ${kind}${kind === "under" ? " facedown" : ""}`);
    token.append(this.faces.draw(card, champion));
    return token;
  }

  /**
   * @param {string} item
   * @param {Place} place
   * @param {number} count
   */
  strongholdToken(item, place, count) {
    const token = element("div", `token base${item === "fort" ? " fort" : ""}`);
    token.append(this.stronghold.cloneNode(true));
    the(".left", token).textContent = String(count - 1 - place.index);
    return token;
  }

  /**
   * What figure.js lays over a card: see rulings.boards.
   * @param {Item} item
   * @param {Place} place
   */
  item(item, place) {
    /** @type {Figure} */
    const shown = { t: "t" };
    const window = this.window(place.zone)?.get(place.index);
    if (window) shown.w = window;
    if (isStronghold(item)) return shown;
    if (item.sharpened && !isRow(place.zone)) shown.marks = ["sharpened"];
    if (place.zone.startsWith("champion")) shown.exhausted = item.state === "exhausted";
    if (!isRow(place.zone)) return shown;
    const { card, symbiote } = item;
    const isDrawn = card?.type === "creature" && this.faces.has(card, item.champion === true);
    if (symbiote) shown.y = "y";
    if (item.enchained) shown.e = "e";
    const marks = ["entered", "struck", "sharpened", "activated"].filter((name) => item[name]);
    if (marks.length) shown.marks = marks;
    const given = this.seen.given[`${place.zone}/${place.index}`];
    if (given) shown.given = given;
    if (isDrawn && (symbiote || item.sprint)) shown.av = (card.av ?? 0) + (symbiote?.av ?? 0) + (item.sprint ?? 0);
    if (isDrawn && (symbiote || item.damage))
      shown.hp = Math.max((card.hp ?? 0) + (symbiote?.hp ?? 0) - (item.damage ?? 0), 0);
    if (item.damage) shown.hurt = item.damage;
    return shown;
  }

  /** @param {Place} place */
  isTarget(place) {
    const target = this.doc.objective?.goal?.destroy;
    return Boolean(target) && place.zone === `${target.line}-${target.player}` && place.index === target.position;
  }

  /**
   * @param {Item} item
   * @param {Place} place
   * @param {number} count
   */
  label(item, place, count) {
    if (isStronghold(item)) return `${word(item)}, ${word("place", { number: place.index + 1, count })}`;
    const cards = cardsOf(item, place.zone);
    const words = [this.faces.label(...cards[0])];
    if (item.symbiote && isRow(place.zone)) words.push(word("on-top", { name: this.faces.name(item.symbiote) }));
    if (item.enchained && isRow(place.zone)) words.push(word("enchained", { name: this.faces.name(item.enchained) }));
    if (item.damage) words.push(word("damage", { count: item.damage }));
    words.push(word("place", { number: place.index + 1, count }));
    return words.join(", ");
  }

  /**
   * The places of a hand that are available, with where the bracket begins and ends.
   * @param {string} zone
   */
  window(zone) {
    if (!zone.startsWith("hand")) return null;
    const items = itemsIn(this.doc, zone);
    const places = items.map((item, index) => (isStronghold(item) ? -1 : index)).filter((index) => index >= 0);
    const size = this.seen.windows[seatOf(zone)] ?? Math.min(places.length, WINDOW);
    if (!size) return null;
    const [first, last] = [places[0], places[size - 1]];
    const looks = new Map();
    for (let index = first; index <= last; index += 1) {
      looks.set(index, [index === first && "first", index === last && "last"].filter(Boolean).join(" ") || "amid");
    }
    return looks;
  }

  /**
   * The words beside a hand; its fields are those of editor-fields.js.
   * @param {string} seat
   */
  panel(seat) {
    const panel = the(`[data-panel="${seat}"]`, this.board);
    const player = this.doc.players[seat];
    panel.classList.toggle("active", this.doc.active === seat && this.doc.phase !== "over");
    const { hand, pile = [] } = player;
    const at = hand ? hand.findIndex(isStronghold) : -1;
    const left = hand ? hand.length - 1 - at : pile.length;
    the("[data-says=to_go]", panel).textContent = word("to-go", { count: at < 0 && hand ? "?" : left });
    const side = hand ? (hand[at] ?? "bastion") : player.side;
    the("[data-flip]", panel).textContent = word(side);
    const state = panel.querySelector("[data-set=champion]");
    if (state) state.hidden = !player.champion;
  }

  /**
   * A name for a place, to speak of it.
   * @param {Place} place
   */
  name(place) {
    const item = itemsIn(this.doc, place.zone)[place.index];
    return isStronghold(item) ? word(item) : this.faces.name(cardOf(item));
  }
}
