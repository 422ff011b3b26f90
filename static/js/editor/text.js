// @ts-check
// The box with the position as text: it shows the document until somebody types, and then waits for "Set this up".
import { element, the } from "../lib/elements.js";
import { replaceWith } from "./whole.js";
import { word } from "./words.js";

/**
 * Puts the document that the server has read from a text onto the board; undo takes it back.
 * @param {import("./store.js").Store} store
 * @param {Verdict} told
 */
export function load(store, { document: other }) {
  if (other) store.edit((doc) => replaceWith(doc, other));
  the("[data-tool-says]").textContent = word("taken");
  the("#board").scrollIntoView({ block: "nearest" });
}

export class TextBox {
  /**
   * @param {object} parts
   * @param {import("./store.js").Store} parts.store
   * @param {import("./check.js").Checker} parts.checker
   */
  constructor({ store, checker }) {
    this.store = store;
    this.checker = checker;
    this.form = the("[data-take]", HTMLFormElement);
    this.box = this.form.elements.text;
    this.faults = the("[data-text-faults]");
    this.isTyped = !this.faults.hidden;
    this.box.addEventListener("input", () => (this.isTyped = true));
    this.form.addEventListener("submit", (event) => this.submit(event));
    the("[data-revert]").addEventListener("click", () => this.show(checker.last));
  }

  watch() {
    this.checker.dispatch = (told) => {
      if (!this.isTyped) this.show(told);
    };
    if (this.checker.last && !this.isTyped) this.show(this.checker.last);
  }

  /** @param {Verdict | null} told */
  show(told) {
    if (told?.text !== undefined) this.box.value = told.text;
    this.isTyped = false;
    this.faults.hidden = true;
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    let told;
    try {
      told = await this.checker.ask({ text: this.box.value });
    } catch {
      this.complain(word("offline"), []);
      return;
    }
    if (told.refused) {
      this.complain(told.refused, told.faults);
      return;
    }
    this.isTyped = false;
    this.faults.hidden = true;
    load(this.store, told);
  }

  /**
   * @param {string} message
   * @param {Fault[]} faults
   */
  complain(message, faults) {
    const list = element("ul");
    for (const { at, text } of faults) {
      const row = element("li");
      if (at) row.append(element("code", "", at), " ");
      row.append(text);
      list.append(row);
    }
    this.faults.replaceChildren(element("p", "", message), list);
    this.faults.hidden = false;
    this.box.focus();
  }
}
