/**
 * A finished game: the slider shows each round without leaving the page, and the whole game at 0. Each round has a
 * page, from which this script takes the shown part; so a link, the back button and a page without scripts show the
 * same.
 */

import "../tournaments/js/copy.js";
import {find} from "../tournaments/js/text.js";

const WAIT_MS = 80;
/** Interval at which moves of a running search are asked for. */
const LOOK_MS = 2_500;

const address = find("#address");
address.addEventListener("focus", () => address.select());

/** Replace the notice of a running search by its moves once they are there. */
async function lookAgain() {
  const waiting = document.querySelector("#moves[data-searching]");
  if (!waiting) return;
  try {
    const answer = await fetch(window.location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = page.querySelector("#moves:not([data-searching])");
    // Another round may be shown by now.
    if (there && waiting.isConnected) waiting.replaceWith(document.adoptNode(there));
  } catch {
    // No connection: the next try may succeed.
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
  /** True once the slider has changed the address. */
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
      // Another round was requested meanwhile; other errors are shown by the round's own page.
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
    // The back button leads to the first round of the walk, however far it went.
    if (walked) window.history.replaceState(null, "", link.href);
    else window.history.pushState(null, "", link.href);
    walked = true;
  }

  // The browser does not restore replaced parts.
  window.addEventListener("popstate", () => window.location.reload());
}
