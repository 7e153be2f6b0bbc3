/** The slip that is being written, kept in the phone's store: nothing typed is lost by a reload. */

/**
 * @typedef {object} Draft
 * @property {number} round its id, since a cancelled round is drawn again with the same number
 * @property {string} text
 * @property {import("./notation.js").Start | null} anchor
 * @property {string} score
 */
/** @typedef {import("./store.js").Store} Store */

/** @param {number} round @returns {Draft} */
export const emptyDraft = (round) => ({round, text: "", anchor: null, score: ""});

/** @param {Store} store @param {Draft} draft */
export const keepDraft = (store, draft) => store.set("draft", draft);

/** The draft of this round, if it is one's latest. @param {Store} store @param {number} round @returns {Draft | null} */
export function keptDraft(store, round) {
  const kept = store.get("draft");
  return kept?.round === round ? kept : null;
}
