// @ts-check
// The known word that a mistyped one is likest to: Python's difflib.get_close_matches(…, n=1).

/** The longest run that two texts share between some places; of equals the first. @param {string} a @param {string} b @param {number[]} within */
function longest(a, b, [low, high, from, to]) {
  let [best, atA, atB] = [0, low, from];
  /** @type {Map<number, number>} */
  let before = new Map();
  for (let i = low; i < high; i += 1) {
    /** @type {Map<number, number>} */
    const now = new Map();
    for (let j = from; j < to; j += 1) {
      if (a[i] !== b[j]) continue;
      const size = (before.get(j - 1) ?? 0) + 1;
      now.set(j, size);
      if (size > best) [best, atA, atB] = [size, i - size + 1, j - size + 1];
    }
    before = now;
  }
  return { best, atA, atB };
}

/** How many letters two texts share in their order. @param {string} a @param {string} b @param {number[]} within @returns {number} */
function shared(a, b, within) {
  const { best, atA, atB } = longest(a, b, within);
  if (!best) return 0;
  const [low, high, from, to] = within;
  return best + shared(a, b, [low, atA, from, atB]) + shared(a, b, [atA + best, high, atB + best, to]);
}

/** From 0 to 1. @param {string} a @param {string} b */
const ratio = (a, b) =>
  a.length + b.length ? (2 * shared(a, b, [0, a.length, 0, b.length])) / (a.length + b.length) : 1;

/**
 * The likest of some words, of equals the last in the alphabet; "" where none is like enough.
 * @param {string} word @param {Iterable<string>} known @param {number} least
 */
export function likest(word, known, least) {
  let [best, found] = [least, ""];
  for (const one of known) {
    if ((2 * Math.min(one.length, word.length)) / (one.length + word.length) < best) continue;
    const score = ratio(one, word); // difflib compares each with the word, in this order
    if (score > best || (score === best && one > found)) [best, found] = [score, one];
  }
  return found;
}
