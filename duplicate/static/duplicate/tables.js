/**
 * The list of tables at the desk. The server draws the rows and sends those that changed; here they are put in
 * place. A hall has 1,500 of them: what is listed is one page of those that the filter leaves, and a row that is
 * the same is left alone. A table that is not on the page is looked up, and the page is turned to it.
 */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {fill, find, pageData} from "../tournaments/js/text.js";
import {EMPTY} from "./table_answers.js";

/** @typedef {import("./table_answers.js").Answer} Answer */
/** @typedef {import("./table_answers.js").Counts} Counts */
/** @typedef {import("./table_answers.js").List} List */
/** @typedef {import("./table_answers.js").ShownRound} ShownRound */

/** So often everything is asked for anew, whatever may have been missed. */
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
  let show = "all";
  let step = "";
  let since = 0;
  let wholeAt = 0;
  /** @type {Promise<void> | null} */
  let asking = null;
  /** The table at which the line is. @type {number | null} */
  let chosen = null;
  /** The table that is being looked up, and one that was not there. @type {number | null} */
  let coming = null;
  /** @type {number | null} */
  let absent = null;
  /** How often the page was turned: an answer from before tells of another one. */
  let turns = 0;
  let turning = false;
  /** Count the acts that were answered: a list asked for before an act may not have it. */
  let acts = 0;
  /** Something may have changed since the question that is on its way. */
  let again = false;
  /** The round whose tables are listed, and the one that the rest of the desk showed last. */
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
  }

  /** @param {Answer} answer */
  function accept(answer) {
    if (answer.round !== undefined && answer.round !== (round?.key ?? null)) {
      // An act is answered with rows of the round in progress, which is not listed yet.
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

  /** The list is a new one: what is not on the page is not shown, and kept only where the line is. */
  function tidy() {
    const listed = new Set(list.tables);
    for (const [table, {row}] of rows) {
      row.hidden = !listed.has(table);
      if (row.hidden && table !== chosen) drop(table);
    }
    // Rows have come onto the page that did not change themselves.
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

  /** The map stays in the order of the tables. */
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

  /** @param {Counts} counts */
  function count(counts) {
    label("all", counts.awaited);
    label("missing", counts.missing);
    label("conflicts", counts.conflicts);
    label("unchecked", counts.unchecked);
    find("#slip-count").textContent = `${counts.received}/${counts.awaited}`;
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

  // --- Asking ----------------------------------------------------------------------------------------------------------

  /** @param {Record<string, string>} where */
  const asked = (where) => ask(`${address}?${new URLSearchParams({show, chosen: String(chosen ?? ""), round: String(round?.key ?? ""), ...where})}`, {headers: {Accept: "application/json"}});

  /** Ask for what changed; all of it now and then, and whenever the round or its state is another one. */
  function refresh() {
    // Where a page is being turned to, what changed on the one before is of no use.
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
      if (!answer.ok || said.number === undefined || turn !== turns) return;
      if (act !== acts) {
        again = true;
        return;
      }
      if (said.whole) [wholeAt, absent] = [Date.now(), null];
      since = said.now ?? 0;
      accept(said.number === null ? {number: null, round: null, html: "", whole: true, list: EMPTY, moves: []} : said);
    } catch {
      // The desk says elsewhere that there is no connection.
    }
  }

  /** List the tables of another round, of which nothing is known yet. @param {ShownRound} another */
  function listAnew(another) {
    round = another;
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
      // As above; the next refresh is of the page that is shown.
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
    /** Show the rows that an act is answered with. @param {Answer} answer */
    acceptAct: (answer) => {
      acts += 1;
      accept(answer);
    },
    refresh,
    lookUp,
    /** @param {(answer: Answer) => void} listener */
    onAnswer: (listener) => listeners.push(listener),
    /** Forget what was asked for: very much may have changed. */
    forget: () => {
      wholeAt = 0;
    },
    /** @param {{step: string, roundOut: ShownRound | null}} state of the desk */
    update: (state) => {
      const another = state.roundOut?.key !== told?.key;
      told = state.roundOut;
      // What is typed from now on is for the round that the desk shows, whenever its tables come.
      if (another && told && told.key !== round?.key) listAnew(told);
      if (state.step === step) return;
      if (step) {
        wholeAt = 0;
        refresh();
      }
      step = state.step;
    },
    /** The line is at this table. @param {number | null} table */
    choose: (table) => {
      if (table === chosen) return;
      rows.get(chosen ?? 0)?.row.classList.remove("chosen");
      chosen = table;
      rows.get(chosen ?? 0)?.row.classList.add("chosen");
    },
    /** @param {number} table @returns {HTMLElement | undefined} */
    row: (table) => rows.get(table)?.row,
    /** @param {number} table */
    isComing: (table) => table === coming,
    /** The one table whose player's name begins so, if there is one. @param {string} begins @returns {Promise<number | null>} */
    named: async (begins) => (await jsonOf(await asked({who: begins}))).table ?? null,
    /** The rows that are shown, by table, with the tables before and after them. */
    shown: () => ({tables: list.tables, before: list.before, after: list.after}),
    /** Where there is something to key, as far as is known: a row that is here knows best. */
    queue: () => list.queue.filter((table) => rows.get(table)?.row.dataset.todo !== undefined || !rows.has(table)),
    /** How many tables all the rest are; null while nothing is known of this round. */
    rest: () => (list === EMPTY ? null : list.rest),
    round: () => round,
  };
}
