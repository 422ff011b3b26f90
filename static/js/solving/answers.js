// @ts-check
// Answers to puzzles that were given without a network: the site judges them again, and counts each once.
import { csrfToken } from "../lib/csrf.js";
import { Outbox } from "../lib/outbox.js";

const NAME = "answers";
const PATIENCE = 20_000; // milliseconds
const MOST = 5; // answers to one puzzle that wait; what comes after them says nothing new

/**
 * @typedef {object} Answer
 * @property {string} id its Idempotency-Key
 * @property {string} account
 * @property {string} page the address of the puzzle's page
 * @property {string} title
 * @property {string} version of the pack that judged it
 * @property {boolean} isRight
 * @property {string[]} [line] the plays, the enemies' turns too
 * @property {Record<string, string>} [said] what was foretold, as its form has it
 * @property {object} [refused]
 * @property {"counted" | "changed"} [became] of one that has arrived
 */

/** @extends {Outbox<Answer>} */
export class Answers extends Outbox {
  /** @param {string} account of whoever looks at the page */
  constructor(account) {
    super(NAME, account);
  }

  /** @param {any} one */
  isWhole(one) {
    return super.isWhole(one) && Boolean(one.page);
  }

  /** @param {Omit<Answer, "id" | "account">} one */
  add(one) {
    const others = this.kept();
    const same = others.filter(({ page, account }) => page === one.page && account === this.account);
    if (same.some(({ isRight }) => isRight) || (same.length >= MOST && !one.isRight)) return;
    this.save([...others, { ...one, id: crypto.randomUUID(), account: this.account }]);
  }

  /**
   * @param {Answer} one
   * @returns {Promise<[number, any]>}
   */
  async post({ id, page, version, line, said }) {
    if (!csrfToken()) await fetch(page); // which gives the browser one
    const answer = await fetch(`${page}answers/`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": id, "X-CSRFToken": csrfToken() },
      body: JSON.stringify(line ? { version, line } : { version, said }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    return [answer.status, await answer.json()];
  }

  /**
   * One that the site does not take, for its puzzle is another one by now, is done with as well.
   * @param {Answer} one
   * @param {number} status
   * @param {any} body
   */
  take(one, status, body) {
    const isCounted = status === 200 && typeof body.verdict === "string";
    if (!isCounted && ![400, 404, 409, 422].includes(status)) return false;
    one.became = isCounted ? "counted" : "changed";
    if (isCounted) one.isRight = body.verdict === "solved";
    this.drop(one.id);
    return true;
  }
}
