// @ts-check
// Asking the server, one thing after the other. htmx puts the answer in place: what stands beside the board.

import { attribute } from "../lib/elements.js";

const SIDE = "side";
const OUT = [502, 503, 504]; // what a proxy answers for a server that does not: as good as no connection

/** @typedef {{key?: string, go: () => void}} Pressed what was pressed while the server was being asked */

export class Server {
  /**
   * @param {HTMLElement} frame says that it is busy while the server is being asked
   * @param {object} does
   * @param {() => void} does.leave what to do before an answer is put in place
   * @param {() => void} does.arrive and after it
   * @param {() => void} does.tellOffline what to say where there is no connection
   */
  constructor(frame, { leave, arrive, tellOffline }) {
    this.frame = frame;
    this.leave = leave;
    this.arrive = arrive;
    this.tellOffline = tellOffline;
    /** @type {{key: string | undefined, done: Promise<void>} | null} */
    this.busy = null;
    /** @type {Pressed[]} */
    this.kept = [];
    this.isInPlace = false;
    this.isOut = false;
    frame.addEventListener("htmx:beforeSwap", (event) => this.judge(event.detail));
  }

  /**
   * Whatever has a side is shown, refusals too; anything else says so on a page of its own, but for a proxy's.
   * @param {HtmxDetail} detail
   */
  judge(detail) {
    if (detail.target.id !== SIDE) return;
    this.isInPlace = detail.serverResponse.includes(`id="${SIDE}"`);
    this.isOut = OUT.includes(detail.xhr.status);
    detail.shouldSwap = this.isInPlace;
    detail.isError = false;
    if (this.isInPlace) this.leave();
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} submitter
   */
  async send(form, submitter) {
    await this.ask(submitter, "POST", attribute(form, "action"), {
      values: new FormData(form, submitter),
      elsewhere: () => form.submit(),
      offline: this.tellOffline,
    });
  }

  /** @param {HTMLAnchorElement | {href: string}} link */
  async get(link) {
    const open = () => location.assign(link.href);
    await this.ask(link instanceof HTMLElement ? link : null, "GET", link.href, { elsewhere: open, offline: open });
  }

  /**
   * @param {HTMLElement | null} asker
   * @param {"GET" | "POST"} verb
   * @param {string} address
   * @param {{values?: FormData, elsewhere: () => void, offline: () => void}} options
   */
  async ask(asker, verb, address, { values, elsewhere, offline }) {
    const end = this.hold(asker);
    this.isInPlace = this.isOut = false;
    try {
      const [target, swap] = [`#${SIDE}`, "outerHTML settle:0ms"];
      await htmx.ajax(verb, address, { source: this.frame, target, select: target, swap, values }).then(
        () => (this.isInPlace ? this.arrive() : this.giveUp(this.isOut ? offline : elsewhere)),
        () => this.giveUp(offline),
      );
    } finally {
      end();
    }
  }

  /** @param {() => void} instead */
  giveUp(instead) {
    this.kept = [];
    instead();
  }

  /**
   * Begins to ask; answers what ends it.
   * @param {HTMLElement | null} asker
   */
  hold(asker) {
    let end = () => {};
    /** @type {Promise<void>} */
    const done = new Promise((resolve) => {
      end = resolve;
    });
    this.busy = { key: asker?.dataset.key, done };
    this.frame.toggleAttribute("aria-busy", true);
    return () => {
      this.busy = null;
      this.frame.toggleAttribute("aria-busy", false);
      end();
      while (!this.busy && this.kept.length) this.kept.shift()?.go();
    };
  }

  /**
   * What is pressed while the server is being asked has its turn after the answer; the same button twice counts once,
   * but for taking back.
   * @param {HTMLElement | null} asker
   * @param {() => void} play what to do for a button without a key
   */
  keep(asker, play) {
    const key = asker?.dataset?.key;
    const before = (this.kept.at(-1) ?? this.busy)?.key;
    if (!key) this.kept.push({ go: play });
    else if (key !== before || key === "undo") {
      this.kept.push({ key, go: () => document.querySelector(`[data-key="${key}"]:not(:disabled)`)?.click() });
    }
  }

  /** Waits for the answer that is under way; answers whether there was one. */
  async answered() {
    if (!this.busy) return false;
    await this.busy.done;
    return true;
  }
}
