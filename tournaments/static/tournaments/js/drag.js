/**
 * Dragging tiles with a finger or the mouse: from the rack to a square, from a square to another or off the board.
 *
 * Invariants: a press that moves less than a few pixels is a tap; during a drag the page does not scroll (`touch-
 * action` of tiles); a cancelled drag changes nothing.
 */

/** Distance at which a press becomes a drag. */
const THRESHOLD = 8;
/** A finger hides its target: the drag aims this far above the finger, … */
const LIFT = 40;
/** … and the tile floats above the target square, which is highlighted. */
const FLOAT = 30;

/**
 * @typedef {object} Dragging
 * @property {(target: Element) => HTMLElement | null} tileAt the tile that a press here may drag
 * @property {(under: Element | null) => void} onAim the element where it would be dropped now; null at the end
 * @property {(tile: HTMLElement, under: Element | null) => void} onDrop `under` is the element where it was dropped
 */

/**
 * @param {HTMLElement[]} roots where tiles lie
 * @param {Dragging} options
 * @returns {{aim: () => void}} `aim` looks again for what is under a tile that rests
 */
export function makeDraggable(roots, {tileAt, onAim, onDrop}) {
  /** @type {{tile: HTMLElement, x: number, y: number, lift: number, toX: number, toY: number, ghost: HTMLElement | null} | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function press(event) {
    const tile = event.isPrimary && event.button === 0 ? tileAt(/** @type {Element} */ (event.target)) : null;
    if (!tile) return;
    const {clientX: x, clientY: y} = event;
    held = {tile, x, y, toX: x, toY: y, lift: event.pointerType === "mouse" ? 0 : LIFT, ghost: null};
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || !event.isPrimary) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < THRESHOLD) return;
    held.ghost ??= makeGhost(held.tile);
    [held.toX, held.toY] = [event.clientX, event.clientY - held.lift];
    place(held.ghost, held.toX, held.toY - FLOAT);
    aim();
  }

  function aim() {
    if (held?.ghost) onAim(document.elementFromPoint(held.toX, held.toY));
  }

  /** @param {PointerEvent} event */
  function letGo(event) {
    if (!held || !event.isPrimary) return;
    const {tile, ghost, lift} = held;
    end();
    if (!ghost) return;
    // Swallow the click that follows: it would lay the tile once more.
    window.addEventListener("click", swallow, {capture: true, once: true});
    const under = document.elementFromPoint(event.clientX, event.clientY - lift);
    // Wait a moment: a browser whose touch ends on a removed tile takes the next tap as a part of it.
    setTimeout(() => {
      window.removeEventListener("click", swallow, {capture: true});
      onDrop(tile, under);
    });
  }

  function end() {
    onAim(null);
    held?.ghost?.remove();
    held?.tile.classList.remove("lifted");
    held = null;
  }

  for (const root of roots) {
    root.addEventListener("pointerdown", press);
    root.addEventListener("dragstart", (event) => event.preventDefault());
  }
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", letGo);
  window.addEventListener("pointercancel", end);
  return {aim};
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** Make a picture of the tile that follows the pointer. @param {HTMLElement} tile */
function makeGhost(tile) {
  const ghost = /** @type {HTMLElement} */ (tile.cloneNode(true));
  ghost.className = "tile dragged";
  ghost.classList.toggle("blank", tile.classList.contains("blank"));
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("id");
  document.body.append(ghost);
  tile.classList.add("lifted");
  return ghost;
}

/** @param {HTMLElement} ghost @param {number} x @param {number} y */
function place(ghost, x, y) {
  ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
}
