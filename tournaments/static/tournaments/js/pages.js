/**
 * A list longer than its place turns its pages by itself; each page stays long enough to be read, and the last one is as
 * full as the others. Dots tell which page is shown; *pinned* lines are on every page.
 */

import {make} from "./text.js";

/** Time to read a line, and the least time of a page. */
const EACH = 300;
const LEAST = 6_000;
/** More lines than any screen shows; further ones are not laid out. */
const MOST = 80;
/** More pages have no dots. */
const MOST_DOTS = 20;

/** @typedef {{first: number, shown: number, count: number}} Part lines from `first` on, counted from 0 */
/**
 * @typedef {object} Options
 * @property {(part: Part) => void} [onTurn]
 * @property {() => void} [onEnd] called instead of starting again, after the last (or only) page was shown long enough
 * @property {HTMLElement | null} [dots]
 * @property {(list: HTMLElement) => void} [fit] makes the lines of a page fit their width, before they are counted
 */

/** @param {HTMLElement} list @param {Options} [options] */
export function mountPages(list, {onTurn, onEnd, dots = null, fit} = {}) {
  /** @type {HTMLElement[]} */
  let lines = [];
  /** @type {HTMLElement[]} */
  let after = [];
  /** @type {HTMLElement[]} */
  let pinned = [];
  let first = 0;
  /** Number of the page, counted from 0. */
  let page = 0;
  let shown = 0;
  /** Lines of a full page. */
  let full = 1;
  /** @type {ReturnType<typeof setTimeout> | null} */
  let timer = null;

  function show() {
    shown = lay();
    if (first + shown < lines.length) full = shown;
    else if (first > 0) fillLast();
    onTurn?.({first, shown, count: lines.length});
    showDots();
    // New lines do not delay the next page.
    if (timer === null && (onEnd || shown < lines.length)) timer = setTimeout(turn, Math.max(LEAST, shown * EACH));
  }

  /** Begin the last page earlier, rather than leave most of the screen empty. */
  function fillLast() {
    const latest = first;
    first = Math.max(0, Math.min(first, lines.length - full));
    for (shown = lay(); first < latest && first + shown < lines.length; shown = lay()) first += 1;
  }

  /** Lay the lines from the first on, with the pinned ones above and below; return how many find a place. */
  function lay() {
    const laid = lines.slice(first, first + MOST);
    const above = pinned.filter((line) => lines.indexOf(line) < first);
    const below = () => pinned.filter((line) => lines.indexOf(line) >= first + laid.length);
    list.replaceChildren(...above, ...laid, ...below(), ...after);
    fit?.(list);
    while (overflows(list) && laid.length > 1) {
      laid.pop();
      list.replaceChildren(...above, ...laid, ...below(), ...after);
    }
    return laid.length;
  }

  function showDots() {
    if (!dots) return;
    // Further pages have as many lines as this one, less the pinned ones.
    const further = Math.max(1, shown - (first ? 0 : pinned.length));
    const pages = page + 1 + Math.ceil((lines.length - first - shown) / further);
    dots.replaceChildren(...(pages > 1 && pages <= MOST_DOTS ? Array.from({length: pages}, (_, at) => make("span", at === page ? "on" : "")) : []));
  }

  function turn() {
    timer = null;
    const atEnd = first + shown >= lines.length;
    [first, page] = atEnd ? [0, 0] : [first + shown, page + 1];
    if (atEnd && onEnd) onEnd();
    else show();
  }

  return {
    /** @param {HTMLElement[]} next @param {HTMLElement[]} [always] below every page @param {HTMLElement[]} [held] those of the lines that are pinned */
    set(next, always = [], held = []) {
      [lines, after, pinned] = [next, always, held];
      if (first >= lines.length) [first, page] = [0, 0];
      show();
    },
    /** Start again from the first page. */
    restart() {
      if (timer !== null) clearTimeout(timer);
      [timer, first, page] = [null, 0, 0];
      show();
    },
    /** Lay out again after a change of the size. */
    refresh: show,
  };
}

/** @param {HTMLElement} list */
const overflows = (list) => list.scrollHeight > list.clientHeight || list.scrollWidth > list.clientWidth;
