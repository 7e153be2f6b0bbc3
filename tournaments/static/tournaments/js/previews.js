// The picture of the document that is pointed at or focused, after a moment: none is drawn while passing over the list.

const PAUSE = 350;
const picture = /** @type {HTMLImageElement} */ (document.querySelector("#preview"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;

/** @param {HTMLElement} paper */
function show(paper) {
  clearTimeout(waiting);
  waiting = setTimeout(() => { picture.src = paper.dataset.preview ?? ""; }, PAUSE);
}

picture.addEventListener("load", () => { picture.hidden = false; });
picture.addEventListener("error", () => { picture.hidden = true; });
const papers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-preview]"));
for (const paper of papers) {
  paper.addEventListener("pointerenter", () => show(paper));
  paper.addEventListener("focusin", () => show(paper));
}
if (papers.length) show(papers[0]);
