/**
 * The board as elements: 15 x 15 squares with premiums, tiles with values, labels in the game's notation.
 *
 * `mountBoard(root, options)` builds it once; `draw(position)` changes only the squares that differ. A board with
 * `onChoose` is a grid for arrow keys, and a tap, Enter or space chooses a square; a `readable` one can be walked and
 * read aloud; any other is a picture with a label.
 */

import {columnLabels, formatReference, isBlank, rowLabels, SIZE, stepped, wordTokens, parseReference, onBoard, plain, readingDirection} from "./notation.js";
import {fill, make} from "./text.js";
import {tileElement} from "./tiles.js";

/** @typedef {"L2" | "L3" | "W2" | "W3" | "start" | ""} Premium */
/**
 * @typedef {object} Position
 * @property {string[][]} cells the tiles on the board: "" empty, lower case a blank
 * @property {Record<string, number>} values
 * @property {Set<number>} [fresh] squares (row * 15 + column) of the last move
 * @property {Map<number, string>} [pending] tiles laid but not sent, by square
 * @property {import("./notation.js").Start | null} [cursor] where the next tile goes
 */
/**
 * @typedef {object} BoardOptions
 * @property {import("./notation.js").Convention} notation
 * @property {Record<string, string>} strings those of `board_strings()`
 * @property {(row: number, column: number) => void} [onChoose]
 * @property {boolean} [readable]
 */

/** The top left quarter, centre row and column included: the board is symmetrical. "4" word x3, "3" x2, "2" letter x3, "1" x2. */
const QUARTER = ["40010004", "03000200", "00300010", "10030001", "00003000", "02000200", "00100010", "4001000*"];
const PREMIUM_KEYS = {"0": "", "1": "L2", "2": "L3", "3": "W2", "4": "W3", "*": "start"};

/** @param {number} row @param {number} column @returns {Premium} */
export function premium(row, column) {
  const mark = QUARTER[Math.min(row, SIZE - 1 - row)][Math.min(column, SIZE - 1 - column)];
  return /** @type {Premium} */ (PREMIUM_KEYS[/** @type {keyof typeof PREMIUM_KEYS} */ (mark)]);
}

/**
 * Return the squares that a move covers, through-letters included.
 * @param {{word: string, ref: string} | null} move
 * @param {import("./notation.js").Convention} notation
 * @param {Record<string, number>} values
 * @returns {Set<number>}
 */
export function moveSquares(move, notation, values) {
  const start = move?.word ? parseReference(move.ref, notation) : null;
  if (!move || !start) return new Set();
  const squares = wordTokens(move.word, values).map((_, index) => stepped(start, index));
  return new Set(squares.filter(onBoard).map(({row, column}) => row * SIZE + column));
}

/**
 * @param {HTMLElement} root
 * @param {BoardOptions} options
 */
export function mountBoard(root, options) {
  const walked = Boolean(options.onChoose || options.readable);
  const squares = buildSquares(root, options, walked);
  /** @type {string[]} the contents of each square, so that drawing changes only the squares that differ */
  const shown = Array(SIZE * SIZE).fill("");
  if (walked) makeWalkable(root, squares, options.onChoose);

  /** @param {Position} position */
  function draw(position) {
    const {cursor} = position;
    const reading = readingDirection(position.values);
    // Setting it again would compute the style of all squares.
    if (root.dir !== reading) root.dir = reading;
    const cursorAt = cursor ? cursor.row * SIZE + cursor.column : -1;
    squares.forEach((square, index) => {
      const pending = position.pending?.get(index) ?? "";
      const token = pending || position.cells[Math.floor(index / SIZE)][index % SIZE];
      const direction = cursor && index === cursorAt ? cursor.direction : "";
      const fresh = !pending && position.fresh?.has(index) ? "fresh" : "";
      const state = [token, pending ? "pending" : fresh, direction].join(" ");
      if (state === shown[index]) return;
      shown[index] = state;
      drawSquare(square, {token, look: pending ? "pending" : fresh, direction, values: position.values});
      if (walked) square.setAttribute("aria-label", describe(index, token, direction, options, position.values));
    });
  }

  /** @type {Element | null} */
  let aimed = null;

  /** Light the empty square that a dragged tile would be laid on. @param {Element | null} under the element under the tile */
  function aim(under) {
    const square = root.contains(under) ? (under?.closest(".square:not(.has-tile)") ?? null) : null;
    if (square === aimed) return;
    aimed?.classList.remove("aimed");
    square?.classList.add("aimed");
    aimed = square;
  }

  return {draw, squares, aim};
}

/**
 * @param {HTMLElement} square
 * @param {{token: string, look: string, direction: string, values: Record<string, number>}} content
 */
