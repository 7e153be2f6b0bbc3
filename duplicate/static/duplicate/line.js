/**
 * The line that arbitrators type at the desk: a table, then one key or a whole slip. The server parses it
 * (`duplicate/arbitration/command_line.py`). This module chooses the table where none is typed, offers moves to pick
 * by a digit, and goes on to the next table before the answer is there.
 */

import {lettersOfLine} from "../tournaments/js/readings.js";
import {fill, find} from "../tournaments/js/text.js";
import {keepPlaces, offered, present, showOffers} from "./offered_moves.js";
import {isRuling, meansRest, readLine, readNamed} from "./typed_line.js";
import {postAct} from "./acts.js";
import {BestMoves, completionOf, doubtOf, showCompletion, withBest, wordOf} from "./completions.js";
import {markKeying} from "./focus.js";
import {TableCursor} from "./table_cursor.js";
import {undoKey, UndoSteps} from "./undo_steps.js";

/** Wait this long for the rest of a number before its table is looked up. */
const LOOK_UP = 150;

/**
 * @param {HTMLFormElement} form
 * @param {{tables: ReturnType<typeof import("./tables.js").mountTables>, strings: Record<string, string>, readAs: (letters: string) => string, raiseLetters: (letters: string) => string, onAct: (isUrgent: boolean) => void}} options
 *   `readAs`: how letters are read, empty where there is no doubt; `raiseLetters`: letters in capitals of the tile set; `onAct`: after an answer; urgent if more changed than its rows, or if nothing of a kind is left to key
 */
