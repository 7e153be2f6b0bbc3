/** The draft of a slip, kept in the phone's store over reloads. */

/**
 * @typedef {object} Draft
 * @property {number} round its id, since a cancelled round is drawn again with the same number
 * @property {string} text
 * @property {import("./notation.js").Start | null} anchor the chosen square and direction
 * @property {import("./notation.js").Start | null} begin the start of the text, if it has letters of the board before the anchor
 * @property {string} score
 */
/** @typedef {import("./store.js").Store} Store */

/** @param {number} round @returns {Draft} */
export const emptyDraft = (round) => ({round, text: "", anchor: null, begin: null, score: ""});

/** @param {Store} store @param {Draft} draft */
export const keepDraft = (store, draft) => store.set("draft", draft);

/** Return the stored draft if it belongs to this round. @param {Store} store @param {number} round @returns {Draft | null} */
export function keptDraft(store, round) {
  const kept = store.get("draft");
  return kept?.round === round ? kept : null;
}
