// @ts-check
// The clock above a run of puzzles: counts down, and asks for the page again when the time is over.
import { the } from "./elements.js";

const EVERY = 200; // milliseconds

export function startClock() {
  const { left: at } = the("#run-bar").dataset;
  if (at === undefined) return;
  const end = performance.now() + Number(at);
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
