/**
 * A game that is over: the slider shows round after round without leaving the page, and at 0 the game as a whole. Each
 * has a page of its own, from which the part that is shown is taken; so a link, the back button and a page without
 * scripts show the same.
 */

import {find} from "../tournaments/js/text.js";

const WAIT_MS = 80;
/** So often it is asked whether moves that are being searched for are there. */
const LOOK_MS = 2_500;

const address = find("#address");
address.addEventListener("focus", () => address.select());
find("#copy").addEventListener("click", async () => {
  const button = find("#copy");
  address.select();
  // Without HTTPS browsers have the old way alone.
  if (navigator.clipboard) await navigator.clipboard.writeText(address.value);
  else document.execCommand("copy");
  button.textContent = button.dataset.done;
});

/** What is being searched for when the page comes up is put in its place once it is there. */
async function lookAgain() {
  const waiting = document.querySelector("#moves[data-searching]");
  if (!waiting) return;
  try {
    const answer = await fetch(window.location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = page.querySelector("#moves:not([data-searching])");
    // Meanwhile another round may be shown.
    if (there && waiting.isConnected) waiting.replaceWith(document.adoptNode(there));
  } catch {
    // The line is cut: the next look may do better.
  }
}
setInterval(lookAgain, LOOK_MS);

const walk = document.querySelector(".round-slider");
if (walk instanceof HTMLElement) {
  const slider = find("#slider", walk);
  const links = new Map([...document.querySelectorAll(".round-numbers a")].map((link) => [link.getAttribute("data-round"), link]));
  /** @type {AbortController | null} */
  let asked = null;
  let waiting = 0;
  /** Whether the address is already another one than that which was opened. */
  let walked = false;

  walk.hidden = false;
  slider.addEventListener("input", () => {
    const whole = slider.value === "0";
    find("#slider-at", walk).textContent = whole ? "–" : slider.value;
    slider.ariaValueText = whole ? find(".whole-game").textContent : null;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => show(slider.value), WAIT_MS);
  });

  /** @param {string} number */
  async function show(number) {
    const link = links.get(number);
    if (!(link instanceof HTMLAnchorElement)) return;
    asked?.abort();
    const mine = new AbortController();
    asked = mine;
    try {
      const answer = await fetch(link.href, {signal: mine.signal});
      if (!answer.ok) throw new Error(answer.statusText);
      put(new DOMParser().parseFromString(await answer.text(), "text/html"), link);
    } catch {
      // Another round was wanted meanwhile; anything else the page of the round says itself.
      if (!mine.signal.aborted) window.location.assign(link.href);
    }
  }

  /** @param {Document} page @param {HTMLAnchorElement} link */
  function put(page, link) {
    find("#shown").replaceWith(document.adoptNode(find("#shown", page)));
    document.title = page.title;
    address.value = find("#address", page).value;
    links.forEach((other) => other.removeAttribute("aria-current"));
    link.setAttribute("aria-current", "page");
    // One step back leads to where the walk began, however far it went.
    if (walked) window.history.replaceState(null, "", link.href);
    else window.history.pushState(null, "", link.href);
    walked = true;
  }

  // What was exchanged is not put back by the browser.
  window.addEventListener("popstate", () => window.location.reload());
}
