// @ts-check
// A board of cards and places: a card is chosen, then the place where it goes, by click, by dragging or by keys. The server
// says what can be done and what would come of it; the list of moves beside the board works without any of this.
import { all, element, the } from "../lib/elements.js";
import { closest, isTyping } from "../lib/events.js";

const FAR = 8; // pixels after which a press has become a drag

/**
 * @typedef {object} Move an action that goes from a card to a place
 * @property {string} action
 * @property {string} from
 * @property {string} to
 * @property {string} [via] the place that is chosen before it
 * @property {string} words
 * @property {string} tag
 * @property {string} says
 */

/**
 * @typedef {object} BoardData
 * @property {Move[]} moves
 * @property {Record<string, string[]>} start
 * @property {import("./card-replay.js").Frame[]} frames
 * @property {number} since
 * @property {number} count
 */

/** @param {HTMLElement} board */
export const dataOf = (board) => JSON.parse(the('script[type="application/json"]', board).textContent);

/**
 * Says on the board what happens, or would; else a hint.
 * @param {HTMLElement} board
 * @param {string} words
 * @param {string} [hint]
 */
export function say(board, words, hint = "") {
  const outcome = the("[data-outcome]", board);
  outcome.textContent = words || hint;
  outcome.classList.toggle("is-hint", !words);
}

/** @param {HTMLElement} target in a list, where nothing may stand but its items */
function inList(target) {
  const item = element("li", "target-item");
  item.append(target);
  return item;
}

/** @template {BoardData} [Data=BoardData] */
export class CardBoard {
  /** @param {HTMLElement} board as it has been drawn */
  constructor(board) {
    this.board = board;
    /** @type {Data} */
    this.data = dataOf(board);
    /** @type {HTMLButtonElement | null} the card that is chosen */
    this.chosen = null;
    this.outcome = the("[data-outcome]", board);
    this.show(null);
    board.addEventListener("click", (event) => this.click(event));
    board.addEventListener("pointerdown", (event) => this.press(event));
    for (const name of ["pointerover", "focusin"]) board.addEventListener(name, (event) => this.look(event));
    for (const name of ["pointerout", "focusout"])
      board.addEventListener(name, (event) => closest(event, ".target") && this.show(this.onlyMove()));
  }

  /** @param {MouseEvent} event */
  click(event) {
    const target = closest(event, ".target", HTMLButtonElement);
    const source = closest(event, "[data-from]", HTMLButtonElement);
    if (target) this.act(target, event.detail === 0);
    else if (source && source !== this.chosen) this.choose(source, event.detail === 0);
    else this.letGo();
  }

  /**
   * Lights the places where a card can go.
   * @param {HTMLButtonElement} source
   * @param {boolean} [byKeys] the first of them takes the focus
   */
  choose(source, byKeys = false) {
    this.letGo();
    this.chosen = source;
    source.setAttribute("aria-pressed", "true");
    const moves = this.movesOf(source);
    for (const via of new Set(moves.flatMap((move) => move.via ?? []))) this.light(via, "", via, "");
    for (const move of moves) if (!move.via) this.light(move.to, move.action, `${move.words}. ${move.says}`, move.tag);
    this.show(this.onlyMove());
    if (byKeys) this.targets()[0]?.focus();
  }

  /**
   * @param {string} name of the places
   * @param {string} action what a press on one of them does; none for one that only leads on
   * @param {string} label
   * @param {string} tag
   */
  light(name, action, label, tag) {
    for (const place of all(`[data-to~="${name}"]`, HTMLElement, this.board)) {
      const target = element("button", "target");
      target.type = "button";
      target.dataset.action = action;
      target.dataset.via = action ? "" : name;
      target.setAttribute("aria-label", action ? label : (place.dataset.label ?? ""));
      target.append(element("span", "", action ? tag : (place.dataset.label ?? "")));
      place.append(place.matches("ol, ul") ? inList(target) : target);
    }
  }

  letGo() {
    this.chosen?.setAttribute("aria-pressed", "false");
    this.chosen = null;
    this.unlight();
    this.show(null);
  }

