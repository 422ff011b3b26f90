// @ts-check
// Solving without a network, from the pack of a book that was taken along. The verdict is the pack's, and the answer
// waits to be judged by the site.
import { glide } from "../board/glide.js";
import { data, the } from "../lib/elements.js";
import { Answers } from "./answers.js";
import { AwaySide } from "./away-side.js";
import { Pack } from "./pack.js";

/** @typedef {import("./pack.js").Told} Told */
/** @typedef {import("./page.js").SolvingPage} SolvingPage */
/** @typedef {Uint8Array<ArrayBuffer>} Key */
/** @typedef {{told: Told, isKept: boolean}} Laid an action, and whether it can no longer be undone */

const AGAIN = 5000; // milliseconds
const ENDS = ["assault", "end-turn"];
const BOOK = /^(.*\/grimoire\/)p\/[^/]+\/$/;

export class Away {
  /**
   * @param {SolvingPage} page
   * @param {Pack} pack
   * @param {string} account of whoever took the book along
   */
  constructor(page, pack, account) {
    this.page = page;
    this.pack = pack;
    this.side = new AwaySide(page.state.own);
    this.answers = new Answers(account);
    /** @type {Key[]} the nodes of the line, the last one last */
    this.keys = [pack.root];
    /** @type {Laid[]} */
    this.laid = [];
    /** @type {Laid[]} with what followed the turn, where it was judged */
    this.judged = [];
  }

  /**
   * For a page that cannot reach the site; null where its puzzle was not taken along.
   * @param {SolvingPage} page
   */
  static async of(page) {
    const pack = await Pack.of(location.pathname).catch(() => null);
    if (!pack) return null;
    const away = new Away(page, pack, data(page.frame, "account") || (await taker()));
    if (!pack.data.marks && !(await away.follow())) return null;
    away.settle();
    return away;
  }

  /** Goes to where the page is; whether the pack knows the way. */
  async follow() {
    const { line, view } = this.page.state;
    const actions = view === "laying" ? line.split(";").filter(Boolean) : [];
    while (actions.length) {
      const [action] = actions;
      if (ENDS.includes(action)) {
        const { told, next } = await this.pack.end(this.key);
        if (!next || told.some((each) => each.action !== actions.shift())) return false;
        this.goOn(told, next);
      } else {
        const play = (await this.pack.node(this.key)).plays.find(({ told }) => told.action === action);
        if (!play) return false;
        this.lay(play);
        actions.shift();
      }
    }
    return true;
  }

  get key() {
    return /** @type {Key} */ (this.keys.at(-1));
  }

  /** @param {{told: Told, key: Key}} play */
  lay({ told, key }) {
    this.keys.push(key);
    this.laid.push({ told, isKept: false });
  }

  /**
   * @param {Told[]} told
   * @param {Key} next
   */
  goOn(told, next) {
    this.laid = [...this.laid, ...told.map((each) => ({ told: each, isKept: false }))];
    for (const each of this.laid) each.isKept = true;
    this.keys = [next];
  }

  /** Only what can be done without the site is left beside the board, and a note that says so. */
  settle() {
    this.page.endReplay();
    this.side.settle();
    addEventListener("online", () => this.send());
    setInterval(() => this.send(), AGAIN);
  }

