/**
 * Follow a game (or clocks): server-sent events, or polling while these are unavailable.
 *
 * Terms: a *frame* is the whole state, with a version. Invariant: `onFrame` gets ever newer versions only, whichever
 * way they came, so that a lost, repeated or late frame does no harm.
 */

import {ask} from "./http.js";
import {ServerTime} from "./servertime.js";
import {TokenStream} from "./stream.js";

/** @typedef {{version: number, state: string, round: {phase: string} | null} & Record<string, any>} Frame */
/** @typedef {"live" | "polling" | "offline"} Status */
/**
 * @typedef {object} Listeners
 * @property {(frame: Frame, follows: boolean) => void} onFrame `follows`: own events come with it, since the stream had an earlier frame
 * @property {(time: ServerTime) => void} [onTime] the offset to the server's time has improved
 * @property {(status: Status) => void} [onStatus]
 * @property {(values: any) => void} [onOwn] an event for this holder alone, after a frame that follows
 * @property {(values: any) => void} [onTally] a number that changes too often for frames
 * @property {() => void} [onRefused] the token is invalid here
 */

/** Treat a stream as lost after this silence (the server sends every 15 s). */
const SILENCE = 40_000;
const OPENING = 3_000;
const WATCH = 5_000;
const POLL_RUNNING = 2_000;
const POLL_WAITING = 5_000;
const POLL_HIDDEN = 30_000;
/** Delays after connecting at which the server's time is asked again: the quickest answer counts most. */
const TIME_SAMPLES = [700, 2_500];

/**
 * @typedef {object} Channel addresses of the followed state
 * @property {string} frameUrl
 * @property {string} streamUrl "" where there is none: then the frame is polled
 * @property {boolean} [shown] whether the frame, too, needs the token
 * @property {boolean} [screen] whether desk or projector follows, and not one of the crowd's phones (deploy/lanes.py)
 * @property {(frame: any) => boolean} busy whether something runs, so that polling is quick
 */

/**
 * Follow a game.
 * @param {string} code
 * @param {Listeners} listeners
 * @param {string} [token] of a player's phone
 */
export function connect(code, listeners, token = "") {
  return follow(channelOf(code), listeners, token);
}

/**
 * Follow a game at the desk or on the projector.
 * @param {string} code
 * @param {Listeners} listeners
 */
export function connectScreen(code, listeners) {
  return follow({...channelOf(code), screen: true}, listeners);
}

/**
 * @param {string} code
 * @returns {Channel}
 */
function channelOf(code) {
  const busy = (/** @type {Frame} */ frame) => frame.round?.phase === "running" || frame.round?.phase === "time";
  return {frameUrl: `/api/v1/games/${code}/`, streamUrl: `/live/${code}/`, busy};
}

/**
 * Follow anything that has frames.
 * @param {Channel} channel
 * @param {Listeners} listeners
 * @param {string} [token]
 */
export function follow(channel, listeners, token = "") {
  const link = new Link(channel, listeners, token);
  link.start();
  return {
    time: link.time,
    /** Poll at once, as after an act of one's own. */
    refresh: () => link.poll(),
    /** Take a frame from another answer. */
    accept: (/** @type {any} */ frame) => link.accept(frame),
    /** Measure the server's time again: clocks of devices drift within hours. */
    setTime: () => link.setTime(),
    close: () => link.close(),
  };
}

class Link {
  /** @type {Frame | null} */
  frame = null;
  /** @type {Status | ""} */
  status = "";
  /** @type {EventSource | TokenStream | null} */
  source = null;
  /** The server ended this stream because the player opened too many: reconnect when the page is shown. */
  replaced = false;
  /** The present stream has brought a frame. */
  following = false;
  heardAt = 0;
  watchedAt = 0;
  etag = "";
  failures = 0;
  /** @type {ReturnType<typeof setTimeout> | null} the next poll, if one is due */
  pollTimer = null;
  polling = false;
  /** True if we woke up during the current poll, which may be cut off. */
  woken = false;
  closed = false;
  time = new ServerTime();

  /** @param {Channel} channel @param {Listeners} listeners @param {string} token */
  constructor(channel, listeners, token) {
    this.token = token;
    this.channel = channel;
    const lane = channel.screen ? "?screen" : "";
    this.frameUrl = channel.frameUrl + lane;
    this.streamUrl = channel.streamUrl + lane;
    this.listeners = listeners;
  }

  start() {
    this.openStream();
    this.setTime();
    this.wake = () => document.visibilityState === "visible" && this.awake();
    document.addEventListener("visibilitychange", this.wake);
    for (const event of ["online", "pageshow"]) window.addEventListener(event, this.wake);
    window.addEventListener("offline", () => this.setStatus("offline"));
    this.watchedAt = Date.now();
    this.watchdog = setInterval(() => this.watch(), WATCH);
  }

  setTime() {
    this.time.forget();
    this.poll();
    TIME_SAMPLES.forEach((moment) => setTimeout(() => this.poll(), moment));
  }

  close() {
    this.closed = true;
    this.source?.close();
    this.cancelPoll();
    clearInterval(this.watchdog);
    document.removeEventListener("visibilitychange", /** @type {any} */ (this.wake));
    for (const event of ["online", "pageshow"]) window.removeEventListener(event, /** @type {any} */ (this.wake));
  }

