/**
 * Outbox of a clock's acts: kept over reloads, sent one after the other with retries, each with an id that makes a
 * repeated one harmless. A refused act drops those behind it, which were based on it. If the link was revoked they
 * wait for the new one.
 */

import {ask, jsonOf} from "../tournaments/js/http.js";

/** @typedef {import("./match_clock.js").Act} Act */
/**
 * @typedef {object} Options
 * @property {string} url
 * @property {string} token
 * @property {import("../tournaments/js/store.js").Store} store
 * @property {(frame: any, stamp: number, asked: number) => void} onDone the clock after an act, and when the server sent it
 * @property {(status: number, detail: string) => void} onRefused
 */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 4_000;
const LIMIT = 5_000;

export class ClockOutbox {
  sending = false;
  /** The link was revoked: stop sending. */
  shut = false;
  wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    window.addEventListener("online", () => this.flush());
  }

  /** @returns {Act[]} */
  get acts() {
    return this.options.store.get("acts") ?? [];
  }

  /** @param {Act} act */
  put(act) {
    this.options.store.set("acts", [...this.acts, act]);
    this.flush();
  }

  async flush() {
    clearTimeout(this.timer);
    if (this.sending || this.shut) return;
    this.sending = true;
    let answered = true;
    while (answered && !this.shut && this.acts.length) answered = await this.send(this.acts[0]);
    this.sending = false;
    if (answered) {
      this.wait = FIRST_WAIT;
      return;
    }
    this.timer = setTimeout(() => this.flush(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** Send an act; tell whether there was an answer. @param {Act} act */
  async send(act) {
    try {
      const asked = Date.now();
      const headers = {"Content-Type": "application/json", Authorization: `Bearer ${this.options.token}`};
      const answer = await ask(this.options.url, {method: "POST", headers, body: JSON.stringify(act)}, LIMIT);
      if (answer.status >= 500 || answer.status === 429) return false;
      const said = await jsonOf(answer);
      if (answer.ok) {
        this.options.store.set("acts", this.acts.filter((each) => each.id !== act.id));
        this.options.onDone(said, Number(answer.headers.get("Server-Time")), asked);
      } else {
        if (answer.status === 401) this.shut = true;
        else this.options.store.set("acts", null);
        this.options.onRefused(answer.status, said.detail ?? "");
      }
      return true;
    } catch {
      return false;
    }
  }
}