export function mountLine(form, {tables, strings, readAs, raiseLetters, onAct}) {
  const input = find("#line-input", form);
  const tableShown = find("#line-table", form);
  const movesShown = find("#line-moves", form);
  const said = find("#line-said", form);
  const completed = find("#line-completion", form);
  /** @type {any} the form's fields by name */
  const named = form.elements;
  const steps = new UndoSteps(form, strings);
  const cursor = new TableCursor(tables, show);
  /** @type {import("./offered_moves.js").PlacedMove[]} */
  let moves = [];
  /** Moves of the listed round, which may differ from the round of the line. @type {import("./offered_moves.js").PlacedMove[]} */
  let latestMoves = [];
  /** The round of these, by its key. @type {number | null} */
  let roundOfMoves = null;
  /** Digest of the words of the game. */
  let latestWords = "";
  const bestMoves = new BestMoves(form.dataset.completions ?? "");
  /** The best moves of the line's round. @type {import("./completions.js").Completion[]} */
  let best = [];
  /** Move that Enter takes for the typed letters: the one that is shown. @type {import("./table_answers.js").Move | null} */
  let completion = null;
  let asksForRest = false;
  /** The line about which Enter asked: now it is sent as it is. @type {string | null} */
  let doubted = null;
  /** The line as Enter wrote it out: its place is missing yet. @type {string | null} */
  let writtenOut = null;
  /** A table that was keyed again: Enter settles on `slip`; `zero`: 0 is zero. @type {{table: number, slip: number, zero: boolean} | null} */
  let asked = null;
  /** Acts are sent one after the other. */
  let queue = Promise.resolve();

  // --- Choosing the table ----------------------------------------------------------------------------------------------

  const current = () => {
    const typed = readLine(input.value).table ?? cursor.chosen;
    return typed === null ? undefined : tables.row(typed);
  };

  let lookingUp = 0;

  function show() {
    const {table, rest} = readLine(input.value);
    const number = table ?? cursor.chosen;
    const row = current();
    tables.choose(number, table === null && cursor.picked);
    clearTimeout(lookingUp);
    if (number !== null && !row) lookingUp = window.setTimeout(() => tables.lookUp(number), table === null ? 0 : LOOK_UP);
    if (document.activeElement === input) row?.scrollIntoView({block: "nearest"});
    tableShown.value = row ? `${row.dataset.table} ${row.dataset.name}` : number ? String(number) : nobodyLeft();
    tableShown.classList.toggle("unknown", !row);
    tableShown.title = row?.dataset.text ?? "";
    showMoves(row, rest);
  }

  /** Say why there is no table to key; "" while nothing is known of the round. */
  function nobodyLeft() {
    const awaited = tables.awaited();
    if (awaited === null) return "";
    return awaited ? strings.nobody : strings.noPlayers;
  }

  /** @param {HTMLElement | undefined} row @param {string} rest */
  function showMoves(row, rest) {
    showOffers(movesShown, hasOffers(row) ? offeredFor(rest) : [], pick);
    completion = hasOffers(row) ? completionOf(present(moves), best, raiseLetters(rest), bestMoves.withoutPlace) : null;
    showCompletion(completed, completion, readAs(lettersOfLine(rest)));
  }

  /** Tell whether moves are offered: in a conflict digits choose the slip that counts. @param {HTMLElement | undefined} row */
  const hasOffers = (row) => row?.dataset.state !== "conflict";

  /** Return the moves to pick by a digit; letters find the best moves too. @param {string} rest */
  const offeredFor = (rest) => offered(rest ? withBest(moves, best) : moves, raiseLetters(rest));

  // --- Sending ---------------------------------------------------------------------------------------------------------

  /**
   * Send the line for a table and go on to the next one at once; a refused line comes back. A table that was not
   * shown counts as having no slip.
   * @param {string} rest the line without the table
   * @param {{table?: number, slip?: string, typed?: string, shown?: ReturnType<typeof shownRound>}} [more] `typed`: what
   *   of the line is cleared; `shown`: the round that it was typed for
   */
  function send(rest, {table = readLine(input.value).table ?? cursor.chosen ?? 0, typed = input.value, shown = shownRound(), ...more} = {}) {
    if (!table) return;
    const line = `${table} ${rest.trim()}`;
    const saw = tables.row(table)?.dataset.seen ?? "0";
    if (input.value === typed) clear();
    cursor.goOn(table);
    // Read the row when the act is sent; it may have left the page by then.
    act(form.action, () => ({line, seen: tables.row(table)?.dataset.seen ?? saw, ...shown, ...more}), (problem) => {
      cursor.choose(table);
      return giveBack(line, problem);
    });
  }

  /** Put a refused line back, unless the next one has been begun; return the message. @param {string} line @param {string} problem */
  function giveBack(line, problem) {
    if (input.value) return fill(strings.notTaken, {line, problem});
    input.value = line;
    show();
    // Select the line, so that typing replaces it.
    if (document.activeElement === input) input.select();
    return problem;
  }

  /** Return the round of the line. */
  const shownRound = () => ({number: named.number.value, round: named.round.value});

  /**
   * Follow the shown round, unless a line has been begun: it stays with its own round, whose best moves may still come,
   * or change with the words of the game.
   */
  function followRound() {
    const round = tables.round();
    if (input.value) {
      if (named.round.value === String(bestMoves.round)) best = bestMoves.moves;
      return;
    }
    named.number.value = round?.number ?? "";
    named.round.value = round?.key ?? "";
    moves = latestMoves;
    best = round?.key === bestMoves.round ? bestMoves.moves : [];
  }

  /**
   * @param {string} address
   * @param {() => Record<string, string>} values
   * @param {(problem: string) => string} refused
   */
  function act(address, values, refused) {
    queue = queue.then(async () => {
      try {
        const done = await postAct(address, values(), named.csrfmiddlewaretoken.value);
        const isLast = tables.acceptAct(done);
        // If the next line has been begun, the question waits in the table's row.
        const told = done.asks && input.value ? done.asks.later : done.said;
        say(done.problem ? refused(done.problem) : told, Boolean(done.problem));
        if (done.many) tables.forget();
        if (!input.value) asked = done.asks ?? null;
        if (!input.value && cursor.chosen === null) cursor.goOn(0);
        onAct(Boolean(done.many) || isLast);
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
    [asked, doubted, writtenOut] = [null, null, null];
    followRound();
    show();
  }

  /** Pick a listed move, or the slip that counts in a conflict, by its digit. @param {number} digit */
  function pick(digit) {
    const row = current();
    if (row?.dataset.state === "conflict") {
      const rival = row.querySelectorAll(".rival[data-slip]")[digit - 1];
      if (rival instanceof HTMLElement) settle(rival);
      return Boolean(rival);
    }
    const move = offeredFor(readLine(input.value).rest)[digit - 1];
    if (move && row) take(move);
    return Boolean(move && row);
  }

  /** Send a listed move as the slip of the table. @param {import("./table_answers.js").Move} move */
  function take(move) {
    send(`${move.word} ${move.reference} ${move.score ?? ""}`);
  }

  /** @param {HTMLElement} rival the button of a slip that may count, or of zero for all @param {number} [table] */
  function settle(rival, table) {
    if (rival.dataset.slip) send("T", {table, slip: rival.dataset.slip});
    else send("0", {table});
  }

  function enter() {
    const {table, rest} = readLine(input.value);
    const word = hasOffers(current()) ? wordOf(present(moves), best, raiseLetters(rest)) : null;
    const doubt = doubtAbout(input.value === writtenOut ? rest.trimEnd() : rest);
    if (asked && !input.value) {
      send("T", {table: asked.table, slip: String(asked.slip)});
    } else if (asksForRest) {
      const shown = shownRound();
      clear();
      act(form.action, () => ({line: "*", ...shown}), (problem) => giveBack("*", problem));
    } else if (table === null && meansRest(rest)) {
      askForRest();
    } else if (table === null && readNamed(rest)) {
      sendNamed(rest);
    } else if (completion) {
      take(completion);
    } else if (table !== null && !rest) {
      input.value = `${table} `;
      show();
    } else if (!rest) {
      say(strings.empty, true);
    } else if (word) {
      // Sent without a place it would be a zero.
      input.value = writtenOut = `${table ?? cursor.chosen ?? ""} ${word} `;
      show();
    } else if (doubt && doubted !== input.value) {
      doubted = input.value;
      say(question(doubt, rest.trimEnd()), false);
    } else {
      send(rest);
    }
  }

  /** Return why Enter asks before it sends what is typed for the table. @param {string} rest */
  const doubtAbout = (rest) => (hasOffers(current()) ? doubtOf(present(moves), best, raiseLetters(rest), bestMoves.withoutPlace) : "");

  /** @param {import("./completions.js").Doubt} doubt @param {string} letters */
  const question = (doubt, letters) =>
    fill(doubt === "beginning" ? strings.beginningAsk : strings.placelessAsk, {letters: raiseLetters(letters)});

  /** Ask whether all other tables have the top; their number may not be known yet. */
  function askForRest() {
    asksForRest = true;
    say(fill(strings.restAsk, {count: tables.rest() ?? "…"}), false);
  }

  /** Send what follows a player's name, or else the line as a slip of the current table. @param {string} line */
  async function sendNamed(line) {
    const [at, shown] = [cursor.chosen, shownRound()];
    clear();
    const {name, slip} = /** @type {{name: string, slip: string}} */ (readNamed(line));
    let table;
    try {
      table = await tables.named(name);
    } catch {
      // A name is no slip of the current table because nobody could look it up.
      say(giveBack(line, strings.noAnswer), true);
      return;
    }
    // The next line may have been begun already.
    if (table !== null && /^\p{L}{2,}$/u.test(slip)) takeUp(table, slip, shown);
    else if (table !== null) send(slip, {table, typed: "", shown});
    else if (isRuling(slip)) act(form.action, () => ({line, ...shown}), (problem) => giveBack(line, problem));
    else if (at !== null) send(line, {table: at, typed: "", shown});
    else say(giveBack(line, strings.empty), true);
  }

  /**
   * Take up letters that followed a name as those that follow a number: Enter takes the move that is shown.
   * @param {number} table @param {string} letters @param {ReturnType<typeof shownRound>} shown
   */
  function takeUp(table, letters, shown) {
    const doubt = doubtAbout(letters);
    if (!doubt) send(letters, {table, typed: "", shown});
    else if (input.value) say(fill(strings.notTaken, {line: `${table} ${letters}`, problem: question(doubt, letters)}), true);
    else {
      input.value = `${table} ${letters}`;
      [named.number.value, named.round.value] = [shown.number, shown.round];
      show();
      if (!completion) enter();
    }
  }

  // --- Keys and buttons ------------------------------------------------------------------------------------------------

  input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const {gap, rest} = readLine(input.value);
    const replaces = input.selectionStart !== input.selectionEnd;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      cursor.move(event.key === "ArrowDown" ? 1 : -1);
      event.preventDefault();
    } else if (event.key === "0" && !input.value && asked?.zero) {
      send("0", {table: asked.table});
      event.preventDefault();
    } else if (event.key === "Escape" && (input.value || asksForRest || asked)) {
      clear();
      say("", false);
      event.preventDefault();
      event.stopPropagation();
    } else if (/^\d$/.test(event.key) && !rest && gap && !replaces) {
      // After a table and a space a digit picks a listed move; 0 is zero.
      if (event.key === "0") send("0");
      else pick(Number(event.key));
      event.preventDefault();
    } else if (/^[1-9]$/.test(event.key) && !replaces && /^\p{L}+$/u.test(rest) && pick(Number(event.key))) {
      event.preventDefault();
    }
  });

  markKeying(form);

  input.addEventListener("input", () => {
    [asksForRest, asked] = [false, null];
    followRound();
    show();
  });

  form.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    if (event.submitter === steps.buttons.undo) reverse("undo");
    else if (event.submitter === steps.buttons.redo) reverse("redo");
    else enter();
    input.focus();
  });

  find("#line-marks", form).addEventListener("click", (/** @type {any} */ event) => {
    const button = event.target.closest("button");
    if (button && "leaves" in button.dataset) button.blur();
    const mark = button?.dataset.mark;
    if (!mark) return;
    input.focus();
    if (mark === "=" || mark === "*") {
      input.value = mark === "=" ? `${readLine(input.value).table ?? cursor.chosen ?? ""} =` : "*";
      show();
      if (mark === "*") enter();
    } else send(mark);
  });

  find("#slips").addEventListener("click", (/** @type {any} */ event) => {
    const row = event.target.closest("tr[data-table]");
    if (!row) return;
    const rival = event.target.closest(".rival");
    clear();
    cursor.choose(Number(row.dataset.table), true);
    if (rival) settle(rival, Number(row.dataset.table));
    input.focus();
  });

  /** @param {"undo" | "redo"} which */
  function reverse(which) {
    // Read the button when the act is sent: an act before it in the queue changes it.
    act(form.dataset[which] ?? "", () => steps.shown(which), (problem) => problem);
  }

  tables.onAnswer((answer) => {
    if (answer.moves) {
      const round = answer.round ?? null;
      latestMoves = keepPlaces(round === roundOfMoves ? latestMoves : [], answer.moves);
      roundOfMoves = round;
    }
    latestWords = answer.words ?? latestWords;
    bestMoves.follow(tables.round()?.key ?? null, latestWords, latestMoves).then(() => {
      followRound();
      showMoves(current(), readLine(input.value).rest);
    });
    followRound();
    if (asksForRest && answer.list) askForRest();
    steps.show(answer);
    if (!input.value && cursor.isLost()) cursor.goOn(cursor.chosen ?? 0);
    else show();
  });

  cursor.goOn(0);

  return {
    /** Undo or redo by Ctrl+Z and Ctrl+Y (Cmd on a Mac); a field with text keeps these keys. @param {KeyboardEvent} event */
    undoes(event) {
      const which = undoKey(event);
      if (!which) return false;
      event.preventDefault();
      reverse(which);
      return true;
    },
  };
}
