/** States of the phone: where the round and the player's own slip stand. Does not use the page. */

/** @typedef {import("../tournaments/js/outbox.js").Receipt} Receipt */
/** @typedef {"waiting" | "ready" | "write" | "paused" | "interrupted" | "sending" | "unsent" | "sent" | "kept" | "changed" | "late" | "timeSent" | "timeMissed" | "announced" | "withdrawn" | "finished"} StateName */
/**
 * @typedef {object} Facts
 * @property {any} frame
 * @property {boolean} timeUp as the clock shows it here
 * @property {Receipt | null} receipt for the round in progress
 * @property {boolean} outgoing a slip of this round is on its way
 * @property {boolean} delayed and was delayed
 * @property {boolean} changed the draft differs from the received slip
 * @property {boolean} [withdrawn] the player has dropped out
 */

/** @param {Facts} facts @returns {StateName} */
export function phoneState({frame, timeUp, receipt, outgoing, delayed, changed, withdrawn = false}) {
  if (frame.state === "finished") return "finished";
  if (withdrawn) return "withdrawn";
  const phase = frame.round?.phase;
  if (!phase) return "waiting";
  if (phase === "announced") return "announced";
  if (outgoing) return delayed ? "unsent" : "sending";
  const inTime = receipt && !receipt.late;
  if (timeUp) return inTime ? "timeSent" : receipt ? "late" : "timeMissed";
  if (inTime && frame.round.one_slip) return "kept";
  if (inTime) return changed ? "changed" : "sent";
  if (phase === "paused" && frame.round.interrupted) return "interrupted";
  return phase === "ready" || phase === "paused" ? phase : "write";
}

/**
 * Tell whether a slip may be written: in time, or late while nothing was received; another one only where it would
 * count.
 */
export const mayWrite = (/** @type {StateName} */ state) => !["waiting", "kept", "timeSent", "late", "announced", "withdrawn", "finished"].includes(state);

/**
 * Return the receipt that stands: a late slip never replaces one in time, and where the first slip counts none
 * replaces it.
 * @param {Receipt | null} old
 * @param {Receipt | null} fresh
 * @param {boolean} [oneSlip]
 * @returns {Receipt | null}
 */
export function standingReceipt(old, fresh, oneSlip = false) {
  if (!fresh) return old;
  const keeps = old && old.round_id === fresh.round_id && !old.late && (fresh.late || oneSlip);
  return keeps ? old : fresh;
}

/**
 * Tell whether the draft is sent by itself at time: only if it is complete and nothing was received in time. A half-
 * made change must not replace a slip that was sent on purpose.
 * @param {{complete: boolean, receipt: Receipt | null, outgoing: boolean}} facts
 */
export const sendsItself = ({complete, receipt, outgoing}) => complete && (!receipt || receipt.late) && !outgoing;
