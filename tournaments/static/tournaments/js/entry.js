/**
 * Writing a slip on the phone: board and rack to tap, fields to type, the choice of the blank.
 *
 * Terms: the *draft* is what is being written: the word as typed (blanks in lower case), the chosen square with its
 * direction (the *anchor*), the stated score. It is kept in the phone's store at every change. What the draft
 * means on this board is worked out by slip.js; this module shows it.
 */

import {mountBoard, moveSquares} from "./board.js";
import {makeDraggable} from "./drag.js";
import {formatReference, parseReference, readableWord, SIZE, turned, wordTokens} from "./notation.js";
import {blankChoices, EMPTY_BOARD, laidLetters, laidTiles, layWord, retyped, usedTiles, withDropped, withoutLast} from "./slip.js";
import {fill, find, make} from "./text.js";
import {tileElement, wordElement} from "./tiles.js";

/** @typedef {import("./notation.js").Start} Start */
/** @typedef {{round: number, text: string, anchor: Start | null, score: string}} Draft */
/**
 * @typedef {object} EntryOptions
 * @property {import("./store.js").Store} store
 * @property {import("./notation.js").Convention} notation
 * @property {Record<string, string>} strings
 * @property {Record<string, string>} boardStrings
 * @property {boolean} [stacked] whether equal tiles of the rack lie on one another, with how many are left
 * @property {() => void} onChange
 * @property {() => void} onSend
 */

/** @param {number} round its id, since a cancelled round is drawn again with the same number @returns {Draft} */
const emptyDraft = (round) => ({round, text: "", anchor: null, score: ""});

export class Entry {
  /** @param {EntryOptions} options */
  constructor(options) {
    this.options = options;
    this.form = find("#entry");
    this.fields = {reference: find("#reference"), word: find("#word"), score: find("#score")};
    this.rackRoot = find("#rack");
    this.tools = [...find(".tools").children];
    this.dialog = find("#blank-dialog");
    this.draft = emptyDraft(0);
    /** The word as it was typed last; empty once it was laid with tiles. */
    this.typed = "";
    /** @type {number[]} the order in which the rack's tiles are shown */
    this.order = [];
    /** @type {import("./slip.js").Ground} */
    this.ground = {cells: EMPTY_BOARD, rack: [], values: {}};
    /** @type {Set<number>} */
    this.fresh = new Set();
    this.writing = false;
    /** Whether a round is in progress: only then do the draft's tiles lie on the board. */
    this.open = false;
    this.referenceBad = false;
    /** @type {Element | null} the square under a dragged tile */
    this.aimed = null;
    /** The round in which a tile was taken up. */
    this.draggedIn = 0;
    this.board = mountBoard(find("#board"), {
      notation: options.notation,
      strings: options.boardStrings,
      onChoose: (row, column) => this.choose(row, column),
    });
    this.layout = layWord([], null, this.ground);
    makeDraggable([this.rackRoot, find("#board")], {
      tileAt: (target) => {
        this.draggedIn = this.draft.round;
        return this.writing ? target.closest("#rack .tile:not(:disabled), #board .pending") : null;
      },
      onAim: (under) => this.#aim(under),
      onDrop: (tile, under) => this.#drop(tile, under),
    });
    this.#listen();
  }

