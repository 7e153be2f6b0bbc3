/**
 * Refreshes that wait while a line is keyed: the server answers the line first, with all that it changed, and the rest
 * of the page follows. Otherwise each line would wait for the refresh that the one before has caused.
 */

/** No key for this long is a pause. */
const PAUSE = 300;
/** A refresh waits no longer than this for a pause, as other desks change tables too. */
const LATEST = 3_000;

/**
 * Return a function that refreshes at once, or in the next pause while somebody keys in the form.
 * @param {HTMLElement} form
 * @param {() => void} refresh
 */
export function deferWhileKeying(form, refresh) {
  let keyedAt = -PAUSE;
  let waiting = 0;
  /** Moment of the first refresh that waits. @type {number | null} */
  let since = null;

  for (const name of ["keydown", "submit"]) form.addEventListener(name, () => {
    keyedAt = performance.now();
  }, {capture: true});

  return function later() {
    clearTimeout(waiting);
    const now = performance.now();
    since ??= now;
    const left = keyedAt + PAUSE - now;
    if (left > 0 && now - since < LATEST) {
      waiting = window.setTimeout(later, left);
      return;
    }
    since = null;
    refresh();
  };
}
