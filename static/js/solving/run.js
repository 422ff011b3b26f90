// @ts-check
// The page of a run: puzzles one after the other, against the clock or not. What is played is answered in place; an
// answer, or the end of the time, brings another page.
import { the } from "../lib/elements.js";
import { SolvingPage } from "./page.js";

const EVERY = 200; // milliseconds

export class RunPage extends SolvingPage {
  constructor() {
    super();
    const { left } = the("#run-bar").dataset;
    if (left !== undefined) this.runClock(performance.now() + Number(left));
  }

  /** @param {number} end of the time, as `performance.now` counts */
  runClock(end) {
    const clock = the("[data-clock]");
    const timer = setInterval(() => {
      const left = Math.max(0, end - performance.now());
      const seconds = Math.ceil(left / 1000);
      clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
      clock.classList.toggle("is-short", seconds <= 10);
      if (left) return;
      clearInterval(timer);
      location.reload();
    }, EVERY);
  }

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLButtonElement} submitter
   */
  send(form, submitter) {
    if (this.server.busy || !["judge", "skip"].includes(submitter?.value)) return super.send(form, submitter);
    const command = document.createElement("input");
    Object.assign(command, { type: "hidden", name: submitter.name, value: submitter.value });
    form.append(command);
    form.submit();
  }
}
