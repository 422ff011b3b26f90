// @ts-check
// What is said at the table: for some seconds beside the name of whoever said it, and to screen readers when they have
// time. Whoever does not want that mutes the others; the browser keeps it.
import { element, json, the } from "../lib/elements.js";
import { keep, recall } from "../lib/storage.js";

const MUTED = "phrases muted";
const LONG = 8000; // milliseconds

const isMuted = () => recall("localStorage", MUTED) === true;

/**
 * @param {object} knows
 * @param {() => Record<string, string>} knows.names the names of the seats, by their letters
 * @param {() => string[]} knows.own the letters of one's own seats, which nobody mutes
 */
export function openPhrases({ names, own }) {
  /** @type {Record<string, string>} */
  const words = json("phrase-words");
  const list = the("#said");
  const aloud = the("#phrase-says");
  /** @type {Map<string, string>} what each seat says now */
  const now = new Map();
  /** @type {Map<string, number>} */
  const timers = new Map();

  for (const line of list.querySelectorAll("li")) {
    const letter = line.dataset.seat;
    if (letter) say(letter, line.lastChild?.textContent?.trim() ?? "");
  }
  show();

  /**
   * @param {string} letter
   * @param {string} text
   */
  function say(letter, text) {
    now.set(letter, text);
    clearTimeout(timers.get(letter));
    timers.set(
      letter,
      setTimeout(() => {
        now.delete(letter);
        show();
      }, LONG),
    );
  }

  /** Draws what is said anew, on a board that may have been drawn anew itself. */
  function show() {
    for (const bubble of document.querySelectorAll("[data-bubble]")) bubble.remove();
    list.replaceChildren();
    for (const [letter, text] of now) {
      if (isMuted() && !own().includes(letter)) continue;
      const place = document.querySelector(`[data-panel="${letter}"] .who`);
      const bubble = element(place ? "span" : "li", "bubble", text);
      bubble.dataset.bubble = letter;
      if (!place) bubble.prepend(element("b", "", names()[letter] ?? letter), " ");
      (place ?? list).append(bubble);
    }
  }

  /** @param {{seat: string, phrase: string}} said */
  function heard({ seat, phrase }) {
    const text = words[phrase];
    if (!text) return;
    say(seat, text);
    show();
    if (!isMuted() || own().includes(seat)) aloud.textContent = `${names()[seat] ?? seat}: ${text}`;
  }

  const field = the("[data-mute]", HTMLInputElement);
  field.checked = isMuted();
  field.addEventListener("change", () => {
    keep("localStorage", MUTED, field.checked);
    show();
  });

  return { heard, show };
}
