// @ts-check
// What the site sends for searching without it (rulings/offline_search.py), and what is made of it.

import { FullText } from "./full-text.js";
import { foldedWords, remembered, Words } from "./words.js";

/**
 * Something that can be found, see `RuleEntry`; `href` is its address, `named` the abilities that it names.
 * @typedef {{
 *   kind: string, id: string, title: string, text?: string, names?: string[], href: string, season1?: boolean,
 *   context?: string, abilities?: string[], passages?: [kind: string, name: string, text: string][], named?: string[],
 * }} Entry
 */
/** A way to ask, and kinds with ids of what answers it: "ruling rage". @typedef {{ text: string, answers: string[], ability: string }} Way */
/** A known question's answer. @typedef {{ ruling: string, verdict: string, source: string, sentence: string, questions: string[] }} Known */
/**
 * `ways` are those of phrasings.txt, `answers` the rulings that editors gave.
 * @typedef {{
 *   name: string, title: string, called: string, entries: Entry[], answers: Entry[], ways: Way[], known: Known[],
 *   proper: string[],
 * }} GameData
 */
/**
 * @typedef {{
 *   language: string, games: GameData[], figures: Record<string, Record<string, any>>,
 *   stems: { endings: [string, string][], apart: Record<string, string>, doubled: string, noPlural: string[] },
 *   silent: string[], alike: string[], leaning: string[], polarity: Record<string, any>,
 *   asking: {
 *     contexts: Record<string, string[]>, defines: string[], means: [spoken: string[], implied: string[]][],
 *     named: [string, string][], sayings: string[], season1: Record<string, string[]>, oldRules: string, ability: string,
 *   },
 *   cells: Record<string, { abilities: string[], said: Record<string, string> }>, nothing: string,
 *   abilities: Record<string, string>, matrix: string,
 * }} LanguageData
 */

/** @param {{ kind: string, id: string }} entry */
export const answerOf = ({ kind, id }) => `${kind} ${id}`;

/** What an entry says. @param {Entry} entry */
export const textOf = (entry) => entry.text ?? (entry.passages ?? []).map(([, , text]) => text).join(" ");

/** @param {Entry} entry */
export const namesOf = (entry) => entry.names ?? [];

/** The rules of a game in a language. Its words come first, since they tell languages apart; its indexes when asked. */
export class Corpus {
  /** @param {GameData} data @param {Words} words @param {Record<string, any>} figures */
  constructor(data, words, figures) {
    this.game = data.name;
    this.title = data.title;
    this.words = words;
    this.known = data.known;
    this.proper = new Set(data.proper);
    this.own = data.entries.length; // then come those of editors
    this.entries = [...data.entries, ...data.answers];
    this.ways = waysOf(data);
    this.places = new Map(this.entries.map((entry, number) => [answerOf(entry), number]));
    this.figures = figures;
    /** @type {Indexes | null} */
    this.made = null;
    const texts = data.entries.map((entry) => [entry.title, textOf(entry), ...namesOf(entry)].join(" "));
    /** @type {Set<string>} */
    this.besides = new Set(data.answers.flatMap((entry) => foldedWords(`${entry.title} ${textOf(entry)}`)));
    this.vocabulary = new Set([...texts, ...data.known.flatMap(({ questions }) => questions)].flatMap(foldedWords));
    this.spoken = new Set([...texts, ...data.ways.map(({ text }) => text)].flatMap(foldedWords));
    this.ruleStems = new Set(data.entries.flatMap((entry) => words.stems(`${entry.title} ${textOf(entry)}`)));
  }

  /** @returns {Indexes} */
  get indexes() {
    this.made ??= new Indexes(this);
    return this.made;
  }
}

/** The indexes of a game's rules, and what the words of an entry mean, those of the ways to ask for it too. */
class Indexes {
  /** @param {Corpus} corpus */
  constructor({ words, ways, entries, places, figures: { WEIGHTS } }) {
    const columns = entries.map((entry) => [entry.title, namesOf(entry).join(" . "), textOf(entry)]);
    const meanings = ways.map(({ text }) => words.meaning(text));
    /** @type {Map<string, Set<string>[]>} */
    const byAnswer = new Map();
    ways.forEach(({ answers }, number) => {
      const meant = new Set(meanings[number].split(" ").filter(Boolean));
      for (const answer of answers) byAnswer.set(answer, [...(byAnswer.get(answer) ?? []), meant]);
    });
    const indexed = (/** @type {(text: string) => string} */ of) =>
      new FullText(
        columns.map((three) => three.map(of)),
        WEIGHTS,
      );
    this.direct = indexed((text) => words.stemmed(text));
    this.meant = indexed((text) => words.meaning(text));
    this.asked = new FullText(
      ways.map(({ ability }, number) => [withAbility(meanings[number], words.meaning(ability))]),
      [1],
    );
    this.heard = new Set(
      [...meanings, ...columns.flat().map((text) => words.meaning(text))].flatMap((text) => text.split(" ")),
    );
    this.waysOf = (/** @type {string} */ answer) => byAnswer.get(answer) ?? [];
    this.wordsOf = remembered((/** @type {string} */ answer) => {
      const entry = entries[places.get(answer) ?? -1];
      const own = entry ? words.meaning([entry.title, textOf(entry), ...namesOf(entry)].join(" . ")).split(" ") : [];
      return new Set([...own, ...this.waysOf(answer).flatMap((way) => [...way])]);
    });
  }
}

/** All ways to ask: those written down, known questions, and what editors answered. @param {GameData} data @returns {Way[]} */
function waysOf({ ways, known, answers }) {
  const asked = known.flatMap(({ ruling, questions }) =>
    questions.map((text) => ({ text, answers: [`ruling ${ruling}`], ability: "" })),
  );
  return [
    ...ways,
    ...asked,
    ...answers.map((entry) => ({ text: entry.title, answers: [answerOf(entry)], ability: "" })),
  ];
}

/** @param {string} words @param {string} ability */
const withAbility = (words, ability) => (words.includes(ability) ? words : `${words} ${ability}`);
