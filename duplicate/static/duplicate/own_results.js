/**
 * The player's own results. After an announcement the live stream brings what is new of them; without it, and for all that
 * the stream does not tell, they are loaded, with retries until the server answers.
 */

import {ask} from "../tournaments/js/http.js";

/** Time over which phones spread their requests after an announcement (ms), … */
const SPREAD = 1_500;
/** … and for each player, where that is more. */
const SPREAD_EACH = 3;
/** Time to wait for the stream before the results are loaded. */
const OWN_WAIT = 5_000;
/** Interval of reloads while a question of the player waits for its answer. */
const ANSWER_WAIT = 8_000;

/**
 * @typedef {object} Listeners
 * @property {() => boolean} isReady whether there is a frame, without which results cannot be shown
 * @property {(me: any) => void} onResults
 * @property {(detail: string) => void} onRefused the token is invalid
 * @property {(mine: any) => Promise<void>} onSettled the server has answered
 * @property {(rounds: any[]) => void} onJudgedAgain rounds that were known with another result, the newest first
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
    /** How often the stream has brought something: an answer that was asked for before that is older. */
    this.brought = 0;
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

  /** Load them unless the stream brings them first. @param {number} players */
  expect(players) {
    this.askAfter(OWN_WAIT + this.spread(players));
  }

  /**
   * Take what the stream brings: the results with the newest round alone. They are loaded where it tells to, or where the
   * round before it is missing here.
   * @param {{after: number, sheet: any} | null} news @param {number} players
   */
  add(news, players) {
    const newest = this.mine?.rounds[0]?.number ?? 0;
    if (!news || !this.mine || newest !== news.after) return this.askAfter(this.spread(players));
    clearTimeout(this.timer);
    this.tag = "";
    this.brought += 1;
    const earlier = this.mine.rounds.map((/** @type {any} */ round) => ({...round, may_question: false}));
    this.#show({...news.sheet, rounds: [...news.sheet.rounds, ...earlier]});
    this.listeners.onSettled(this.mine);
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
    const before = this.brought;
    const answer = await ask(this.url, {headers: {Authorization: `Bearer ${this.token}`, "If-None-Match": this.tag}});
    if (answer.status === 401 || answer.status === 403) return this.listeners.onRefused((await answer.json()).detail ?? "");
    if (!answer.ok && answer.status !== 304) throw new Error(`Own results: ${answer.status}`);
    const me = answer.status === 304 ? this.mine : await answer.json();
    // The stream has brought a newer sheet in the meantime.
    if (before !== this.brought) return this.askAfter(0);
    this.tag = answer.headers.get("ETag") ?? "";
    const again = judgedAgain(this.mine, me);
    this.#show(me);
    if (again.length) this.listeners.onJudgedAgain(again);
  }

  /** @param {any} me */
  #show(me) {
    this.mine = me;
    if (isAsking(me)) this.askAfter(ANSWER_WAIT + Math.random() * SPREAD);
    this.listeners.onResults(me);
  }
}

/** The results of a round that somebody would miss. @param {any} round */
const resultOf = ({score, has_top, solo, sanction, warnings}) => JSON.stringify([score, has_top, solo, sanction, warnings]);

/** Return the rounds whose results differ from those that were known. @param {any} before @param {any} now */
function judgedAgain(before, now) {
  const known = new Map(before?.rounds.map((/** @type {any} */ round) => [round.number, resultOf(round)]));
  return now.rounds.filter((/** @type {any} */ round) => known.has(round.number) && known.get(round.number) !== resultOf(round));
}

/** @param {any} me */
const isAsking = (me) => me.rounds.some((/** @type {any} */ round) => round.questions.some((/** @type {any} */ question) => !question.answered_at));
