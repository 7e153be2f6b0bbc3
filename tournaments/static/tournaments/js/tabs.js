/** Share receipts with other tabs of the same player in the same browser. */

/**
 * @param {string} token whose tabs they are
 * @param {(receipt: import("./outbox.js").Receipt) => void} onReceipt one that came to another tab
 */
export function otherTabs(token, onReceipt) {
  // A browser without channels loads its slip when the page is shown again.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("isotop:receipts") : null;
  channel?.addEventListener("message", ({data}) => data.token === token && onReceipt(data.receipt));
  return {tell: (/** @type {import("./outbox.js").Receipt} */ receipt) => channel?.postMessage({token, receipt})};
}
