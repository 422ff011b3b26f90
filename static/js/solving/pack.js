// @ts-check
// The pack of a puzzle (grimoire.offline.packs): what can be played and what comes of it. What a node says is found and
// opened by its key, which stands in the node before it.

const [KEY, NAME, SECRET] = [9, 6, 16]; // bytes
const text = new TextEncoder();

/**
 * A play or what followed a turn, in words.
 * @typedef {object} Told
 * @property {string} action
 * @property {string} what
 * @property {string} where "" for what is no play
 * @property {string} seat
 */

/**
 * @typedef {object} PackNode
 * @property {Step} step the board
 * @property {{told: Told, key: Uint8Array<ArrayBuffer>}[]} plays
 * @property {string} seat
 * @property {number} turn
 * @property {boolean} isAssault whether the turn ends with an Assault
 */

/**
 * @typedef {object} PackEnd
 * @property {"solved" | "failed" | "goes-on"} verdict
 * @property {Step} step
 * @property {Told[]} told what has followed
 * @property {string} says why it failed
 * @property {Uint8Array<ArrayBuffer> | null} next
 */

export class Pack {
  /** @param {any} data */
  constructor(data) {
    this.data = data;
    /** @type {string} */
    this.version = data.version;
    this.root = bytes(data.root);
    /** @type {Step | null} the first node's, whole */
    this.first = null;
  }

  /**
   * The pack of a puzzle's page, if this browser keeps it.
   * @param {string} page the address of its page
   */
  static async of(page) {
    const address = `${page}pack/`;
    if (!("caches" in window) || !crypto.subtle || !(await caches.match(address, { ignoreVary: true }))) return null;
    const answer = await fetch(address); // which the site's worker unpacks
    return answer.ok ? new Pack(await answer.json()) : null;
  }

  /**
   * @param {Uint8Array<ArrayBuffer>} key
   * @returns {Promise<PackNode>}
   */
  async node(key) {
    const [zones, panels, status, plays, seat, turn, isAssault] = await this.open(key);
    const { words } = this.data;
    return {
      step: this.step(zones, panels, status),
      plays: plays.map((/** @type {[number, string, number, number]} */ [action, after, what, where]) => ({
        told: { action: words[action], what: words[what], where: words[where], seat: words[seat] },
        key: bytes(after),
      })),
      seat: words[seat],
      turn,
      isAssault: Boolean(isAssault),
    };
  }

  /**
   * What ending the turn at a node brings.
   * @param {Uint8Array<ArrayBuffer>} key
   * @returns {Promise<PackEnd>}
   */
  async end(key) {
    const [verdict, zones, panels, status, told, says, next] = await this.open(await hashed(key, "end", KEY));
    const { words } = this.data;
    return {
      verdict,
      step: this.step(zones, panels, status),
      told: told.map((/** @type {number[]} */ [action, what, where, seat]) => ({
        action: words[action],
        what: words[what],
        where: words[where],
        seat: words[seat],
      })),
      says: words[says],
      next: next && bytes(next),
    };
  }

  /**
   * Whether something is the right answer about a part of an outcome.
   * @param {string} part
   * @param {string} value
   */
  async isRight(part, value) {
    return this.data.marks[part] === base64(await hashed(this.root, `${part}=${value}`, NAME));
  }

  /** @param {Uint8Array<ArrayBuffer>} key */
  async open(key) {
    const found = this.data.nodes[base64(await hashed(key, "find", NAME))];
    const secret = await crypto.subtle.importKey("raw", await hashed(key, "read", SECRET), "AES-CTR", false, [
      "decrypt",
    ]);
    const way = { name: "AES-CTR", counter: new Uint8Array(16), length: 64 };
    const packed = await crypto.subtle.decrypt(way, secret, bytes(found));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
  }

  /**
   * A board, of which only what differs from the first one is told.
   * @param {number[][]} zones
   * @param {[number, number][]} panels
   * @param {number} status
   * @returns {Step}
   */
  step(zones, panels, status) {
    const { items, panels: known, words } = this.data;
    const told = {
      zones: Object.fromEntries(zones.map(([zone, ...all]) => [this.data.zones[zone], all.map((one) => items[one])])),
      seats: Object.fromEntries(panels.map(([seat, panel]) => [this.data.seats[seat], known[panel]])),
      status: words[status],
    };
    this.first ??= told;
    return { ...told, zones: { ...this.first.zones, ...told.zones }, seats: { ...this.first.seats, ...told.seats } };
  }
}

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {string} purpose
 * @param {number} length in bytes
 */
async function hashed(key, purpose, length) {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...key, ...text.encode(purpose)]));
  return new Uint8Array(digest.slice(0, length));
}

/** @param {string} written in base 64 */
const bytes = (written) => Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));

/** @param {Uint8Array} data */
const base64 = (data) => btoa(String.fromCharCode(...data));
