// @ts-check
// The trace of what has happened: moved through by its reader, or played, with a pause and at a speed of their choice.
import { closest } from "../lib/events.js";
import { keep, recall } from "../lib/storage.js";
import { Steps } from "./steps.js";

const SPEEDS = [0.5, 1, 2];
const NAMES = ["½×", "1×", "2×"];
const KEPT = "speed of replays";
const FIRST = 120; // milliseconds that the step lasts from which it begins
const CONTROLS = "[data-play], [data-speed], [data-skip]";

export class Replay {
  /**
   * @param {number} last the last step
   * @param {number} shown the step that the page shows
   * @param {(step: number) => void} show
   * @param {{times?: number[], from?: number, addresses?: boolean}} options milliseconds for each step (`timing.js`),
   *   the step from which it is played again, and whether steps have addresses
   */
  constructor(last, shown, show, { times = [], from = 0, addresses = false } = {}) {
    this.last = last;
    this.times = times;
    this.from = from;
    this.ends = new AbortController();
    this.timer = 0;
    this.due = 0; // when the step that is shown has been shown for long enough
    this.isPlaying = false;
    /** @type {(() => void) | null} */
    this.stopped = null;
    this.steps = new Steps(last, shown, show, { signal: this.ends.signal, addresses });
    this.button = document.querySelector("[data-play]");
    this.speedButton = document.querySelector("[data-speed]");
    const { signal } = this.ends;
    this.button?.addEventListener("click", () => this.toggle(), { signal });
    this.speedButton?.addEventListener("click", () => this.faster(), { signal });
    for (const name of ["pointerdown", "keydown", "wheel"]) {
      document.addEventListener(name, (event) => this.touched(event), { signal, passive: true, capture: true });
    }
    this.tell();
  }

  get isAtEnd() {
    return this.steps.step >= this.last;
  }

  /** How fast it is played, kept in the browser. */
  get speed() {
    const kept = recall("localStorage", KEPT);
    return SPEEDS.includes(kept) ? kept : 1;
  }

  /**
   * @param {() => void} stopped what to do once it has been played, or somebody has stopped it
   * @param {{whole: number, scale: number} | null} pace milliseconds for all of it at most, and how much longer than
   *   usual a step takes where there is the time
   */
  play(stopped, pace = null) {
    this.stopped = stopped;
    if (pace) {
      const usual = this.times.slice(this.steps.step + 1).reduce((sum, time) => sum + time, FIRST);
      const scale = Math.min(pace.scale, (pace.whole * this.speed) / usual);
      this.times = this.times.map((time) => time * scale);
    }
    this.run();
  }

  run() {
    this.isPlaying = true;
    this.due = performance.now();
    this.tell();
    this.next();
  }

  /** @param {number} step */
  time(step) {
    return (this.times[step] || FIRST) / this.speed;
  }

  /** The next step that takes any time. */
  following(step = this.steps.step) {
    do step += 1;
    while (step < this.last && !this.times[step]);
    return step;
  }

  // Waits for as long as the step that is shown takes. A slow device passes over what should be over already.
  next() {
    clearTimeout(this.timer);
    this.due += this.time(this.steps.step);
    this.timer = setTimeout(() => {
      let step = this.following();
      for (; step < this.last && this.due + this.time(step) < performance.now(); step = this.following(step))
        this.due += this.time(step);
      this.steps.go(step, { replace: true });
      if (!this.isAtEnd) return this.next();
      this.stop();
      this.timer = setTimeout(() => this.finish(), (this.times[this.last] || 0) / this.speed);
    }, this.due - performance.now());
  }

  toggle() {
    if (this.isPlaying) return this.stop();
    if (this.isAtEnd) this.steps.go(this.from, { replace: true });
    this.run();
  }

  faster() {
    const next = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
    keep("localStorage", KEPT, next);
    this.tell();
  }

  /** @param {Event} event whoever touches anything but the controls wants to look for themselves */
  touched(event) {
    if (closest(event, CONTROLS) || (!this.isPlaying && !this.stopped)) return;
    this.skip();
  }

  skip() {
    this.stop();
    this.finish();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.isPlaying = false;
    this.tell();
  }

  finish() {
    this.timer = 0;
    const { stopped } = this;
    this.stopped = null;
    stopped?.();
  }

  // What the buttons say.
  tell() {
    this.button?.setAttribute("aria-pressed", String(this.isPlaying));
    if (this.speedButton) {
      const name = NAMES[SPEEDS.indexOf(this.speed)];
      this.speedButton.firstChild?.replaceWith(name);
    }
  }

  end() {
    this.stop();
    this.ends.abort();
  }
}
