"""Which controls of a page cannot be reached: something else lies over their centre when they are in view."""

FIND_UNREACHABLE = r"""() => {
  const kinds = ["a[href]", "button", "input", "select", "textarea", "summary", "[role=gridcell]", "[tabindex='0']"];
  const root = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
  const boxOf = (one) => [...one.getClientRects()].find((box) => box.width > 1 && box.height > 1);
  const middleOf = (one) => {
    const box = boxOf(one);
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  // A skip link lies outside the page until it has the focus; what is a pixel large is tapped by its label.
  const isShown = (one) =>
    one.checkVisibility({visibilityProperty: true}) && !one.closest("[inert], .skip-link") && boxOf(one);
  // A square that is scrolled out of the frame of its board, or under the labels at the edges, is out of view.
  const isInFrame = (one, x, y) => {
    const board = one.parentElement?.closest(".board.zoomed");
    if (!board) return true;
    const frame = board.getBoundingClientRect();
    const labels = parseFloat(getComputedStyle(board).scrollPaddingTop);
    return x >= frame.left + labels && x < frame.right && y >= frame.top + labels && y < frame.bottom;
  };
  const isInView = (one) => {
    const [x, y] = middleOf(one);
    return x >= 0 && x < innerWidth && y >= 0 && y < innerHeight && isInFrame(one, x, y);
  };
  const nameOf = (one) => {
    const said = (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\s+/g, " ").slice(0, 30);
    return `${one.localName}${one.id && "#" + one.id} “${said}”`;
  };
  const coverOf = (one) => {
    const hit = document.elementFromPoint(...middleOf(one));
    if (!hit) return "the edge of the screen";
    return one.contains(hit) || hit.closest("label")?.control === one ? "" : nameOf(hit);
  };

  // The first control for each that covers some, and how many there are.
  const found = new Map();
  const look = (one, when) => {
    const cover = coverOf(one);
    if (!cover) return;
    const key = `${when}, under ${cover}: `;
    found.set(key, [...(found.get(key) ?? []), nameOf(one)]);
  };
  const walk = (those, when) => {
    for (const one of those) {
      one.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
      look(one, when);
    }
  };
  const controls = [...root.querySelectorAll(kinds.join())].filter(isShown);
  scrollTo({top: 0, behavior: "instant"});
  for (const one of controls.filter(isInView)) look(one, "at the top");
  walk(controls, "downwards");
  scrollTo({top: document.documentElement.scrollHeight, behavior: "instant"});
  walk(controls.toReversed(), "upwards");
  scrollTo({top: 0, behavior: "instant"});
  return [...found].map(([key, names]) => `${key}${names.length} controls, such as ${names[0]}`);
}"""


def find_unreachable(page):
    """Return a line for what covers controls: where the page lies when it is opened, and when one goes through all its
    controls downwards and upwards, each brought into view by as little as is needed, as the keyboard does.
    """
    return page.evaluate(FIND_UNREACHABLE)
