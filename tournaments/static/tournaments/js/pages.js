/** A list longer than its place turns its pages by itself; each page stays long enough to be read. */

/** Time to read a line, and the least time of a page. */
const EACH = 300;
const LEAST = 6_000;
/** More lines than any screen shows; further ones are not laid out. */
const MOST = 80;

/** @typedef {{first: number, shown: number, count: number}} Part lines from `first` on, counted from 0 */

/**
 * @param {HTMLElement} list
 * @param {(part: Part) => void} [onTurn]
 * @param {() => void} [onEnd] called instead of starting again, after the last (or only) page was shown long enough
 */
export function mountPages(list, onTurn, onEnd) {
  /** @type {HTMLElement[]} */
  let lines = [];
  /** @type {HTMLElement[]} */
  let after = [];
  let first = 0;
  let shown = 0;
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;

  function show() {
    const page = lines.slice(first, first + MOST);
    list.replaceChildren(...page, ...after);
    while (overflows(list) && page.length > 1) page.pop()?.remove();
    shown = page.length;
    onTurn?.({first, shown, count: lines.length});
    // New lines do not delay the next page.
    if (timer === null && (onEnd || shown < lines.length)) timer = setTimeout(turn, Math.max(LEAST, shown * EACH));
  }

  function turn() {
    timer = null;
    const atEnd = first + shown >= lines.length;
    first = atEnd ? 0 : first + shown;
    if (atEnd && onEnd) onEnd();
    else show();
  }

  return {
    /** @param {HTMLElement[]} next @param {HTMLElement[]} [always] below every page */
    set(next, always = []) {
      [lines, after] = [next, always];
      if (first >= lines.length) first = 0;
      show();
    },
    /** Start again from the first page. */
    restart() {
      if (timer !== null) clearTimeout(timer);
      [timer, first] = [null, 0];
      show();
    },
    /** Lay out again after a change of the size. */
    refresh: show,
  };
}

/** @param {HTMLElement} list */
const overflows = (list) => list.scrollHeight > list.clientHeight || list.scrollWidth > list.clientWidth;
