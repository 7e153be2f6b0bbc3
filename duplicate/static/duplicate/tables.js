/**
 * The list of tables at the desk. The server renders the rows and sends the changed ones; this module puts them in
 * place. A hall has 1,500 tables, so the list shows one page of the filtered ones and leaves equal rows alone. A
 * table on another page is looked up, and the list turns to its page.
 */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {fill, find, pageData} from "../tournaments/js/text.js";
import {EMPTY, endsSomething} from "./table_answers.js";

/** @typedef {import("./table_answers.js").Answer} Answer */
/** @typedef {import("./table_answers.js").Counts} Counts */
/** @typedef {import("./table_answers.js").List} List */
/** @typedef {import("./table_answers.js").ShownRound} ShownRound */

/** Interval of a full reload, in case an update was lost. */
const WHOLE = 60_000;
/**
 * @param {HTMLElement} pane
 * @param {{address: string, strings: Record<string, string>, round: ShownRound | null}} options `round`: the one of the
 *   rows that the page came with
 */
export function mountTables(pane, {address, strings, round: first}) {
  const body = find("#slips tbody", pane);
  const filters = find("#filters", pane);
  const pager = find("#tables-pager", pane);
  /** @type {Map<number, {row: HTMLElement, html: string}>} */
  const rows = new Map();
  /** @type {((answer: Answer) => void)[]} */
  const listeners = [];
  let list = /** @type {List} */ (pageData("table-page") ?? EMPTY);
  /** Latest counts of the listed round; null if unknown. @type {Counts | null} */
  let counts = null;
  let show = "all";
  let step = "";
  let since = 0;
  let wholeAt = 0;
  /** @type {Promise<void> | null} */
  let asking = null;
  /** Table of the line. @type {number | null} */
  let chosen = null;
  /** True if its row shows the whole verdict. */
  let isOpen = false;
  /** Table that is being looked up, and one that was not found. @type {number | null} */
  let coming = null;
  /** @type {number | null} */
  let absent = null;
  /** Count page changes, to drop answers for an earlier page. */
  let turns = 0;
  let turning = false;
  /** Count answered acts, to drop a list that was requested before an act. */
  let acts = 0;
  /** True to refresh again after the request in progress. */
  let again = false;
  /** Round of the listed tables, and the round that the desk showed last. */
  let round = first;
  let told = first;

  for (const row of body.children) remember(/** @type {HTMLElement} */ (row));
  showList();

  /** @param {HTMLElement} row */
  function remember(row) {
    const table = Number(row.dataset.table);
    rows.set(table, {row, html: row.outerHTML});
    row.hidden = !list.tables.includes(table);
    row.classList.toggle("chosen", table === chosen);
    row.classList.toggle("open", table === chosen && isOpen);
  }

  /** @param {Answer} answer */
  function accept(answer) {
    if (answer.round !== undefined && answer.round !== (round?.key ?? null)) {
      // The answer to an act has rows of the round in progress, which is not listed yet.
      if (answer.number === undefined) {
        refresh();
        const {html: _html, counts: _counts, ...rest} = answer;
        answer = rest;
      } else {
        round = answer.number !== null && answer.round !== null ? {number: answer.number, key: answer.round} : null;
      }
    }
    if (answer.list) list = answer.list;
    if (answer.html !== undefined) put(answer.html, answer.whole ?? false);
    if (answer.list) tidy();
    if (answer.counts) count(answer.counts);
    for (const listener of listeners) listener(answer);
  }

  /** @param {string} html @param {boolean} whole */
  function put(html, whole) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const sent = /** @type {HTMLElement[]} */ ([...template.content.querySelectorAll("tr")]);
    const there = new Set(sent.map((row) => Number(row.dataset.table)));
    if (whole) for (const table of rows.keys()) if (!there.has(table)) drop(table);
    for (const row of sent) place(row);
    find("#no-tables", pane).hidden = rows.size > 0;
  }

  /** After a new list hide rows of other pages, and forget them except the line's. */
  function tidy() {
    const listed = new Set(list.tables);
    for (const [table, {row}] of rows) {
      row.hidden = !listed.has(table);
      if (row.hidden && table !== chosen) drop(table);
    }
    // Unchanged rows moved onto the page: request all rows.
    if (list.tables.some((table) => !rows.has(table))) wholeAt = 0;
    showList();
  }

  /** @param {number} table */
  function drop(table) {
    rows.get(table)?.row.remove();
    rows.delete(table);
  }

  /** @param {HTMLElement} row */
  function place(row) {
    const table = Number(row.dataset.table);
    const before = rows.get(table);
    if (before?.html === row.outerHTML) return;
    if (before) before.row.replaceWith(row);
    else body.insertBefore(row, [...rows].find(([other]) => other > table)?.[1].row ?? null);
    remember(row);
    if (!before) sort();
  }

  /** Keep the map in the order of the tables. */
  function sort() {
    const ordered = [...rows].sort(([one], [other]) => one - other);
    rows.clear();
    for (const [table, entry] of ordered) rows.set(table, entry);
  }

  // --- Filters, pages, counts ------------------------------------------------------------------------------------------

  function showList() {
    label("notable", list.notable);
    pager.hidden = list.of === list.tables.length;
    find("#tables-part", pager).textContent = fill(strings.part, {first: list.start + 1, last: list.start + list.tables.length, count: list.of});
    for (const button of pager.querySelectorAll("button")) button.disabled = next(button.dataset.turn) === null;
  }

  /** @param {string | undefined} which */
  function next(which) {
    return which === "before" ? list.before : list.after;
  }

  /** @param {Counts} now */
  function count(now) {
    counts = now;
    label("all", now.awaited);
    label("missing", now.missing);
    label("conflicts", now.conflicts);
    label("unchecked", now.unchecked);
    // The tab is hidden while somebody keys.
    for (const shown of ["#slip-count", "#line-count"]) find(shown).textContent = `${now.received}/${now.awaited}`;
  }

  /** @param {string} name @param {number} value */
  function label(name, value) {
    const button = filters.querySelector(`[data-filter="${name}"]`);
    if (!button) return;
    button.querySelector("b").textContent = String(value);
    button.toggleAttribute("data-some", value > 0);
  }

  filters.addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("[data-filter], [data-turn]");
    if (!button) return;
    find("#tables-scroll", pane).scrollTop = 0;
    if (button.dataset.turn) {
      lookUp(next(button.dataset.turn));
      return;
    }
    show = button.dataset.filter;
    for (const one of filters.querySelectorAll("[data-filter]")) one.ariaPressed = String(one === button);
    turnTo({at: "0"});
  });

  // --- Requests --------------------------------------------------------------------------------------------------------

  /** @param {Record<string, string>} where */
  const asked = (where) => ask(`${address}?${new URLSearchParams({show, chosen: String(chosen ?? ""), round: String(round?.key ?? ""), ...where})}`, {headers: {Accept: "application/json"}});

  /** Request the changes; everything at an interval, and after a change of the round or its state. */
  function refresh() {
    // While a page is being turned to, changes of the old one are useless.
    if (asking || turning) again = true;
    else {
      again = false;
      asking = catchUp().finally(() => {
        asking = null;
        if (again) refresh();
      });
    }
    return asking;
  }

  async function catchUp() {
    const [turn, act, whole] = [turns, acts, Date.now() - wholeAt > WHOLE];
    try {
      const answer = await asked({since: String(whole ? 0 : since), at: String(list.tables[0] ?? "")});
      const said = await jsonOf(answer);
      // An act is newer than this list; the refresh that follows each act brings the next one.
      if (!answer.ok || said.number === undefined || turn !== turns || act !== acts) return;
      if (said.whole) [wholeAt, absent] = [Date.now(), null];
      since = said.now ?? 0;
      accept(said.number === null ? {number: null, round: null, html: "", whole: true, list: EMPTY, moves: []} : said);
    } catch {
      // The desk shows elsewhere that there is no connection.
    }
  }

  /** List the tables of another round, about which nothing is known yet. @param {ShownRound} another */
  function listAnew(another) {
    round = another;
    counts = null;
    turns += 1;
    turning = false;
    [since, wholeAt, coming, absent] = [0, 0, null, null];
    accept({html: "", whole: true, list: EMPTY, moves: []});
    refresh();
  }

  /** Turn to another page. @param {Record<string, string>} where */
  async function turnTo(where) {
    turns += 1;
    const [turn, act] = [turns, acts];
    turning = true;
    try {
      const answer = await asked(where);
      const said = await jsonOf(answer);
      if (answer.ok && said.list && turn === turns) accept(said);
      if (act !== acts) again = true;
    } catch {
      // As above; the next refresh is for the shown page.
    } finally {
      if (turn === turns) turning = false;
      if (again) refresh();
    }
  }

  /** Turn to the page with this table. @param {number | null} table */
  async function lookUp(table) {
    if (table === null || table === coming || table === absent) return;
    coming = table;
    await turnTo({find: String(table)});
    if (coming !== table) return;
    coming = null;
    absent = rows.has(table) ? null : table;
  }

  return {
    /** Show the rows of an act's answer; return whether the act was the last of its kind. @param {Answer} answer */
    acceptAct: (answer) => {
      acts += 1;
      const before = counts;
      accept(answer);
      return endsSomething(before, counts);
    },
    refresh,
    lookUp,
    /** @param {(answer: Answer) => void} listener */
    onAnswer: (listener) => listeners.push(listener),
    /** Request everything next time: many rows may have changed. */
    forget: () => {
      wholeAt = 0;
    },
    /** @param {{step: string, roundOut: ShownRound | null}} state of the desk */
    update: (state) => {
      const another = state.roundOut?.key !== told?.key;
      told = state.roundOut;
      // The next line belongs to the round that the desk shows, even before its tables are loaded.
      if (another && told && told.key !== round?.key) listAnew(told);
      if (state.step === step) return;
      if (step) {
        wholeAt = 0;
        refresh();
      }
      step = state.step;
    },
    /** Mark the table of the line. @param {number | null} table @param {boolean} whole whether its row shows the whole verdict */
    choose: (table, whole) => {
      if (table === chosen && whole === isOpen) return;
      rows.get(chosen ?? 0)?.row.classList.remove("chosen", "open");
      [chosen, isOpen] = [table, whole];
      const row = rows.get(chosen ?? 0)?.row;
      row?.classList.add("chosen");
      row?.classList.toggle("open", isOpen);
    },
    /** @param {number} table @returns {HTMLElement | undefined} */
    row: (table) => rows.get(table)?.row,
    /** @param {number} table */
    isComing: (table) => table === coming,
    /** Find the one table whose player's name begins with this, if there is exactly one; throw if there is no answer. @param {string} begins @returns {Promise<number | null>} */
    named: async (begins) => {
      const answer = await asked({who: begins});
      if (!answer.ok) throw new Error(`answer ${answer.status}`);
      return (await jsonOf(answer)).table ?? null;
    },
    /** Return the shown tables, with the tables before and after them. */
    shown: () => ({tables: list.tables, before: list.before, after: list.after}),
    /** Return tables that need keying; a loaded row decides about itself. */
    queue: () => list.queue.filter((table) => rows.get(table)?.row.dataset.todo !== undefined || !rows.has(table)),
    /** Return the number of slips that are awaited; null while nothing is known of this round. */
    awaited: () => counts?.awaited ?? null,
    /** Return the number of tables without a slip; null while nothing is known of this round. */
    rest: () => (list === EMPTY ? null : list.rest),
    round: () => round,
  };
}
