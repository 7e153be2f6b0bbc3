// Preview of the pointed or focused document, after a moment: passing over the list loads none.

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
