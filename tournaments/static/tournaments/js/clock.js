/**
 * The round's clock: time left (from the server's deadline and our offset to the server), the calls, and the end.
 *
 * It only shows. The server ends the round; the display says "Time!" a moment earlier, as a player's watch would, and
 * the server's grace covers the difference.
 */

import {fillFor} from "./plural.js";
import {minutes} from "./text.js";

/**
 * @typedef {object} ClockRound the part of a frame's round that the clock needs
 * @property {"ready" | "running" | "paused" | "time" | "closed" | "announced"} phase
 * @property {number | null} closes_at
 * @property {number | null} remaining
 * @property {number[]} calls seconds left at each call, going down
 */
/**
 * @typedef {object} ClockOptions
 * @property {() => number} now the server's time in milliseconds
 * @property {{time: string, call: import("./plural.js").Forms}} strings those of `clock_strings()`
 * @property {HTMLElement} [announcer] an aria-live element: told the calls and the end, nothing else
 * @property {(seconds: number) => void} [onCall] when a call is passed while the clock runs
 * @property {() => void} [onTime] once, when the clock runs out here
 */

/** @typedef {"off" | "standing" | "running" | "call" | "time"} ClockState */

/**
 * @param {ClockRound | null} round
 * @param {number} now
 * @returns {{state: ClockState, left: number, called: number}} `called` calls have been passed
 */
export function readClock(round, now) {
  if (!round || round.phase === "announced") return {state: "off", left: 0, called: 0};
  if (round.phase === "ready" || round.phase === "paused") return {state: "standing", left: round.remaining ?? 0, called: 0};
  const left = round.phase === "running" && round.closes_at !== null ? Math.max(0, round.closes_at - now) : 0;
  if (left === 0) return {state: "time", left, called: 0};
  const called = round.calls.filter((seconds) => left <= seconds * 1000).length;
  return {state: called ? "call" : "running", left, called};
}

/**
 * @param {HTMLElement} element
 * @param {ClockOptions} options
 */
export function mountClock(element, options) {
  /** @type {ClockRound | null} */
  let round = null;
  /** @type {ClockState} */
  let before = "off";
  let calledBefore = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  element.classList.add("clock");
  element.setAttribute("role", "timer");

  function tick() {
    clearTimeout(timer);
    const {state, left, called} = readClock(round, options.now());
    element.dataset.state = state;
    element.textContent = state === "time" ? options.strings.time : state === "off" ? "" : minutes(left);
    const ran = before === "running" || before === "call";
    const another = called > calledBefore;
    // First: listeners ask this clock for its state.
    before = state;
    calledBefore = called;
    if (ran && another) {
      const seconds = /** @type {number} */ (round?.calls[called - 1]);
      say(fillFor(options.strings.call, seconds, {seconds}));
      options.onCall?.(seconds);
    } else if (ran && state === "time") {
      say(options.strings.time);
      options.onTime?.();
    }
    // Wake up just after the shown second changes; a late timer only shows a second late.
    if (state === "running" || state === "call") timer = setTimeout(tick, (left % 1000 || 1000) + 5);
  }

  /** @param {string} words */
  function say(words) {
    if (options.announcer) options.announcer.textContent = words;
  }

  return {
    /** @param {ClockRound | null} next */
    update(next) {
      round = next;
      tick();
    },
    /** Call this after the offset to the server has improved. */
    refresh: tick,
    /** @returns {ClockState} */
    get state() {
      return before;
    },
  };
}
