/** A list that is longer than its place: it turns its pages by itself, each shown long enough to be read. */

/** How long a line takes to be found and read, and a page at least. */
const EACH = 300;
const LEAST = 6_000;
/** More lines than any screen holds: the rest of a long list need not be laid out to be left away. */
const MOST = 80;

/** @typedef {{first: number, shown: number, count: number}} Part lines from `first` on, counted from 0 */

/**
 * @param {HTMLElement} list
 * @param {(part: Part) => void} [onTurn]
 * @param {() => void} [onEnd] in place of beginning again: the last page, be it the only one, was there long enough
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
    // What comes in meanwhile doesn't keep the page from being turned.
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
    /** From the beginning again. */
    restart() {
      if (timer !== null) clearTimeout(timer);
      [timer, first] = [null, 0];
      show();
    },
    /** There is another size of place. */
    refresh: show,
  };
}

/** @param {HTMLElement} list */
const overflows = (list) => list.scrollHeight > list.clientHeight || list.scrollWidth > list.clientWidth;
