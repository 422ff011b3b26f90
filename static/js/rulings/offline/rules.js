// @ts-check
// The rules of all games in a language, and how well those of a game fit a question: rulings/fitting.py.

import { Asking, once } from "./asking.js";
import { Corpus } from "./data.js";
import { phrase } from "./full-text.js";
import { DecksSearch, GameSearch } from "./searching.js";
import { Topics } from "./topics.js";
import { Verdicts } from "./verdicts.js";
import { foldedWords, remembered, Words } from "./words.js";

/** @typedef {import("./data.js").LanguageData} LanguageData */
/** @typedef {import("./searching.js").Found} Found */

export const DECKS = "clash-of-decks";

/** Its words are there at once, its searches when somebody asks in the language. */
export class Rules {
  /** @param {LanguageData} data */
  constructor(data) {
    this.data = data;
    this.language = data.language;
    this.words = new Words(data);
    this.all = data.games.map((game) => new Corpus(game, this.words, data.figures.index));
    /** @type {Searches | null} */
    this.made = null;
    /** @type {Topics | null} */
    this.learned = null;
  }

  get searches() {
    this.made ??= new Searches(this);
    return this.made;
  }

  get topics() {
    this.learned ??= new Topics(this.all, this.words, this.data.figures.topics);
    return this.learned;
  }

  /** @param {string} game @returns {Corpus} */
  corpus(game) {
    const corpus = this.all.find((one) => one.game === game);
    if (!corpus) throw new Error(`no rules of ${game}`);
    return corpus;
  }

  /** @param {string} word */
  isKnownAnywhere(word) {
    return this.all.some(({ vocabulary }) => vocabulary.has(word));
  }

  /** How many words of a question it knows. @param {string[]} raw */
  knows(raw) {
    return raw.reduce((sum, word) => sum + Number(this.words.silent.has(word)) + Number(this.isKnownAnywhere(word)), 0);
  }
}

class Searches {
  /** @param {Rules} rules */
  constructor(rules) {
    const { all, data, words } = rules;
    const decks = rules.corpus(DECKS);
    const size = all.reduce((sum, { own }) => sum + own, 0);
    this.rules = rules;
    this.asking = new Asking(data, decks);
    this.verdicts = new Verdicts(data, words);
    this.decks = new DecksSearch(data, decks, this.asking);
    const others = all.filter((corpus) => corpus !== decks);
    this.games = new Map(others.map((corpus) => [corpus.game, new GameSearch(data.figures, corpus)]));
    this.weigh = remembered((/** @type {string} */ word) => {
      const have = all.reduce((sum, corpus) => sum + rowsWith(corpus, word), 0);
      return Math.log(1 + size / (0.5 + have));
    });
    this.literal = remembered(
      (/** @type {string} */ root) => 1 / (all.filter(({ ruleStems }) => ruleStems.has(root)).length || 1),
    );
  }

  /** What a game has for a question. @param {string} game @param {string} query @param {number} limit @returns {Found[]} */
  find(game, query, limit) {
    const found = (this.games.get(game) ?? this.decks).search(query, limit);
    if (game !== DECKS) return found;
    const isLast = (/** @type {Found} */ { entry: { kind } }) => kind === "cell" || kind === "example";
    return [...found.filter((one) => !isLast(one)), ...found.filter(isLast)];
  }

  /** How well a question fits what a game has found, and the share of it in words that belong to no game, from 0 to 1. @param {string} game @param {string} query @param {string[]} answers */
  fit(game, query, answers) {
    const { data, words } = this.rules;
    const { NEAR, FOUND, WAYS, SPOKEN } = data.figures.fitting;
    const corpus = this.rules.corpus(game);
    const raw = foldedWords(query);
    const means = new Set(words.meanings(raw.map((word) => this.mended(word, game))));
    const sum = (/** @type {Iterable<string>} */ all) => [...all].reduce((whole, word) => whole + this.weigh(word), 0);
    const whole = sum(means);
    if (!whole) return { score: 0, unheard: 0 };
    const roots = once(raw.filter((word) => !words.silent.has(word)).map(words.stem));
    const literal = (/** @type {string[]} */ all) => all.reduce((share, root) => share + this.literal(root), 0);
    const spoken = literal(roots.filter((root) => corpus.ruleStems.has(root))) / (literal(roots) || 1);
    const scores = answers.slice(0, NEAR).map((answer) => {
      const here = corpus.indexes.wordsOf(answer);
      const covered = sum([...means].filter((word) => here.has(word))) / whole;
      const alike = corpus.indexes.waysOf(answer).map((way) => {
        const both = sum([...means].filter((word) => way.has(word)));
        return both / (sum(new Set([...means, ...way])) || 1);
      });
      return FOUND * covered + WAYS * Math.max(0, ...alike) + SPOKEN * spoken;
    });
    const isHeard = (/** @type {string} */ word) => this.rules.all.some(({ indexes }) => indexes.heard.has(word));
    return { score: Math.max(0, ...scores), unheard: sum([...means].filter((word) => !isHeard(word))) / whole };
  }

  /** A word as a game understands it. @param {string} word @param {string} game */
  mended(word, game) {
    if (this.rules.isKnownAnywhere(word) || this.asking.isKnown(word)) return word;
    return this.games.get(game)?.mended(word) ?? this.asking.mended(word);
  }
}

/** In how many of a game's own entries something has the meaning of a word. @param {Corpus} corpus @param {string} word */
function rowsWith({ indexes, own }, word) {
  const rows = new Set(indexes.meant.found(phrase(word)).map(({ row }) => row));
  return [...rows].filter((row) => row < own).length;
}
