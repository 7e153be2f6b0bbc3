/** The player's own results: loaded after an announcement, with retries until the server answers. */

import {ask} from "../tournaments/js/http.js";

/** Time over which phones spread their requests after an announcement (ms), … */
const SPREAD = 1_500;
/** … and for each player, where that is more. */
const SPREAD_EACH = 3;
/** Interval of reloads while a question of the player waits for its answer. */
const ANSWER_WAIT = 8_000;

/**
 * @typedef {object} Listeners
 * @property {() => boolean} isReady whether there is a frame, without which results cannot be shown
 * @property {(me: any) => void} onResults
 * @property {(detail: string) => void} onRefused the token is invalid
 * @property {(mine: any) => Promise<void>} onSettled the server has answered
 */

export class OwnResults {
  /** @param {string} url @param {string} token @param {Listeners} listeners */
  constructor(url, token, listeners) {
    this.url = url;
    this.token = token;
    this.listeners = listeners;
    /** @type {any} as last received */
    this.mine = null;
    /** ETag of the last answer. */
    this.tag = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} when they are asked for next */
    this.timer = undefined;
  }

  /** Return a random delay within the time over which so many phones are spread. @param {number} players */
  spread(players) {
    return Math.random() * Math.max(SPREAD, SPREAD_EACH * players);
  }

  /** @param {number} wait in milliseconds; it replaces an earlier timer */
  askAfter(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), wait);
  }

  async ask() {
    if (!this.token || !this.listeners.isReady()) return;
    try {
      await this.#take();
    } catch {
      this.askAfter(4_000 + Math.random() * SPREAD);
      return;
    }
    await this.listeners.onSettled(this.mine);
  }

  /** Load the results; throw where there is no answer. */
  async #take() {
    const answer = await ask(this.url, {headers: {Authorization: `Bearer ${this.token}`, "If-None-Match": this.tag}});
    if (answer.status === 401 || answer.status === 403) return this.listeners.onRefused((await answer.json()).detail ?? "");
    if (!answer.ok && answer.status !== 304) throw new Error(`Own results: ${answer.status}`);
    const me = answer.status === 304 ? this.mine : await answer.json();
    this.tag = answer.headers.get("ETag") ?? "";
    this.mine = me;
    if (isAsking(me)) this.askAfter(ANSWER_WAIT + Math.random() * SPREAD);
    this.listeners.onResults(me);
  }
}

/** @param {any} me */
const isAsking = (me) => me.rounds.some((/** @type {any} */ round) => round.questions.some((/** @type {any} */ question) => !question.answered_at));
