/**
 * Writing a slip on the phone: board and rack to tap, fields to type, the choice of the blank.
 *
 * Terms: the *draft* has the word as typed (blanks in lower case), the chosen square with its direction (the
 * *anchor*) and the stated score. It is stored at every change. slip.js computes what the draft means on this board;
 * this module shows it.
 */

import {mountBoard, moveSquares} from "./board.js";
import {BoardZoom} from "./board_zoom.js";
import {chooseBlank, showBlankChoices} from "./blank_choice.js";
import {emptyDraft, keepDraft, keptDraft} from "./draft.js";
import {makeDraggable} from "./drag.js";
import {EMPTY_BOARD} from "./layout.js";
import {formatReference, parseReference, raiseCase, readingOf, SIZE, turned, wordTokens} from "./notation.js";
import {laidLetters, laidTiles, retyped, withDropped, withoutLast} from "./word_edits.js";
import {blankChoices} from "./rack.js";
import {RackView} from "./rack_view.js";
import {layWord} from "./slip.js";
import {showFields, showHint, showTyped} from "./slip_fields.js";
import {fill, find} from "./text.js";

/** @typedef {import("./notation.js").Start} Start */
/** @typedef {import("./draft.js").Draft} Draft */
/**
 * @typedef {object} EntryOptions
 * @property {import("./store.js").Store} store
 * @property {import("./notation.js").Convention} notation
 * @property {Record<string, string>} strings
 * @property {Record<string, string>} boardStrings
 * @property {boolean} [stacked] whether equal tiles of the rack are stacked, with their number
 * @property {() => void} onChange
 * @property {() => void} onSend
 */

/** Index of the centre square. */
const CENTRE = 7 * SIZE + 7;

export class Entry {
  /** @param {EntryOptions} options */
  constructor(options) {
    this.options = options;
    this.form = find("#entry");
    this.fields = {reference: find("#reference"), word: find("#word"), score: find("#score")};
    this.rack = new RackView(find("#rack"), {
      stacked: options.stacked ?? false,
      strings: options.strings,
      onTile: (tile) => this.addTile(tile),
    });
    this.tools = [...find(".tools").querySelectorAll("button:not(#zoom)")];
    this.dialog = find("#blank-dialog");
    this.draft = emptyDraft(0);
    /** The word as typed last; empty once tiles were laid. */
    this.typed = "";
    /** @type {import("./layout.js").Ground} */
    this.ground = {cells: EMPTY_BOARD, rack: [], values: {}};
    /** @type {Set<number>} */
    this.fresh = new Set();
    this.writing = false;
    /** True while a round is in progress: only then the draft's tiles are on the board. */
    this.open = false;
    this.referenceBad = false;
    /** Round in which a drag began. */
    this.draggedIn = 0;
    const {notation, boardStrings} = options;
    this.board = mountBoard(find("#board"), {notation, strings: boardStrings, onChoose: (row, column) => this.choose(row, column)});
    /** Index of the square where the next tile goes, or else of the last one; -1 without a word. */
    this.writtenAt = -1;
    this.zoom = new BoardZoom(find("#board"), this.board.squares, () => this.board.squares[this.writtenAt < 0 ? CENTRE : this.writtenAt]);
    this.layout = layWord([], null, this.ground);
    const dragging = makeDraggable([this.rack.root, find("#board")], {
      tileAt: (target) => {
        this.draggedIn = this.draft.round;
        return this.writing ? target.closest("#rack .tile:not(:disabled), #board .pending") : null;
      },
      onAim: (under) => {
        this.board.aim(under);
        this.zoom.follow(under, () => dragging.aim());
      },
      onDrop: (tile, under) => this.#drop(tile, under),
    });
    this.#listen();
  }

