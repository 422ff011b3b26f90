// @ts-check
// What was done while the network was away: kept in this browser until the site has it, in order, each once.
import { forget, keep, recall } from "./storage.js";

/**
 * @typedef {object} Kept
 * @property {string} id its Idempotency-Key: however often it is sent, it counts once
 * @property {string} account whose it is; "" for a guest's
 * @property {object} [refused] why the site does not want it: it stays until somebody has decided
 */

/** @template {Kept} Thing */
export class Outbox {
  /**
   * @param {string} name under which it is kept
   * @param {string} account of whoever looks at the page
   */
  constructor(name, account) {
    this.name = name;
    this.account = account;
    this.isSending = false;
  }

  /** @returns {Thing[]} whosever they are, oldest first */
  kept() {
    const kept = recall("localStorage", this.name);
    return Array.isArray(kept) ? kept.filter((one) => this.isWhole(one)) : [];
  }

  /** @param {any} one */
  isWhole(one) {
    return Boolean(one?.id);
  }

  /** What waits for this account, or was done before it signed in. */
  all() {
    return this.kept().filter((one) => one.account === this.account || one.account === "");
  }

  /** @param {Thing[]} list */
  save(list) {
    if (list.length) keep("localStorage", this.name, list);
    else forget("localStorage", this.name);
  }

  /** @param {string} id */
  drop(id) {
    this.save(this.kept().filter((one) => one.id !== id));
  }

  /**
   * @param {string} id
   * @param {(one: Thing) => Thing} change
   */
  change(id, change) {
    this.save(this.kept().map((one) => (one.id === id ? change(one) : one)));
  }

  /**
   * Sends what waits, one after the other, until one is refused or the network is away. What comes after a refused one
   * may build on it, and waits until somebody has decided. Answers what has arrived.
   * @returns {Promise<Thing[]>}
   */
  async send() {
    /** @type {Thing[]} */
    const arrived = [];
    if (this.isSending) return arrived;
    this.isSending = true;
    try {
      for (let next = this.all()[0]; next && !next.refused; next = this.all()[0]) {
        if (!this.take(next, ...(await this.post(next)))) break;
        if (this.all()[0]?.id !== next.id) arrived.push(next);
      }
    } catch {
      // The network is away, or something answers that is not the site: it waits on.
    } finally {
      this.isSending = false;
    }
    return arrived;
  }

  /**
   * @param {Thing} _one
   * @returns {Promise<[number, any]>} status and body
   */
  async post(_one) {
    throw new Error("says who sends");
  }

  /**
   * What an answer does to what waits; whether the next one can be sent.
   * @param {Thing} _one
   * @param {number} _status
   * @param {any} _body
   */
  take(_one, _status, _body) {
    return false;
  }
}