function drawSquare(square, {token, look, direction, values}) {
  square.querySelector(".tile")?.remove();
  square.classList.toggle("has-tile", token !== "");
  square.classList.toggle("cursor", direction !== "");
  square.dataset.direction = direction;
  if (!token) return;
  const tile = tileElement(token, values);
  if (look) tile.classList.add(look);
  square.append(tile);
}

/**
 * @param {HTMLElement} root
 * @param {BoardOptions} options
 * @param {boolean} walked
 * @returns {HTMLElement[]} the 225 squares, row by row
 */
function buildSquares(root, {notation, strings, onChoose}, walked) {
  const grid = make("div", "board-grid");
  const cellRole = walked ? "gridcell" : "presentation";
  grid.setAttribute("role", walked ? "grid" : "img");
  if (!onChoose && walked) grid.setAttribute("aria-readonly", "true");
  grid.setAttribute("aria-label", strings.board);
  const lines = make("div", "board-squares");
  /** @type {HTMLElement[]} */
  const squares = [];
  for (let row = 0; row < SIZE; row++) {
    const line = make("div", "board-row");
    if (walked) line.setAttribute("role", "row");
    for (let column = 0; column < SIZE; column++) {
      const square = buildSquare(premium(row, column), strings);
      square.setAttribute("role", cellRole);
      squares.push(square);
      line.append(square);
    }
    lines.append(line);
  }
  grid.append(buildLabels("board-columns", columnLabels(notation)), buildLabels("board-rows", rowLabels(notation)), lines);
  root.classList.add("board");
  root.classList.toggle("choosable", Boolean(onChoose));
  root.replaceChildren(grid);
  return squares;
}

/** @param {string} side @param {string[]} labels */
function buildLabels(side, labels) {
  const line = make("div", side);
  line.setAttribute("aria-hidden", "true");
  line.append(...labels.map((label) => make("span", "board-label", label)));
  return line;
}

/** @param {Premium} kind @param {Record<string, string>} strings */
function buildSquare(kind, strings) {
  const square = make("div", "square");
  if (kind) {
    square.dataset.premium = kind;
    square.append(make("span", "square-premium", kind === "start" ? "★" : strings[kind]));
  }
  return square;
}

/**
 * Describe a square for a screen reader.
 * @param {number} index
 * @param {string} token
 * @param {string} direction
 * @param {BoardOptions} options
 * @param {Record<string, number>} values
 */
function describe(index, token, direction, {notation, strings}, values) {
  const [row, column] = [Math.floor(index / SIZE), index % SIZE];
  const parts = [formatReference({row, column, direction: "across"}, notation)];
  const kind = premium(row, column);
  if (isBlank(token)) parts.push(fill(strings.blankTile, {letter: plain(token)}));
  else if (token) parts.push(fill(strings.tile, {letter: token, value: values[token] ?? 0}));
  else if (kind) parts.push(strings[`${kind}Long`]);
  else parts.push(strings.empty);
  if (direction) parts.push(strings[direction]);
  return parts.join(", ");
}

const STEPS = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};

/**
 * Put one square at a time into the tab order; arrows move it.
 * @param {HTMLElement} root
 * @param {HTMLElement[]} squares
 * @param {(row: number, column: number) => void} [onChoose]
 */
function makeWalkable(root, squares, onChoose) {
  squares.forEach((square) => square.setAttribute("tabindex", "-1"));
  let reachable = squares[7 * SIZE + 7];
  reachable.tabIndex = 0;
  /** @param {HTMLElement} square */
  const makeReachable = (square) => {
    reachable.tabIndex = -1;
    square.tabIndex = 0;
    reachable = square;
  };
  /** @param {EventTarget | null} target */
  const squareAt = (target) => squares.indexOf(/** @type {HTMLElement} */ (/** @type {Element} */ (target).closest(".square")));

  root.addEventListener("click", (event) => {
    const index = squareAt(event.target);
    if (index < 0) return;
    makeReachable(squares[index]);
    onChoose?.(Math.floor(index / SIZE), index % SIZE);
  });
  root.addEventListener("keydown", (event) => {
    const index = squareAt(event.target);
    if (index < 0) return;
    const [row, column] = [Math.floor(index / SIZE), index % SIZE];
    const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
    const across = (step?.[1] ?? 0) * (root.dir === "rtl" ? -1 : 1);
    if (step && onBoard({row: row + step[0], column: column + across})) {
      event.preventDefault();
      makeReachable(squares[(row + step[0]) * SIZE + column + across]);
      reachable.focus();
    } else if (onChoose && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      onChoose(row, column);
    }
  });
}
