// @ts-check
// Who is there: shown at the names of the seats, and said when it changes. This page gives signs of life to the others, and
// says when nobody looks at it.

import { csrfToken } from "../lib/csrf.js";
import { element, json, the } from "../lib/elements.js";

/** @typedef {"here" | "away" | "gone"} Presence */

const SIGN = 20_000; // milliseconds between two signs of life
const PATIENCE = 5000; // a page that is loaded anew is gone for a moment

export class Presences {
  /**
   * @param {HTMLElement} frame names where signs go, if anybody else plays
   * @param {() => Record<string, string>} names of the seats
   */
  constructor(frame, names) {
    this.names = names;
    this.aloud = the("#phrase-says");
    /** @type {Record<Presence, string>} */
    this.words = json("presence-words");
    /** @type {Record<string, Presence>} */
    this.shown = {};
    /** @type {Map<string, number>} */
    this.timers = new Map();
    this.frame = frame;
    document.addEventListener("visibilitychange", () => this.give());
    setInterval(() => this.give(), SIGN);
  }

  /** A sign of life, or that nobody looks: the server keeps it with the streams that are open. */
  give() {
    const { seat, sign } = this.frame.dataset;
    if (!sign) return;
    const body = new URLSearchParams({ seat: seat ?? "", ...(document.hidden ? { away: "1" } : {}) });
    const options = { method: "POST", body, headers: { "X-CSRFToken": csrfToken() }, keepalive: true };
    fetch(sign, options).catch(() => {});
  }

  /**
   * What the server says of all seats.
   * @param {Record<string, Presence>} presences
   */
  show(presences) {
    this.shown = { ...presences };
    this.draw();
  }

  /** @param {{seat: string, presence: Presence}} told */
  told({ seat, presence }) {
    if (!(seat in this.shown)) return; // a bot's, or one's own
    clearTimeout(this.timers.get(seat));
    if (presence === this.shown[seat]) return;
    this.timers.set(
      seat,
      setTimeout(() => this.change(seat, presence), presence === "gone" ? PATIENCE : 0),
    );
  }

  /**
   * @param {string} seat
   * @param {Presence} presence
   */
  change(seat, presence) {
    this.shown[seat] = presence;
    this.draw();
    this.aloud.textContent = `${this.names()[seat] ?? seat}, ${this.words[presence]}`;
  }

  draw() {
    for (const marked of document.querySelectorAll(".presence")) marked.remove();
    for (const [seat, presence] of Object.entries(this.shown))
      for (const panel of document.querySelectorAll(`[data-panel="${seat}"]`)) {
        panel.dataset.presence = presence;
        const sign = panel.querySelector(".letter, .blazon, .seat-sign");
        if (sign) sign.title = this.words[presence];
        const mark = element("span", sign ? "presence sr" : "presence", `, ${this.words[presence]}`);
        (panel.querySelector(".who") ?? panel).append(mark);
      }
  }
}
