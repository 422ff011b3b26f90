// @ts-check
// How long each step of an Assault stays on the board when it is played: what nobody sees takes no time, so that an
// attack, from its line to what comes of it, takes some 450 milliseconds.
const AIMS = 200;
const STRIKES = 250;
const MOVES = 200;
const TURNS = 900; // somebody else's turn begins
const STRUCK = new Set(["hit", "spared", "destroyed"]);

/**
 * Milliseconds for each step; 0 for one that is passed over.
 * @param {Step[]} steps whole, as `Arranger` has them
 */
export function timesOf(steps) {
  return steps.map((step, place) => (place ? timeOf(step, steps[place - 1]) : 0));
}

/**
 * @param {Step} step
 * @param {Step} before
 */
function timeOf(step, before) {
  if (activeIn(step) !== activeIn(before)) return TURNS;
  const marks = marksIn(step, before);
  if (marks.some((mark) => STRUCK.has(mark))) return STRIKES;
  if (step.aim?.to.length && JSON.stringify(step.aim) !== JSON.stringify(before.aim)) return AIMS;
  return marks.includes("moved") ? MOVES : 0;
}

/** @param {Step} step */
export const activeIn = (step) => Object.keys(step.seats).find((seat) => step.seats[seat].active);

/**
 * What a step does to the cards of the zones that it changes.
 * @param {Step} step
 * @param {Step} before
 */
function marksIn(step, before) {
  const changed = Object.entries(step.zones).filter(([zone, items]) => items !== before.zones[zone]);
  return changed.flatMap(([, items]) => items.flatMap(({ m }) => (m ? [m] : [])));
}
