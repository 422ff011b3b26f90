// @ts-check
// One search for the rules of all games, without the site: rulings/desk.py, from the same data, so
// that a question has the same first answer with and without a network.

import { once } from "./asking.js";
import { answerOf, textOf } from "./data.js";
import { DECKS, Rules } from "./rules.js";
import { foldedWords } from "./words.js";

/** @typedef {import("./topics.js").Shares} Shares */
/** @typedef {import("./data.js").LanguageData} LanguageData */
/** @typedef {import("./data.js").Entry} Entry */
/** @typedef {import("./searching.js").Found} Found */
/** @typedef {import("./searching.js").Piece} Piece */
/** @typedef {import("./verdicts.js").KnownQuestion} KnownQuestion */
/**
 * Something found, as it is shown; `source` is the kind and the name of the passage that `text` is.
 * @typedef {{
 *   game: string, gameTitle: string, kind: string, id: string, title: string, href: string, text: string, snippet: Piece[],
 *   source?: [kind: string, name: string], season1: boolean,
 * }} Hit
 */
/** @typedef {{ verdict: string, sentence: string, hit: Hit }} Answer */
/** @typedef {{ game: string, title: string, fit: number, sure: number, hits: Hit[], weigh: (word: string) => number, known: KnownQuestion | null }} FoundIn */
/** @typedef {{ answer: Answer | null, others: Answer[], games: FoundIn[] }} Desk */

const SAYS = ["ruling", "rule", "ability", "term", "reading"]; // what may answer
const SENTENCE = /(?<=[.!?])\s+/u;
const EDGE = "(?:(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_])|(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_]))"; // as Python's \b

export class OfflineDesk {
  /** @param {LanguageData[]} data of all languages @param {string} language that answers are wanted in */
  constructor(data, language) {
    this.rules = data.map((one) => new Rules(one));
    this.shown = this.rulesOf(language);
    this.figures = this.shown.data.figures.desk;
    this.called = this.shown.data.games.map(
      ({ name, called }) => /** @type {[string, RegExp]} */ ([name, new RegExp(called.replaceAll("\\b", EDGE), "iu")]),
    );
  }

  /** @param {string} language */
  rulesOf(language) {
    return this.rules.find((one) => one.language === language) ?? this.rules[0];
  }

  /** The rules in the language that a question is asked in. @param {string} query */
  askedIn(query) {
    const raw = foldedWords(query);
    const [first, ...others] = [this.shown, ...this.rules.filter((one) => one !== this.shown)];
    return others.reduce((best, one) => (one.knows(raw) > best.knows(raw) ? one : best), first);
  }

  /** What the rules of all games say to a question. @param {string} question @param {string} game on whose pages it is asked @returns {Desk} */
  lookUp(question, game = "") {
    const { figures } = this;
    const query = question.trim().slice(0, this.shown.data.figures.searcher.LONGEST_QUERY);
    const asked = this.askedIn(query);
    const { found, bare, named } = this.rank(query, asked, game);
    const [best] = found;
    const isSure = best.sure >= figures.SURE && best.hits.length > 0;
    const meant = isSure && best.game === named ? [best] : found; // who names a game asks of no other
    const games = this.cut(meant, isSure ? figures.MOST : figures.OTHERS, game || DECKS);
    if (!isSure) return { answer: null, others: [], games };
    const answering = games.filter((one) => one.sure >= figures.SURE);
    const given = answering.map((one) => this.answer(bare, asked, one)).filter((one) => one !== null);
    const isFirst = given.length > 0 && given[0].hit.game === best.game;
    return { answer: isFirst ? given[0] : null, others: isFirst ? given.slice(1) : [], games };
  }

