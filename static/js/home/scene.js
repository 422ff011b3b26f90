// @ts-check
// A board that moves: the steps of an Assault one after the other, each with its words below, until its end or a touch.
import { glide } from "../board/glide.js";

const PACE = 520; // milliseconds for a step in which something changes
const LONGEST = 4800; // for all of them: what moves by itself has to end within five seconds

export class Scene {
  /**
   * @param {HTMLElement} board
   * @param {{arranger: import("../board/arrange.js").Arranger, steps: Step[], captions: string[], caption: HTMLElement}} what
   */
  constructor(board, { arranger, steps, captions, caption }) {
    this.board = board;
    this.arranger = arranger;
    this.captions = captions;
    this.caption = caption;
    this.waiting = steps.flatMap((step, place) => (place && (step.zones || step.seats) ? [place] : []));
    this.ends = new AbortController();
    this.done = () => {};
  }

  /** @param {() => void} done once all has been played, or somebody has touched anything */
  play(done) {
    this.done = done;
    const pace = Math.min(PACE, LONGEST / Math.max(this.waiting.length, 1));
    this.timer = setInterval(() => this.step(), pace);
    this.step();
    const { signal } = this.ends;
    for (const name of ["pointerdown", "keydown"])
      document.addEventListener(name, () => this.end(), { signal, capture: true });
  }

  step() {
    const place = this.waiting.shift();
    if (place === undefined) return this.end();
    this.caption.textContent = this.captions[place];
    glide(this.board, () => this.arranger.show(place));
  }

  end() {
    clearInterval(this.timer);
    this.ends.abort();
    this.caption.textContent = "";
    this.done();
  }
}
