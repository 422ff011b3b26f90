// @ts-check
// The trace of what has happened: moved through by its reader, or played by itself until somebody touches anything.
import { Steps } from "./steps.js";

const PLAYED_IN = 2600; // milliseconds for a whole Assault
const SLOWEST = 320;

export class Replay {
  /**
   * @param {number} last the last step
   * @param {number} shown the step that the page shows
   * @param {(step: number) => void} show
   */
  constructor(last, shown, show) {
    this.last = last;
    this.ends = new AbortController();
    this.timer = 0;
    this.steps = new Steps(last, shown, show, { signal: this.ends.signal, addresses: false });
  }

  get isAtEnd() {
    return this.steps.step >= this.last;
  }

  /**
   * @param {() => void} stopped what to do once it has been played, or somebody has stopped it
   * @param {{whole: number, slowest: number}} pace milliseconds for all of it, and for one step at most
   */
  play(stopped, { whole, slowest } = { whole: PLAYED_IN, slowest: SLOWEST }) {
    const stop = () => {
      this.stop();
      stopped();
    };
    const pace = Math.min(whole / (this.last - this.steps.step), slowest);
    this.timer = setInterval(() => {
      this.steps.go(this.steps.step + 1);
      if (this.isAtEnd) stop();
    }, pace);
    for (const name of ["pointerdown", "keydown", "wheel"]) {
      document.addEventListener(name, stop, { signal: this.ends.signal, passive: true });
    }
  }

  stop() {
    clearInterval(this.timer);
  }

  end() {
    this.stop();
    this.ends.abort();
  }
}
