/**
 * Times in the reader's own zone, beside those that a page shows in another one. Nothing is added where both clocks
 * show the same.
 */

import {fill} from "./text.js";

/** Where times are from: an IANA name, its city, and the sentence of the reader's own time. @typedef {{zone: string, city: string, yours: string}} Place */

/** @type {Intl.DateTimeFormatOptions} */
const TIME = {hour: "2-digit", minute: "2-digit", hourCycle: "h23"};
/** @type {Intl.DateTimeFormatOptions} */
const DAY = {day: "numeric", month: "short"};

/** English pages write the day before the month, as `deploy.formats` does. */
const language = () => (document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang) || [];

/** Return the minutes east of UTC in a moment such as 2026-10-25T02:30:00+01:00. @param {string} iso */
export function offsetIn(iso) {
  const found = /([+-])(\d\d):(\d\d)$/.exec(iso);
  return found ? (found[1] === "-" ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0;
}

/** Return the reader's own time of a moment, with the day if it is another one; "" if clocks here show the same. @param {string} iso */
export function ownTime(iso) {
  const at = new Date(iso);
  const own = -at.getTimezoneOffset();
  if (own === offsetIn(iso)) return "";
  const here = new Date(at.getTime() + own * 60_000).toISOString().slice(0, 10);
  return at.toLocaleString(language(), here === iso.slice(0, 10) ? TIME : {...DAY, ...TIME});
}

/**
 * Write the time of day where an event is, and the reader's own if it is another.
 * @param {number} moment milliseconds since 1970
 * @param {Place} place
 */
export function timeAt(moment, {zone, city, yours}) {
  const at = new Date(moment);
  const own = at.toLocaleTimeString(language(), TIME);
  let there = own;
  try {
    there = at.toLocaleTimeString(language(), {...TIME, timeZone: zone});
  } catch {
    // A zone that is newer than this browser.
  }
  return there === own ? own : `${there} (${city}), ${fill(yours, {time: own})}`;
}

/** Add the reader's own time to the times of a page or a part of it. @param {ParentNode} part @param {string} yours */
export function showOwnTimes(part, yours) {
  for (const element of part.querySelectorAll("time.moment")) {
    const iso = element.getAttribute("datetime") ?? "";
    const others = element.closest(".moments")?.querySelectorAll("time.moment") ?? [element];
    const own = [...others].every(other => ownTime(other.getAttribute("datetime") ?? "")) ? ownTime(iso) : "";
    if (!own || element !== others[0] || element.querySelector(".own-time")) continue;
    const zone = element.getAttribute("data-zone");
    const added = document.createElement("span");
    added.className = "own-time";
    added.textContent = `${zone ? ` (${zone})` : ""} · ${fill(yours, {time: own})}`;
    element.append(added);
  }
}

const script = typeof document === "undefined" ? null : document.getElementById("moments");
if (script) {
  const yours = script.dataset.yours ?? "";
  showOwnTimes(document, yours);
  // Parts that htmx puts into the page.
  document.addEventListener("htmx:load", event => showOwnTimes(/** @type {Element} */ (event.target).parentElement ?? document, yours));
}
