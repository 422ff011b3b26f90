// @ts-check
// The move that the home page asks for. The server judges it; this lifts the card, and plays what has happened.
import { glide } from "../board/glide.js";
import { BoardPage } from "../board/page.js";
import { json, the } from "../lib/elements.js";
import { keep, recall } from "../lib/storage.js";
import { Scene } from "./scene.js";

const IDLE = 7000; // milliseconds without a touch after which the board shows a try, once in a browser
const SEEN = "first-move-seen";
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * What the server says of a move (home.pages).
 * @typedef {object} MoveState
 * @property {"start" | "shown" | "failed" | "solved"} view
 * @property {string} seat
 * @property {string[]} legal
 * @property {string[]} captions
 * @property {string} says
 */

/** @extends {BoardPage<MoveState>} */
export class MovePage extends BoardPage {
  constructor() {
    const begin = json("begin-data");
    super({
      ...{ frame: the("#front"), says: the("#move-says"), state: "move-data", abilities: begin.abilities },
      ...{ links: "#side [data-watch], #side [data-key=reset]", choices: "#side form.choose" },
    });
    this.begin = begin;
    this.data = json("board-data");
    this.caption = the("[data-caption]");
    /** @type {Scene | null} */
    this.scene = null;
    this.settle();
    this.showByItself();
  }

  /** @param {string} action */
  play(action) {
    return this.get(`${location.pathname}?move=${encodeURIComponent(action)}`);
  }

  /** @param {string} address */
  get(address) {
    keep("localStorage", SEEN, true);
    if (!this.server.busy) return this.server.get(address);
  }

  async ready() {
    return this.state.legal.length > 0;
  }

  leave() {
    this.scene?.end();
  }

  arrive() {
    super.arrive();
    this.data = json("board-data");
    this.frame.dataset.view = this.state.view;
    this.table.letGo();
    this.load(false);
    const { arranger, board, caption, data } = this;
    arranger.load(data.steps);
    if (still.matches || data.steps.length < 2) return this.settle();
    this.frame.toggleAttribute("data-plays", true);
    this.scene = new Scene(board, { arranger, steps: data.steps, captions: this.state.captions, caption });
    this.scene.play(() => {
      this.scene = null;
      this.frame.removeAttribute("data-plays");
      this.settle();
    });
  }

  // The board as it stands after all that: where a move can be made, at its beginning.
  settle() {
    const { steps } = this.state.legal.length ? this.begin : this.data;
    this.arranger.load(steps);
    glide(this.board, () => this.arranger.show(steps.length - 1));
    this.load();
    if (this.state.view !== "start") this.says.textContent = this.state.says;
  }

  // Whoever only looks sees the board move, once.
  showByItself() {
    if (still.matches || this.state.view !== "start" || recall("localStorage", SEEN)) return;
    const ends = new AbortController();
    const timer = setTimeout(() => {
      ends.abort();
      const { top, bottom, height } = this.board.getBoundingClientRect();
      const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
      if (document.visibilityState === "visible" && seen > 0.6 * height)
        document.querySelector("[data-watch]")?.click();
    }, IDLE);
    for (const name of ["pointerdown", "keydown", "focusin", "scroll"])
      document.addEventListener(name, () => clearTimeout(timer), { signal: ends.signal, passive: true });
    this.board.addEventListener("pointermove", () => clearTimeout(timer), { signal: ends.signal, passive: true });
  }
}