  // What is pressed

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement | null} submitter
   */
  async press(form, submitter) {
    if (form.matches(".foretell")) return this.foretell(form);
    if (submitter?.name === "action") return this.play(submitter.value);
    if (submitter?.value === "judge") return this.judge();
    if (submitter?.value === "reset") {
      this.laid = [];
      this.keys = [this.pack.root];
    } else if (submitter?.value === "undo" && !this.judged.length && this.canUndo) {
      this.laid.pop();
      this.keys.pop();
    }
    return this.show();
  }

  get canUndo() {
    return this.keys.length > 1;
  }

  /** @param {string} action */
  async play(action) {
    const play = (await this.pack.node(this.key)).plays.find(({ told }) => told.action === action);
    if (play) this.lay(play);
    return this.show();
  }

  async judge() {
    const { verdict, step, told, says, next } = await this.pack.end(this.key);
    if (next) {
      this.goOn(told, next);
      return this.show();
    }
    this.judged = [...this.laid, ...told.map((each) => ({ told: each, isKept: true }))];
    const isRight = verdict === "solved";
    this.answer({ isRight, line: this.laid.map((each) => each.told.action) });
    this.side.coach(isRight ? "right" : "wrong", isRight ? this.side.word("reached") : says);
    this.put(step, { view: isRight ? "solved" : "failed", legal: [] });
    this.side.dress(this.judged, this.side.part(isRight ? "solved" : "failed"), []);
    this.side.lead();
  }

  /** @param {HTMLFormElement} form */
  async foretell(form) {
    const fields = new FormData(form);
    /** @type {Record<string, string>} */
    const said = {};
    for (const [name, value] of fields)
      if (!["csrfmiddlewaretoken", "revision", "line"].includes(name)) said[name] = String(value);
    const grades = await Promise.all(
      Object.keys(this.pack.data.marks).map(async (part) => ({ part, isRight: await this.isRight(part, said) })),
    );
    const count = grades.filter(({ isRight }) => isRight).length;
    const isRight = count === grades.length;
    for (const { part, isRight } of grades) this.side.grade(form, part, isRight);
    this.answer({ isRight, said });
    const words = this.side.word("graded").replace("{right}", `${count}`).replace("{count}", `${grades.length}`);
    this.side.coach(isRight ? "right" : "wrong", isRight ? this.side.word("all") : words);
    this.page.frame.dataset.view = isRight ? "solved" : "failed";
    if (!isRight) return;
    form.querySelector(".tools")?.remove();
    form.after(this.side.part("foretold"));
    this.side.lead();
  }

  /**
   * @param {string} part
   * @param {Record<string, string>} said
   */
  isRight(part, said) {
    const value = said[part] ?? "";
    const plain = /^\d+$/.test(value) ? String(Number(value)) : value;
    return this.pack.isRight(part, `${part}-side` in said ? `${said[`${part}-side`]} ${plain}` : plain);
  }

  // What waits for the site

  /** @param {{isRight: boolean, line?: string[], said?: Record<string, string>}} given */
  answer(given) {
    this.answers.add({
      page: location.pathname,
      title: the("h1").textContent.trim(),
      version: this.pack.version,
      ...given,
    });
    this.send();
  }

  async send() {
    if (!navigator.onLine) return;
    const arrived = await this.answers.send();
    if (!arrived.length) return;
    const wasChanged = arrived.some(({ became, page }) => became === "changed" && page === location.pathname);
    this.side.note(wasChanged ? "changed" : "sent");
  }

  // What is shown

  /** The line as it is laid out. */
  async show() {
    const { page } = this;
    page.focused = document.activeElement?.closest("#side [data-key]")?.dataset.key;
    this.judged = [];
    const node = await this.pack.node(this.key);
    const legal = node.plays.map(({ told }) => told.action);
    const goesOn = this.laid.length > 0 && !this.canUndo;
    this.side.coach("turn", this.side.word(goesOn ? "goes-on" : legal.length ? "choose" : "nothing"));
    const tools = this.side.part("laying");
    the('[data-key="undo"]', HTMLButtonElement, tools).disabled = !this.canUndo;
    the('[data-key="reset"]', HTMLButtonElement, tools).disabled = !this.laid.length;
    the("[data-ends]", tools).textContent = this.side.word(node.isAssault ? "assault" : "check");
    this.side.dress(this.laid, tools, node.plays);
    this.put(node.step, { view: "laying", legal, seat: node.seat });
    document.querySelector(`#side [data-key="${page.focused}"]:not(:disabled)`)?.focus({ preventScroll: true });
  }

  /**
   * @param {Step} step
   * @param {{view: string, legal: string[], seat?: string}} how
   */
  put(step, how) {
    const { page } = this;
    const line = this.laid.map(({ told }) => told.action).join(";");
    const says = how.view === "laying" ? (this.laid.at(-1)?.told.what ?? "") : this.side.said;
    page.state = { ...page.state, ...how, line, says, open: false };
    page.frame.dataset.view = how.view;
    page.frame.dataset.seat = page.state.seat;
    page.table.letGo();
    page.arranger.load([step]);
    glide(page.board, () => page.arranger.show(0));
    page.load();
    page.says.textContent = says;
  }
}

/** Whose account took the book along in which this page was opened: it is kept as everybody sees it. */
async function taker() {
  const [, grimoire] = BOOK.exec(location.pathname) ?? [];
  const book = new URLSearchParams(location.search).get("book");
  const stored =
    grimoire && book ? await caches.match(`${grimoire}books/${encodeURIComponent(book)}/along/`) : undefined;
  return stored ? String((await stored.json()).account ?? "") : "";
}
