// The picture of the document that is pointed at or focused, after a moment: none is drawn while passing over the list.

const PAUSE = 350;
const picture = document.querySelector("#preview");
let waiting;

function show(paper) {
  clearTimeout(waiting);
  waiting = setTimeout(() => { picture.src = paper.dataset.preview; }, PAUSE);
}

picture.addEventListener("load", () => { picture.hidden = false; });
picture.addEventListener("error", () => { picture.hidden = true; });
for (const paper of document.querySelectorAll("[data-preview]")) {
  paper.addEventListener("pointerenter", () => show(paper));
  paper.addEventListener("focusin", () => show(paper));
}
const first = document.querySelector("[data-preview]");
if (first) show(first);
