// @ts-check
// Words as searches compare them: rulings/searching/{stems,alike,letters}.py and cards/folding.py, from the same lists.

/** @typedef {import("./data.js").LanguageData} LanguageData */

const WORD = /[\p{L}\p{N}_]+/gu;
const APOSTROPHES = /[\u02bc\u02b9\u02bb\u02bd\u02be\u02c8\ua78c]/g; // letters to a regular expression
const SHORTEST = 3; // letters that have to be left of a word
const RUN = 3; // letters that stand together

/** Small letters without accents and unseen signs. @param {string} text */
export function fold(text) {
  const plain = text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(APOSTROPHES, "'")
    .toLowerCase();
  const letters = plain.replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/ß/g, "ss");
  return letters.normalize("NFKD").replace(/\p{M}/gu, "");
}

/** The words of a text as they stand. @param {string} text @returns {string[]} */
export const wordsIn = (text) => text.match(WORD) ?? [];

/** @param {string} text */
export const foldedWords = (text) => wordsIn(fold(text));

/** The words of a text with where each begins and ends. @param {string} text */
export const places = (text) => [...text.matchAll(WORD)].map((found) => ({ word: found[0], at: found.index }));

/** @template A, B @param {(key: A) => B} make @returns {(key: A) => B} */
export function remembered(make) {
  /** @type {Map<A, B>} */
  const known = new Map();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = make(key);
      known.set(key, value);
    }
    return value;
  };
}

/** @param {string} text */
const runs = remembered((/** @type {string} */ text) => {
  const spaced = `  ${foldedWords(text).join(" ")} `;
  const found = new Set();
  for (let at = 0; at <= spaced.length - RUN; at += 1) found.add(spaced.slice(at, at + RUN));
  return found;
});

/** The share of runs of three letters that two texts have in common, from 0 to 1. @param {string} text @param {string} other */
export function likeness(text, other) {
  const [mine, theirs] = [runs(text), runs(other)];
  let shared = 0;
  for (const run of mine) if (theirs.has(run)) shared += 1;
  return (2 * shared) / (mine.size + theirs.size || 1);
}

/** The words of a language. */
export class Words {
  /** @param {LanguageData} data */
  constructor(data) {
    const { language, silent, alike, stems } = data;
    this.language = language;
    this.endings = stems.endings;
    this.apart = stems.apart;
    this.noPlural = stems.noPlural;
    this.doubled = new RegExp(stems.doubled);
    this.stem = remembered((/** @type {string} */ word) => this.cut(word));
    this.silent = new Set(silent);
    this.silentStems = new Set(silent.map(this.stem));
    this.alikeWords = new Set(alike.flatMap((line) => line.split(" ").flatMap((word) => word.split("_"))));
    this.readAlike(alike);
  }

  /** @param {string[]} lines */
  readAlike(lines) {
    /** @type {Map<string, string>} */
    this.single = new Map();
    /** @type {Map<string, { many: string[], meaning: string }[]>} */
    this.several = new Map();
    for (const line of lines) {
      const words = line.split(" ");
      const meaning = this.stem(words[0]);
      for (const word of words) {
        const many = word.split("_");
        if (many.length === 1) {
          if (!this.single.has(this.stem(word))) this.single.set(this.stem(word), meaning);
        } else this.several.set(many[0], [...(this.several.get(many[0]) ?? []), { many, meaning }]);
      }
    }
    for (const found of this.several.values()) found.sort((one, other) => other.many.length - one.many.length);
  }

  /** @param {string} word */
  cut(word) {
    if (/^\d+$/.test(word) || word.length <= SHORTEST) return word;
    if (this.apart[word]) return this.apart[word];
    let root = this.withoutEnding(word);
    if (this.language === "en" && root.endsWith("e") && root.length > SHORTEST) root = root.slice(0, -1);
    return root === word ? root : root.replace(this.doubled, "$1");
  }

  /** @param {string} word */
  withoutEnding(word) {
    for (const [ending, instead] of this.endings) {
      if (!word.endsWith(ending) || word.length - ending.length < SHORTEST) continue;
      if (ending === "s" && this.noPlural.some((end) => word.endsWith(end))) return word;
      return word.slice(0, -ending.length) + instead;
    }
    return word;
  }

  /** The stems of a text's words, in their order. @param {string} text */
  stems(text) {
    return foldedWords(text).map(this.stem);
  }

  /** @param {string} text */
  stemmed(text) {
    return this.stems(text).join(" ");
  }

  /** What some folded words mean, in their order, without those that say nothing. @param {string[]} words */
  meanings(words) {
    /** @type {string[]} */
    const result = [];
    for (let at = 0; at < words.length; ) {
      const here = at;
      const known = this.several?.get(words[at])?.find(({ many }) => many.every((word, n) => words[here + n] === word));
      if (known) {
        result.push(known.meaning);
        at += known.many.length;
        continue;
      }
      const root = this.stem(words[at]);
      if (!this.silent.has(words[at])) result.push(this.single?.get(root) ?? root);
      at += 1;
    }
    return result;
  }

  /** @param {string} text */
  meaning(text) {
    return this.meanings(foldedWords(text)).join(" ");
  }
}
