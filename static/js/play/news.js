// @ts-check
// What is new in a live game: heard of from its stream, fetched once the page is free, and again where that failed.
import { listen } from "./live.js";

const RETRY = 3000; // milliseconds after which what could not be fetched is asked for again

export class News {
  /**
   * @param {HTMLElement} frame names the addresses of the stream and of the game
   * @param {object} page
   * @param {() => number} page.version the version that is shown
   * @param {() => boolean} page.isFree whether it can show something else now
   * @param {() => Promise<void>} page.update shows what is new; rejects where it cannot be fetched
   * @param {((said: {seat: string, phrase: string}) => void)} [page.heard] somebody says a phrase; else it is fetched
   * @param {() => void} [page.chatted] there may be something new in the chat
   * @param {((told: {seat: string, presence: import("./presence.js").Presence}) => void)} [page.present] who is there
   * @param {(told: import("./clocks.js").Heard) => void} [page.timed] the clocks, where the stream begins
   * @param {() => void} [page.opened] the stream is open, perhaps again
   */
  constructor(frame, { version, isFree, update, heard, chatted, present, timed, opened }) {
    this.version = version;
    this.isFree = isFree;
    this.update = update;
    this.newest = version();
    this.isNoticed = false; // whether the stream has told of something that is no version: an offer
    this.isUpdating = false;
    this.line = listen(frame, {
      version,
      news: (told) => this.take(told),
      heard: heard ?? (() => this.take(null)),
      chatted: chatted ?? (() => {}),
      present: present ?? (() => {}),
      timed: timed ?? (() => {}),
      opened: opened ?? (() => {}),
    });
  }

  /** @param {number | null} version */
  take(version) {
    if (version === null) this.isNoticed = true;
    else this.newest = Math.max(this.newest, version);
    this.catchUp();
  }

  /** Shows all that is new, if the page is free; what is told of meanwhile, too. */
  async catchUp() {
    while (!this.isUpdating && (this.newest > this.version() || this.isNoticed) && this.isFree()) {
      const [before, shown] = [this.isNoticed, this.version()];
      this.isNoticed = false;
      this.isUpdating = true;
      try {
        await this.update();
        if (this.newest > this.version() && this.version() === shown) throw new Error("it is not there yet");
      } catch {
        this.isNoticed ||= before;
        this.line.missed();
        setTimeout(() => this.catchUp(), RETRY);
        return;
      } finally {
        this.isUpdating = false;
      }
    }
  }
}
