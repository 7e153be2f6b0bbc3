/**
 * A game that is over: the slider shows round after round without leaving the page. Each round has a page of its own,
 * from which the part that is shown is taken; so a link, the back button and a page without scripts show the same.
 */

import {find} from "./text.js";

const WAIT_MS = 80;

const address = find("#address");
address.addEventListener("focus", () => address.select());

const walk = document.querySelector(".round-slider");
if (walk instanceof HTMLElement) {
  const slider = find("#slider", walk);
  const links = new Map([...document.querySelectorAll(".round-numbers a")].map((link) => [link.getAttribute("data-round"), link]));
  /** @type {AbortController | null} */
  let asked = null;
  let waiting = 0;

  walk.hidden = false;
  slider.addEventListener("input", () => {
    find("#slider-at", walk).textContent = slider.value;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => show(slider.value), WAIT_MS);
  });

  /** @param {string} number */
  async function show(number) {
    const link = links.get(number);
    if (!(link instanceof HTMLAnchorElement)) return;
    asked?.abort();
    asked = new AbortController();
    try {
      const answer = await fetch(link.href, {signal: asked.signal});
      if (!answer.ok) throw new Error(answer.statusText);
      put(new DOMParser().parseFromString(await answer.text(), "text/html"), link);
    } catch (error) {
      // Another round was wanted meanwhile; anything else the page of the round says itself.
      if (!asked.signal.aborted) window.location.assign(link.href);
    }
  }

  /** @param {Document} page @param {HTMLAnchorElement} link */
  function put(page, link) {
    find("#shown").replaceWith(document.adoptNode(find("#shown", page)));
    document.title = page.title;
    address.value = find("#address", page).value;
    links.forEach((other) => other.removeAttribute("aria-current"));
    link.setAttribute("aria-current", "page");
    window.history.replaceState(null, "", link.href);
  }
}
