// @ts-check
// The cards to stamp with: searching, turning pages, choosing; on a phone a drawer.

import { data, parse, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { released } from "../lib/press.js";

const REST = 250;

export class Palette {
  /**
   * @param {object} parts
   * @param {HTMLElement} parts.root
   * @param {import("./tools.js").Tools} parts.tools
   * @param {import("./faces.js").Faces} parts.faces
   */
  constructor({ root, tools, faces }) {
    this.root = root;
    this.tools = tools;
    this.faces = faces;
    this.form = the("[data-find]", HTMLFormElement, root);
    this.query = the("#q", HTMLInputElement, root);
    this.handle = the("[data-drawer]", root);
    this.timer = 0;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.search();
    });
    this.query.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.search(), REST);
    });
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("open", () => this.open(true));
    this.handle.addEventListener("click", () => this.open(!this.isOpen));
    tools.addEventListener("tool", () => this.press());
    this.learn();
  }

  get isOpen() {
    return this.root.classList.contains("open");
  }

  /** @param {boolean} isOpen */
  open(isOpen) {
    this.root.classList.toggle("open", isOpen);
    this.handle.setAttribute("aria-expanded", String(isOpen));
  }

  offers() {
    return [...this.root.querySelectorAll("[data-card]")];
  }

  learn() {
    for (const offer of this.offers())
      this.faces.learn(JSON.parse(data(offer, "card")), "champion" in offer.dataset, offer);
    this.press();
  }

  press() {
    const { tool } = this.tools;
    const [chosen, champion] = tool.kind === "stamp" ? [JSON.stringify(tool.card), tool.champion] : ["", false];
    for (const offer of this.offers()) {
      const isChosen =
        Boolean(chosen) &&
        JSON.stringify(JSON.parse(data(offer, "card"))) === chosen &&
        "champion" in offer.dataset === champion;
      offer.setAttribute("aria-pressed", String(isChosen));
    }
  }

  /** @param {HTMLElement} offer */
  choose(offer) {
    this.tools.stamp(
      JSON.parse(data(offer, "card")),
      "champion" in offer.dataset,
      the(".name", offer).textContent.trim().replace(/\s+/g, " "),
    );
    if (this.tools.is("stamp")) this.open(false);
  }

  /** @param {any} event */
  click(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const offer = closest(event, "[data-card]");
    if (offer) this.choose(offer);
    const link = closest(event, "[data-search], [data-turn]", HTMLAnchorElement);
    if (!link) return;
    event.preventDefault();
    const { search } = link.dataset;
    if (search !== undefined) this.query.value = search;
    this.load(link.href, true);
  }

  /** @param {any} event */
  key(event) {
    const offer = closest(event, "[data-card]");
    if (!offer) {
      if (event.target === this.query && event.key === "ArrowDown") this.to(this.offers()[0], event);
      return;
    }
    const all = this.offers();
    const at = all.indexOf(offer);
    const inRow = Math.max(
      1,
      all.findIndex((other) => other.offsetTop > all[0].offsetTop),
    );
    /** @type {Record<string, number>} */
    const ways = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - inRow,
      ArrowDown: at + inRow,
      Home: 0,
      End: all.length - 1,
    };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(offer);
    } else if (event.key in ways) this.to(all[ways[event.key]], event);
  }

  /**
   * @param {HTMLElement} offer
   * @param {any} event
   */
  to(offer, event) {
    event.preventDefault();
    if (!offer) return;
    for (const other of this.offers()) other.tabIndex = -1;
    offer.tabIndex = 0;
    offer.focus();
  }

  search() {
    clearTimeout(this.timer);
    this.load(`${this.form.action}?${new URLSearchParams({ q: this.query.value })}`);
  }

  /**
   * The latest question wins, however the answers come in.
   * @param {string} href
   */
  async load(href, isClick = false) {
    this.asked = href;
    this.root.classList.add("is-busy");
    try {
      const answer = await fetch(href);
      const html = await answer.text();
      await released();
      if (this.asked !== href) return;
      const part = parse(html);
      const had = this.offers().findIndex((offer) => offer.isSameNode(document.activeElement));
      the("[data-found]", this.root).replaceWith(part);
      this.learn();
      if (had >= 0) this.offers()[had]?.focus({ preventScroll: true }); // somebody is there already
      if (isClick)
        this.root
          .querySelector("[data-found] [aria-current], [data-offers] [data-card]")
          ?.focus?.({ preventScroll: true });
    } catch {
      // Nothing came: what is there stays, and the next key asks again.
    } finally {
      if (this.asked === href) this.root.classList.remove("is-busy");
    }
  }
}
