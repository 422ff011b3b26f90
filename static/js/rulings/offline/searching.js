// @ts-check
// From a question to what answers it in one game, the best first: rulings/searching/searcher.py, rulings/games/searching.py.

import { once } from "./asking.js";
import { namesOf, textOf } from "./data.js";
import { phrase } from "./full-text.js";
import { likest } from "./likest.js";
import { fold, foldedWords, likeness, places } from "./words.js";

/** @typedef {import("./data.js").Entry} Entry */
/** @typedef {import("./data.js").Corpus} Corpus */
/** @typedef {import("./data.js").LanguageData} LanguageData */
/** @typedef {import("./asking.js").Question} Question */
/** @typedef {[text: string, isMarked: boolean]} Piece */
/** @typedef {{ entry: Entry, score: number, snippet: Piece[], passage?: [string, string, string] }} Found */

const SNIPPET = 90; // letters on either side of the first word found

/** @param {string[]} words */
const direct = (words) => words.map((word) => phrase(word, word.length > 3));
/** @param {string[]} words */
const meant = (words) => words.map((word) => phrase(word));
/** @param {Map<number, number>} scores */
const best = (scores) => [...scores].sort(([, one], [, other]) => other - one);

/**
 * What answers the ways to ask that the question is like, each with how like: the likest way counts most.
 * @param {string} query @param {string[]} means @param {Corpus} corpus @param {Record<string, number>} figures
 */
function askedFor(query, means, corpus, figures) {
  const { WAYS, UNLIKE, LETTERS, FURTHER } = figures;
  const ways = best(corpus.indexes.asked.ranked(meant(means))).slice(0, WAYS);
  const likestWays = ways.map(([number, score]) => {
    const like = score * (UNLIKE + LETTERS * likeness(query, corpus.ways[number].text));
    return /** @type {[number, number]} */ ([number, like]);
  });
  /** @type {Map<string, number>} */
  const scores = new Map();
  /** @type {Map<string, number>} */
  const uses = new Map();
  for (const [number, score] of best(new Map(likestWays)))
    for (const answer of corpus.ways[number].answers) {
      const used = uses.get(answer) ?? 0;
      scores.set(answer, (scores.get(answer) ?? 0) + score * FURTHER ** used);
      uses.set(answer, used + 1);
    }
  return scores;
}

/** The passage of a ruling that has the most of the words, the first of equals. @param {Entry} entry @param {string[]} words @param {Corpus} corpus */
function quoted(entry, words, { words: { stem } }) {
  const searched = new Set(words.filter((word) => word.length > 1));
  const shared = (/** @type {string} */ text) =>
    once(foldedWords(text).map(stem)).filter((root) => searched.has(root)).length;
  let [most, found] = [-1, /** @type {[string, string, string] | undefined} */ (undefined)];
  for (const passage of entry.passages ?? []) {
    const count = shared(passage[2]);
    if (count > most) [most, found] = [count, passage];
  }
  return found;
}

/** The place of a text where the words are first found, in pieces. @param {string} text @param {string[]} words @param {Corpus} corpus @returns {Piece[]} */
function snippetOf(text, words, { words: { stem } }) {
  const searched = new Set(words.filter((word) => word.length > 1));
  const found = places(text)
    .filter(({ word }) => searched.has(stem(fold(word))))
    .map(({ word, at }) => [at, at + word.length]);
  const first = found[0];
  let low = first ? Math.max(0, first[0] - SNIPPET) : 0;
  let high = Math.min(text.length, (first ? first[1] : SNIPPET) + SNIPPET);
  if (low) low = text.indexOf(" ", low) + 1;
  if (high < text.length) high = Math.max(text.slice(0, high).lastIndexOf(" "), first ? first[1] : 0);
  /** @type {Piece[]} */
  const pieces = low ? [["…", false]] : [];
  let at = low;
  for (const [start, end] of found)
    if (start >= at && end <= high) {
      pieces.push([text.slice(at, start), false], [text.slice(start, end), true]);
      at = end;
    }
  pieces.push([text.slice(at, high) + (high < text.length ? "…" : ""), false]);
  return pieces.filter(([piece]) => piece);
}

