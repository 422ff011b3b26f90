// @ts-check
// An index as SQLite's full text (FTS5) is one: ranked by BM25, with weights for columns, with prefixes of words.

const K1 = 1.2; // FTS5's own figures
const B = 0.75;
const LEAST_IDF = 1e-6;
const TOKEN = /[\p{L}\p{N}]+/gu;

/** @typedef {{ row: number, column: number, at: number }} Place */

/** What is looked for: words that follow one another, the last of which may only begin so. @typedef {{ tokens: string[], begins: boolean }} Phrase */

/** @param {string} word @param {boolean} begins @returns {Phrase} */
export const phrase = (word, begins = false) => ({ tokens: word.match(TOKEN) ?? [], begins });

export class FullText {
  /** @param {string[][]} rows the columns of each row @param {number[]} weights of the columns */
  constructor(rows, weights) {
    this.weights = weights;
    this.size = rows.length;
    /** @type {Map<string, Place[]>} */
    this.places = new Map();
    /** @type {number[]} */
    this.lengths = [];
    rows.forEach((columns, row) => {
      let length = 0;
      columns.forEach((text, column) => {
        const tokens = text.match(TOKEN) ?? [];
        length += tokens.length;
        tokens.forEach((token, at) => {
          const known = this.places.get(token);
          if (known) known.push({ row, column, at });
          else this.places.set(token, [{ row, column, at }]);
        });
      });
      this.lengths.push(length);
    });
    this.average = this.lengths.reduce((sum, length) => sum + length, 0) / (this.size || 1);
    this.tokens = [...this.places.keys()].sort();
  }

  /** Where a phrase stands, each place once. @param {Phrase} looked @returns {Place[]} */
  found({ tokens, begins }) {
    if (!tokens.length) return [];
    if (tokens.length === 1) return begins ? this.beginning(tokens[0]) : (this.places.get(tokens[0]) ?? []);
    const last = tokens.length - 1;
    const key = (/** @type {Place} */ { row, column, at }) => `${row} ${column} ${at}`;
    const others = tokens.slice(1).map((token, n) => {
      const found = begins && n + 1 === last ? this.beginning(token) : (this.places.get(token) ?? []);
      return new Set(found.map(({ row, column, at }) => key({ row, column, at: at - n - 1 })));
    });
    return (this.places.get(tokens[0]) ?? []).filter((place) => others.every((other) => other.has(key(place))));
  }

  /** @param {string} start */
  beginning(start) {
    return this.tokens.filter((token) => token.startsWith(start)).flatMap((token) => this.places.get(token) ?? []);
  }

  /** How well each row has any of the phrases, in the order of the rows. @param {Phrase[]} looked @returns {Map<number, number>} */
  ranked(looked) {
    /** @type {Map<number, number>} */
    const scores = new Map();
    for (const one of looked) {
      /** @type {Map<number, number>} */
      const often = new Map();
      for (const { row, column } of this.found(one)) often.set(row, (often.get(row) ?? 0) + this.weights[column]);
      const idf = Math.log((this.size - often.size + 0.5) / (often.size + 0.5));
      for (const [row, count] of often) {
        const long = K1 * (1 - B + (B * this.lengths[row]) / this.average);
        const score = Math.max(idf, LEAST_IDF) * ((count * (K1 + 1)) / (count + long));
        scores.set(row, (scores.get(row) ?? 0) + score);
      }
    }
    return new Map([...scores].sort(([one], [other]) => one - other));
  }
}
