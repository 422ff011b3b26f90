// @ts-check
// Which step is shown: rows, slider, buttons, keys and the address all say the same.
import { all, data, the } from "../lib/elements.js";
import { closest, isPlainClick, isTyping } from "../lib/events.js";

/** @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 };

export class Steps {
  /**
   * `signal` ends it, for a trace that is taken away; without `addresses` the steps leave the page's address alone.
   * @param {number} last
   * @param {number} step
   * @param {(step: number) => void} show
   * @param {{signal?: AbortSignal, addresses?: boolean}} options
   */
  constructor(last, step, show, { signal = undefined, addresses = true } = {}) {
    this.signal = signal;
    this.keepsAddresses = addresses;
    this.last = last;
    this.step = step;
    this.show = show;
    this.slider = the("#slider", HTMLInputElement);
    this.list = the(".rows");
    this.rows = [...document.querySelectorAll(".row")];
    this.count = the("[data-step-now]");
    this.says = the("[data-now-says]");
    if (addresses) history.replaceState({ step }, "");
    this.listen();
    this.slide();
    this.reveal();
  }

  slide() {
    this.slider.value = String(this.step);
    this.slider.style.setProperty("--fill", `${(100 * this.step) / Math.max(this.last, 1)}%`);
  }

  listen() {
    const { signal } = this;
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value), { replace: true }));
    the("#trace").addEventListener("click", (event) => {
      if (!isPlainClick(event)) return;
      const link = closest(event, ".to-step, [data-go]");
      if (!link) return;
      event.preventDefault();
      const row = link.closest(".row");
      /** @type {Record<string, number>} */
      const places = { first: 0, before: this.step - 1, after: this.step + 1, last: this.last };
      this.go(row ? Number(row.dataset.step) : places[data(link, "go")]);
    });
    document.addEventListener(
      "keydown",
      (event) => {
        if (isTyping(event, "#slider, [type=checkbox]")) return;
        /** @type {number | null} */
        let wanted = null;
        if (event.key in KEYS) wanted = this.step + KEYS[event.key];
        else if (event.key === "Home") wanted = 0;
        else if (event.key === "End") wanted = this.last;
        if (wanted === null) return;
        event.preventDefault();
        this.go(wanted);
      },
      { signal },
    );
    if (this.keepsAddresses)
      addEventListener(
        "popstate",
        (event) => {
          const step = event.state?.step;
          if (Number.isInteger(step)) this.go(step, { record: false });
        },
        { signal },
      );
  }

  /** @param {number} wanted */
  go(wanted, { record = true, replace = false } = {}) {
    const step = Math.min(Math.max(wanted, 0), this.last);
    if (step === this.step) return;
    this.step = step;
    this.show(step);
    this.slide();
    this.count.textContent = String(step);
    for (const row of this.rows) {
      const now = Number(row.dataset.step) === step;
      row.classList.toggle("now", now);
      const link = the(".to-step", row);
      if (now) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const text = the(".text", this.rows[step]);
    this.says.textContent = [...text.childNodes]
      .filter((node) => node.nodeType === 3)
      .map((node) => node.nodeValue)
      .join("")
      .trim();
    const beside = document.querySelector("[data-shown-says]"); // of a table: right below one's own hand
    if (beside) beside.textContent = this.says.textContent;
    if (this.keepsAddresses) {
      this.addresses();
      if (record) this.record(replace);
    }
    this.reveal();
  }

  /** @param {boolean} replace */
  record(replace) {
    const address = new URL(location.href);
    const here = the(`.row[data-step="${this.step}"] .to-step`, HTMLAnchorElement);
    address.search = new URL(here.href).search;
    address.pathname = new URL(here.href).pathname;
    if (replace) history.replaceState({ step: this.step }, "", address);
    else history.pushState({ step: this.step }, "", address);
  }

  // The links that lead on from here: the pager's, and those to other languages.
  addresses() {
    /** @param {number} step */
    const href = (step) => the(".to-step", HTMLAnchorElement, this.rows[Math.min(Math.max(step, 0), this.last)]).href;
    the("[data-go=before]", HTMLAnchorElement).href = href(this.step - 1);
    the("[data-go=after]", HTMLAnchorElement).href = href(this.step + 1);
    for (const link of all("[data-keeps-step]", HTMLAnchorElement)) {
      const address = new URL(link.href);
      address.search = new URL(href(this.step)).search;
      link.href = address.href;
    }
  }

  // Brings the row into the middle of the list, without moving the page.
  reveal() {
    if (this.list.scrollHeight <= this.list.clientHeight + 1) return;
    const row = this.rows[this.step];
    this.list.scrollTop = row.offsetTop - (this.list.clientHeight - row.offsetHeight) / 2;
  }
}
