// The box with the position as text: it shows the document until somebody types, and then waits for "Set this up".
import { element, word } from "./editor-words.js";

export class TextBox {
  constructor({ store, checker }) {
    Object.assign(this, { store, checker });
    this.form = document.querySelector("[data-take]");
    this.box = this.form.elements.text;
    this.faults = document.querySelector("[data-text-faults]");
    this.isTyped = !this.faults.hidden;
    this.box.addEventListener("input", () => (this.isTyped = true));
    this.form.addEventListener("submit", (event) => this.submit(event));
    document.querySelector("[data-revert]").addEventListener("click", () => this.show(checker.last));
    for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => this.copy(button));
  }

  watch() {
    this.checker.dispatch = (told) => {
      if (!this.isTyped) this.show(told);
    };
    if (this.checker.last && !this.isTyped) this.show(this.checker.last);
  }

  show(told) {
    if (told?.text !== undefined) this.box.value = told.text;
    this.isTyped = false;
    this.faults.hidden = true;
  }

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
    this.store.edit((doc) => {
      for (const key of Object.keys(doc)) delete doc[key];
      Object.assign(doc, told.document);
    });
    document.querySelector("[data-tool-says]").textContent = word("taken");
    document.getElementById("board").scrollIntoView({ block: "nearest" });
  }

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

  async copy(button) {
    const field = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
    } catch {
      field.select();
    }
  }
}
