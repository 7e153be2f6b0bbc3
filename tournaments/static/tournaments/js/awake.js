/** Keeps a screen from falling asleep, where the browser lets it (over HTTPS, or on the server's own machine). */
export function keepAwake() {
  const {wakeLock} = /** @type {any} */ (navigator);
  if (!wakeLock) return;
  async function hold() {
    if (document.visibilityState !== "visible") return;
    try {
      const held = await wakeLock.request("screen");
      // Let go by the system, as when the battery is low or the page was out of sight.
      held.addEventListener("release", hold, {once: true});
    } catch {
      // It may not be held now; the next time somebody looks it is asked for again.
    }
  }
  hold();
  document.addEventListener("visibilitychange", hold);
}
