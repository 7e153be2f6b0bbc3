/**
 * Tiles dragged with a finger or the mouse: from the rack to a square, from a square to another or off the board.
 *
 * What always holds: a press that moves less than a few pixels is a tap as before; while a tile is dragged the page
 * does not scroll (`touch-action` of tiles that can be dragged); a drag that is broken off changes nothing.
 */

/** So far a press moves before it is a drag. */
const THRESHOLD = 8;
/** A finger hides what it drags: it aims above itself, … */
const LIFT = 40;
/** … and the tile floats above the square that it would be laid on, which is lit. */
const FLOAT = 30;

/**
 * @typedef {object} Dragging
 * @property {(target: Element) => HTMLElement | null} tileAt the tile that a press here may drag
 * @property {(under: Element | null) => void} onAim what lies where it would be let go now; null at the end
 * @property {(tile: HTMLElement, under: Element | null) => void} onDrop `under` is what lies where it was let go
 */

/** @param {HTMLElement[]} roots where tiles lie @param {Dragging} options */
export function makeDraggable(roots, {tileAt, onAim, onDrop}) {
  /** @type {{tile: HTMLElement, x: number, y: number, lift: number, ghost: HTMLElement | null} | null} */
  let held = null;

  /** @param {PointerEvent} event */
  function press(event) {
    const tile = event.isPrimary && event.button === 0 ? tileAt(/** @type {Element} */ (event.target)) : null;
    if (!tile) return;
    held = {tile, x: event.clientX, y: event.clientY, lift: event.pointerType === "mouse" ? 0 : LIFT, ghost: null};
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || !event.isPrimary) return;
    if (!held.ghost && Math.hypot(event.clientX - held.x, event.clientY - held.y) < THRESHOLD) return;
    held.ghost ??= raise(held.tile);
    place(held.ghost, event.clientX, event.clientY - held.lift - FLOAT);
    onAim(document.elementFromPoint(event.clientX, event.clientY - held.lift));
  }

  /** @param {PointerEvent} event */
  function letGo(event) {
    if (!held || !event.isPrimary) return;
    const {tile, ghost, lift} = held;
    end();
    if (!ghost) return;
    // The click that follows is no tap: it would lay the tile once more.
    window.addEventListener("click", swallow, {capture: true, once: true});
    const under = document.elementFromPoint(event.clientX, event.clientY - lift);
    // A moment later: a browser whose touch ends on a tile that is gone takes the next tap for a part of it.
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
}

/** @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** A picture of the tile that follows the pointer. @param {HTMLElement} tile */
function raise(tile) {
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