  /** @param {string} query @param {Rules} asked @param {string} game */
  rank(query, asked, game) {
    const { SAME, NAMED, HERE, PROPER, TOPIC, UNHEARD, SPEAKS } = this.figures;
    let [bare, named] = [query, ""];
    for (const name of this.shown.data.figures.desk.CALLED_ORDER) {
      const sign = this.called.find(([one]) => one === name)?.[1];
      if (sign?.test(query) && query.replace(new RegExp(sign, "giu"), "").trim())
        [bare, named] = [query.replace(new RegExp(sign, "giu"), "").trim(), name];
    }
    const shares = asked.topics.shares(bare);
    const found = asked.all.map((corpus) => {
      const name = corpus.game;
      const hits = this.hits(name, bare, asked, shares);
      const { score, unheard } = asked.searches.fit(name, bare, hits.map(answerOf));
      let known = asked.searches.verdicts.known(bare, corpus.known, asked.searches.weigh);
      if (!known && name === named) {
        const whole = asked.searches.verdicts.known(query, corpus.known, asked.searches.weigh);
        known = whole && { ...whole, verdict: "" };
      }
      const isProper = asked.words.stems(bare).some((root) => corpus.proper.has(root));
      const flags = NAMED * Number(name === named) + HERE * Number(name === game) + PROPER * Number(isProper);
      const fit = score + (known ? SAME : 0) + flags;
      const isHeard = known || name === named || hits[0]?.kind === "reading" || shares.best >= SPEAKS;
      return {
        game: name,
        title: corpus.title,
        sure: isHeard ? fit * (1 - UNHEARD * unheard) : 0,
        fit: fit + TOPIC * (shares.games.get(name) ?? 0),
        hits,
        weigh: asked.searches.weigh,
        known,
      };
    });
    found.sort((one, other) => Number(other.game === named) - Number(one.game === named) || other.fit - one.fit);
    return { found, bare, named };
  }

  /** What a game finds by its words and by its topic. @param {string} game @param {string} query @param {Rules} asked @param {Shares} shares @returns {Hit[]} */
  hits(game, query, asked, shares) {
    const { LOOKED_AT, TOPIC, LIKELY } = this.figures;
    const all = asked.searches.find(game, query, LOOKED_AT);
    const found = all.filter(({ entry }) => asked === this.shown || entry.kind !== "cell");
    const highest =
      Math.max(0, ...found.filter(({ entry }) => SAYS.includes(entry.kind)).map(({ score }) => score)) || 1;
    /** @type {Map<string, [hit: Hit, score: number]>} */
    const scores = new Map();
    for (const one of found) scores.set(answerOf(one.entry), [this.hit(game, one, asked), one.score / highest]);
    const whole = shares.games.get(game) || 1;
    for (const [answer, ofAll] of shares.answers.get(game) ?? []) {
      const [kind, id] = answer.split(" ");
      const share = ofAll / whole;
      const known = scores.get(answer);
      if (!SAYS.includes(kind) || (!known && (share < LIKELY || !this.entry(game, kind, id)))) continue;
      const [hit, score] = known ?? [this.hitOf(game, kind, id), 0];
      scores.set(answer, [hit, score + TOPIC * share]);
    }
    const isLast = (/** @type {Hit} */ { kind }) => Number(kind === "cell" || kind === "example");
    return [...scores.values()]
      .sort(([one, score], [other, otherScore]) => isLast(one) - isLast(other) || otherScore - score)
      .map(([hit]) => hit);
  }

  /** A result as it is shown, in the language of the page. @param {string} game @param {Found} found @param {Rules} asked @returns {Hit} */
  hit(game, { entry, passage, snippet }, asked) {
    const numbered = (/** @type {Entry} */ one) =>
      game !== DECKS && one.kind === "ruling" ? `${one.id} ${one.title}` : one.title;
    const base = {
      game,
      gameTitle: asked.corpus(game).title,
      kind: entry.kind,
      id: entry.id,
      href: entry.href,
      season1: Boolean(entry.season1),
    };
    if (asked !== this.shown) {
      const shown = this.entry(game, entry.kind, entry.id);
      if (shown) {
        const text = shown.passages?.[0]?.[2] ?? textOf(shown);
        const first = shown.passages?.[0];
        const source = /** @type {[string, string] | undefined} */ (first && [first[0], first[1]]);
        return {
          ...base,
          href: shown.href,
          title: numbered(shown),
          text,
          source,
          snippet: [[text.split(SENTENCE)[0], false]],
        };
      }
    }
    const quote = snippet.map(([piece]) => piece).join("");
    const text = passage ? passage[2] : game === DECKS && entry.kind !== "cell" ? textOf(entry) : quote;
    const source = /** @type {[string, string] | undefined} */ (passage && [passage[0], passage[1]]);
    return { ...base, title: numbered(entry), text, source, snippet };
  }

  /** @param {string} game @param {string} kind @param {string} id */
  entry(game, kind, id) {
    const corpus = this.shown.corpus(game);
    const number = corpus.places.get(answerOf({ kind, id }));
    return number === undefined ? undefined : corpus.entries[number];
  }

