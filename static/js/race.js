// @ts-check
// The page where people gather for a race: it renews itself, counts down, and leads to the race when it begins.
import { watchCopyButtons } from "./lib/clipboard.js";

const EVERY = 100; // milliseconds

watchCopyButtons();

/** When the race begins, as `performance.now` counts; told once, by the first part of the page that says so. */
let begins = 0;

setInterval(() => {
  const race = document.getElementById("race");
  const { left } = race?.dataset ?? {};
  if (!race || left === undefined) return;
  begins ||= performance.now() + Number(left);
  const remaining = begins - performance.now();
  const shown = race.querySelector(".race-countdown b");
  if (shown) shown.textContent = String(Math.max(0, Math.ceil(remaining / 1000)));
  if (remaining <= 0) {
    begins = performance.now() + 1000; // where the server's clock has not come so far: again in a second
    location.reload();
  }
}, EVERY);
