// @ts-check
// The page on which a puzzle is solved, and judged by the server.
import { glide } from "../board/glide.js";
import { BoardPage } from "../board/page.js";
import { announceTurn } from "../board/turns.js";
import { element, json, the } from "../lib/elements.js";
import { closest, isPlainClick } from "../lib/events.js";
import { Away } from "./away.js";
import { markForetold } from "./foretell.js";

/**
 * What the server says of the line that is laid out (grimoire.solving.contexts).
 * @typedef {object} SolvingState
 * @property {string} own the letters of the solver's seats
 * @property {string | null} [undone] the line after taking back
 * @property {boolean} open
 * @property {number} from the step from which what is new is played
 */

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @extends {BoardPage<import("../board/page.js").BoardState & SolvingState>} */
export class SolvingPage extends BoardPage {
  constructor() {
    const first = json("board-data");
    const { abilities } = first;
    const [frame, says] = [the("#solve"), the("#solve-says")];
    super({ frame, says, state: "solve-data", abilities, links: "a[data-solve-get]", forms: "#side form[data-solve]" });
    /** @type {Map<string, Step>} what the board looks like, by the line that is laid out */
    this.laid = new Map([["", json("begin-data")]]);
    /** @type {[HTMLFormElement, HTMLButtonElement] | null} what was pressed last */
    this.pressed = null;
    /** @type {Promise<Away | null> | null} */
    this.opening = null;
    /** @type {Away | null} where the page goes on without a network */
    this.away = null;
    this.settle(first, { isNew: false });
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.get(location.href); // out of the browser's memory: things may have gone on since
    });
  }

  /**
   * @param {MouseEvent} event
   * @param {string} links
   */
  click(event, links) {
    const step = closest(event, "[data-goes-to]")?.dataset.goesTo;
    if (step !== undefined && this.replay && isPlainClick(event)) {
      event.preventDefault();
      this.replay.steps.go(Number(step));
      this.board.scrollIntoView({ block: "nearest" });
    }
    super.click(event, links);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} submitter
   */
  send(form, submitter) {
    if (this.away) return this.away.press(form, submitter);
    if (this.server.busy) {
      const { line } = this.state;
      const again = () => this.state.line === line && submitter?.value && this.play(submitter.value);
      return this.server.keep(submitter?.dataset.key, again);
    }
    this.pressed = [form, submitter];
    this.foresee(submitter?.value);
    return this.server.send(form, submitter);
  }

  /**
   * @param {string} address
   * @param {HTMLElement | null} asker
   */
  get(address, asker = null) {
    if (asker?.closest(".after")) this.board.scrollIntoView({ block: "nearest" }); // what it shows is there
    return super.get(address, asker);
  }

  /** @param {string} action */
  play(action) {
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector('[data-solve="play"]'));
    const button = /** @type {HTMLButtonElement | null} */ (form?.querySelector(`button[value="${action}"]`) ?? null);
    if (form && button) this.send(form, button);
  }

  /**
   * Beginning again and taking back are on the board before the server has answered: it will say the same.
   * @param {string | undefined} change
   */
  foresee(change) {
    if (change === "reset") this.put("");
    if (change === "undo" && typeof this.state.undone === "string") this.put(this.state.undone);
  }

  /**
   * The board as it was with a line, if it has been laid out here.
   * @param {string} line
   */
  put(line) {
    const arrangement = this.laid.get(line);
    if (!arrangement) return;
    this.endReplay();
    this.table.letGo();
    this.arranger.load([arrangement]);
    glide(this.board, () => this.arranger.show(0));
  }

  arrive() {
    const { open: wasOpen, says: before } = this.state;
    super.arrive();
    this.settle(json("board-data"), { isNew: true });
    this.leadOn();
    if (this.focused)
      document.querySelector(`#side [data-key="${this.focused}"]:not(:disabled)`)?.focus({ preventScroll: true });
    if (this.state.says !== before && !("plays" in this.frame.dataset)) this.says.textContent = this.state.says;
    if (this.state.open && !wasOpen) htmx.trigger(document.body, "grimoire:opened");
  }

  // Beside a wrong answer: the way on, which stands in the title.
  leadOn() {
    const ways = [".trail a[rel=next]", ".solve-title a[rel=next]"].map((way) => document.querySelector(way));
    const next = /** @type {HTMLAnchorElement | null} */ (ways[0] ?? ways[1]);
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("#side [data-later]"));
    if (!next || !link) return;
    link.href = next.href;
    link.hidden = false;
  }

  /**
   * @param {{steps: Step[], step: number}} data
   * @param {{isNew: boolean}} options
   */
  settle(data, { isNew }) {
    const { frame, state } = this;
    frame.dataset.view = state.view;
    frame.dataset.seat = state.seat;
    this.table.letGo();
    this.arranger.load(data.steps);
    const last = data.steps.length - 1;
    if (["laying", "free"].includes(state.view)) this.laid.set(state.line, whole(data.steps));
    const plays = isNew && !still.matches && ["preview", "free", "failed", "solved"].includes(state.view);
    const begin = plays ? state.from : data.step;
    if (isNew) glide(this.board, () => this.arranger.show(begin));
    if (document.getElementById("trace")) {
      this.arranger.point(data.step);
      this.beginReplay(last, data.step, begin, state.from);
    }
    this.load();
    markForetold(this.board, ["laying", "failed"].includes(state.view));
    if (!plays || !this.replay || begin >= last) return;
    frame.toggleAttribute("data-plays", ["failed", "solved"].includes(state.view));
    this.replay.play(() => this.rest());
  }

  /**
   * @param {number} before
   * @param {number} step
   */
  stepped(before, step) {
    announceTurn(this.board, this.arranger.steps, before, step, this.state.own);
  }

  /** The verdict on what is being played is told once it has been played, or somebody has stopped it. */
  rest() {
    if (!("plays" in this.frame.dataset)) return;
    this.frame.removeAttribute("data-plays");
    this.says.textContent = this.state.says;
  }

  /** Without a network the page goes on by itself, where its book was taken along. */
  async tellOffline() {
    this.opening ??= Away.of(this);
    this.away = await this.opening;
    if (this.away) {
      if (this.pressed) await this.away.press(...this.pressed);
      return;
    }
    this.opening = null; // it may be there the next time
    this.sayOffline();
  }

  sayOffline() {
    const note = element("p", "note bad", this.frame.dataset.offline);
    note.setAttribute("role", "alert");
    document.querySelector("#side .note")?.remove();
    the("#side .coach").after(note);
    if (this.state.view === "laying") this.put(this.state.line);
    this.load();
  }
}

/**
 * The last of some steps as a step of its own.
 * @param {Step[]} steps
 */
function whole(steps) {
  return steps.reduce((one, next) => ({
    zones: { ...one.zones, ...next.zones },
    seats: { ...one.seats, ...next.seats },
    status: next.status,
  }));
}
