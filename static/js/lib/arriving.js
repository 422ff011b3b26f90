// @ts-check
// Saves whose answers nobody heard: the page was left, or the network went. Whether they arrived only the server knows.
const MOST = 8;

/**
 * What a server says of a save: where it is kept, `revision` is what there is now; `conflict`, where it was based upon
 * something else than is there.
 * @typedef {{ revision?: string | number, conflict?: string, [name: string]: any }} Told
 */

/**
 * Saves a state upon a revision. A state that is there already is saved once more without a change, so that those which
 * may have arrived (`unheard`) are just sent again: what contradicts nothing but one of these is saved upon it.
 * @param {(state: string, revision: string) => Promise<Told>} send
 * @param {string} state
 * @param {string} revision
 * @param {string[]} unheard
 * @returns {Promise<Told>}
 */
export async function settle(send, state, revision, unheard) {
  const told = await send(state, revision);
  if (!told.conflict) return told;
  for (const before of unheard) {
    if (before === state) continue;
    const found = await send(before, revision);
    if (found.revision !== undefined) return send(state, String(found.revision));
  }
  return told;
}

/**
 * One more state that may have arrived. The first of all are as likely as the last: what lies between goes first.
 * @param {string} state
 * @param {string[]} unheard
 */
export function alsoUnheard(state, unheard) {
  const all = [state, ...unheard.filter((other) => other !== state)];
  if (all.length > MOST) all.splice(MOST / 2, 1);
  return all;
}