/** @param {Entry} entry @param {number} score @param {string[]} words @param {Corpus} corpus @returns {Found} */
function found(entry, score, words, corpus) {
  const passage = quoted(entry, words, corpus);
  return { entry, score, passage, snippet: snippetOf(passage ? passage[2] : textOf(entry), words, corpus) };
}

/** The search of Clash of Decks. */
export class DecksSearch {
  /** @param {LanguageData} data @param {Corpus} corpus @param {import("./asking.js").Asking} asking */
  constructor(data, corpus, asking) {
    const { words, entries } = corpus;
    this.data = data;
    this.figures = data.figures.searcher;
    this.corpus = corpus;
    this.asking = asking;
    const called = entries.map((entry) => [entry.title, ...namesOf(entry)]);
    this.names = called.map((names) => new Set(names.map((name) => words.stemmed(name))));
    this.written = called.map((names) => new Set(names.map((name) => foldedWords(name).join(" "))));
    const bare = (/** @type {string} */ name) => words.stems(name).filter((word) => !words.silentStems.has(word));
    this.phrases = entries.map((entry) =>
      namesOf(entry)
        .map((name) => once(bare(name)))
        .filter((name) => name.length > 1),
    );
    this.terms = entries.map((entry) => {
      if (entry.kind !== "ability" && entry.kind !== "term") return new Set();
      return new Set([entry.title, entry.title.split(" (")[0], ...namesOf(entry)].map((name) => bare(name).join(" ")));
    });
  }

  /** @param {string} query @param {number} limit @returns {Found[]} */
  search(query, limit) {
    const question = this.asking.understand(query);
    if (!question.words.length) return [];
    const alike = askedFor(query, question.meant, this.corpus, this.figures);
    /** @type {[Entry, number][]} */
    let hits = [...this.scored(question, alike)].map(([number, score]) => [this.corpus.entries[number], score]);
    hits.push(...this.cells(question, alike));
    hits.sort(([, one], [, other]) => other - one);
    if (!question.season1) {
      const first = hits.find(([entry]) => !entry.season1);
      if (first) hits = [first, ...hits.filter((hit) => hit !== first)];
    }
    return hits.slice(0, limit).map(([entry, score]) => found(entry, score, question.words, this.corpus));
  }

  /** @param {Question} question @param {Map<string, number>} alike */
  scored(question, alike) {
    const { IMPLIED, MEANT, ASKED, CALLED, WHOLE, WHOLE_OTHER, DEFINED, LETTER_BY_LETTER } = this.figures;
    const { corpus } = this;
    const [plainly, implied] = [
      corpus.indexes.direct.ranked(direct(question.words)),
      corpus.indexes.direct.ranked(direct(question.more)),
    ];
    const means = corpus.indexes.meant.ranked(meant(question.meant));
    /** @type {Map<number, number>} */
    const ways = new Map();
    for (const [answer, score] of alike) if (corpus.places.has(answer)) ways.set(corpus.places.get(answer) ?? 0, score);
    const all = new Set([...question.words, ...question.more]);
    const whole = corpus.words.stemmed(question.plain);
    const numbers = [...new Set([...plainly.keys(), ...implied.keys(), ...means.keys(), ...ways.keys()])];
    /** @type {Map<number, number>} */
    const scores = new Map();
    for (const number of numbers.sort((one, other) => one - other)) {
      const entry = corpus.entries[number];
      let score = (plainly.get(number) ?? 0) + IMPLIED * (implied.get(number) ?? 0) + MEANT * (means.get(number) ?? 0);
      score = (score + ASKED * (ways.get(number) ?? 0)) * this.weight(entry, question);
      if (this.phrases[number].some((name) => name.every((word) => all.has(word)))) score *= CALLED;
      if (this.names[number].has(whole)) score += WHOLE[entry.kind] ?? WHOLE_OTHER;
      if (question.defines && this.terms[number].has(question.defines)) score += DEFINED;
      if (this.written[number].has(question.plain)) score += LETTER_BY_LETTER;
      scores.set(number, score);
    }
    for (const [number, bonus] of this.settling(question)) scores.set(number, (scores.get(number) ?? 0) + bonus);
    return scores;
  }

