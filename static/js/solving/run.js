// @ts-check
// The page of a run: puzzles one after the other, against the clock or not. What is played is answered in place; an
// answer, or the end of the time, brings another page.
import { startClock } from "../lib/run-clock.js";
import { SolvingPage } from "./page.js";

export class RunPage extends SolvingPage {
  constructor() {
    super();
    startClock();
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
