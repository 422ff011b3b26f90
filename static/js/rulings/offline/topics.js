// @ts-check
// Which topic a question is about, of all games together: rulings/topics.py, from the same ways to ask.

import { once } from "./asking.js";
import { foldedWords } from "./words.js";

/** @typedef {import("./data.js").Corpus} Corpus */
/** How likely a question is about each game, and about each answer of a game; `best` is how much speaks for its likeliest topic. @typedef {{ games: Map<string, number>, answers: Map<string, Map<string, number>>, best: number }} Shares */

export class Topics {
  /** @param {Corpus[]} corpora of all games in a language @param {import("./words.js").Words} words @param {Record<string, number>} figures */
  constructor(corpora, words, figures) {
    this.words = words;
    this.figures = figures;
    /** @type {{ game: string, answers: string[] }[]} */
    this.topics = [];
    /** @type {Map<string, Map<number, number>>} */
    this.having = new Map();
    /** @type {number[]} */
    this.sizes = [];
    /** @type {Map<string, number>} */
    const numbers = new Map();
    for (const { game, ways } of corpora)
      for (const { text, answers } of ways) {
        const name = [game, ...answers].join("\n");
        const topic = numbers.get(name) ?? numbers.size;
        if (topic === numbers.size) {
          numbers.set(name, topic);
          this.topics.push({ game, answers });
          this.sizes.push(0);
        }
        this.add(topic, this.traits(text));
      }
    this.size = this.sizes.reduce((sum, one) => sum + one, 0);
  }

  /** @param {number} topic @param {string[]} traits */
  add(topic, traits) {
    const amount = 1 / Math.sqrt(traits.length || 1); // long ways to ask don't outweigh short ones
    for (const trait of traits) {
      const amounts = this.having.get(trait) ?? new Map();
      amounts.set(topic, (amounts.get(topic) ?? 0) + amount);
      this.having.set(trait, amounts);
      this.sizes[topic] += amount;
    }
  }

  /** All that is looked at in a question, each once. @param {string} text */
  traits(text) {
    const raw = foldedWords(text);
    const means = this.words.meanings(raw);
    const stems = raw.map(this.words.stem);
    const spoken = ["^", ...stems, "$"];
    const piece = this.figures.PIECE;
    const pieces = raw.flatMap((word) => {
      const letters = ` ${word} `;
      return Array.from({ length: Math.max(0, letters.length + 1 - piece) }, (_, at) => letters.slice(at, at + piece));
    });
    return once([
      ...means.map((word) => `m ${word}`),
      ...stems.map((root) => `s ${root}`),
      ...means.slice(1).map((word, at) => `b ${means[at]} ${word}`),
      ...spoken.slice(1).map((root, at) => `t ${spoken[at]} ${root}`),
      ...pieces.map((one) => `p ${one}`),
    ]);
  }

  /** What a question is likely about. @param {string} query @returns {Shares} */
  shares(query) {
    const scores = this.scores(query);
    const highest = Math.max(0, ...scores);
    const weights = scores.map((score) => Math.exp(score - highest));
    const whole = weights.reduce((sum, one) => sum + one, 0) || 1;
    /** @type {Shares} */
    const shares = { games: new Map(), answers: new Map(), best: highest };
    this.topics.forEach(({ game, answers }, topic) => {
      const share = weights[topic] / whole;
      shares.games.set(game, (shares.games.get(game) ?? 0) + share);
      const found = shares.answers.get(game) ?? new Map();
      for (const answer of answers) found.set(answer, (found.get(answer) ?? 0) + share);
      shares.answers.set(game, found);
    });
    return shares;
  }

  /** @param {string} query */
  scores(query) {
    const { SMOOTH } = this.figures;
    const scores = this.sizes.map(() => 0);
    const traits = this.traits(query).filter((trait) => this.having.has(trait));
    for (const trait of traits) {
      const amounts = /** @type {Map<number, number>} */ (this.having.get(trait));
      const usual = [...amounts.values()].reduce((sum, one) => sum + one, 0) / this.size;
      for (const [topic, amount] of amounts) {
        const more = Math.log((amount + SMOOTH * usual) / (this.sizes[topic] + SMOOTH)) - Math.log(usual);
        scores[topic] += Math.max(0, more);
      }
    }
    return scores.map((score) => score / Math.sqrt(traits.length || 1));
  }
}
