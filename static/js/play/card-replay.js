// @ts-check
// What happened on a board of cards, step by step: cards glide from where they lay to where they lie.
import { all, element, the } from "../lib/elements.js";
import { dataOf, say } from "./card-board.js";

const STEP = 340; // milliseconds of a step, where there is time
const LEAST = 140; // and where there is none
const WHOLE = 8000; // of all steps at most
const GLIDE = 0.8; // of a step's time

/**
 * @typedef {object} Frame the board after a step
 * @property {number} action the number of the action that it belongs to
 * @property {string} says
 * @property {Record<string, string[]>} layout
 */

/** @typedef {Map<string, DOMRect>} Places where cards were seen on the board, by their keys */

/**
 * @param {DOMRect} rect
 * @param {number} x
 * @param {number} y
 */
const shifted = ({ left, top, width, height }, x, y) => new DOMRect(left + x, top + y, width, height);

/**
 * @param {HTMLElement} board
 * @returns {Places}
 */
export function placesOf(board) {
  const { left, top } = board.getBoundingClientRect(); // the page may be scrolled between
  return new Map(
    all("[data-key]", HTMLElement, board)
      .filter((card) => card.isConnected && !card.matches(".is-elsewhere"))
      .map((card) => [
        card.dataset.key ?? "",
        shifted((card.querySelector(".mbody") ?? card).getBoundingClientRect(), -left, -top),
      ]),
  );
}

/** @template {import("./card-board.js").BoardData} [Data=import("./card-board.js").BoardData] */
export class CardReplay {
  /**
   * @param {HTMLElement} board as it is now, at the end of what is shown
   * @param {() => void} done
   */
  constructor(board, done) {
    this.board = board;
    /** @type {Data} */
    this.data = dataOf(board);
    this.done = done;
    this.isOver = false;
    this.timer = 0;
    const template = the("template[data-gone]", HTMLTemplateElement, board);
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    const gone = /** @type {DocumentFragment} */ (document.importNode(template.content, true));
    for (const card of [
      ...all("[data-key]", HTMLElement, gone),
      ...all("[data-key]:not([data-hand] *)", HTMLElement, board),
    ])
      this.cards.set(card.dataset.key ?? "", card);
    /** @type {[Element, Node[]][]} what lay where, to be put back */
    this.kept = all("[data-place], [data-stand], .hand", HTMLElement, board).map((place) => [
      place,
      [...place.childNodes],
    ]);
    this.skip = the("[data-skip-replay]", HTMLButtonElement, board);
  }

  /**
   * @param {number} first the number of the first of the frames that are played
   * @param {Places} before where cards were seen before
   * @param {import("../play/pace.js").Pace} pace
   */
  play(first, before, pace) {
    const frames = this.data.frames.slice(first);
    const extra = frames.reduce((sum, frame) => sum + this.extra(frame), 0);
    const each = Math.max(LEAST, (pace.whole - extra) / frames.length);
    const long = Math.min(pace.scale * STEP, each, Math.max(pace.whole, WHOLE - extra) / frames.length);
    this.board.classList.add("is-replaying");
    this.rest(true);
    this.skip.hidden = false;
    this.skip.onclick = () => this.end();
    this.arrangeBefore(first); // a step is announced before it is seen
    let places = before;
    let at = 0;
    const next = () => {
      if (at === frames.length) {
        this.end();
        return;
      }
      const frame = frames[at++];
      const go = () => {
        this.arrange(frame.layout, frame);
        this.showState(frame);
        this.glide(places, long * GLIDE);
        places = placesOf(this.board);
        this.timer = setTimeout(next, long);
      };
      say(this.board, frame.says);
      const wait = this.announce(frame);
      if (wait) this.timer = setTimeout(go, wait);
      else go();
    };
    next();
  }

  /**
   * Whether all but the button that skips rests.
   * @param {boolean} isResting
   */
  rest(isResting) {
    for (const part of all(":scope > *", HTMLElement, this.board)) if (part !== this.skip) part.inert = isResting;
  }

  /**
   * Milliseconds that a step takes beside its own.
   * @param {Data["frames"][number]} _frame
   */
  extra(_frame) {
    return 0;
  }

  /**
   * What is seen before a step; answers for how many milliseconds.
   * @param {Data["frames"][number]} _frame
   */
  announce(_frame) {
    return 0;
  }

