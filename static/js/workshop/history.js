// @ts-check
// Undo and redo over states of the form.
import { read, write } from "../lib/fields.js";

const PAUSE = 450; // typing without such a pause is one step
const MAX_STEPS = 200;

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} undoButton
 * @param {HTMLButtonElement} redoButton
 */
export function keepHistory(form, undoButton, redoButton) {
  /** @type {string[]} */
  let past = [];
  /** @type {string[]} */
  let future = [];
  let now = read(form);
  let timer = 0;

  const show = () => {
    undoButton.disabled = past.length === 0 && read(form) === now;
    redoButton.disabled = future.length === 0;
  };
  const note = () => {
    clearTimeout(timer);
    const state = read(form);
    if (state !== now) {
      past = [...past.slice(1 - MAX_STEPS), now];
      future = [];
      now = state;
    }
    show();
  };
  /**
   * @param {() => string[]} from
   * @param {() => string[]} to
   */
  const go = (from, to) => {
    note();
    const state = from().pop();
    if (state === undefined) return;
    to().push(now);
    now = state;
    write(form, state);
    show();
  };
  const undo = () =>
    go(
      () => past,
      () => future,
    );
  const redo = () =>
    go(
      () => future,
      () => past,
    );

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(note, PAUSE);
    show();
  });
  undoButton.addEventListener("click", undo);
  redoButton.addEventListener("click", redo);
  show();
  return { undo, redo };
}
