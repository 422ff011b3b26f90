// @ts-check
// What was done in a session while the network was away, until the ledger has it.
import { csrfToken } from "../lib/csrf.js";
import { Outbox } from "../lib/outbox.js";

const PATIENCE = 10_000; // milliseconds for an answer; what was sent may have arrived all the same, so its key stays

/**
 * @typedef {object} Refusal
 * @property {string} says why
 * @property {string[]} meanwhile what has happened in between
 * @property {number} number of the last entry of the ledger, as it was then
 */

/**
 * @typedef {object} Waiting
 * @property {string} id its Idempotency-Key: however often it is sent, it counts once
 * @property {string} account whose it is; "" for a guest's
 * @property {string} seat
 * @property {object[]} events as the ledger takes them
 * @property {number} expected the last entry that the page showed
 * @property {number[]} known entries after it that this browser has made itself
 * @property {string} means in words
 * @property {string} mark tells its form among those of the page
 * @property {string} from the address of its page
 * @property {Refusal} [refused]
 */

/** @extends {Outbox<Waiting>} */
export class Queue extends Outbox {
  /**
   * @param {object} of
   * @param {string} of.session
   * @param {string} of.account
   * @param {string} of.address where events are sent
   * @param {string} of.token of the page's forms
   */
  constructor({ session, account, address, token }) {
    super(`mutation:${session}`, account);
    this.address = address;
    this.token = token;
  }

  /** @param {any} one */
  isWhole(one) {
    return super.isWhole(one) && Boolean(one.events);
  }

  /** @param {Omit<Waiting, "account" | "known">} one */
  add(one) {
    this.save([...this.kept(), { ...one, account: this.account, known: [] }]);
  }

  /**
   * What was refused is to be sent again, by somebody who has seen what came in between.
   * @param {string} id
   */
  again(id) {
    this.change(id, ({ refused, ...one }) => ({ ...one, expected: refused?.number ?? one.expected, known: [] }));
  }

  /**
   * @param {Waiting} one
   * @returns {Promise<[number, any]>} status and body
   */
  async post({ id, seat, events, expected, known }) {
    const answer = await fetch(this.address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": id, "X-CSRFToken": csrfToken() || this.token },
      body: JSON.stringify({ expected, seat, events, known }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    return [answer.status, await answer.json()];
  }

  /**
   * What an answer does to the queue; whether the next one can be sent.
   * @param {Waiting} one
   * @param {number} status
   * @param {any} body
   */
  take(one, status, body) {
    if (status === 200 && typeof body.last === "number") {
      this.drop(one.id);
      const own = Array.from({ length: body.last - body.first + 1 }, (_, place) => body.first + place);
      this.save(this.kept().map((other) => ({ ...other, known: [...other.known, ...own] })));
      return true;
    }
    const isDecided = typeof body.says === "string" && status !== 429 && status < 500;
    if (isDecided) {
      const { says, meanwhile, number } = body;
      this.change(one.id, (waiting) => ({ ...waiting, refused: { says, meanwhile, number } }));
    }
    return false;
  }
}
