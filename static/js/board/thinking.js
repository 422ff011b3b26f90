// @ts-check
// The analysis beside a board: off until somebody wants it, then asked for at each step, and again while it gets better.
import { all, element, parse, the } from "../lib/elements.js";
import { closest } from "../lib/events.js";
import { keep, recall } from "../lib/storage.js";

const KEPT = "analysis";
const REST = 250; // milliseconds that a step is shown before it is looked at
const AGAIN = 1000;

export class Thinking {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.form = the("form", HTMLFormElement, root);
    this.result = the("[data-result]", root);
    this.said = the("[data-said]", root);
    this.button = the("[data-toggle]", HTMLButtonElement, root);
    this.ends = (root.dataset.ends ?? "").split(",").filter(Boolean).map(Number);
    this.timer = 0;
    this.asking = new AbortController();
    this.step = Number(this.field("step").value);
    this.isOn = false;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.turn(!this.isOn);
    });
    this.form.addEventListener("change", () => {
      keep("localStorage", KEPT, { ...this.kept, sight: this.field("sight").value, lines: this.field("lines").value });
      if (this.isOn) this.ask();
    });
    this.result.addEventListener("click", (event) => {
      const button = closest(event, "[data-send]", HTMLButtonElement);
      if (button) this.ask(button.name);
    });
    document.addEventListener("visibilitychange", () => {
      if (this.isOn && !document.hidden && this.isBusy) this.later(0);
    });
    for (const name of ["sight", "lines"]) {
      const field = this.field(name);
      const value = this.kept[name];
      if (all("option", HTMLOptionElement, field).some((option) => option.value === value)) field.value = value;
    }
    if (this.kept.isOn) this.turn(true);
  }

  /** What this browser keeps of somebody's choices. */
  get kept() {
    return recall("localStorage", KEPT) ?? {};
  }

  /** @param {string} name */
  field(name) {
    return /** @type {HTMLInputElement | HTMLSelectElement} */ (this.form.elements.namedItem(name));
  }

  get isBusy() {
    return this.result.querySelector("[data-busy]") !== null;
  }

  toggle() {
    this.turn(!this.isOn);
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    keep("localStorage", KEPT, { ...this.kept, isOn });
    this.button.setAttribute("aria-pressed", String(isOn));
    clearTimeout(this.timer);
    this.asking.abort();
    if (isOn) this.ask();
    else {
      this.result.replaceChildren();
      this.said.textContent = "";
    }
  }

  /**
   * The board shows another step.
   * @param {number} step
   */
  show(step) {
    const isSame = this.done(step) === this.done(this.step);
    this.step = step;
    this.field("step").value = String(step);
    if (this.isOn && !isSame) this.later(REST);
  }

  /**
   * The board shows another position.
   * @param {Record<string, string>} fields that name it
   */
  move(fields) {
    for (const name of ["p", "position_text", "node"]) this.form.querySelector(`[name="${name}"]`)?.remove();
    for (const [name, value] of Object.entries(fields)) {
      const field = element("input");
      Object.assign(field, { type: "hidden", name, value });
      this.form.append(field);
    }
    if (this.isOn) this.later(REST);
  }

  /** How many actions are over by a step. @param {number} step */
  done(step) {
    return this.ends.filter((end) => end <= step).length;
  }

  /** @param {number} wait */
  later(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), wait);
  }

  /** @param {string} more the name of the button that was pressed */
  async ask(more = "") {
    clearTimeout(this.timer);
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    const body = new FormData(this.form);
    if (more) body.set(more, "1");
    this.result.ariaBusy = "true";
    const headers = { "HX-Request": "true" };
    let text = "";
    try {
      const answer = await fetch(this.form.action, { method: "POST", body, signal, headers });
      if (answer.headers.get("Content-Type")?.startsWith("text/html")) text = await answer.text();
    } catch {}
    if (signal.aborted) return;
    if (text && !/<html/i.test(text)) this.tell(text);
    else this.tellFault(); // a whole page is one of an error
  }

  /** There was no answer, or another than was asked for; the next one may be right. */
  tellFault() {
    const note = element("p", "note bad", this.root.dataset.fault);
    note.dataset.busy = "";
    this.result.replaceChildren(note);
    this.result.ariaBusy = "false";
    this.said.textContent = note.textContent;
    if (!document.hidden) this.later(4 * AGAIN);
  }

  /** @param {string} text */
  tell(text) {
    const open = all("details", HTMLDetailsElement, this.result).map((part) => part.open);
    const links = all("a, summary, button", HTMLElement, this.result);
    const focused = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    this.result.replaceChildren(parse(text));
    all("details", HTMLDetailsElement, this.result).forEach((part, number) => {
      part.open = open[number] ?? false;
    });
    if (focused >= 0) all("a, summary, button", HTMLElement, this.result)[focused]?.focus({ preventScroll: true });
    this.result.ariaBusy = "false";
    const verdict = this.result.querySelector(".verdict, .note")?.textContent?.trim() ?? "";
    if (this.said.textContent !== verdict) this.said.textContent = verdict;
    if (this.isBusy && !document.hidden) this.later(AGAIN);
  }
}
