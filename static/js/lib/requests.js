// @ts-check
// The queue of a page's requests: one after the other, so that quick clicks and keys do not overtake each other.

/** @typedef {{key?: string, go: () => void}} Waiting */

export class RequestQueue {
  /**
   * @param {(isBusy: boolean) => void} tellBusy
   * @param {() => void} rest when nothing is under way or waits any more
   */
  constructor(tellBusy = () => {}, rest = () => {}) {
    this.tellBusy = tellBusy;
    this.rest = rest;
    /** @type {{key: string | undefined, done: Promise<void>} | null} the request under way */
    this.busy = null;
    /** @type {Waiting[]} */
    this.waiting = [];
  }

  /**
   * Begins a request; answers what ends it.
   * @param {string} [key] of the button that was pressed for it
   */
  begin(key) {
    let end = () => {};
    /** @type {Promise<void>} */
    const done = new Promise((resolve) => {
      end = resolve;
    });
    this.busy = { key, done };
    this.tellBusy(true);
    return () => {
      this.busy = null;
      this.tellBusy(false);
      end();
      while (!this.busy && this.waiting.length) this.waiting.shift()?.go();
      if (!this.busy) this.rest();
    };
  }

  /**
   * Makes requests when all before them are done. Rejects where they do.
   * @param {() => Promise<unknown>} task
   * @returns {Promise<void>}
   */
  async run(task) {
    if (this.busy) return new Promise((resolve) => this.waiting.push({ go: () => resolve(this.run(task)) }));
    const end = this.begin();
    try {
      await task();
    } finally {
      end();
    }
  }

  /**
   * What is pressed while the server is being asked has its turn after the answer; the same button twice counts once,
   * but for taking back.
   * @param {string | undefined} key of the button; the answer may have drawn it anew, or disabled it
   * @param {() => void} go what to do for a button without a key
   */
  keep(key, go) {
    const before = (this.waiting.at(-1) ?? this.busy)?.key;
    if (!key) this.waiting.push({ go });
    else if (key !== before || key === "undo") {
      this.waiting.push({ key, go: () => document.querySelector(`[data-key="${key}"]:not(:disabled)`)?.click() });
    }
  }

  clear() {
    this.waiting = [];
  }

  /** Waits for the answer that is under way; answers whether there was one. */
  async answered() {
    if (!this.busy) return false;
    await this.busy.done;
    return true;
  }
}
