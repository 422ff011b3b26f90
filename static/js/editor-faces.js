// The faces of cards: drawn by the server, once for what is printed, and repeated from here.
import { element, word } from "./editor-words.js";

const SVG = "http://www.w3.org/2000/svg";

export class Faces {
  constructor(faces) {
    this.known = new Map();
    this.sprite = document.querySelector("svg.sprite");
    for (const face of faces) this.add(face.card, face.champion, face);
  }

  key(card, champion) {
    if (!card || typeof card !== "object") return `? ${card}`;
    return JSON.stringify([card.name, card.type, card.cost, card.av, card.hp ?? 0, card.abilities ?? [], Boolean(champion)]);
  }

  add(card, champion, face) {
    const template = document.createElement("template");
    template.innerHTML = face.html;
    this.known.set(this.key(card, champion), { face: template.content.firstElementChild, label: face.label, name: face.name });
  }

  // A card from the palette is drawn already.
  learn(card, champion, holder) {
    const key = this.key(card, champion);
    if (this.known.has(key)) return;
    const label = holder.getAttribute("aria-label");
    const name = holder.querySelector(".name")?.textContent.trim().replace(/\s+/g, " ") ?? card.name;
    this.known.set(key, { face: holder.querySelector(".card").cloneNode(true), label, name });
  }

  has(card, champion) {
    return this.known.has(this.key(card, champion));
  }

  draw(card, champion) {
    return this.known.get(this.key(card, champion))?.face.cloneNode(true) ?? element("p", "faceless", this.name(card));
  }

  name(card, champion = false) {
    const found = this.known.get(this.key(card, champion)) ?? this.known.get(this.key(card, !champion));
    return found?.name ?? (typeof card === "string" ? card : card?.name) ?? word("unknown");
  }

  label(card, champion = false) {
    return this.known.get(this.key(card, champion))?.label ?? this.name(card, champion);
  }

  // Icons that the page does not define yet.
  addSymbols(symbols) {
    for (const [name, path] of Object.entries(symbols ?? {})) {
      if (document.getElementById(`i-${name}`)) continue;
      const symbol = document.createElementNS(SVG, "symbol");
      symbol.id = `i-${name}`;
      symbol.setAttribute("viewBox", "0 0 512 512");
      symbol.setAttribute("overflow", "visible");
      const drawn = document.createElementNS(SVG, "path");
      drawn.setAttribute("fill", "currentColor");
      drawn.setAttribute("d", path);
      symbol.append(drawn);
      this.sprite.append(symbol);
    }
  }
}