  /** Handle a return from sleep, from another tab or from a dead network: the state may be old. */
  awake() {
    this.time.forget();
    this.woken = true;
    this.poll();
    this.replaced = false;
    if ((!this.streaming && !this.begun) || Date.now() - this.heardAt > SILENCE / 2) this.openStream();
  }

  get streaming() {
    return this.source?.readyState === 1;
  }

  /** True if a stream was requested a moment ago: another one would exceed a player's limit. */
  get begun() {
    return this.source?.readyState === 0 && Date.now() - this.heardAt < OPENING;
  }

  /** True while the first stream connects: do not show a problem yet. */
  get opening() {
    return this.status === "" && this.begun;
  }

  openStream() {
    this.source?.close();
    if (this.closed || !this.channel.streamUrl || typeof EventSource === "undefined") return;
    const source = this.token ? new TokenStream(this.streamUrl, this.token) : new EventSource(this.streamUrl);
    this.source = source;
    this.following = false;
    this.heardAt = Date.now();
    source.addEventListener("open", () => {
      this.following = false;
      this.heard();
    });
    source.addEventListener("time", (event) => {
      this.heard();
      this.time.pushed(Number(/** @type {MessageEvent} */ (event).data));
      this.listeners.onTime?.(this.time);
    });
    source.addEventListener("frame", (event) => {
      this.heard();
      this.accept(JSON.parse(/** @type {MessageEvent} */ (event).data), this.following);
      this.following = true;
    });
    source.addEventListener("own", (event) => {
      this.heard();
      this.listeners.onOwn?.(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
    source.addEventListener("tally", (event) => {
      this.heard();
      this.listeners.onTally?.(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
    source.addEventListener("replaced", () => {
      this.replaced = true;
      source.close();
      this.schedulePoll(POLL_RUNNING * Math.random());
    });
    source.addEventListener("refused", () => this.listeners.onRefused?.());
    source.addEventListener("error", () => {
      this.setStatus(this.failures ? "offline" : "polling");
      this.schedulePoll(POLL_RUNNING * Math.random());
    });
  }

  heard() {
    this.heardAt = Date.now();
    this.failures = 0;
    this.setStatus("live");
    this.cancelPoll();
  }

  /** Detect sleep by missing timer ticks: browsers do not report it. */
  watch() {
    const slept = Date.now() - this.watchedAt > 3 * WATCH && document.visibilityState === "visible";
    this.watchedAt = Date.now();
    if (slept) this.awake();
    this.checkSilence();
  }

  /** Reopen a dead or refused stream: the browser reconnects only streams that it believes alive. */
  checkSilence() {
    const refused = this.source?.readyState === 2;
    if (!this.replaced && (refused || Date.now() - this.heardAt > SILENCE)) this.openStream();
    if (!this.streaming) this.schedulePoll(this.pollDelay());
  }

  pollDelay() {
    if (document.visibilityState === "hidden") return POLL_HIDDEN;
    const usual = this.frame && this.channel.busy(this.frame) ? POLL_RUNNING : POLL_WAITING;
    return usual * (1 + Math.min(this.failures, 4) + Math.random() / 4);
  }

  /** @param {number} delay */
  schedulePoll(delay) {
    if (this.closed || this.pollTimer !== null) return;
    this.pollTimer = setTimeout(() => this.poll(), delay);
  }

  cancelPoll() {
    if (this.pollTimer !== null) clearTimeout(this.pollTimer);
    this.pollTimer = null;
  }

  async poll() {
    this.cancelPoll();
    if (this.polling || this.closed) return;
    this.polling = true;
    this.woken = false;
    let again = false;
    try {
      await this.askForFrame();
      this.failures = 0;
      if (!this.opening) this.setStatus(this.streaming ? "live" : "polling");
    } catch {
      this.failures += 1;
      if (!this.streaming) this.setStatus("offline");
      again = this.woken;
    } finally {
      this.polling = false;
    }
    if (again) this.poll();
    else if (!this.streaming) this.schedulePoll(this.pollDelay());
  }

  async askForFrame() {
    const asked = Date.now();
    /** @type {Record<string, string>} */
    const headers = this.etag ? {"If-None-Match": this.etag} : {};
    if (this.channel.shown) headers.Authorization = `Bearer ${this.token}`;
    const answer = await ask(this.frameUrl, {headers});
    const stamp = Number(answer.headers.get("Server-Time"));
    if (stamp) {
      this.time.answered(stamp, asked, Date.now());
      this.listeners.onTime?.(this.time);
    }
    if (answer.status === 304 || answer.status === 204) return;
    if (answer.status === 401 || answer.status === 403) this.listeners.onRefused?.();
    if (!answer.ok) throw new Error(`The state was refused: ${answer.status}`);
    this.etag = answer.headers.get("ETag") ?? "";
    this.accept(await answer.json(), this.following && this.streaming);
  }

  /** @param {Frame} frame @param {boolean} [follows] */
  accept(frame, follows = false) {
    if (this.frame && frame.version <= this.frame.version) return;
    this.frame = frame;
    this.listeners.onFrame(frame, follows);
  }

  /** @param {Status} status */
  setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.listeners.onStatus?.(status);
  }
}
