// @ts-check
// The page of a book that can be taken along: the site's worker keeps it (js/worker/books.js), and what was answered
// without a network is sent from here.
import { all, data, element, the } from "../lib/elements.js";
import { isAway, registerWorker } from "../lib/worker.js";
import { Answers } from "../solving/answers.js";

/** @typedef {import("../solving/answers.js").Answer} Answer */
/** @typedef {{number: number, title: string, href: string, why?: string}} Listed */
/** @typedef {{puzzles: Listed[], left: Omit<Listed, "href">[], account: string, at: number}} Contents */

const AGAIN = 5000; // milliseconds
const FRESH = 24 * 60 * 60 * 1000; // milliseconds: so long a book is not kept anew

export function offerBook() {
  const root = document.querySelector("[data-along]");
  if (!root) return;
  if ("caches" in window && "serviceWorker" in navigator) new TakenBook(root).begin();
  else root.hidden = true;
}

class TakenBook {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.address = data(root, "along");
    this.button = the("[data-take]", HTMLButtonElement, root);
    this.state = the("[data-state]", root);
    this.waiting = the("[data-waiting]", root);
    /** @type {Answer[]} since the page was opened */
    this.sent = [];
    /** @type {Contents | null} */
    this.contents = null;
    this.isAway = false;
  }

  async begin() {
    this.button.addEventListener("click", () => this.take());
    the("[data-remove]", this.root).addEventListener("click", () => this.remove());
    navigator.serviceWorker.addEventListener(
      "message",
      ({ data: told }) => told?.book === this.address && this.hear(told),
    );
    addEventListener("online", () => this.send());
    setInterval(() => this.send(), AGAIN);
    await this.show();
    this.isAway = Boolean(this.contents) && (await isAway());
    await this.send();
    if (this.contents && navigator.onLine && Date.now() - this.contents.at > FRESH) await this.take();
  }

  async take() {
    this.button.disabled = true;
    this.say("taking", { done: 0, count: "…" });
    await registerWorker();
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ keepBook: this.address, account: data(this.root, "account") });
  }

  async remove() {
    await caches.delete(`book${this.address}`);
    await this.show();
    this.button.focus();
  }

  /** @param {{done?: number, count?: number, kept?: boolean, failed?: boolean}} told by the worker */
  async hear({ done = 0, count = 0, kept, failed }) {
    if (!kept && !failed) return this.say("taking", { done: done + 1, count });
    this.button.disabled = false;
    await this.show();
    if (failed) this.say("failed");
  }

  /** Whether the book is kept, and what of it is not. */
  async show() {
    const stored = await caches.match(this.address, { ignoreVary: true });
    this.contents = stored ? await stored.json() : null;
    this.button.hidden = Boolean(this.contents);
    the("[data-is-kept]", this.root).hidden = !this.contents;
    if (!this.contents) {
      this.state.textContent = "";
      return;
    }
    const { puzzles, left } = this.contents;
    this.say("kept", { done: puzzles.length, count: puzzles.length + left.length });
    the("[data-left]", this.root).hidden = !left.length;
    const rows = left.map(({ number, title, why }) => element("li", "", `${number} · ${title}: ${why}`));
    the("[data-left] ul", this.root).replaceChildren(...rows);
  }

  /**
   * @param {string} words
   * @param {Record<string, number | string>} values
   */
  say(words, values = {}) {
    this.state.textContent = this.words(words, values);
  }

  /**
   * @param {string} name
   * @param {Record<string, number | string>} values
   */
  words(name, values) {
    return data(this.root, name).replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
  }

  /**
   * On the tiles: what was solved without a network, and what cannot be opened without one.
   * @param {Answers} answers
   */
  mark(answers) {
    const solved = new Set(answers.all().flatMap(({ page, isRight }) => (isRight ? [page] : [])));
    const kept = new Set(this.contents?.puzzles.map(({ href }) => new URL(href, location.origin).pathname));
    for (const tile of all(".page-tile[data-page]", HTMLElement)) {
      const link = the(".page-link", HTMLAnchorElement, tile);
      tile.classList.toggle("needs-network", this.isAway && !kept.has(link.pathname));
      if (!solved.has(link.pathname) || tile.querySelector(".page-state")) continue;
      const state = element("p", "page-state", "✓");
      state.ariaHidden = "true";
      tile.append(state);
      tile.classList.add("is-solved");
      link.ariaLabel = `${link.ariaLabel}, ${data(this.root, "solved")}`;
    }
  }

  /** What was answered without a network, if there is one again. */
  async send() {
    const answers = new Answers(data(this.root, "account") || (this.contents?.account ?? ""));
    this.mark(answers);
    const arrived = answers.all().length && navigator.onLine ? await answers.send() : [];
    const left = answers.all().length;
    this.sent.push(...arrived);
    const counted = this.sent.filter(({ became }) => became === "counted");
    const changed = this.sent.length - counted.length;
    const solved = counted.filter(({ isRight }) => isRight).length;
    const said = [
      left && this.words("waits", { count: left }),
      counted.length && this.words("sent", { count: counted.length, solved }),
      changed && this.words("changed", { count: changed }),
    ];
    this.waiting.textContent = said.filter(Boolean).join(" ");
    this.waiting.hidden = !this.waiting.textContent;
  }
}
