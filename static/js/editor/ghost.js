// @ts-check
// The card that goes along with the mouse, or above the finger.

import { element } from "../lib/elements.js";

export class Ghost {
  constructor() {
    this.node = element("div", "ghost");
    this.node.setAttribute("aria-hidden", "true");
    this.node.hidden = true;
    document.body.append(this.node);
  }

  /** @param {HTMLElement | null | undefined} holder of the card; without one all stays as it is */
  show(holder) {
    const card = holder?.querySelector(".card")?.cloneNode(true);
    if (!holder || !card) return;
    const token = element("div", holder.classList.contains("fort") ? "token fort" : "token");
    token.append(card);
    this.node.replaceChildren(token);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  follow(x, y, isFinger = false) {
    this.node.hidden = !this.node.firstChild;
    this.node.style.translate = isFinger ? `${x - 33}px ${y - 116}px` : `${x + 10}px ${y + 8}px`;
  }

  hide() {
    this.node.hidden = true;
    this.node.replaceChildren();
  }
}
