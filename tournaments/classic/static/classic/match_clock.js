/**
 * The clock of a match on a device: the time left of each side at a moment, and the effect of an act. Pure.
 *
 * Terms as in the server's match_clock.py. Invariant: the server decides. States computed here are shown until its
 * answer arrives, or while it cannot be reached.
 */

/** @typedef {0 | 1} Side */
/**
 * @typedef {object} Clock a frame of the server
 * @property {number} version
 * @property {string[]} names
 * @property {"ready" | "running" | "neutral" | "over"} state
 * @property {boolean} paused
 * @property {Side} turn
 * @property {number} number
 * @property {number} at
 * @property {number[]} left
 * @property {number} used
 * @property {(number | null)[]} limits
 * @property {number[]} long_turns
 * @property {number} full
 * @property {number} points
 */
/** @typedef {{id: string, act: "start" | "press" | "neutral" | "resume" | "stop", side?: Side, number?: number, at: number}} Act */

const MINUTE = 60_000;

/** @param {Clock} clock */
export const runs = (clock) => clock.state === "running" && !clock.paused;

/** Return the clock at `now`. @param {Clock} clock @param {number} now @returns {Clock} */
export function atMoment(clock, now) {
  const at = Math.max(now, clock.at);
  if (!runs(clock)) return {...clock, at};
  const left = [...clock.left];
  left[clock.turn] -= at - clock.at;
  return {...clock, at, left, used: clock.used + at - clock.at};
}

/**
 * Return the clock after an act, or null where the act is impossible: it was done already, or another one came before
 * it.
 * @param {Clock} before
 * @param {Act} act
 * @returns {Clock | null}
 */
export function after(before, act) {
  const clock = atMoment(before, act.at);
  if (clock.state === "over" || clock.paused) return null;
  if (act.act === "stop") return {...clock, state: "over"};
  if (act.act === "start") return clock.state === "ready" ? begun(clock, act.side ?? 0) : null;
  if (act.act === "resume") return clock.state === "neutral" ? resumed(clock, act.side ?? 0) : null;
  if (clock.state !== "running") return null;
  if (act.act === "neutral") return {...clock, state: "neutral"};
  return act.number === clock.number && act.side === clock.turn ? begun(clock, other(clock.turn)) : null;
}

/** Return the clock after the acts in the outbox. @param {Clock} clock @param {Act[]} acts @returns {Clock} */
export const afterAll = (clock, acts) => acts.reduce((before, act) => after(before, act) ?? before, clock);

/** @param {number} left @returns {number} the minutes of overtime begun */
export const overtimeMinutes = (left) => (left < 0 ? Math.ceil(-left / MINUTE) : 0);

/** Return how much the turn in progress is over its limit; a negative number is the time left. @param {Clock} clock @returns {number | null} */
export function overLimit(clock) {
  const limit = clock.limits[clock.turn];
  const begun = clock.state === "running" || clock.state === "neutral";
  return limit === null || limit === undefined || !begun ? null : clock.used - limit;
}

/**
 * Write minutes and seconds: 0:00 only when nothing is left, and overtime from its first moment, as −0:01.
 * @param {number} left
 */
export function written(left) {
  const seconds = Math.ceil(Math.abs(left) / 1000);
  return `${left < 0 ? "−" : ""}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Return the milliseconds until the written time changes. @param {number} left */
export const untilNextSecond = (left) => (((left % 1000) + 1000) % 1000) || 1000;

/** @param {Clock} clock @param {Side} turn @returns {Clock} */
const begun = (clock, turn) => ({...clock, state: "running", turn, number: clock.number + 1, used: 0});

/** @param {Clock} clock @param {Side} side */
const resumed = (clock, side) => (side === clock.turn ? {...clock, state: /** @type {const} */ ("running")} : begun(clock, side));

/** @param {Side} side @returns {Side} */
const other = (side) => (side === 0 ? 1 : 0);
