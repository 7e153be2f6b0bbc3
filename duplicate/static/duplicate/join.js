/**
 * Joining a game by name: the phone stores the token of the answer and opens the game.
 *
 * Invariant: a phone that already plays stays the same player until somebody says that the phone is theirs now.
 */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {outageIn, refusalOf} from "../tournaments/js/outbox.js";
import {Retries} from "./retries.js";
import {handOver, storeFor} from "../tournaments/js/store.js";
import {fill, find, pageData} from "../tournaments/js/text.js";

const {code, others, play, me} = pageData("config");
const strings = pageData("strings");
const form = find("#join-form");
const name = find("#name");
const partner = find("#partner");
const error = find("#name-error");
const waiting = find("#waiting");
const button = find("button", form);

// A player of another game of the event joins this one with the same token.
const codes = [code, ...others];
const token = codes.map((one) => storeFor(one).get("token")).find(Boolean);
const earlier = token ? nameOf(token) : Promise.resolve("");
if (token) showKnown();

/** Return the name of the player of this phone; "" where it cannot be found out now, null if nobody plays. @param {string} known */
async function nameOf(known) {
  try {
    const answer = await ask(me, {headers: {Authorization: `Bearer ${known}`}});
    if (answer.status === 401 || answer.status === 403) return null;
    return (await jsonOf(answer)).name ?? "";
  } catch {
    return "";
  }
}

async function showKnown() {
  const [known, formWasHidden] = [find("#known"), form.hidden];
  known.hidden = false;
  form.hidden = true;
  const other = find("#someone-else");
  other.hidden = formWasHidden;
  other.addEventListener("click", () => {
    other.hidden = true;
    form.hidden = false;
    find("#leaves").hidden = false;
    name.focus();
  });
  const playing = await earlier;
  if (playing === null) {
    known.hidden = true;
    find("#leaves").hidden = true;
    form.hidden = formWasHidden;
  } else if (playing) {
    find("#go-on").textContent = fill(strings.goOn, {name: playing});
    find("#leaves").textContent = fill(strings.leaves, {name: playing});
  }
}

/** Compare names without accents and in any order. @param {string} names */
const words = (names) => names.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).sort().join(" ");

/** @param {string} problem */
function say(problem) {
  error.textContent = problem;
  error.hidden = !problem;
  name.setAttribute("aria-invalid", String(Boolean(problem)));
  if (problem) name.focus();
}

/** @param {number} status @param {any} said */
function sayRefusal(status, said) {
  say(outageIn(status, said) || (status < 500 && refusalOf(status, said).detail) || strings.busy);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;
const retries = new Retries();

/** Retry later by itself when the server has too many requests, or an outage. @param {Response} answer @param {any} said */
function tryLater(answer, said) {
  const seconds = retries.next(answer);
  if (seconds === null) return false;
  waiting.textContent = outageIn(answer.status, said) || fill(strings.waiting, {seconds: String(seconds)});
  waiting.hidden = false;
  again = setTimeout(() => form.requestSubmit(), seconds * 1000);
  return true;
}

function stopWaiting() {
  clearTimeout(again);
  waiting.hidden = true;
}

async function join() {
  const playing = await earlier;
  if (playing && words(`${name.value} ${partner.value}`) === words(playing)) return location.assign(play);
  const headers = {"Content-Type": "application/json"};
  const answer = await ask(form.action, {method: "POST", headers, body: JSON.stringify({name: name.value, partner: partner.value})});
  const said = await jsonOf(answer);
  if (tryLater(answer, said)) return say("");
  if (!answer.ok || !said.token) return sayRefusal(answer.status, said);
  // Store the token for all games of the event that this phone knows.
  for (const one of codes) if (one === code || storeFor(one).get("token")) handOver(one, said.token);
  location.assign(play);
}

form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  stopWaiting();
  if (!name.value.trim()) return say(strings.nameMissing);
  button.disabled = true;
  try {
    await join();
  } catch {
    say(strings.network);
  } finally {
    button.disabled = false;
  }
});

// After a change of the name wait for the button again.
form.addEventListener("input", stopWaiting);
button.disabled = false;
