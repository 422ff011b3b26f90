// @ts-check
// What happened on the Tournament board, action by action: cards glide, Emblems walk, each spell has a motion of its own.
import { all, element, the } from "../lib/elements.js";
import { dataOf, showRace } from "./board.js";

const SPELL = 950; // milliseconds of a spell's motion
const STEP = 340; // of any other action, where there is time
const LEAST = 140; // and where there is none
const GLIDE = 0.8; // of a step's time

/**
 * @typedef {object} Frame the board after an action
 * @property {string} says
 * @property {Record<string, string[]>} layout
 * @property {Record<string, number>} totals
 * @property {boolean} overtime
 * @property {{name: string, arena: string, seat: string} | null} spell
 */

/** @typedef {Map<string, DOMRect>} Places where cards were seen, by their keys */

/**
 * @param {HTMLElement} board
 * @returns {Places}
 */
export const placesOf = (board) =>
  new Map(
    all("[data-key]", HTMLElement, board)
      .filter((card) => card.isConnected)
      .map((card) => [card.dataset.key ?? "", (card.querySelector(".mbody") ?? card).getBoundingClientRect()]),
  );

export class SchoolsReplay {
  /**
   * @param {HTMLElement} board as it is now, at the end of what is shown
   * @param {() => void} done
   */
  constructor(board, done) {
    this.board = board;
    this.data = dataOf(board);
    this.done = done;
    this.isOver = false;
    this.timer = 0;
    const template = the("template[data-gone]", HTMLTemplateElement, board);
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    const gone = /** @type {DocumentFragment} */ (document.importNode(template.content, true));
    for (const card of [...all("[data-key]", HTMLElement, gone), ...all("[data-key]", HTMLElement, board)])
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
    const spells = frames.filter(({ spell }) => spell).length;
    const long = Math.min(pace.scale * STEP, Math.max(LEAST, (pace.whole - spells * SPELL) / frames.length));
    this.board.classList.add("is-replaying");
    for (const part of all(".tournament", HTMLElement, this.board)) part.inert = true;
    this.skip.hidden = false;
    this.skip.onclick = () => this.end();
    this.arrange(this.layoutBefore(first)); // a spell is seen before what it does
    let places = before;
    let at = 0;
    const next = () => {
      if (at === frames.length) {
        this.end();
        return;
      }
      const frame = frames[at++];
      const go = () => {
        this.arrange(frame.layout);
        showRace(this.board, frame.totals, frame.overtime);
        this.glide(places, long * GLIDE);
        places = placesOf(this.board);
        this.timer = setTimeout(next, long);
      };
      the("[data-outcome]", this.board).textContent = frame.says;
      if (!frame.spell) {
        go();
        return;
      }
      this.cast(frame.spell);
      this.timer = setTimeout(go, SPELL * 0.6);
    };
    next();
  }

  /** @param {number} frame */
  layoutBefore(frame) {
    return frame ? this.data.frames[frame - 1].layout : this.data.start;
  }

  /** @param {Record<string, string[]>} layout */
  arrange(layout) {
    const used = new Set(Object.values(layout).flat());
    for (const [name, keys] of Object.entries(layout)) {
      if (name.startsWith("emblem:")) {
        const seat = name.slice("emblem:".length);
        const emblem = this.cards.get(`emblem-${seat}`);
        const stand = this.board.querySelector(`[data-stand="${seat}:${keys[0] ?? ""}"]`);
        if (emblem && stand) stand.replaceChildren(emblem);
        continue;
      }
      const cards = keys.flatMap((key) => this.cards.get(key) ?? []);
      this.board.querySelector(`[data-place="${name}"]`)?.replaceChildren(...cards);
    }
    for (const [place, children] of this.kept)
      if (place.matches(".hand"))
        place.replaceChildren(
          ...children.filter((child) => !(child instanceof HTMLElement) || !used.has(child.dataset.key ?? "")),
        );
  }

  /**
   * Cards go from where they were to where they are; those that come out of a hand or a deck come from there.
   * @param {Places} before
   * @param {number} long
   */
  glide(before, long) {
    for (const card of all("[data-key]", HTMLElement, this.board)) {
      const key = card.dataset.key ?? "";
      const shown = card.querySelector(".mbody") ?? card;
      const now = shown.getBoundingClientRect();
      const known = before.get(key);
      const was = known ?? this.home(card, key);
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
    const discard = the('[data-pile="discard"]', this.board).getBoundingClientRect();
    const deck = the('[data-pile="trials"]', this.board).getBoundingClientRect();
    for (const [key, was] of before) {
      if (this.board.querySelector(`.tournament [data-key="${key}"]`) || !was.width) continue;
      this.fly(key, was, key.startsWith("trial") ? deck : discard, long);
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
   * @param {HTMLElement} card
   * @param {string} key
   */
  home(card, key) {
    if (key.startsWith("trial")) return the('[data-pile="trials"]', this.board).getBoundingClientRect();
    const seat = card.closest("[data-place]")?.getAttribute("data-place")?.split(":")[1];
    return this.board.querySelector(`[data-home="${seat}"]`)?.getBoundingClientRect();
  }

  /** @param {{name: string, arena: string, seat: string}} spell */
  cast({ name, arena, seat }) {
    const motion = this.board.querySelector(`[data-spell="${name}"]`)?.cloneNode(true);
    const place =
      name === "maleficio"
        ? this.board.querySelector(`[data-home]:not([data-home="${seat}"])`)
        : this.board.querySelector(`[data-arena="${arena}"]`);
    if (!motion || !place) return;
    place.append(motion);
    setTimeout(() => /** @type {Element} */ (motion).remove(), SPELL);
  }

  /** The board as it is now. */
  end() {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.timer);
    for (const [place, children] of this.kept) place.replaceChildren(...children);
    showRace(this.board, this.data.totals, this.data.overtime);
    this.board.classList.remove("is-replaying");
    for (const part of all(".tournament", HTMLElement, this.board)) part.inert = false;
    this.skip.hidden = true;
    this.done();
  }
}
