/**
 * The line that arbitrators type at the desk: a table, then one key or a whole slip. What it means the server says
 * (`duplicate/line.py`); here are the table that an act is for when none is typed, the moves that can be picked by
 * a digit, and going on to the next table while the answer is on its way.
 */

import {ask, jsonOf} from "./http.js";
import {fill, find, make} from "./text.js";

const MOST_OFFERED = 9;
const REST = /^[*a]$/i;
const KEYING_ENDS = 300;

/**
 * What is typed so far. `table` is null where none is typed; `gap`: there is room after it.
 * @typedef {{table: number | null, gap: boolean, rest: string}} Typed
 */

/** @param {string} text @returns {Typed} */
export function readLine(text) {
  const [, digits, space, rest] = /** @type {RegExpMatchArray} */ (text.match(/^([1-9]\d*)?(\s*)(.*)$/s));
  return {table: digits ? Number(digits) : null, gap: space !== "", rest};
}

/**
 * The moves that are offered for what is typed: all, or those that begin so.
 * @param {import("./tables.js").Move[]} moves
 * @param {string} rest
 */
export function offered(moves, rest) {
  if (!/^\p{L}*$/u.test(rest)) return [];
  const begins = rest.toUpperCase();
  return moves.filter((move) => move.word.toUpperCase().startsWith(begins)).slice(0, MOST_OFFERED);
}

/**
 * @param {HTMLFormElement} form
 * @param {{tables: ReturnType<typeof import("./tables.js").mountTables>, strings: Record<string, string>, onAct: () => void}} options
 */
