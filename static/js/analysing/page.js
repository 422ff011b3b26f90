// @ts-check
// An analysis at one of its nodes: the server draws the board of each, this plays what led there and follows the keys.
import { BoardPage } from "../board/page.js";
import { Thinking } from "../board/thinking.js";
import { watchCopyButtons } from "../lib/clipboard.js";
import { element, json, the } from "../lib/elements.js";
import { isTyping } from "../lib/events.js";

/**
 * What the server says of a node (games.decks.analysing.showing).
 * @typedef {object} NodeState
 * @property {string} href
 * @property {number} node
 * @property {number} parent
 * @property {Record<string, string>} position what names it, where all of it may be seen
 * @property {Record<string, string>} keys where the keys lead
 */

const PACE = { whole: 1800, scale: 1 };
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @extends {BoardPage<import("../board/page.js").BoardState & NodeState>} */
export class AnalysisPage extends BoardPage {
  constructor() {
    const [frame, says] = [the("#analysis"), the("#analysis-says")];
    const { abilities } = json("board-data");
    const [links, forms] = ["#side a[data-node]", "#side form[data-analysis]"];
    super({ frame, says, state: "analysis-data", abilities, links, forms });
    /** @type {Set<string>} the parts that are open */
    this.open = new Set();
    this.before = this.state.node;
    const thinking = document.getElementById("thinking");
    this.thinking = thinking && new Thinking(thinking);
    watchCopyButtons();
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
    addEventListener("popstate", () => this.get(location.href));
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.get(location.href);
    });
    this.settle(false);
  }

  /**
   * The arrows go through the tree, but for a card that is chosen, whose places they go through.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (this.table.chosen !== null || isTyping(event) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "l") this.thinking?.toggle();
    if (!(event.key in this.state.keys) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const address = this.state.keys[event.key];
    if (address) this.get(address);
  }

  /**
   * @param {MouseEvent} event
   * @param {string} links
   */
  click(event, links) {
    if (event.target instanceof HTMLElement && event.target.closest("a[aria-disabled]")) event.preventDefault();
    super.click(event, links);
  }

  /** @param {string} action */
  play(action) {
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector('[data-analysis="play"]'));
    const button = /** @type {HTMLButtonElement | null} */ (form?.querySelector(`button[value="${action}"]`) ?? null);
    if (form && button) this.send(form, button);
  }

  leave() {
    super.leave();
    this.before = this.state.node;
    this.open = new Set([...document.querySelectorAll("details[data-keeps-open][open]")].map(nameOf));
  }

  arrive() {
    super.arrive();
    this.layOut(json("board-data"));
    for (const part of document.querySelectorAll("details[data-keeps-open]"))
      if (this.open.has(nameOf(part))) part.setAttribute("open", "");
    if (new URL(this.state.href, location.href).href !== location.href) history.pushState(null, "", this.state.href);
    this.settle(this.state.parent === this.before && this.state.node !== this.before);
    this.says.textContent = this.state.says;
    this.thinking?.move(this.state.position);
    if (this.focused)
      document.querySelector(`#side [data-key="${this.focused}"]:not(:disabled)`)?.focus({ preventScroll: true });
  }

  /** @param {boolean} isNext whether the action of this node is what has just happened */
  settle(isNext) {
    const { steps } = this.arranger;
    const { step } = json("board-data");
    const last = steps.length - 1;
    this.frame.dataset.seat = this.state.seat;
    const plays = isNext && !still.matches && last > 0;
    const begin = plays ? 0 : step;
    if (plays) this.arranger.show(0);
    if (document.getElementById("trace")) this.beginReplay(last, step, begin, 0);
    this.load(begin === last);
    this.reveal();
    if (plays) this.replay?.play(() => this.played(), PACE);
  }

  played() {
    if (this.replay && !this.replay.isAtEnd) this.replay.steps.go(this.replay.last);
  }

  /** Brings the node into the middle of the list, without moving the page. */
  reveal() {
    const list = document.querySelector(".tree");
    const entry = list?.querySelector("[aria-current]");
    if (!(list instanceof HTMLElement) || !(entry instanceof HTMLElement)) return;
    const row = entry.getBoundingClientRect();
    const frame = list.getBoundingClientRect();
    list.scrollTop += row.top - frame.top - (frame.height - row.height) / 2;
  }

  tellOffline() {
    const note = element("p", "note bad", this.frame.dataset.offline);
    note.setAttribute("role", "alert");
    document.querySelector("#side .note")?.remove();
    the("#side .node-head").after(note);
    this.load();
  }
}

/** @param {Element} part */
function nameOf(part) {
  return part instanceof HTMLElement ? (part.dataset.keepsOpen ?? "") : "";
}