  /** @param {FoundIn[]} found @param {number} most @param {string} here @returns {FoundIn[]} */
  cut(found, most, here) {
    const { BESIDE, OTHERS } = this.figures;
    const [best, ...rest] = found;
    const beside = rest.filter((one) => one.hits.length && (one.game === here || one.fit >= BESIDE * best.fit));
    return [best, ...beside]
      .map((one, place) => ({ ...one, hits: firstOf(one.hits, place ? OTHERS : most) }))
      .filter(({ hits }) => hits.length);
  }

  /** @param {string} query @param {Rules} asked @param {FoundIn} found @returns {Answer | null} */
  answer(query, asked, { game, hits, known, weigh }) {
    if (known) {
      const { answer } = known;
      const hit =
        hits.find(({ kind, id }) => kind === "ruling" && id === answer.ruling) ??
        this.hitOf(game, "ruling", answer.ruling);
      const quoted = this.quoting(answer.source, hit);
      const place = asked.corpus(game).known.indexOf(answer); // the same in every language
      const sentence = this.shown.corpus(game).known[place].sentence || this.sentence(quoted.text, query, asked, weigh);
      return { verdict: known.verdict, sentence, hit: quoted };
    }
    const found = hits.find(({ kind }) => SAYS.includes(kind));
    if (!found) return null;
    const hit = this.telling(found, query, asked, weigh);
    return { verdict: "", sentence: this.sentence(hit.text, query, asked, weigh), hit };
  }

  /** A result that quotes the passage whose sentence has the most of a question. @param {Hit} hit @param {string} query @param {Rules} asked @param {(word: string) => number} weigh @returns {Hit} */
  telling(hit, query, asked, weigh) {
    const passages = this.entry(hit.game, hit.kind, hit.id)?.passages ?? [];
    if (asked !== this.shown || !passages.length) return hit;
    const scores = passages.map(([, , text]) => this.shared(text.split(SENTENCE), query, weigh));
    const passage = passages[firstOfMost(scores.map((each) => Math.max(...each)))];
    return { ...hit, source: [passage[0], passage[1]], text: passage[2] };
  }

  /** How much of a question each of some sentences has. @param {string[]} sentences @param {string} query @param {(word: string) => number} weigh */
  shared(sentences, query, weigh) {
    const words = once(this.shown.words.meaning(query).split(" ").filter(Boolean));
    return sentences.map((one) => {
      const here = new Set(this.shown.words.meaning(one).split(" "));
      return words.filter((word) => here.has(word)).reduce((sum, word) => sum + weigh(word), 0);
    });
  }

  /** A result that quotes the passage of a source. @param {string} source @param {Hit} hit @returns {Hit} */
  quoting(source, hit) {
    const passage = this.entry(hit.game, hit.kind, hit.id)?.passages?.find(([kind]) => kind === source);
    return passage ? { ...hit, source: [passage[0], passage[1]], text: passage[2] } : hit;
  }

  /** What answers although the words of the rules have not found it. @param {string} game @param {string} kind @param {string} id @returns {Hit} */
  hitOf(game, kind, id) {
    const entry = this.entry(game, kind, id);
    if (!entry) throw new Error(`no ${kind} ${id}`);
    const [first] = entry.passages ?? [];
    const text = first ? first[2] : textOf(entry);
    const title = game !== DECKS && kind === "ruling" ? `${id} ${entry.title}` : entry.title;
    const snippet = /** @type {Piece[]} */ ([[text.split(SENTENCE)[0], false]]);
    return {
      game,
      gameTitle: this.shown.corpus(game).title,
      kind,
      id,
      title,
      href: entry.href,
      text,
      snippet,
      source: first && [first[0], first[1]],
      season1: false,
    };
  }

  /** The sentence of a text that has the most of a question, after the one that it leans on. @param {string} text @param {string} query @param {Rules} asked @param {(word: string) => number} weigh */
  sentence(text, query, asked, weigh) {
    const sentences = text.split(SENTENCE);
    if (asked !== this.shown) return sentences[0];
    const place = firstOfMost(this.shared(sentences, query, weigh));
    const isLeaning = place > 0 && this.shown.data.leaning.includes(foldedWords(sentences[place])[0]);
    return sentences.slice(isLeaning ? place - 1 : place, place + 1).join(" ");
  }
}

/** Where the greatest of some numbers stands first. @param {number[]} numbers */
const firstOfMost = (numbers) => numbers.indexOf(Math.max(...numbers));

/** As many results as are read, and the cells after them. @param {Hit[]} hits @param {number} most */
const firstOf = (hits, most) => hits.filter(({ kind }, place) => place < most || kind === "cell");
