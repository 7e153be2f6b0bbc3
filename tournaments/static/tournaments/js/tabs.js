/** Other tabs of the same player in the same browser: each tells the others of the receipts that it gets. */

/**
 * @param {string} token whose tabs they are
 * @param {(receipt: import("./outbox.js").Receipt) => void} onReceipt one that came to another tab
 */
export function otherTabs(token, onReceipt) {
  // A browser without it asks for its slip at the next look at the page.
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("isotop:receipts") : null;
  channel?.addEventListener("message", ({data}) => data.token === token && onReceipt(data.receipt));
  return {tell: (/** @type {import("./outbox.js").Receipt} */ receipt) => channel?.postMessage({token, receipt})};
}
