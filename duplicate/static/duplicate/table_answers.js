/** Answers of the server about the tables at the desk. */

/**
 * @typedef {{word: string, reference: string, score: number | null, is_top: boolean}} Move
 * @typedef {{awaited: number, received: number, missing: number, conflicts: number, unchecked: number}} Counts
 * @typedef {{number: number, key: number}} ShownRound one that is drawn again has the same number and another key
 * @typedef {object} List a page of the tables, and where the line goes next
 * @property {number[]} tables
 * @property {number} of
 * @property {number} start
 * @property {number | null} before the table before those of the page
 * @property {number | null} after
 * @property {number[]} queue
 * @property {number} rest number of tables that the key for all the rest affects
 * @property {number} notable
 * @typedef {object} Answer state of the tables
 * @property {number | null} [number] of the round
 * @property {number | null} [round] its key
 * @property {number} [now] the moment of the answer, on the server's clock
 * @property {boolean} [whole] whether these are all the rows of the page
 * @property {string} [html]
 * @property {List} [list]
 * @property {Counts | null} [counts]
 * @property {Move[]} [moves]
 * @property {string} [words] digest of the words of the game
 * @property {import("./undo_steps.js").Step} [undo]
 * @property {import("./undo_steps.js").Step} [redo]
 */

/** @type {List} a page of no tables */
export const EMPTY = {tables: [], of: 0, start: 0, before: null, after: null, queue: [], rest: 0, notable: 0};

/**
 * Tell whether an act was the last of its kind: now no slip is missing, none in conflict or none keyed only once.
 * @param {Counts | null} before null if unknown @param {Counts | null} now
 */
export function endsSomething(before, now) {
  return now !== null && /** @type {const} */ (["missing", "conflicts", "unchecked"]).some((kind) => now[kind] === 0 && before?.[kind] !== 0);
}