  #listen() {
    const {reference, word, score} = this.fields;
    word.addEventListener("input", (/** @type {InputEvent} */ event) => {
      this.edit({text: retyped(this.draft.text, word.value, this.ground)});
      this.typed = this.draft.text;
      if (!event.isComposing) this.#showTyped();
    });
    word.addEventListener("change", () => this.#settle());
    reference.addEventListener("input", () => {
      const start = parseReference(reference.value, this.options.notation);
      // What was typed, without the letters that lay before or after it at another square.
      this.edit({anchor: start, text: this.typed || this.draft.text}, Boolean(reference.value.trim()) && !start);
    });
    reference.addEventListener("change", () => this.#showFields());
    score.addEventListener("input", () => {
      score.value = score.value.replace(/\D/g, "");
      this.edit({score: score.value});
    });
    find("#board").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#press(event));
    find("#shuffle").addEventListener("click", () => this.shuffle());
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
   * A new state of the game. A draft of the same round is taken up again, after a reload too.
   * @param {any} frame
   * @param {{writing: boolean}} state
   */
  update(frame, {writing}) {
    const {round, last, board, values, notation} = frame;
    const id = round && round.phase !== "announced" ? round.id : 0;
    const rack = round?.rack ?? [];
    if (rack.join() !== this.ground.rack.join() || this.order.length !== rack.length) this.order = rack.map((/** @type {string} */ _, /** @type {number} */ at) => at);
    this.ground = {cells: board, rack, values};
    this.fresh = moveSquares(last, notation, values);
    this.writing = writing;
    this.open = id > 0;
    if (!writing || id !== this.draft.round) this.dialog.close();
    if (id && id !== this.draft.round) {
      const kept = this.options.store.get("draft");
      this.draft = kept?.round === id ? kept : emptyDraft(id);
      this.typed = "";
    }
    this.referenceBad = false;
    this.#lay();
    this.#showFields();
    this.#show();
  }

  /** Takes up a slip received from elsewhere, if nothing is being written here. @param {{round_id: number, word: string, ref: string, score: number | null}} slip */
  adopt(slip) {
    if (this.draft.text || this.draft.anchor) return;
    this.show(slip);
  }

  /** Puts a slip of this round in place of what was written. @param {{round_id: number, word: string, ref: string, score: number | null}} slip */
  show(slip) {
    if (slip.round_id !== this.draft.round) return;
    const anchor = parseReference(slip.ref, this.options.notation);
    this.edit({text: slip.word, anchor, score: slip.score === null ? "" : String(slip.score)});
  }

  /** The draft as a slip would say it; `complete` when it has a word and a square. */
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
    this.draft = {...this.draft, ...change};
    this.referenceBad = referenceBad;
    if (this.draft.round) this.options.store.set("draft", this.draft);
    this.#lay();
    this.#showFields();
    this.#show();
    this.options.onChange();
  }

  /** Puts a word, with its through-letters, in place of what was there. @param {string} text */
  place(text) {
    this.typed = "";
    this.edit({text});
    this.#settle();
  }

  /** A square was tapped: the first one, another one, or the same again to turn. @param {number} row @param {number} column */
  choose(row, column) {
    if (!this.writing) return;
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
    this.typed = "";
    this.edit({anchor, text: laidLetters(this.layout, this.ground.values)});
    this.#settle();
  }

  /** @param {string} tile */
  async addTile(tile) {
    const {round} = this.draft;
    const token = tile === "?" ? await this.#askBlank() : tile;
    if (token && this.#writesIn(round)) this.place(this.layout.written + token);
  }

  /** Whether it is still that round which is written in: choosing and dragging take their time. @param {number} round */
  #writesIn(round) {
    return this.writing && this.draft.round === round;
  }

  /** On the board a letter lays its tile at the cursor, or where the focus is, and Backspace takes the last one back. @param {KeyboardEvent} event */
  #press(event) {
    if (!this.writing || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toUpperCase();
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

  /** Lights the square that a dragged tile would be laid on. @param {Element | null} under */
  #aim(under) {
    const square = under?.closest("#board .square:not(.has-tile)") ?? null;
    if (square === this.aimed) return;
    this.aimed?.classList.remove("aimed");
    square?.classList.add("aimed");
    this.aimed = square;
  }

  /** A tile was dragged: onto a square, or from its square off the board. @param {HTMLElement} tile @param {Element | null} under */
  async #drop(tile, under) {
    const round = this.draggedIn;
    if (!this.#writesIn(round)) return;
    const indexOf = (/** @type {Element | null | undefined} */ element) => this.board.squares.indexOf(/** @type {HTMLElement} */ (element?.closest(".square")));
    const [from, to] = [indexOf(tile), indexOf(under)];
    const [row, column] = [Math.floor(to / SIZE), to % SIZE];
    const laid = laidTiles(this.layout, this.ground.values);
    const isMoved = (/** @type {import("./slip.js").Laid} */ one) => one.row * SIZE + one.column === from;
    const others = laid.filter((one) => !isMoved(one));
    if (to < 0 && from >= 0) return this.#lie({anchor: others[0] ? {...others[0], direction: this.#direction} : null, text: others.map(({token}) => token).join("")});
    if (to < 0 || to === from || this.ground.cells[row][column]) return;
    const letter = from < 0 ? /** @type {string} */ (tile.dataset.tile) : laid.find(isMoved)?.token;
    const token = letter === "?" ? await this.#askBlank() : letter;
    if (token && this.#writesIn(round)) this.#lie(withDropped({row, column, token}, others, this.#direction, this.ground.cells));
  }

  get #direction() {
    return this.draft.anchor?.direction ?? "across";
  }

  /** Tiles laid by hand. @param {{anchor: Start | null, text: string}} laid */
  #lie({anchor, text}) {
    this.typed = "";
    this.edit({anchor: anchor && {row: anchor.row, column: anchor.column, direction: anchor.direction}, text});
    this.#settle();
  }

  shuffle() {
    for (let at = this.order.length - 1; at > 0; at--) {
      const other = Math.floor(Math.random() * (at + 1));
      [this.order[at], this.order[other]] = [this.order[other], this.order[at]];
    }
    this.#showRack();
  }

