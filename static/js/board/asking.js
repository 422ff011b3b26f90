// @ts-check
// Asking the server, one thing after the other. htmx puts the answer in place: what stands beside the board.
import { attribute } from "../lib/elements.js";
import { RequestQueue } from "../lib/requests.js";

const SIDE = "side";
const OUT = [502, 503, 504]; // what a proxy answers for a server that does not: as good as no connection

export class Server extends RequestQueue {
  /**
   * @param {HTMLElement} frame says that it is busy while the server is being asked
   * @param {object} does
   * @param {() => void} does.leave what to do before an answer is put in place
   * @param {() => void} does.arrive and after it
   * @param {() => void} does.tellOffline what to say where there is no connection
   * @param {() => void} does.rest what to do when nothing is being asked any more
   */
  constructor(frame, { leave, arrive, tellOffline, rest }) {
    super((isBusy) => frame.toggleAttribute("aria-busy", isBusy), rest);
    this.frame = frame;
    this.leave = leave;
    this.arrive = arrive;
    this.tellOffline = tellOffline;
    this.isInPlace = false;
    this.isOut = false;
    frame.addEventListener("htmx:beforeSwap", (event) => this.judge(event.detail));
  }

  /**
   * Whatever has a side is shown, refusals too; anything else says so on a page of its own, but for a proxy's.
   * @param {HtmxDetail} detail
   */
  judge(detail) {
    if (detail.target.id !== SIDE) return;
    this.isInPlace = detail.serverResponse.includes(`id="${SIDE}"`);
    this.isOut = OUT.includes(detail.xhr.status);
    detail.shouldSwap = this.isInPlace;
    detail.isError = false;
    if (this.isInPlace) this.leave();
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} submitter
   */
  async send(form, submitter) {
    await this.ask(submitter, "POST", attribute(form, "action"), {
      values: new FormData(form, submitter),
      elsewhere: () => form.submit(),
      offline: this.tellOffline,
    });
  }

  /**
   * @param {string} address
   * @param {HTMLElement | null} asker
   */
  async get(address, asker = null) {
    const open = () => location.assign(address);
    await this.ask(asker, "GET", address, { elsewhere: open, offline: open });
  }

  /**
   * @param {HTMLElement | null} asker
   * @param {"GET" | "POST"} verb
   * @param {string} address
   * @param {{values?: FormData, elsewhere: () => void, offline: () => void}} options
   */
  async ask(asker, verb, address, { values, elsewhere, offline }) {
    const end = this.begin(asker?.dataset.key);
    this.isInPlace = this.isOut = false;
    try {
      const [target, swap] = [`#${SIDE}`, "outerHTML settle:0ms"];
      await htmx.ajax(verb, address, { source: this.frame, target, select: target, swap, values }).then(
        () => (this.isInPlace ? this.arrive() : this.giveUp(this.isOut ? offline : elsewhere)),
        () => this.giveUp(offline),
      );
    } finally {
      end();
    }
  }

  /** @param {() => void} instead */
  giveUp(instead) {
    this.clear();
    instead();
  }
}
