/**
 * Zoom into a board with small squares: it grows around one of them, and scrolls in the frame that it filled before.
 *
 * Invariants: the frame keeps its height, so that nothing else moves or is covered; a board whose squares are large
 * enough for a fingertip is never zoomed.
 */

/** Width in pixels from which a square needs no zoom (WCAG 2.2, 2.5.8). */
const LARGE_ENOUGH = 24;
/** Time after which a dragged tile that rests zooms in, or scrolls at an edge (ms). */
const REST = 500;
const ANIMATION = {duration: 150, easing: "ease-out"};

export class BoardZoom {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement[]} squares
   * @param {() => HTMLElement} centre the square around which the button zooms
   */
  constructor(root, squares, centre) {
    this.root = root;
    this.squares = squares;
    this.area = /** @type {HTMLElement} */ (squares[0].closest(".board-squares"));
    this.button = document.getElementById("zoom");
    this.isOn = false;
    /** Width of the window when it was zoomed. */
    this.width = 0;
    /** @type {Element | null} the square that a dragged tile aims at */
    this.aimed = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    this.button?.addEventListener("click", () => (this.isOn ? this.leave() : this.zoomInto(centre())));
    const resizing = new ResizeObserver(() => this.#resized());
    for (const element of [root, /** @type {Element} */ (root.firstElementChild)]) resizing.observe(element);
  }

  /**
   * Zoom into the board around a square. All is measured before `draw` changes the page, so that it is laid out once.
   * @param {Element} square @param {() => void} [draw]
   */
  zoomInto(square, draw = () => {}) {
    if (this.isOn || !this.#isSmall) return draw();
    this.width = innerWidth;
    const before = square.getBoundingClientRect();
    const styles = this.#styles();
    draw();
    this.#set(true, styles);
    const after = square.getBoundingClientRect();
    // The square stays under the finger, …
    this.root.scrollBy(after.left + after.width / 2 - before.left - before.width / 2, after.top + after.height / 2 - before.top - before.height / 2);
    // … but for one at an edge.
    this.reveal(square);
    this.#animate(square, before.width / after.width);
  }

  /** Show the whole board. */
  leave() {
    if (this.isOn) this.#set(false, {frame: {}, area: {}});
  }

  /** Scroll by as little as shows a square and its neighbours. @param {Element} square */
  reveal(square) {
    if (!this.isOn) return;
    const [frame, box] = [this.root.getBoundingClientRect(), square.getBoundingClientRect()];
    this.root.scrollBy(excess(box.left, box.right, frame.left, frame.right, box.width), excess(box.top, box.bottom, frame.top, frame.bottom, box.height));
  }

  /**
   * Follow a dragged tile: where it rests the board is zoomed, and at an edge it scrolls.
   * @param {Element | null} under the element under the tile; null at the end
   * @param {() => void} onMoved another element is under the tile now
   */
  follow(under, onMoved) {
    const square = this.root.contains(under) ? (under?.closest(".square") ?? null) : null;
    if (square === this.aimed) return;
    this.aimed = square;
    clearTimeout(this.rest);
    if (!square) return;
    this.rest = setTimeout(() => {
      if (this.isOn) this.reveal(square);
      else this.zoomInto(square);
      onMoved();
    }, REST);
  }

  get #isSmall() {
    const width = this.squares[0].offsetWidth;
    return width > 0 && width < LARGE_ENOUGH;
  }

  /** Return the styles when zoomed: the frame keeps its height, the squares are scaled. */
  #styles() {
    const {width} = this.area.getBoundingClientRect();
    return {
      frame: {height: `${this.root.getBoundingClientRect().height}px`, maxWidth: "100%", aspectRatio: "auto"},
      area: {width: `${width}px`, fontSize: getComputedStyle(this.area).fontSize, transform: this.#scale(width)},
    };
  }

  /** @param {boolean} isOn @param {{frame: Partial<CSSStyleDeclaration>, area: Partial<CSSStyleDeclaration>}} styles */
  #set(isOn, {frame, area}) {
    const {root, button} = this;
    this.isOn = isOn;
    root.removeAttribute("style");
    this.area.removeAttribute("style");
    Object.assign(root.style, frame);
    Object.assign(this.area.style, area);
    root.classList.toggle("zoomed", isOn);
    if (!button) return;
    button.toggleAttribute("data-on", isOn);
    for (const label of button.children) /** @type {HTMLElement} */ (label).hidden = label.matches(".zoom-in") === isOn;
  }

  /** Return what scales squares of this width to those of the page's letters. @param {number} width of all squares */
  #scale(width) {
    const letters = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const size = letters * parseFloat(getComputedStyle(this.root).getPropertyValue("--square-size"));
    return `scale(${(15 * size + 14) / width})`;
  }

  /**
   * Leave the zoom when the window has another width, as when a phone is turned. A keyboard changes only its height. When
   * letters have another size, scale the squares anew.
   */
  #resized() {
    if (this.isOn && this.width !== innerWidth) this.leave();
    if (this.isOn) this.area.style.transform = this.#scale(parseFloat(this.area.style.width));
    if (this.button && !this.isOn) this.button.hidden = !this.#isSmall;
  }

  /** Let the board grow around a square. @param {Element} square @param {number} scale of the board before */
  #animate(square, scale) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const grid = /** @type {HTMLElement} */ (this.root.firstElementChild);
    const [frame, box] = [grid.getBoundingClientRect(), square.getBoundingClientRect()];
    grid.style.transformOrigin = `${box.left + box.width / 2 - frame.left}px ${box.top + box.height / 2 - frame.top}px`;
    grid.animate({transform: [`scale(${scale})`, "none"]}, ANIMATION);
  }
}

/**
 * Return how far a box, with a margin on both sides, sticks out of its frame.
 * @param {number} low @param {number} high @param {number} from @param {number} to @param {number} margin
 */
function excess(low, high, from, to, margin) {
  return Math.min(0, low - margin - from) || Math.max(0, high + margin - to);
}
