// @ts-check
// What is said at the table: for some seconds beside the name of whoever said it, and to screen readers when they have
// time. Whoever does not want that mutes the others; the browser keeps it.
import { element, json, the } from "../lib/elements.js";
import { keep, recall } from "../lib/storage.js";

const MUTED = "phrases muted";
const LONG = 8000; // milliseconds
const LONGEST = 90; // characters of a line of the chat beside a name: the chat has all of it

const isMuted = () => recall("localStorage", MUTED) === true;

/**
 * @param {object} knows
 * @param {() => Record<string, string>} knows.names the names of the seats, by their letters
 * @param {() => string[]} knows.own the letters of one's own seats, which nobody mutes
 * @param {() => string[]} knows.unheard the seats of those whom the reader has muted
 */
export function openPhrases({ names, own, unheard }) {
  /** @type {Record<string, string>} */
  const words = json("phrase-words");
  const list = the("#said");
  const aloud = the("#phrase-says");
  const emotes = the("#emotes", HTMLTemplateElement).content;
  /** @type {Map<string, {text: string, phrase: string}>} what each seat says now; "" for what is none of the phrases */
  const now = new Map();
  /** @type {Map<string, number>} */
  const timers = new Map();

  for (const line of list.querySelectorAll("li")) {
    const letter = line.dataset.seat;
    if (letter) say(letter, line.dataset.phrase ?? "");
  }
  show();

  /**
   * @param {string} letter
   * @param {string} phrase
   * @param {string} [text]
   */
  function say(letter, phrase, text = words[phrase] ?? "") {
    now.set(letter, { text, phrase });
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
    for (const [letter, { text, phrase }] of now) {
      if (!isHeard(letter)) continue;
      const place = document.querySelector(`[data-panel="${letter}"] .who`);
      const emote = phrase && emotes.querySelector(`[data-emote="${CSS.escape(phrase)}"]`);
      const bubble = element(place ? "span" : "li", emote ? "bubble has-emote" : "bubble", emote ? "" : text);
      if (emote) bubble.append(document.importNode(emote, true));
      bubble.dataset.bubble = letter;
      if (!place) bubble.prepend(element("b", "", names()[letter] ?? letter), " ");
      (place ?? list).append(bubble);
    }
  }

  /** @param {{seat: string, phrase: string}} said */
  function heard({ seat, phrase }) {
    const text = words[phrase];
    if (!text) return;
    say(seat, phrase);
    show();
    if (isHeard(seat)) aloud.textContent = `${names()[seat] ?? seat}: ${text}`;
  }

  /**
   * What a player wrote in the chat, which screen readers read there.
   * @param {{seat: string, text: string}} said
   */
  function spoken({ seat, text }) {
    say(seat, "", text.length > LONGEST ? `${[...text].slice(0, LONGEST).join("")}…` : text);
    show();
  }

  /** @param {string} seat */
  function isHeard(seat) {
    return own().includes(seat) || !(isMuted() || unheard().includes(seat));
  }

  const field = the("[data-mute]", HTMLInputElement);
  field.checked = isMuted();
  field.addEventListener("change", () => {
    keep("localStorage", MUTED, field.checked);
    show();
  });

  return { heard, spoken, show };
}
