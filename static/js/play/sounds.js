// @ts-check
// A few soft, short sounds, made by the browser itself: as loud as somebody likes, and none before the page has been
// touched. While the page is hidden only a turn or the end of the game is heard.
import { keep, recall } from "../lib/storage.js";

const WISH = "sounds of the table"; // hundredths of the volume; once whether there are any
const USUAL = 30;
const LOUD = 0.3;
const APART = 70; // milliseconds between two of the same

/**
 * Tones: their waves, pitches from and to (Hz), when they begin and how long they last (seconds), how loud they are.
 * @type {Record<string, {wave: OscillatorType, from: number, to: number, at: number, long: number, loud: number}[]>}
 */
const SOUNDS = {
  card: [{ wave: "triangle", from: 620, to: 400, at: 0, long: 0.09, loud: 0.6 }],
  blow: [{ wave: "sine", from: 210, to: 70, at: 0, long: 0.13, loud: 1 }],
  fallen: [
    { wave: "triangle", from: 260, to: 60, at: 0, long: 0.34, loud: 0.8 },
    { wave: "sine", from: 130, to: 45, at: 0.04, long: 0.3, loud: 0.6 },
  ],
  stronghold: [
    { wave: "sine", from: 120, to: 42, at: 0, long: 0.5, loud: 1.2 },
    { wave: "triangle", from: 92, to: 50, at: 0.05, long: 0.4, loud: 0.6 },
  ],
  turn: [
    { wave: "sine", from: 523, to: 523, at: 0, long: 0.22, loud: 0.6 },
    { wave: "sine", from: 784, to: 784, at: 0.13, long: 0.34, loud: 0.6 },
  ],
  over: [
    { wave: "sine", from: 392, to: 392, at: 0, long: 0.3, loud: 0.6 },
    { wave: "sine", from: 494, to: 494, at: 0.16, long: 0.3, loud: 0.6 },
    { wave: "sine", from: 587, to: 587, at: 0.32, long: 0.6, loud: 0.6 },
  ],
};
const WHILE_HIDDEN = ["turn", "over"];

/** @type {AudioContext | null} */
let context = null;
let isTouched = false;
/** @type {Map<string, number>} */
const latest = new Map();

/** @returns {number} */
function volume() {
  const kept = recall("localStorage", WISH);
  if (kept === false) return 0;
  return typeof kept === "number" ? kept : USUAL;
}

/** @param {string} name of a sound; another one, or none, is silent */
export function sound(name) {
  const tones = SOUNDS[name];
  if (!tones || !isTouched || !volume()) return;
  if (document.hidden && !WHILE_HIDDEN.includes(name)) return;
  const now = performance.now();
  if (now - (latest.get(name) ?? -APART) < APART) return;
  latest.set(name, now);
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const tone of tones) play(context, tone);
}

/**
 * @param {AudioContext} context
 * @param {(typeof SOUNDS)[string][number]} tone
 */
function play(context, { wave, from, to, at, long, loud }) {
  const begin = context.currentTime + at;
  const source = new OscillatorNode(context, { type: wave, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, begin + long);
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, begin);
  envelope.gain.linearRampToValueAtTime((LOUD * loud * volume()) / 100, begin + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0008, begin + long);
  source.connect(envelope).connect(context.destination);
  source.start(begin);
  source.stop(begin + long + 0.02);
}

for (const name of ["pointerdown", "keydown"]) {
  document.addEventListener(
    name,
    () => {
      isTouched = true;
    },
    { capture: true, once: true },
  );
}

const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-sounds]"));
if (field) {
  field.value = String(volume());
  field.addEventListener("change", () => {
    keep("localStorage", WISH, Number(field.value));
    sound("card");
  });
}