  /** @param {Entry} entry @param {Question} question */
  weight(entry, question) {
    const { OF_A_WORD, OF_KIND, OF_SEASON_1, OF_SEASON_2, IN_CONTEXT, OUT_OF_CONTEXT } = this.figures;
    let weight = entry.kind === "term" && question.words.length === 1 ? OF_A_WORD : OF_KIND[entry.kind];
    if (entry.season1 && !question.season1) weight *= OF_SEASON_1;
    if (question.season1 && !entry.season1 && ["ruling", "rule"].includes(entry.kind)) weight *= OF_SEASON_2;
    if (entry.context) weight *= question.contexts.has(entry.context) ? IN_CONTEXT : OUT_OF_CONTEXT;
    return once(question.abilities).length === 1 ? weight * this.about(entry, question) : weight;
  }

  /** @param {Entry} entry @param {Question} question */
  about(entry, question) {
    const [slug] = question.abilities;
    const { ABOUT, ALSO_ABOUT, NAMES, NOT_ABOUT } = this.figures;
    if (foremost(entry) === slug) return ABOUT[entry.kind] ?? 1;
    if (entry.abilities?.includes(slug)) return ALSO_ABOUT;
    if (entry.named?.includes(slug)) return NAMES;
    return question.contexts.has(entry.context ?? "") ? 1 : NOT_ABOUT;
  }

  /** @param {Question} question @returns {[string, string][]} */
  pairs({ abilities }) {
    const pairs = abilities.flatMap((one, n) => abilities.slice(n + 1).map((other) => `${one} ${other}`));
    return once(pairs)
      .slice(0, this.figures.MOST_CELLS)
      .map((pair) => /** @type {[string, string]} */ (pair.split(" ")));
  }

  /** @param {Question} question @param {Map<string, number>} alike @returns {[Entry, number][]} */
  cells(question, alike) {
    const { OF_CELL, ASKED } = this.figures;
    const season = question.season1 ? "season-1" : "season-2";
    const { abilities, said } = this.data.cells[season];
    /** @type {Map<string, number>} */
    const scores = new Map();
    for (const [answer, score] of alike)
      if (answer.startsWith("cell ")) scores.set(answer.slice(5).replace("/", " "), OF_CELL * ASKED * score);
    const pairs = this.pairs(question);
    pairs.forEach((pair, place) => {
      const sorted = [...pair].sort().join(" ");
      const asked = scores.get(sorted) ?? 0;
      scores.delete(sorted);
      scores.set(pair.join(" "), this.ofPair(pair, question) / pairs.length - place + asked);
    });
    return [...scores]
      .map(([pair, score]) => /** @type {[string[], number]} */ ([pair.split(" "), score]))
      .filter(([pair]) => pair.every((slug) => abilities.includes(slug)))
      .map(([pair, score]) => [this.cell(pair, season, said[pair.join("/")] ?? this.data.nothing), score]);
  }

  /** @param {string[]} pair @param {string} season @param {string} text @returns {Entry} */
  cell(pair, season, text) {
    const isOld = season === "season-1";
    const place = pair.join("/");
    const title = pair.map((slug) => this.data.abilities[slug]).join(" × ");
    const href = `${this.data.matrix}${isOld ? `of/${season}/` : ""}${place}/`;
    return { kind: "cell", id: isOld ? `${season}/${place}` : place, title, text, href, season1: isOld };
  }

