// @ts-check
// The document as it is now, what it was before, and where it is kept: in the address, and in this browser.
import { itemsIn, seatsOf } from "./document.js";

const STEPS = 200;
const DRAFTS = "grimoire-editor";
const MAX_DRAFTS = 8;
const NOWHERE = 99; // no row is so long: the target has left the board, and no other Creature takes its place

/**
 * @typedef {object} Draft
 * @property {string} at the position in the address
 * @property {string} puzzle
 * @property {PositionDocument} doc
 * @property {boolean} isComplete
 * @property {number} when
 * @property {string} tab
 * @property {string} account
 */

export class Store extends EventTarget {
  /**
   * @param {PositionDocument} doc
   * @param {{puzzle: string, account: string, isAsked: boolean}} of whether the address asks for this document
   */
  constructor(doc, { puzzle, account, isAsked }) {
    super();
    this.doc = doc;
    this.puzzle = puzzle;
    this.account = account;
    /** @type {PositionDocument[]} */
    this.past = [];
    /** @type {PositionDocument[]} */
    this.future = [];
    this.revision = 0;
    this.tab = sessionStorage.getItem(DRAFTS) ?? crypto.randomUUID();
    sessionStorage.setItem(DRAFTS, this.tab);
    this.wasRestored = this.restore(isAsked);
  }

  /**
   * Changes a copy of the document; answers what the change answers. A change that changes nothing leaves no step.
   * @param {Edit} change
   */
  edit(change) {
    const next = structuredClone(this.doc);
    const targets = placesNamed(next).map((place) => itemsIn(next, `${place.line}-${place.player}`)[place.position]);
    const wanted = JSON.stringify(next.objective);
    const answer = change(next);
    if (JSON.stringify(next.objective) === wanted) follow(next, targets);
    if (JSON.stringify(next) === JSON.stringify(this.doc)) return answer;
    this.past = [...this.past.slice(-STEPS), this.doc];
    this.future = [];
    this.show(next);
    return answer;
  }

  undo() {
    const doc = this.past.pop();
    if (!doc) return;
    this.future.push(this.doc);
    this.show(doc);
  }

  redo() {
    const doc = this.future.pop();
    if (!doc) return;
    this.past.push(this.doc);
    this.show(doc);
  }

  /** @param {PositionDocument} doc */
  show(doc) {
    this.doc = doc;
    this.revision += 1;
    this.keep(false);
    this.dispatchEvent(new Event("change"));
  }

  // Keeping. The address holds the last complete position; what is not complete is kept here, per address.

  address() {
    return new URL(location.href).searchParams.get("p") ?? "";
  }

  /** @param {boolean} isComplete */
  keep(isComplete) {
    const draft = {
      at: this.address(),
      puzzle: this.puzzle,
      doc: this.doc,
      isComplete,
      when: Date.now(),
      tab: this.tab,
      account: this.account,
    };
    const others = this.drafts().filter((other) => !(other.tab === this.tab && other.puzzle === this.puzzle));
    const newest = others.sort((a, b) => b.when - a.when).slice(0, MAX_DRAFTS - 1);
    try {
      localStorage.setItem(DRAFTS, JSON.stringify([draft, ...newest]));
    } catch {
      // A full or closed store: the address still holds the position.
    }
  }

  /** @param {string | undefined} packed without one the position is too long for an address */
  hold(packed) {
    const address = new URL(location.href);
    if (packed && address.searchParams.get("p") !== packed) {
      const puzzle = address.searchParams.get("puzzle");
      address.search = "";
      address.hash = "";
      address.searchParams.set("p", packed);
      if (puzzle) address.searchParams.set("puzzle", puzzle);
      history.replaceState(history.state, "", address);
    }
    this.keep(true);
  }

  /**
   * What this browser still has for this address: an unfinished position, or without an address the last one at all.
   * @param {boolean} isAsked
   */
  restore(isAsked) {
    const own = this.drafts()
      .filter((draft) => draft.puzzle === this.puzzle)
      .sort((a, b) => Number(b.tab === this.tab) - Number(a.tab === this.tab) || b.when - a.when);
    const found = own.find((draft) =>
      isAsked || this.puzzle ? draft.at === this.address() && !draft.isComplete : true,
    );
    if (!found?.doc?.players || JSON.stringify(found.doc) === JSON.stringify(this.doc)) return false;
    this.past = [this.doc];
    this.doc = found.doc;
    return true;
  }

  /**
   * What is kept for this account, and from before it signed in; when somebody has signed out, theirs is not shown.
   * @returns {Draft[]}
   */
  drafts() {
    try {
      /** @type {Draft[]} */
      const kept = JSON.parse(localStorage.getItem(DRAFTS) ?? "[]");
      return kept.filter((draft) => draft?.doc && (draft.account === this.account || draft.account === ""));
    } catch {
      return [];
    }
  }

  /**
   * Begins with another document, as if nothing had been kept.
   * @param {PositionDocument} doc
   */
  restart(doc) {
    localStorage.removeItem(DRAFTS);
    Object.assign(this, { doc, past: [], future: [], wasRestored: false });
  }
}

/**
 * The Creature that the objective names: it stays the target wherever an edit moves it.
 * @param {PositionDocument} doc
 */
export function targetOf(doc) {
  const place = doc.objective?.goal?.destroy;
  return place ? itemsIn(doc, `${place.line}-${place.player}`)[place.position] : undefined;
}

/**
 * The places of all Creatures that the objective names.
 * @param {PositionDocument} doc
 * @returns {{player: string, line: string, position: number}[]}
 */
export function placesNamed(doc) {
  const goals = [doc.objective?.goal, ...(doc.objective?.and ?? [])];
  return goals.flatMap((goal) => goal?.destroy ?? []);
}

/**
 * @param {PositionDocument} doc
 * @param {any[]} targets the Creatures that stood in those places
 */
function follow(doc, targets) {
  for (const [number, place] of placesNamed(doc).entries()) {
    const target = targets[number];
    if (!target || itemsIn(doc, `${place.line}-${place.player}`)[place.position] === target) continue;
    place.position = NOWHERE;
    for (const player of seatsOf(doc)) {
      for (const line of ["upper", "lower"]) {
        const position = doc.players[player][line].indexOf(target);
        if (position >= 0) Object.assign(place, { player, line, position });
      }
    }
  }
}
