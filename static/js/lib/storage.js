// @ts-check
// What a browser keeps. Where it keeps nothing, or is full, the page itself does, as long as it is open.

/** @typedef {"localStorage" | "sessionStorage"} Place */

/** @type {Map<string, string>} */
const refused = new Map();

/**
 * What is kept as JSON under a name; null where nothing is, or nothing that can be read.
 * @param {Place} place
 * @param {string} name
 */
export function recall(place, name) {
  try {
    return JSON.parse(refused.get(name) ?? window[place].getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {Place} place
 * @param {string} name
 * @param {unknown} value
 */
export function keep(place, name, value) {
  const text = JSON.stringify(value);
  try {
    window[place].setItem(name, text);
    refused.delete(name);
  } catch {
    refused.set(name, text);
  }
}

/**
 * @param {Place} place
 * @param {string} name
 */
export function forget(place, name) {
  refused.delete(name);
  try {
    window[place].removeItem(name);
  } catch {
    // Nothing was kept.
  }
}