  /** @param {[string, string]} pair @param {Question} question */
  ofPair(pair, question) {
    const { PAIR, FURTHER_WORD, PLAIN_WORDS, ELSEWHERE, LENT } = this.figures;
    const besides = question.words.length - once(question.abilities).length - PLAIN_WORDS;
    let score = PAIR / (1 + FURTHER_WORD * Math.max(0, besides));
    if (question.contexts.size) score *= ELSEWHERE;
    return pair.includes("aura") && pair[0] !== pair[1] ? score * LENT : score;
  }

  /** The rulings that are about both abilities of a pair. @param {Question} question @returns {[number, number][]} */
  settling(question) {
    /** @type {[number, number][]} */
    const bonuses = [];
    for (const [first, second] of this.pairs(question))
      this.corpus.entries.forEach((entry, number) => {
        const about = entry.abilities ?? [];
        const isBoth = first !== second && about.includes(first) && about.includes(second);
        if (entry.kind !== "ruling" || !isBoth || isBeside(entry, question)) return;
        if (entry.id in this.data.abilities && entry.id !== "aura" && entry.id !== first && entry.id !== second) return;
        bonuses.push([number, this.figures.SETTLES / (1 + Math.min(about.indexOf(first), about.indexOf(second)))]);
      });
    return bonuses;
  }
}

/** The ability that an entry is. @param {Entry} entry */
function foremost(entry) {
  if (entry.kind === "rule" && entry.context === "ai") return entry.id.slice(entry.id.lastIndexOf(".") + 1);
  return entry.kind === "ability" || entry.kind === "ruling" ? entry.id : "";
}

/** @param {Entry} entry @param {Question} question */
function isBeside(entry, question) {
  const isElsewhere = Boolean(entry.context) && !question.contexts.has(entry.context ?? "");
  return isElsewhere || (Boolean(entry.season1) && !question.season1);
}

/** The search of another game. */
export class GameSearch {
  /** @param {Record<string, any>} figures @param {Corpus} corpus */
  constructor(figures, corpus) {
    this.figures = { ...figures.searcher, ...figures.games };
    this.weighed = figures.searcher;
    this.corpus = corpus;
    this.knownStems = new Set([...corpus.vocabulary].map(corpus.words.stem));
    this.names = corpus.entries.map(
      (entry) => new Set([entry.title, ...namesOf(entry)].map((name) => foldedWords(name).join(" "))),
    );
  }

  /** @param {string} word */
  mended(word) {
    const { LEAST, NEAR } = this.figures;
    if (word.length < LEAST || this.knownStems.has(this.corpus.words.stem(word))) return word;
    return likest(word, this.corpus.vocabulary, NEAR) || word;
  }

  /** @param {string} query @param {number} limit @returns {Found[]} */
  search(query, limit) {
    const { corpus, figures } = this;
    const { stem, silentStems } = corpus.words;
    const asked = foldedWords(query).map((word) => this.mended(word));
    const spoken = asked.map(stem);
    const said = once(spoken.filter((word) => !silentStems.has(word)));
    const words = said.length ? said : spoken;
    const means = once(corpus.words.meanings(asked));
    const scores = corpus.indexes.direct.ranked(direct(words));
    const add = (/** @type {number} */ number, /** @type {number} */ more) =>
      scores.set(number, (scores.get(number) ?? 0) + more);
    for (const [number, score] of corpus.indexes.meant.ranked(meant(means))) add(number, figures.MEANT * score);
    for (const [answer, score] of askedFor(query, means, corpus, this.weighed))
      add(corpus.places.get(answer) ?? 0, figures.ASKED * score);
    this.names.forEach((names, number) => {
      if (names.has(asked.join(" "))) add(number, figures.WHOLE);
    });
    const weighed = [...scores].map(([number, score]) => {
      const entry = corpus.entries[number];
      return /** @type {[number, number]} */ ([number, score * figures.OF_KIND[entry.kind]]);
    });
    return best(new Map(weighed))
      .slice(0, limit)
      .map(([number, score]) => found(corpus.entries[number], score, words, corpus));
  }
}
