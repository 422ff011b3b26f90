// @ts-check
// Yes, no or a number: only for a question that is the same as a known one (rulings/searching/verdicts.py).

import { once } from "./asking.js";
import { foldedWords, remembered, wordsIn } from "./words.js";

/** @typedef {import("./data.js").Known} Known */
/** @typedef {(word: string) => number} Weigh */
/**
 * @typedef {{
 *   words: string[], form: string, negated: boolean, numbers: string, turning: string, own: boolean, others: boolean,
 *   chooses: boolean,
 * }} Asked
 */
/** @typedef {{ answer: Known, score: number, verdict: string }} KnownQuestion */

const OR = { en: "or", fr: "ou" };

export class Verdicts {
  /** @param {import("./data.js").LanguageData} data @param {import("./words.js").Words} words */
  constructor({ polarity, language, figures }, words) {
    this.figures = figures.verdicts;
    this.words = words;
    this.or = language === "fr" ? OR.fr : OR.en;
    this.lists = polarity;
    this.read = remembered((/** @type {string} */ text) => this.asked(text));
  }

  /** @param {string} text @returns {Asked} */
  asked(text) {
    const raw = foldedWords(text);
    const { digits, particles, turning, own, others, negations } = this.lists;
    const spoken = raw.filter((word) => !particles.includes(word)).map((word) => digits[word] ?? word);
    const has = (/** @type {string[]} */ list) => raw.some((word) => list.includes(word));
    const line = ` ${raw.join(" ")} `;
    return {
      words: once(this.words.meanings(spoken)).filter((word) => !/^\d+$/.test(word)),
      form: this.form(raw),
      negated: negations.some((/** @type {string} */ sign) => line.includes(` ${sign} `)),
      numbers: same(spoken.filter((word) => /^\d+$/.test(word))),
      turning: same(raw.filter((word) => turning.includes(word))),
      own: has(own),
      others: has(others),
      chooses: wordsIn(text.toLowerCase()).includes(this.or),
    };
  }

  /** @param {string[]} raw */
  form(raw) {
    const text = ` ${raw.join(" ")} `;
    const { plain, amount, other } = this.lists;
    if (plain.some((/** @type {string} */ sign) => text.startsWith(` ${sign} `))) return "plain";
    if (amount.some((/** @type {string} */ sign) => text.includes(` ${sign} `))) return "amount";
    return other.some((/** @type {string} */ sign) => text.includes(` ${sign} `)) ? "other" : "words";
  }

  /**
   * Which known question a question is, if any.
   * @param {string} query @param {Known[]} known @param {Weigh} weigh @returns {KnownQuestion | null}
   */
  known(query, known, weigh) {
    const question = this.read(query);
    /** @type {KnownQuestion[]} */
    const found = [];
    for (const answer of known)
      for (const text of answer.questions) {
        const other = this.read(text);
        const score = this.sameness(question, other, weigh);
        if (!score) continue;
        const fits =
          question.negated === other.negated &&
          (/^\d+$/.test(answer.verdict) ? ["amount"] : ["plain", "words"]).includes(question.form) &&
          question.chooses === other.chooses &&
          score >= 1 - this.figures.LACKING;
        found.push({ answer, score, verdict: fits ? answer.verdict : "" });
      }
    if (!found.length) return null;
    const best = found.reduce((one, other) => (isBetter(other, one) ? other : one));
    const near = found.filter(({ verdict, score }) => verdict && score > best.score - this.figures.DOUBTFUL);
    const verdicts = new Set(near.map(({ verdict }) => verdict));
    const isBare = question.form === "words";
    if (isBare && found.some(({ answer, score }) => !answer.verdict && score >= best.score)) verdicts.add("");
    return verdicts.size <= 1 ? best : { ...best, verdict: "" };
  }

  /** @param {Asked} question @param {Asked} known @param {Weigh} weigh */
  sameness(question, known, weigh) {
    if (!question.words.length || question.numbers !== known.numbers || question.turning !== known.turning) return 0;
    if (question.others !== known.others || (known.own && !question.own)) return 0;
    const { harmless } = this.lists;
    if (question.words.some((word) => !known.words.includes(word) && !harmless.includes(word))) return 0;
    const common = known.words.filter((word) => question.words.includes(word));
    const asked = question.words.filter((word) => known.words.includes(word));
    if (asked.join(" ") !== common.join(" ")) return 0;
    const sum = (/** @type {string[]} */ words) => words.reduce((all, word) => all + weigh(word), 0);
    const share = sum(common) / (sum(known.words) || 1);
    return share >= 1 - this.figures.MISSING ? share : 0;
  }
}

/** @param {KnownQuestion} one @param {KnownQuestion} other */
const isBetter = (one, other) =>
  one.score > other.score || (one.score === other.score && Boolean(one.verdict) && !other.verdict);

/** A set as a line, to be compared. @param {string[]} words */
const same = (words) => once(words).sort().join(" ");
