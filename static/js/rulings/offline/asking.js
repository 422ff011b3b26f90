// @ts-check
// Understanding a question about Clash of Decks: rulings/searching/asking.py.

import { namesOf } from "./data.js";
import { likest } from "./likest.js";
import { fold, foldedWords, remembered, wordsIn } from "./words.js";

/** @typedef {import("./data.js").LanguageData} LanguageData */
/** @typedef {import("./data.js").Corpus} Corpus */
/**
 * @typedef {{
 *   plain: string, words: string[], more: string[], meant: string[], abilities: string[], season1: boolean,
 *   contexts: Set<string>, defines: string,
 * }} Question
 */

/** @param {string[]} all */
export const once = (all) => [...new Set(all)];

export class Asking {
  /** @param {LanguageData} data @param {Corpus} corpus that of Clash of Decks */
  constructor(data, corpus) {
    const { asking, figures } = data;
    this.data = asking;
    this.figures = figures.asking;
    this.words = corpus.words;
    this.oldRules = new RegExp(asking.oldRules);
    const spoken = [...asking.sayings, ...this.words.alikeWords];
    this.besides = corpus.besides;
    this.vocabulary = new Set([...corpus.spoken, ...spoken.flatMap(foldedWords)]);
    this.byLength = [...this.vocabulary]; // their order doesn't count
    this.knownStems = new Set([...this.vocabulary].map(this.words.stem));
    const things = corpus.entries.filter(({ kind }) => kind === "ability" || kind === "term");
    const named = things.flatMap((entry) => foldedWords([entry.title, ...namesOf(entry)].join(" ")));
    this.likeliest = once(named).filter((word) => word.length >= this.figures.LEAST);
    this.mended = remembered((/** @type {string} */ word) => this.mend(word));
    this.isKnown = remembered((/** @type {string} */ word) => this.knows(word));
  }

  /** @param {string} word */
  knows(word) {
    if (/^\d+$/.test(word) || word.length < this.figures.LEAST) return true;
    if (this.knownStems.has(this.words.stem(word))) return true;
    return this.byLength.some((known) => known.startsWith(word));
  }

  /** @param {string} word */
  mend(word) {
    if (this.isKnown(word)) return word;
    return this.likestOf(word, this.likeliest) || this.likestOf(word, this.byLength) || word;
  }

  /** @param {string} word @param {string[]} known */
  likestOf(word, known) {
    const starts = new Set(word.slice(0, 2));
    const possible = known.filter(
      (one) =>
        Math.abs(one.length - word.length) <= this.figures.LONGER &&
        [...one.slice(0, 2)].some((sign) => starts.has(sign)),
    );
    return likest(word, possible, this.figures.NEAR);
  }

  /** @param {string} query @returns {Question} */
  understand(query) {
    const plain = fold(query);
    const raw = wordsIn(plain);
    const { silent, stem } = this.words;
    const said = once(raw).filter((word) => !silent.has(word));
    const spoken = said.length ? said : raw;
    const corrected = new Map(spoken.map((word) => [word, this.besides.has(word) ? word : this.mended(word)]));
    const all = [...corrected.values()];
    const known = all.filter((word) => this.besides.has(word) || this.isKnown(word));
    const meant = known.length ? known : all;
    const abilities = this.abilities(meant.join(" "));
    const roots = meant.map(stem);
    const words = once(roots);
    const means = this.words.meanings(raw.map((word) => corrected.get(word) ?? word));
    const isAsWritten = all.length === spoken.length && all.every((word, n) => word === spoken[n]);
    return {
      plain: (isAsWritten ? raw : all).join(" "),
      words,
      more: this.implied(roots).filter((word) => !words.includes(word)),
      meant: once(means),
      abilities,
      season1: this.oldRules.test(plain) || abilities.some((slug) => slug in this.data.season1),
      contexts: new Set(this.contexts(means, abilities)),
      defines: this.asksMeaning(raw) ? all.map(stem).join(" ") : "",
    };
  }

  /** @param {string[]} raw */
  asksMeaning(raw) {
    const text = ` ${raw.join(" ")} `;
    return this.data.defines.some((sign) => text.includes(` ${sign} `));
  }

  /** @param {string[]} means @param {string[]} abilities */
  contexts(means, abilities) {
    const text = ` ${means.join(" ")} `;
    const isOfAbilities = abilities.length > 0 || means.includes(this.data.ability);
    return Object.entries(this.data.contexts)
      .filter(([name, signs]) => signs.some((sign) => text.includes(sign)) && (name !== "incantation" || isOfAbilities))
      .map(([name]) => name);
  }

  /** @param {string[]} roots */
  implied(roots) {
    /** @type {string[]} */
    const all = [];
    roots.forEach((root, at) => {
      for (const [spoken, implied] of this.data.means)
        if (spoken[0] === root && spoken.every((word, n) => roots[at + n] === word)) all.push(...implied);
    });
    return once(all);
  }

  /** The slugs of the abilities that a text names, in its order; one named twice comes twice. @param {string} text */
  abilities(text) {
    let left = ` ${this.words.stemmed(text)} `;
    const spoken = new Set(text.split(" "));
    /** @type {[number, string][]} */
    const found = [];
    for (const [name, slug] of this.data.named) {
      const called = this.data.season1[slug];
      if (called && !called.some((word) => spoken.has(word))) continue;
      for (let at = left.indexOf(` ${name} `); at >= 0; at = left.indexOf(` ${name} `)) {
        found.push([at, slug]);
        left = `${left.slice(0, at)} ${"_".repeat(name.length)} ${left.slice(at + name.length + 2)}`;
      }
    }
    return found.sort(([one, a], [other, b]) => one - other || (a < b ? -1 : 1)).map(([, slug]) => slug);
  }
}
