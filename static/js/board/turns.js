// @ts-check
// Somebody else's turn begins: it is said across the board, as the title of a scene.
import { element } from "../lib/elements.js";
import { words } from "./figure.js";
import { activeIn } from "./timing.js";

/**
 * @param {HTMLElement} board
 * @param {Step[]} steps whole, as `Arranger` has them
 * @param {number} from the step that was shown
 * @param {number} to the one that is shown now
 * @param {string} own the letters of one's own seats
 */
export function announceTurn(board, steps, from, to, own) {
  board.querySelector(".scene-title")?.remove();
  const seat = activeIn(steps[to]);
  if (!seat || own.includes(seat) || to <= from || seat === activeIn(steps[from])) return;
  const answers = words.querySelector('[data-word="answers"]')?.textContent ?? "";
  const title = element("p", "scene-title", answers.replace("?", seat));
  title.setAttribute("aria-hidden", "true"); // the trace says whose turn it is
  board.append(title);
  setTimeout(() => title.remove(), 1500);
}
