// @ts-check
// The faces of cards: drawn by the server, once for what is printed, and repeated from here.
import { element, parse, the } from "../lib/elements.js";
import { word } from "./words.js";

export class Faces {
  /** @param {any} faces */
  constructor(faces) {
    this.known = new Map();
    for (const face of faces) this.add(face.card, face.champion, face);
  }

  /**
   * @param {CardData} card
   * @param {boolean} champion
   */
  key(card, champion) {
    if (!card || typeof card !== "object") return `? ${card}`;
    return JSON.stringify([
      card.name,
      card.type,
      card.cost,
      card.av,
      card.hp ?? 0,
      card.abilities ?? [],
      Boolean(champion),
    ]);
  }

  /**
   * @param {CardData} card
   * @param {boolean} champion
   * @param {Face} face
   */
  add(card, champion, face) {
    this.known.set(this.key(card, champion), {
      face: parse(face.html).firstElementChild,
      label: face.label,
      name: face.name,
    });
  }

  /**
   * A card from the palette is drawn already.
   * @param {CardData} card
   * @param {boolean} champion
   * @param {HTMLElement} holder
   */
  learn(card, champion, holder) {
    const key = this.key(card, champion);
    if (this.known.has(key)) return;
    const label = holder.getAttribute("aria-label");
    const name = holder.querySelector(".name")?.textContent.trim().replace(/\s+/g, " ") ?? card.name;
    this.known.set(key, { face: the(".card", holder).cloneNode(true), label, name });
  }

  /**
   * @param {CardData} card
   * @param {boolean} champion
   */
  has(card, champion) {
    return this.known.has(this.key(card, champion));
  }

  /**
   * @param {CardData} card
   * @param {boolean} champion
   */
  draw(card, champion) {
    return this.known.get(this.key(card, champion))?.face.cloneNode(true) ?? element("p", "faceless", this.name(card));
  }

  /** @param {CardData} card */
  name(card, champion = false) {
    const found = this.known.get(this.key(card, champion)) ?? this.known.get(this.key(card, !champion));
    return found?.name ?? (typeof card === "string" ? card : card?.name) ?? word("unknown");
  }

  /** @param {CardData} card */
  label(card, champion = false) {
    return this.known.get(this.key(card, champion))?.label ?? this.name(card, champion);
  }
}