  /** The word field then shows the whole word; while someone types, it is theirs alone. */
  #settle() {
    if (this.draft.text !== this.layout.written) this.edit({text: this.layout.written});
    this.#showFields(true);
  }

  /** Capitals as they are meant, under the fingers of who types; the caret stays where it is. */
  #showTyped() {
    const {word} = this.fields;
    if (word.value === this.draft.text || word.value.length !== this.draft.text.length) return;
    const caret = word.selectionStart;
    word.value = this.draft.text;
    word.setSelectionRange(caret, caret);
  }

  #lay() {
    this.layout = layWord(wordTokens(this.draft.text, this.ground.values), this.draft.anchor, this.ground);
  }

  /** @param {boolean} [all] also the field that is being typed in */
  #showFields(all = false) {
    const {reference, word, score} = this.fields;
    const ref = this.layout.start ? formatReference(this.layout.start, this.options.notation) : "";
    const show = (/** @type {HTMLInputElement} */ field, /** @type {string} */ text) => {
      if ((all || document.activeElement !== field) && field.value !== text) field.value = text;
    };
    if (!this.referenceBad) show(reference, ref);
    show(word, this.draft.text);
    show(score, this.draft.score);
  }

  #show() {
    const {laid, start, next} = this.layout;
    const pending = new Map(laid.map(({row, column, token}) => [row * SIZE + column, token]));
    const cursor = this.writing ? (this.draft.text ? start && next : this.draft.anchor) : null;
    const {cells, values} = this.ground;
    this.board.draw({cells, values, fresh: this.fresh, pending: this.open ? pending : new Map(), cursor});
    this.#showRack();
    this.#showBlanks();
    this.#showHint();
  }

  #showRack() {
    const {rack, values} = this.ground;
    const used = usedTiles(rack, this.layout.laid);
    const {stacked, strings} = this.options;
    const left = (/** @type {string} */ text) => rack.filter((tile, at) => tile === text && !used[at]).length;
    const shown = stacked ? this.order.filter((at) => rack.indexOf(rack[at]) === at) : this.order;
    const tiles = shown.map((at) => {
      const tile = /** @type {HTMLButtonElement} */ (tileElement(rack[at], values, "button"));
      const gone = stacked ? !left(rack[at]) : used[at];
      const name = rack[at] === "?" ? strings.blank : rack[at];
      tile.type = "button";
      tile.dataset.tile = rack[at];
      tile.classList.toggle("used", gone);
      tile.disabled = gone || !this.writing;
      tile.setAttribute("aria-label", stacked ? fill(strings.stack, {tile: name, left: left(rack[at])}) : name);
      if (stacked) tile.append(make("span", "tile-count", `×${left(rack[at])}`));
      tile.addEventListener("click", () => this.addTile(rack[at]));
      return tile;
    });
    this.rackRoot.replaceChildren(...tiles);
  }

  /** When equal letters leave it open which of them is the blank, the player says so. */
  #showBlanks() {
    const root = find("#blank-choices");
    const choices = blankChoices(this.layout, this.ground);
    root.hidden = !choices.length || !this.writing;
    find("div", root).replaceChildren(
      ...choices.map((word) => {
        const button = make("button", "button");
        button.setAttribute("type", "button");
        button.setAttribute("aria-pressed", String(word === this.layout.word));
        button.append(wordElement(word, this.ground.values));
        button.addEventListener("click", () => this.place(word));
        return button;
      }),
    );
  }

  #showHint() {
    const {problem} = this.layout;
    const {strings} = this.options;
    const hint = find("#hint");
    const code = this.referenceBad ? "bad_reference" : problem?.code;
    hint.textContent = code ? fill(strings[code], {letters: problem?.letters ?? ""}) : this.#goodWords();
    hint.classList.toggle("warn", Boolean(code) && code !== "no_word" && code !== "no_square");
    this.fields.reference.setAttribute("aria-invalid", String(this.referenceBad));
  }

  /** The slip in one line, so that it can be read over before it goes. */
  #goodWords() {
    const {word, ref} = this.written;
    const direction = this.layout.start?.direction ?? "across";
    return `${readableWord(word, this.ground.values)} ${ref} ${this.options.strings[direction]}`;
  }

  /** @returns {Promise<string>} the letter that the blank is to stand for, in lower case; "" when it was put back */
  #askBlank() {
    const letters = Object.keys(this.ground.values).filter((letter) => letter !== "?");
    const buttons = letters.map((letter) => {
      const button = make("button", "button", letter);
      button.setAttribute("value", letter.toLowerCase());
      return button;
    });
    find(".letters", this.dialog).replaceChildren(...buttons);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    return new Promise((resolve) => this.dialog.addEventListener("close", () => resolve(this.dialog.returnValue), {once: true}));
  }
}
