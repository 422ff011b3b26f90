// @ts-check
// The Tournament board: a card is chosen, then the place where it goes, by click, by dragging or by keys. The server says
// what may be done and what would come of it; the list of moves beside the board works without any of this.
import { all, element, the } from "../lib/elements.js";
import { closest, isTyping } from "../lib/events.js";

const FAR = 8; // pixels after which a press has become a drag
const PICK = "pick:"; // what begins with a card that may be discarded
const LAST = 21; // where the race ends on the board

/**
 * @typedef {object} Move an action that goes from a card to a place
 * @property {string} action
 * @property {string} from
 * @property {string} to
 * @property {string} words
 * @property {string} tag
 * @property {string} says
 * @property {Record<string, number>} totals
 * @property {boolean} overtime
 * @property {string[]} leave cards that would leave the board
 * @property {string[]} go cards that would lie elsewhere
 */

/**
 * @typedef {object} BoardData
 * @property {Move[]} moves
 * @property {Record<string, string[]>} start
 * @property {import("./replay.js").Frame[]} frames
 * @property {number} since
 * @property {number} count
 * @property {number} discard how many cards are to be discarded
 * @property {Record<string, number>} totals
 * @property {boolean} overtime
 */

/** @param {HTMLElement} board */
export const dataOf = (board) =>
  /** @type {BoardData} */ (JSON.parse(the('script[type="application/json"]', board).textContent));

/**
 * Shows a state of the race.
 * @param {HTMLElement} board
 * @param {Record<string, number>} totals
 * @param {boolean} overtime
 * @param {boolean} [isGuess] whether it would be so
 */
export function showRace(board, totals, overtime, isGuess = false) {
  the("[data-race]", board).classList.toggle("in-overtime", overtime);
  for (const runner of all("[data-runner]", HTMLElement, board)) {
    const total = totals[runner.dataset.runner ?? ""];
    runner.className = runner.className.replace(/\bat-\d+/, `at-${Math.min(total, LAST)}`);
    runner.classList.toggle("is-guess", isGuess);
  }
  for (const shown of all("[data-total]", HTMLElement, board))
    shown.textContent = String(totals[shown.dataset.total ?? ""]);
}

export class SchoolsBoard {
  /** @param {HTMLElement} board as it has been drawn */
  constructor(board) {
    this.board = board;
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
    if (target) this.act(target);
    else if (source?.dataset.from?.startsWith(PICK)) this.pick(source);
    else if (source && source !== this.chosen) this.choose(source, event.detail === 0);
    else this.letGo();
  }

  /**
   * A card to be discarded, or not: as in the form beside the board, which is sent.
   * @param {HTMLButtonElement} card
   */
  pick(card) {
    const isPicked = card.getAttribute("aria-pressed") !== "true";
    const element = card.dataset.from?.slice(PICK.length);
    const field = all(`.composing [value="${element}"]`, HTMLInputElement).find(({ checked }) => checked !== isPicked);
    if (!field) return;
    field.checked = isPicked;
    card.setAttribute("aria-pressed", String(isPicked));
    this.outcome.textContent = `${all(".composing :checked", HTMLInputElement).length} / ${this.data.discard}`;
  }

  /**
   * Lights the places where a card may go.
   * @param {HTMLButtonElement} source
   * @param {boolean} [byKeys] the first of them takes the focus
   */
  choose(source, byKeys = false) {
    this.letGo();
    this.chosen = source;
    source.setAttribute("aria-pressed", "true");
    for (const move of this.movesOf(source))
      for (const place of all(`[data-to~="${move.to}"]`, HTMLElement, this.board)) {
        const target = element("button", "target");
        target.type = "button";
        target.dataset.action = move.action;
        target.setAttribute("aria-label", `${move.words}. ${move.says}`);
        target.append(element("span", "", move.tag));
        place.append(target);
      }
    this.show(this.onlyMove());
    if (byKeys) this.targets()[0]?.focus();
  }

  letGo() {
    this.chosen?.setAttribute("aria-pressed", "false");
    this.chosen = null;
    for (const target of this.targets()) target.remove();
    this.show(null);
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
   * What an action would come to, on the board and in words.
   * @param {Move | null} move
   */
  show(move) {
    const { board, data } = this;
    for (const marked of all(".will-leave, .will-go", HTMLElement, board))
      marked.classList.remove("will-leave", "will-go");
    const hint = data.moves.length && !this.chosen ? this.outcome.dataset.hint : "";
    this.outcome.textContent = move ? move.says : (hint ?? "");
    showRace(board, move?.totals ?? data.totals, move?.overtime ?? data.overtime, Boolean(move));
    if (!move) return;
    for (const key of move.leave) board.querySelector(`[data-key="${key}"]`)?.classList.add("will-leave");
    for (const key of move.go)
      if (!move.leave.includes(key)) board.querySelector(`[data-key="${key}"]`)?.classList.add("will-go");
  }

  /** @param {HTMLElement} target */
  act(target) {
    const button = the("[data-do]", HTMLButtonElement, this.board);
    button.value = target.dataset.action ?? "";
    this.letGo();
    button.click(); // of which htmx takes the value
  }

  /** @param {PointerEvent} event */
  press(event) {
    const source = closest(event, "[data-from]", HTMLButtonElement);
    if (!source || event.button || source.dataset.from?.startsWith(PICK)) return;
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
    const at = places.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (!places.length) return;
    event.preventDefault();
    places[(at + step + places.length) % places.length].focus();
  }
}