  /**
   * What the board shows beside its cards.
   * @param {Data["frames"][number] | Data} _state
   */
  showState(_state) {}

  /** @param {number} first the number of a frame */
  arrangeBefore(first) {
    const last = first ? this.data.frames[first - 1] : null;
    this.arrange(last?.layout ?? this.data.start, last);
  }

  /**
   * @param {Record<string, string[]>} layout
   * @param {Data["frames"][number] | null} _frame that it belongs to; null for the start
   */
  arrange(layout, _frame) {
    for (const [name, keys] of Object.entries(layout)) this.put(name, keys);
    const used = new Set(Object.values(layout).flat());
    for (const [place, children] of this.kept)
      if (place.matches(".hand"))
        place.replaceChildren(
          ...children.filter((child) => !(child instanceof HTMLElement) || !used.has(child.dataset.key ?? "")),
        );
  }

  /**
   * Lays cards on a place.
   * @param {string} name
   * @param {string[]} keys
   */
  put(name, keys) {
    const cards = keys.flatMap((key) => this.cards.get(key) ?? []);
    this.board.querySelector(`[data-place="${name}"]`)?.replaceChildren(...cards);
  }

  /**
   * Cards go from where they were to where they are; those that come out of a hand or a deck come from there.
   * @param {Places} before
   * @param {number} long
   */
  glide(before, long) {
    const { left, top } = this.board.getBoundingClientRect();
    for (const card of all("[data-key]:not(.is-elsewhere)", HTMLElement, this.board)) {
      const key = card.dataset.key ?? "";
      const shown = card.querySelector(".mbody") ?? card;
      const now = shown.getBoundingClientRect();
      const known = before.get(key);
      const was = known ? shifted(known, left, top) : this.home(card, key);
      if (!was || !now.width) continue;
      const x = was.left + was.width / 2 - now.left - now.width / 2;
      const y = was.top + was.height / 2 - now.top - now.height / 2;
      const scale = known?.width ? known.width / now.width : 0.6;
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      shown.animate(
        [
          { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 },
          { transform: "none", zIndex: 5 },
        ],
        { duration: long, easing: "cubic-bezier(.3, .1, .2, 1)" },
      );
    }
    for (const [key, was] of before) {
      if (this.board.querySelector(`[data-key="${key}"]:not(.is-elsewhere)`) || !was.width) continue;
      this.fly(key, shifted(was, left, top), this.exit(key).getBoundingClientRect(), long);
    }
  }

  /**
   * A card that leaves the board.
   * @param {string} key
   * @param {DOMRect} was
   * @param {DOMRect} to
   * @param {number} long
   */
  fly(key, was, to, long) {
    const body = this.cards.get(key)?.querySelector(".mbody");
    if (!body) return;
    const ghost = element("div", "carried is-leaving");
    ghost.append(body.cloneNode(true));
    ghost.style.left = `${was.left + was.width / 2}px`;
    ghost.style.top = `${was.top + was.height * 0.4}px`;
    ghost.style.setProperty("--card", `${was.width}px`);
    ghost.style.setProperty("--own", `${was.width}px`);
    this.board.append(ghost);
    const [x, y] = [to.left - was.left, to.top - was.top];
    const flight = ghost.animate(
      [{ opacity: 1 }, { opacity: 0.1, transform: `translate(calc(-50% + ${x}px), ${y}px) scale(.35)` }],
      { duration: long * 1.3, easing: "ease-in" },
    );
    const gone = () => ghost.remove();
    flight.finished.then(gone, gone);
  }

  /**
   * Where a card comes from that was not seen before.
   * @param {HTMLElement} card
   * @param {string} _key
   * @returns {DOMRect | undefined}
   */
  home(card, _key) {
    const seat = card.closest("[data-place]")?.getAttribute("data-place")?.split(":")[1];
    return this.board.querySelector(`[data-home="${seat}"]`)?.getBoundingClientRect();
  }

  /**
   * Where a card goes that is seen no more.
   * @param {string} _key
   */
  exit(_key) {
    return the('[data-pile="discard"]', this.board);
  }

  /** The board as it is now. */
  end() {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    for (const [place, children] of this.kept) place.replaceChildren(...children);
    this.showState(this.data);
    this.board.classList.remove("is-replaying");
    this.rest(false);
    this.skip.hidden = true;
    this.done();
  }
}
