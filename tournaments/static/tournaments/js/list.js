/** Keys of a list: / goes to its search field, ← and → to the page before and after. */

const LINKS = new Map([["ArrowLeft", "a[rel=prev]"], ["ArrowRight", "a[rel=next]"]]);

document.addEventListener("keydown", event => {
  const at = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (at.closest("input, select, textarea, [contenteditable], [role=dialog], dialog, .scroll")) return;
  const key = event.key;
  const found = key === "/" ? document.getElementById("part-q") : document.querySelector(LINKS.get(key) ?? "#no-key");
  if (!(found instanceof HTMLElement)) return;
  event.preventDefault();
  if (found instanceof HTMLInputElement) found.select();
  if (found instanceof HTMLAnchorElement) found.click();
  else found.focus();
});
