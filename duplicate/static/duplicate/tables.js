/**
 * The list of tables at the desk. The server draws the rows and sends those that changed; here they are put in
 * place, counted and filtered. A hall has 1,500 of them: a row that is the same is left alone.
 */

import {ask, jsonOf} from "./http.js";
import {find} from "./text.js";

/**
 * @typedef {{word: string, reference: string, score: number | null, is_top: boolean}} Move
 * @typedef {{awaited: number, received: number, missing: number, conflicts: number, unchecked: number}} Counts
 * @typedef {object} Answer what the server says of the tables
 * @property {number | null} [number] of the round
 * @property {number} [now] the moment of the answer, on the server's clock
 * @property {boolean} [whole] whether these are all the rows
 * @property {string} [html]
 * @property {Counts | null} [counts]
 * @property {Move[]} [moves]
 * @property {string} [undo]
 * @property {string} [redo]
 */

/** So often everything is asked for anew, whatever may have been missed. */
const WHOLE = 60_000;

/** @type {Record<string, (row: HTMLElement) => boolean>} */
const FILTERS = {
  all: () => true,
  missing: (row) => row.dataset.state === "none" || row.dataset.state === "late",
  notable: (row) => row.dataset.notable !== undefined,
  conflicts: (row) => row.dataset.state === "conflict",
  unchecked: (row) => row.dataset.state === "unchecked",
};

/**
 * @param {HTMLElement} pane
 * @param {{address: string}} options
 */
export function mountTables(pane, {address}) {
  const body = find("#slips tbody", pane);
  const filters = find("#filters", pane);
  /** @type {Map<number, {row: HTMLElement, html: string}>} */
  const rows = new Map();
  /** @type {((answer: Answer) => void)[]} */
  const listeners = [];
  let filter = "all";
  let step = "";
  let since = 0;
  let wholeAt = 0;
  let asking = false;
  /** @type {number | null} */
  let number = null;

  for (const row of body.children) remember(/** @type {HTMLElement} */ (row));

  /** @param {HTMLElement} row */
  function remember(row) {
    rows.set(Number(row.dataset.table), {row, html: row.outerHTML});
    row.hidden = !FILTERS[filter](row);
  }

  /** @param {Answer} answer */
  function accept(answer) {
    if (answer.html !== undefined) put(answer.html, answer.whole ?? false);
    if (answer.counts) count(answer.counts);
    for (const listener of listeners) listener(answer);
  }

  /** @param {string} html @param {boolean} whole */
  function put(html, whole) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const sent = /** @type {HTMLElement[]} */ ([...template.content.querySelectorAll("tr")]);
    if (whole) {
      const there = new Set(sent.map((row) => Number(row.dataset.table)));
      for (const [table, {row}] of rows) {
        if (there.has(table)) continue;
        row.remove();
        rows.delete(table);
      }
    }
    for (const row of sent) place(row);
    find("#no-tables", pane).hidden = rows.size > 0;
    countNotable();
  }

  /** @param {HTMLElement} row */
  function place(row) {
    const table = Number(row.dataset.table);
    const before = rows.get(table);
    if (before?.html === row.outerHTML) return;
    if (before) {
      if (before.row.classList.contains("chosen")) row.classList.add("chosen");
      before.row.replaceWith(row);
    } else {
      const next = [...rows.values()].find((other) => Number(other.row.dataset.table) > table);
      body.insertBefore(row, next?.row ?? null);
    }
    const chosen = row.classList.contains("chosen");
    row.classList.remove("chosen");
    remember(row);
    row.classList.toggle("chosen", chosen);
    if (!before) sort();
  }

  /** The map stays in the order of the tables. */
  function sort() {
    const ordered = [...rows].sort(([one], [other]) => one - other);
    rows.clear();
    for (const [table, entry] of ordered) rows.set(table, entry);
  }

  /** @param {Counts} counts */
  function count(counts) {
    label("all", counts.awaited);
    label("missing", counts.missing);
    label("conflicts", counts.conflicts);
    label("unchecked", counts.unchecked);
    find("#slip-count").textContent = `${counts.received}/${counts.awaited}`;
  }

  function countNotable() {
    label("notable", [...rows.values()].filter(({row}) => FILTERS.notable(row)).length);
  }

  /** @param {string} name @param {number} value */
  function label(name, value) {
    const button = filters.querySelector(`[data-filter="${name}"]`);
    if (!button) return;
    button.querySelector("b").textContent = String(value);
    button.toggleAttribute("data-some", value > 0);
  }

  filters.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("[data-filter]");
    if (!button) return;
    filter = button.dataset.filter;
    for (const one of filters.children) one.ariaPressed = String(one === button);
    for (const {row} of rows.values()) row.hidden = !FILTERS[filter](row);
  });

  /** Ask for what changed; all of it now and then, and whenever the round or its state is another one. */
  async function refresh() {
    if (asking) return;
    asking = true;
    const whole = Date.now() - wholeAt > WHOLE;
    try {
      const answer = await ask(`${address}?since=${whole ? 0 : since}`, {headers: {Accept: "application/json"}});
      const said = await jsonOf(answer);
      if (!answer.ok || said.number === undefined) return;
      if (said.number !== number && said.number !== null && !said.whole) {
        number = said.number;
        wholeAt = 0;
        return;
      }
      number = said.number;
      if (said.number === null) accept({html: "", whole: true});
      else accept(said);
      if (said.whole) wholeAt = Date.now();
      since = said.now ?? 0;
    } catch {
      // The desk says elsewhere that there is no connection.
    } finally {
      asking = false;
    }
  }

  return {
    accept,
    refresh,
    /** @param {(answer: Answer) => void} listener */
    onAnswer: (listener) => listeners.push(listener),
    /** Forget what was asked for: very much may have changed. */
    forget: () => {
      wholeAt = 0;
    },
    /** @param {{step: string}} state of the desk */
    update: (state) => {
      if (state.step === step) return;
      if (step) {
        wholeAt = 0;
        refresh();
      }
      step = state.step;
    },
    /** @param {number} table @returns {HTMLElement | undefined} */
    row: (table) => rows.get(table)?.row,
    /** The rows that are shown, by table. @returns {HTMLElement[]} */
    shown: () => [...rows.values()].map(({row}) => row).filter((row) => !row.hidden),
    /** @returns {HTMLElement[]} all rows, by table */
    all: () => [...rows.values()].map(({row}) => row),
  };
}
