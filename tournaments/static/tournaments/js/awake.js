/**
 * Keep the screen on, where the browser allows it (over HTTPS, or on the server's own machine).
 *
 * Nothing stands in for it elsewhere: browsers keep the screen on for no muted or hidden video, and one with sound would
 * stop the player's music and empty the battery.
 * @param {boolean} [isWanted] from the beginning
 * @returns {(isWanted: boolean) => void} says whether it is wanted from now on
 */
export function keepAwake(isWanted = true) {
  const {wakeLock} = /** @type {any} */ (navigator);
  if (!wakeLock) return () => {};
  /** @type {any} the lock, or true while it is requested */
  let held = null;

  async function hold() {
    if (!isWanted || held || document.visibilityState !== "visible") return;
    held = true;
    try {
      held = await wakeLock.request("screen");
    } catch {
      // Not allowed now: requested again when the page is shown.
      held = null;
      return;
    }
    // The system released it (low battery, hidden page): request it again.
    held.addEventListener("release", renew, {once: true});
    if (!isWanted) held.release();
  }

  function renew() {
    held = null;
    hold();
  }

  hold();
  document.addEventListener("visibilitychange", hold);
  return (wanted) => {
    if (wanted === isWanted) return;
    isWanted = wanted;
    if (isWanted) hold();
    else held?.release?.();
  };
}
