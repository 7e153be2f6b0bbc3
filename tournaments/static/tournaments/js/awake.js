/** Keep the screen on, where the browser allows it (over HTTPS, or on the server's own machine). */
export function keepAwake() {
  const {wakeLock} = /** @type {any} */ (navigator);
  if (!wakeLock) return;
  async function hold() {
    if (document.visibilityState !== "visible") return;
    try {
      const held = await wakeLock.request("screen");
      // The system released it (low battery, hidden page): request it again.
      held.addEventListener("release", hold, {once: true});
    } catch {
      // Not allowed now: requested again when the page is shown.
    }
  }
  hold();
  document.addEventListener("visibilitychange", hold);
}