  unlight() {
    for (const target of this.targets()) (target.closest(".target-item") ?? target).remove();
  }

  targets() {
    return all(".target", HTMLButtonElement, this.board);
  }

  /** @param {HTMLElement} source */
  movesOf(source) {
    const names = (source.dataset.from ?? "").split(" ");
    return this.data.moves.filter((move) => names.includes(move.from));
  }

  /** What comes of the chosen card where there is one thing to do with it. */
  onlyMove() {
    const moves = this.chosen ? this.movesOf(this.chosen) : [];
    return moves.length === 1 ? moves[0] : null;
  }

  /** @param {Event} event */
  look(event) {
    const action = closest(event, ".target")?.dataset.action;
    if (action) this.show(this.data.moves.find((move) => move.action === action) ?? null);
  }

  /**
   * What an action would come to, in words.
   * @param {Data["moves"][number] | null} move
   */
  show(move) {
    const hint = this.data.moves.length && !this.chosen ? this.outcome.dataset.hint : "";
    say(this.board, move?.says ?? this.chosen?.dataset.says ?? "", hint);
  }

  /**
   * @param {HTMLElement} target
   * @param {boolean} [byKeys]
   */
  act(target, byKeys = false) {
    const { action, via } = target.dataset;
    if (via && this.chosen) {
      const moves = this.movesOf(this.chosen).filter((move) => move.via === via);
      this.unlight();
      for (const move of moves) this.light(move.to, move.action, `${move.words}. ${move.says}`, move.tag);
      if (byKeys) this.targets()[0]?.focus();
      return;
    }
    const button = the("[data-do]", HTMLButtonElement, this.board);
    button.value = action ?? "";
    this.letGo();
    button.click(); // of which htmx takes the value
  }

  /** @param {PointerEvent} event */
  press(event) {
    const source = closest(event, "[data-from]", HTMLButtonElement);
    if (!source || event.button) return;
    const { clientX, clientY, pointerId } = event;
    /** @type {HTMLElement | null} */
    let carried = null;
    const over = (/** @type {PointerEvent} */ at) =>
      /** @type {HTMLElement | null} */ (document.elementFromPoint(at.clientX, at.clientY)?.closest(".target") ?? null);
    const move = (/** @type {PointerEvent} */ at) => {
      if (!carried) {
        if (Math.hypot(at.clientX - clientX, at.clientY - clientY) < FAR) return;
        if (this.chosen !== source) this.choose(source);
        carried = /** @type {HTMLElement} */ (source.cloneNode(true));
        carried.classList.add("carried");
        carried.inert = true;
        this.board.append(carried);
        source.setPointerCapture(pointerId);
      }
      carried.style.left = `${at.clientX}px`;
      carried.style.top = `${at.clientY}px`;
      const under = over(at);
      for (const target of this.targets()) target.classList.toggle("is-over", target === under);
      this.show(this.data.moves.find(({ action }) => action === under?.dataset.action) ?? null);
    };
    const end = (/** @type {PointerEvent} */ at) => {
      for (const name of ["pointermove", "pointerup", "pointercancel"])
        document.removeEventListener(name, /** @type {EventListener} */ (name === "pointermove" ? move : end));
      if (!carried) return;
      carried.remove();
      const target = at.type === "pointerup" ? over(at) : null;
      if (target) this.act(target);
      else this.letGo();
      // The click that follows is not a choice.
      addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
      setTimeout(() => dispatchEvent(new Event("click")));
    };
    document.addEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"])
      document.addEventListener(name, /** @type {EventListener} */ (end));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (isTyping(event)) return;
    const source = this.chosen;
    if (event.key === "Escape" && source) {
      this.letGo();
      source.focus();
      return;
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !this.board.contains(document.activeElement)) return;
    const places = source ? this.targets() : all("[data-from]", HTMLButtonElement, this.board);
    if (!places.length) return;
    const focused = places.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const at = focused < 0 && step < 0 ? 0 : focused; // from outside of them to the first, or to the last
    event.preventDefault();
    places[(at + step + places.length) % places.length].focus();
  }
}