export function mountLine(form, {tables, strings, onAct}) {
  const input = find("#line-input", form);
  const tableShown = find("#line-table", form);
  const movesShown = find("#line-moves", form);
  const said = find("#line-said", form);
  const steps = {undo: find("#line-undo", form), redo: find("#line-redo", form)};
  /** The table that an act without a number is for. @type {number | null} */
  let chosen = null;
  let byHand = false;
  /** @type {import("./tables.js").Move[]} */
  let moves = [];
  let asksForRest = false;
  /** Acts are done one after the other. */
  let queue = Promise.resolve();

  // --- Which table -----------------------------------------------------------------------------------------------------

  const current = () => {
    const typed = readLine(input.value).table ?? chosen;
    return typed === null ? undefined : tables.row(typed);
  };

  /** @param {number | null} table @param {boolean} [picked] by an arrow or a click: then it stays */
  function choose(table, picked = false) {
    chosen = table;
    byHand = picked;
    show();
  }

  /** The next table with something to key, after this one and then from the first. @param {number} after */
  function goOn(after) {
    const todo = tables.all().filter((row) => row.dataset.todo !== undefined);
    const next = todo.find((row) => Number(row.dataset.table) > after) ?? todo.find((row) => Number(row.dataset.table) !== after);
    choose(next ? Number(next.dataset.table) : null);
  }

  /** @param {number} step */
  function move(step) {
    const shown = tables.shown();
    const at = shown.findIndex((row) => Number(row.dataset.table) === chosen);
    const next = shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + step, 0), shown.length - 1)];
    if (next) choose(Number(next.dataset.table), true);
  }

  /** @type {HTMLElement | undefined} */
  let marked;

  function show() {
    const {table, rest} = readLine(input.value);
    const row = current();
    if (marked !== row) marked?.classList.remove("chosen");
    marked = row;
    row?.classList.add("chosen");
    if (document.activeElement === input) row?.scrollIntoView({block: "nearest"});
    const number = table ?? chosen;
    tableShown.value = row ? `${row.dataset.table} ${row.dataset.name}` : number ? String(number) : strings.nobody;
    tableShown.classList.toggle("unknown", !row);
    tableShown.title = row?.dataset.text ?? "";
    showMoves(row, rest);
  }

  /** @param {HTMLElement | undefined} row @param {string} rest */
  function showMoves(row, rest) {
    const offers = row?.dataset.state === "conflict" ? [] : offered(moves, rest);
    movesShown.replaceChildren(...offers.map((move, index) => {
      const button = make("button");
      button.type = "button";
      button.tabIndex = -1;
      const key = make("kbd", "", String(index + 1));
      key.ariaHidden = "true";
      button.append(key, " ", make("b", "move", move.word), ` ${move.reference} ${move.score ?? "–"}`);
      button.classList.toggle("is-top", move.is_top);
      button.addEventListener("click", () => pick(index + 1));
      return button;
    }));
  }

  // --- Sending ---------------------------------------------------------------------------------------------------------

  /**
   * Sends what is said of a table and goes on to the next one meanwhile; what was refused comes back into the line.
   * @param {string} rest what is said of it
   * @param {{slip?: string}} [more]
   */
  function send(rest, more = {}) {
    const table = readLine(input.value).table ?? chosen;
    if (table === null) return;
    const line = `${table} ${rest.trim()}`;
    clear();
    goOn(table);
    act(form.action, () => ({line, seen: tables.row(table)?.dataset.seen ?? "", ...more}), (problem) => {
      choose(table);
      if (input.value) return fill(strings.notTaken, {line, problem});
      input.value = line;
      show();
      // What is typed next takes its place, unless it is mended.
      if (document.activeElement === input) input.select();
      return problem;
    });
  }

  /**
   * @param {string} address
   * @param {() => Record<string, string>} values
   * @param {(problem: string) => string} refused
   */
  function act(address, values, refused) {
    const number = form.elements.number.value;
    queue = queue.then(async () => {
      const data = new FormData();
      for (const [name, value] of Object.entries({number, ...values()})) data.set(name, value);
      try {
        const answer = await ask(address, {method: "POST", body: data, headers: {Accept: "application/json", "X-CSRFToken": form.elements.csrfmiddlewaretoken.value}});
        // Logged out: the page itself leads to the login.
        if (answer.status === 403 || answer.redirected) location.reload();
        const done = await jsonOf(answer);
        if (!answer.ok && !done.problem) throw new Error(String(answer.status));
        tables.accept(done);
        say(done.problem ? refused(done.problem) : done.said, Boolean(done.problem));
        if (done.many) tables.forget();
        onAct();
        if (!input.value && chosen === null) goOn(0);
      } catch {
        say(refused(strings.noAnswer), true);
      }
    });
  }

  /** @param {string} text @param {boolean} bad */
  function say(text, bad) {
    said.textContent = text;
    said.classList.toggle("bad", bad);
  }

  function clear() {
    input.value = "";
    asksForRest = false;
    show();
  }

  /** Pick a listed move, or the slip that counts in a conflict, by its digit. @param {number} digit */
  function pick(digit) {
    const row = current();
    if (row?.dataset.state === "conflict") {
      const rival = row.querySelectorAll(".rival")[digit - 1];
      if (rival) send("T", {slip: rival.dataset.slip});
      return Boolean(rival);
    }
    const move = offered(moves, readLine(input.value).rest)[digit - 1];
    if (move && row) send(`${move.word} ${move.reference} ${move.score ?? ""}`);
    return Boolean(move && row);
  }

  function enter() {
    const {table, rest} = readLine(input.value);
    if (asksForRest) {
      clear();
      act(form.action, () => ({line: "*"}), (problem) => problem);
    } else if (table === null && REST.test(rest)) {
      asksForRest = true;
      const count = tables.all().filter((row) => row.dataset.todo !== undefined && row.dataset.state !== "unchecked").length;
      say(fill(strings.restAsk, {count}), false);
    } else if (table === null && /^\S{2,}\s+\S/.test(rest) && named(rest.split(/\s+/)[0])) {
      const [name, ...words] = rest.split(/\s+/);
      input.value = "";
      chosen = Number(/** @type {HTMLElement} */ (named(name)).dataset.table);
      send(words.join(" "));
    } else if (table !== null && !rest) {
      input.value = `${table} `;
      show();
    } else if (!rest) {
      say(strings.empty, true);
    } else {
      const unknown = table !== null && !tables.row(table);
      if (unknown) say(fill(strings.noTable, {table}), true);
      else send(rest);
    }
  }

  /** The one table whose player's name begins so. @param {string} begins */
  function named(begins) {
    const found = tables.all().filter((row) =>
      (row.dataset.name ?? "").toLocaleLowerCase().split(/\s+/).some((part) => part.startsWith(begins.toLocaleLowerCase())));
    return found.length === 1 ? found[0] : undefined;
  }

  // --- Keys and buttons ------------------------------------------------------------------------------------------------

  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const {gap, rest} = readLine(input.value);
    const replaces = input.selectionStart !== input.selectionEnd;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      move(event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "Escape" && (input.value || asksForRest)) {
      clear();
      say("", false);
      event.preventDefault();
      event.stopPropagation();
    } else if (/^\d$/.test(event.key) && !rest && gap && !replaces) {
      // After a table and a space a digit is a move of the list, or zero.
      if (event.key === "0") send("0");
      else pick(Number(event.key));
      event.preventDefault();
    } else if (/^[1-9]$/.test(event.key) && !replaces && /^\p{L}+$/u.test(rest) && pick(Number(event.key))) {
      event.preventDefault();
    }
  });

  // Only a while after: a button that is being pressed must not move away under the pointer.
  form.addEventListener("focusin", () => form.closest(".desk")?.classList.add("keying"));
  form.addEventListener("focusout", () => {
    setTimeout(() => form.closest(".desk")?.classList.toggle("keying", form.contains(document.activeElement)), KEYING_ENDS);
  });

  input.addEventListener("input", () => {
    asksForRest = false;
    show();
  });

  form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (event.submitter === steps.undo) reverse("undo");
    else if (event.submitter === steps.redo) reverse("redo");
    else enter();
    input.focus();
  });

  find("#line-marks", form).addEventListener("click", (/** @type {any} */ event) => {
    const mark = event.target.closest("[data-mark]")?.dataset.mark;
    if (!mark) return;
    input.focus();
    if (mark === "=" || mark === "*") {
      input.value = mark === "=" ? `${readLine(input.value).table ?? chosen ?? ""} =` : "*";
      show();
      if (mark === "*") enter();
    } else send(mark);
  });

  find("#slips").addEventListener("click", (/** @type {any} */ event) => {
    const row = event.target.closest("tr[data-table]");
    if (!row) return;
    const rival = event.target.closest(".rival");
    input.value = "";
    choose(Number(row.dataset.table), true);
    if (rival) send("T", {slip: rival.dataset.slip});
    input.focus();
  });

  /** @param {"undo" | "redo"} which */
  function reverse(which) {
    act(form.dataset[which] ?? "", () => ({}), (problem) => problem);
  }

  tables.onAnswer((answer) => {
    if (answer.number !== undefined && !input.value) form.elements.number.value = answer.number ?? "";
    if (answer.moves && !input.value) moves = answer.moves;
    for (const which of /** @type {const} */ (["undo", "redo"])) {
      if (answer[which] === undefined) continue;
      steps[which].disabled = !answer[which];
      steps[which].title = answer[which];
      find(".what", steps[which]).textContent = fill(strings[which], {what: answer[which]});
    }
    const row = chosen === null ? undefined : tables.row(chosen);
    if (!input.value && (!row || (!byHand && row.dataset.todo === undefined))) goOn(chosen ?? 0);
    else show();
  });

  goOn(0);

  return {
    /** Ctrl+Z and Ctrl+Y, or what they are on other machines; in a field with text they are the field's. @param {KeyboardEvent} event */
    undoes(event) {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return false;
      const field = /** @type {any} */ (event.target);
      if (field instanceof HTMLElement && field.matches("input:not([type=radio], [type=checkbox]), textarea, select") && field.value) return false;
      event.preventDefault();
      reverse(key === "z" && !event.shiftKey ? "undo" : "redo");
      return true;
    },
  };
}
