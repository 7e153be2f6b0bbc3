/**
 * The director's page of one clock. Its times run here; every other change is taken from the page as the server has it
 * now. A correction that is being typed stays.
 */

import {ask} from "../tournaments/js/http.js";
import {find, pageData} from "../tournaments/js/text.js";
import {followClocks} from "./clock_stream.js";
import {atMoment, overtimeMinutes, written} from "./match_clock.js";

/** @typedef {import("./clock_stream.js").Clock} Clock */

const LOOK = 250;
const RETRY = 2_000;

const config = pageData("config");
/** @type {Clock | undefined} undefined while the wall does not show it: then nothing on it runs */
let clock;
/** The version of the clock and the minutes of overtime that the page shows. */
let shown = config.shown;

const link = followClocks(config, accept, () => link.close());
setInterval(show, LOOK);

/** @param {Clock[]} clocks */
function accept(clocks) {
  const before = clock;
  clock = clocks.find(({id}) => id === config.clock);
  if (before && !clock) refresh("");
  show();
}

function show() {
  if (!clock) return;
  const {version, left} = atMoment(clock, Math.floor(link.time.now()));
  document.querySelectorAll("#clock .time-left").forEach((cell, side) => {
    const text = written(left[side]);
    if (cell.textContent !== text) cell.textContent = text;
  });
  const moment = [version, ...left.map(overtimeMinutes)].join(" ");
  if (moment !== shown) refresh(moment);
}

/** @param {string} moment */
async function refresh(moment) {
  shown = moment;
  const answer = await ask(location.pathname).catch(() => null);
  // Logged out: the reloaded page redirects to the login.
  if (answer?.redirected) location.reload();
  if (!answer?.ok) {
    // One that is refused is not there any more, or not for this person.
    if (!answer || answer.status === 429 || answer.status >= 500) {
      setTimeout(() => shown === moment && refresh(moment), RETRY);
    }
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A later change is under way already.
  if (shown !== moment) return;
  const focused = document.activeElement?.id;
  for (const id of isTyped() ? ["clock", "history"] : ["clock", "times", "history"]) {
    find(`#${id}`).replaceWith(/** @type {HTMLElement} */ (page.getElementById(id)));
  }
  if (focused) document.getElementById(focused)?.focus();
}

/** Tell whether a field of the correction differs from what the server put into it. */
function isTyped() {
  const initials = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("#times [name^=initial-]"));
  return [...initials].some(({name, value}) => find(`#times [name=${name.replace("initial-", "")}]`).value !== value);
}
