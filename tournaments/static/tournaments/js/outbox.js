/**
 * Outbox of slips: kept until a receipt or a refusal, sent again with the same id after anything else, over reloads.
 * It has one slip at most, since a later one replaces an earlier one. Slips never overtake each other: the next is
 * sent only after the answer to the one before. Questions use it too, under a key of their own.
 */

import {ask, jsonOf} from "./http.js";

/** @typedef {{id: string, round: number, round_id: number, word: string, ref: string, score: number | null}} Slip */
/** @typedef {Slip & {received_at: number, late: boolean}} Receipt */
/** @typedef {"network" | "busy"} Delay */
/**
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string} code
 * @property {string} detail text of the server, in the player's language; may be empty
 * @property {string[]} fields names of the fields that are invalid
 */
/**
 * @typedef {object} OutboxOptions
 * @property {string} url
 * @property {string} token
 * @property {import("./store.js").Store} store
 * @property {string} [key] under which it is kept
 * @property {(receipt: any) => void} onReceipt
 * @property {(refusal: Refusal, slip: any) => void} onRefusal
 * @property {(delay: Delay, outage: string) => void} onDelay it takes longer; retries go on, also after an outage
 */

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 8_000;

export class Outbox {
  /** @param {OutboxOptions} options */
  constructor(options) {
    this.options = options;
    this.key = options.key ?? "outbox";
    this.sending = false;
    this.wait = FIRST_WAIT;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @returns {any} a slip or a question; null when nothing waits */
  get slip() {
    return this.options.store.get(this.key);
  }

  /** @param {{id: string} & Record<string, any>} slip */
  put(slip) {
    this.options.store.set(this.key, slip);
    this.wait = FIRST_WAIT;
    this.send();
  }

  /** Try at once, as when the network is back. */
  async send() {
    clearTimeout(this.timer);
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.slip && (await this.#deliver(this.slip)));
    } finally {
      this.sending = false;
    }
  }

  /**
   * @param {{id: string}} slip
   * @returns {Promise<boolean>} whether it is settled, and the next one may go
   */
  async #deliver(slip) {
    let answer;
    try {
      const headers = {"Content-Type": "application/json", Authorization: `Bearer ${this.options.token}`};
      answer = await ask(this.options.url, {method: "POST", headers, body: JSON.stringify(slip)});
    } catch {
      return this.#later("network", this.wait);
    }
    if (answer.status === 408 || answer.status === 429 || answer.status >= 500) {
      const outage = outageIn(answer.status, await jsonOf(answer));
      return this.#later("busy", Math.max(this.wait, 1000 * Number(answer.headers.get("Retry-After") ?? 0)), outage);
    }
    const said = await jsonOf(answer);
    // Accept only a receipt for this very slip (a captive portal may answer with its page).
    if (answer.ok && said.id !== slip.id) return this.#later("network", this.wait);
    if (this.slip?.id === slip.id) this.options.store.set(this.key, null);
    this.wait = FIRST_WAIT;
    if (answer.ok) this.options.onReceipt(said);
    else this.options.onRefusal(refusalOf(answer.status, said), slip);
    return true;
  }

  /** @param {Delay} delay @param {number} wait */
  #later(delay, wait, outage = "") {
    this.options.onDelay(delay, outage);
    this.timer = setTimeout(() => this.send(), wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    return false;
  }
}

/**
 * Return the server's words about an outage, after which nothing is stored; "" if it tells of none.
 * @param {number} status
 * @param {any} said
 * @returns {string}
 */
export const outageIn = (status, said) => (status === 503 && said?.code !== "busy" && said?.detail) || "";

/**
 * @param {number} status
 * @param {any} said
 * @returns {Refusal}
 */
export function refusalOf(status, said) {
  const {code = "", detail = "", errors = []} = said ?? {};
  const fields = Array.isArray(errors) ? errors.map(({field}) => field) : [];
  return {status, code, detail: typeof detail === "string" ? detail : "", fields};
}