  #listen() {
    const {reference, word, score} = this.fields;
    word.addEventListener("input", (/** @type {InputEvent} */ event) => {
      this.edit({text: retyped(this.draft.text, word.value, this.ground)});
      this.typed = this.draft.text;
      if (!event.isComposing) showTyped(word, this.draft.text);
    });
    word.addEventListener("change", () => this.#settle());
    reference.addEventListener("input", () => {
      const start = parseReference(reference.value, this.options.notation);
      // Use the typed text, without letters that the board added at another square.
      this.edit({anchor: start, text: this.typed || this.draft.text}, Boolean(reference.value.trim()) && !start);
    });
    reference.addEventListener("change", () => this.#showFields());
    score.addEventListener("input", () => {
      score.value = score.value.replace(/\D/g, "");
      this.edit({score: score.value});
    });
    find("#board").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#press(event));
    find("#shuffle").addEventListener("click", () => {
      this.rack.shuffle();
      this.#showRack();
    });
    find("#turn").addEventListener("click", () => this.turn());
    find("#back").addEventListener("click", () => this.place(withoutLast(this.layout, this.ground.values)));
    find("#clear").addEventListener("click", () => {
      this.typed = "";
      this.edit({text: "", anchor: null, score: ""});
    });
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#settle();
      this.options.onSend();
    });
  }

  /**
   * Take a new state of the game. A draft of the same round is restored, after a reload too.
   * @param {any} frame
   * @param {{writing: boolean}} state
   */
  update(frame, {writing}) {
    const {round, last, board, values, notation} = frame;
    const id = round && round.phase !== "announced" ? round.id : 0;
    const rack = round?.rack ?? [];
    this.rack.take(rack);
    this.ground = {cells: board, rack, values};
    this.fresh = moveSquares(last, notation, values);
    if (writing !== this.writing || id !== this.draft.round) this.zoom.leave();
    this.writing = writing;
    this.open = id > 0;
    if (!writing || id !== this.draft.round) this.dialog.close();
    if (id && id !== this.draft.round) {
      this.draft = keptDraft(this.options.store, id) ?? emptyDraft(id);
      this.typed = "";
    }
    this.referenceBad = false;
    this.#lay();
    this.#showFields();
    this.#show();
  }

  /** Take a slip from another device, if nothing is being written here. @param {{round_id: number, word: string, ref: string, score: number | null}} slip */
  adopt(slip) {
    if (this.draft.text || this.draft.anchor) return;
    this.show(slip);
  }

  /** Replace the draft by a slip of this round. @param {{round_id: number, word: string, ref: string, score: number | null}} slip */
  show(slip) {
    if (slip.round_id !== this.draft.round) return;
    const anchor = parseReference(slip.ref, this.options.notation);
    this.edit({text: slip.word, anchor, score: slip.score === null ? "" : String(slip.score)});
  }

  /** The draft as a slip; `complete` when it has a word and a square. */
  get written() {
    const {start, word, problem} = this.layout;
    return {
      word,
      ref: start ? formatReference(start, this.options.notation) : "",
      score: this.draft.score ? Number(this.draft.score) : null,
      complete: Boolean(word && start),
      problem,
    };
  }

  /** @param {Partial<Draft>} change @param {boolean} [referenceBad] */
  edit(change, referenceBad = false) {
    const begin = "anchor" in change || change.text === "" ? null : this.draft.begin;
    this.draft = {...this.draft, begin, ...change};
    this.referenceBad = referenceBad;
    if (this.draft.round) keepDraft(this.options.store, this.draft);
    this.#lay();
    this.#showFields();
    this.#show();
    this.options.onChange();
  }

  /** Replace the draft by a word, with its through-letters. @param {string} text */
  place(text) {
    this.#rewrite({text});
  }

  /** Change the draft and forget the typed text. @param {Partial<Draft>} change */
  #rewrite(change) {
    this.typed = "";
    this.edit(change);
    this.#settle();
  }

  /**
   * Choose a square: a new one, or the same again to turn the direction. It zooms into a small board; while nothing is
   * written that is all, and the next tap shows the whole board.
   * @param {number} row @param {number} column
   */
  choose(row, column) {
    if (this.zoom.isOn && !this.writing) return this.zoom.leave();
    this.zoom.zoomInto(this.board.squares[row * SIZE + column], () => this.writing && this.#take(row, column));
  }

  /** @param {number} row @param {number} column */
  #take(row, column) {
    const {anchor} = this.draft;
    const same = [anchor, this.layout.start].some((square) => square?.row === row && square.column === column);
    if (anchor && same) this.turn();
    else this.#move({row, column, direction: anchor?.direction ?? "across"});
  }

  turn() {
    const {anchor} = this.draft;
    if (anchor && this.writing) this.#move({...anchor, direction: turned(anchor.direction)});
  }

  /** @param {Start} anchor */
  #move(anchor) {
    this.#rewrite({anchor, text: laidLetters(this.layout, this.ground.values)});
  }

  /** @param {string} tile */
  async addTile(tile) {
    const {round} = this.draft;
    const token = tile === "?" ? await chooseBlank(this.dialog, this.ground.values) : tile;
    if (token && this.#writesIn(round)) this.place(this.layout.written + token);
  }

  /** Tell whether that round is still being written: choosing and dragging take time. @param {number} round */
  #writesIn(round) {
    return this.writing && this.draft.round === round;
  }

  /** On the board a letter lays its tile at the cursor or the focus, and Backspace takes the last one back. @param {KeyboardEvent} event */
  #press(event) {
    if (event.key === "Escape") this.zoom.leave();
    if (!this.writing || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = raiseCase(event.key, this.ground.values);
    if (event.key === "Backspace") {
      event.preventDefault();
      this.place(withoutLast(this.layout, this.ground.values));
    } else if (letter in this.ground.values) {
      event.preventDefault();
      const at = this.board.squares.indexOf(/** @type {HTMLElement} */ (event.target));
      if (!this.draft.anchor && at >= 0) this.choose(Math.floor(at / SIZE), at % SIZE);
      if (letter === "?") this.addTile("?");
      else this.place(retyped(this.layout.written, this.layout.written + letter, this.ground));
    }
  }

  /** Drop a tile: onto a square, or from its square off the board. @param {HTMLElement} tile @param {Element | null} under */
  async #drop(tile, under) {
    const round = this.draggedIn;
    if (!this.#writesIn(round)) return;
    const indexOf = (/** @type {Element | null | undefined} */ element) => this.board.squares.indexOf(/** @type {HTMLElement} */ (element?.closest(".square")));
    const [from, to] = [indexOf(tile), indexOf(under)];
    const [row, column] = [Math.floor(to / SIZE), to % SIZE];
    const laid = laidTiles(this.layout, this.ground.values);
    const isMoved = (/** @type {import("./layout.js").Laid} */ one) => one.row * SIZE + one.column === from;
    const others = laid.filter((one) => !isMoved(one));
    if (to < 0 && from >= 0) return this.#lie({anchor: others[0] ? {...others[0], direction: this.#direction} : null, text: others.map(({token}) => token).join("")});
    if (to < 0 || to === from || this.ground.cells[row][column]) return;
    const letter = from < 0 ? /** @type {string} */ (tile.dataset.tile) : laid.find(isMoved)?.token;
    const token = letter === "?" ? await chooseBlank(this.dialog, this.ground.values) : letter;
    if (token && this.#writesIn(round)) this.#lie(withDropped({row, column, token}, others, this.#direction, this.ground.cells));
  }

  get #direction() {
    return this.draft.anchor?.direction ?? "across";
  }

  /** Lay tiles as dragged. @param {{anchor: Start | null, text: string}} laid */
  #lie({anchor, text}) {
    this.#rewrite({anchor: anchor && {row: anchor.row, column: anchor.column, direction: anchor.direction}, text});
  }

  /** Show the whole word in the word field; during typing the field is left alone. */
  #settle() {
    if (this.draft.text !== this.layout.written) this.edit({text: this.layout.written, begin: this.layout.start});
    this.#showFields(true);
  }

  #lay() {
    const {text, anchor, begin} = this.draft;
    this.layout = layWord(wordTokens(text, this.ground.values), begin ?? anchor, this.ground);
  }

  /** @param {boolean} [all] also the field that is being typed in */
  #showFields(all = false) {
    // Leave an unreadable reference as it was typed.
    showFields(this.fields, {ref: this.referenceBad ? null : this.written.ref, word: this.draft.text, score: this.draft.score}, all);
  }

  #show() {
    const {laid, start, next} = this.layout;
    const pending = new Map(laid.map(({row, column, token}) => [row * SIZE + column, token]));
    const cursor = this.writing ? (this.draft.text ? start && next : this.draft.anchor) : null;
    const {cells, values} = this.ground;
    this.board.draw({cells, values, fresh: this.fresh, pending: this.open ? pending : new Map(), cursor});
    this.#showRack();
    const choices = this.writing ? blankChoices(this.layout, this.ground) : [];
    showBlankChoices(choices, {chosen: this.layout.word, values, onChoose: (word) => this.place(word)});
    this.#showHint();
    // Last, as it lays the page out.
    this.#keepInSight(cursor ?? laid[laid.length - 1]);
  }

  /** Return how a word is read while it is typed, if its letters may be one tile or several. Tapped tiles leave no doubt. */
  #readAs() {
    const reading = document.activeElement === this.fields.word ? readingOf(this.draft.text, this.ground.values) : null;
    return reading ? fill(this.options.strings.readAs, reading) : "";
  }

  /** Keep the square of the next tile in sight, or else of the last one. @param {{row: number, column: number} | undefined} square */
  #keepInSight(square) {
    const at = square ? square.row * SIZE + square.column : -1;
    if (at >= 0 && at !== this.writtenAt) this.zoom.reveal(this.board.squares[at]);
    this.writtenAt = at;
  }

  #showRack() {
    this.rack.draw({laid: this.layout.laid, values: this.ground.values, writing: this.writing});
  }

  #showHint() {
    const {problem, start} = this.layout;
    const {word, ref} = this.written;
    const code = this.referenceBad ? "bad_reference" : problem?.code;
    // Without a problem show the slip in one line, to be read over before it is sent.
    const slip = `${word} ${ref} ${this.options.strings[start?.direction ?? "across"]}`;
    const told = code ? fill(this.options.strings[code], {letters: problem?.letters ?? ""}) : slip;
    showHint([told, this.#readAs()].filter(Boolean).join(" · "), Boolean(code) && code !== "no_word" && code !== "no_square");
    this.fields.reference.setAttribute("aria-invalid", String(this.referenceBad));
  }
}
