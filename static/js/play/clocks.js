// @ts-check
// The clocks of a game tick here by what the server has said, whatever time this device thinks it is. They decide nothing:
// when one is at nothing, the server is asked what has become of it.

/** @typedef {{left_ms: number, runs: boolean, falls_at: string | null}} SeatClock */
/** @typedef {{now: string, clocks: {seats: Record<string, SeatClock>}}} Heard */
/** @typedef {{now: string, seats: Record<string, SeatClock>, units: {day: string, hour: string}}} Told */

const TICK = 100; // milliseconds
const DAY = 86_400_000;
const HOUR = 3_600_000;
const SHORT = 10_000; // below which tenths are shown
const LOW = 30_000; // below which it is marked
const ASK_AFTER = 1500; // the server waits for a second, for a move that is on its way
const ASK_AGAIN = 4000;

export class Clocks {
  /** @param {() => void} ask has the page ask how the game stands */
  constructor(ask) {
    this.ask = ask;
    /** @type {Told | null} */
    this.told = null;
    this.ahead = 0; // of the server's time before this page's
    this.asked = 0;
    this.timer = 0;
  }

  /** @param {Told | null | undefined} told */
  show(told) {
    this.told = told ?? null;
    clearInterval(this.timer);
    if (!this.told) return;
    this.ahead = Date.parse(this.told.now) - performance.now();
    this.draw();
    if (Object.values(this.told.seats).some(({ runs }) => runs)) this.timer = setInterval(() => this.draw(), TICK);
  }

  /**
   * What a stream says where it begins: perhaps again, after the server was away, which costs nobody time.
   * @param {Heard} heard
   */
  hear({ now, clocks: { seats } }) {
    if (this.told) this.show({ ...this.told, now, seats });
  }

  draw() {
    if (!this.told) return;
    const now = performance.now() + this.ahead;
    for (const [seat, { left_ms, runs, falls_at }] of Object.entries(this.told.seats)) {
      const until = falls_at ? Date.parse(falls_at) - now : 0;
      const left = runs ? Math.max(0, Math.min(left_ms, until)) : left_ms;
      for (const place of document.querySelectorAll(`[data-clock="${seat}"]`)) {
        const time = place.querySelector(".clock-time");
        const words = this.words(left);
        if (time && time.textContent !== words) time.textContent = words;
        place.classList.toggle("is-low", left < LOW);
      }
      if (runs && until < -ASK_AFTER && performance.now() - this.asked > ASK_AGAIN) {
        this.asked = performance.now();
        this.ask();
      }
    }
  }

  /** @param {number} left milliseconds */
  words(left) {
    const { day, hour } = this.told?.units ?? { day: "", hour: "" };
    if (left >= DAY) return `${Math.floor(left / DAY)} ${day} ${Math.floor((left % DAY) / HOUR)} ${hour}`;
    if (left < SHORT) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
    const [seconds, minutes] = [Math.floor(left / 1000) % 60, Math.floor(left / 60_000) % 60];
    const hours = Math.floor(left / HOUR);
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
}
