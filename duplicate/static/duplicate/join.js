/**
 * Joining a game by name: the token that comes back is kept on this phone, and play begins.
 *
 * What always holds: a phone that plays already goes on as the same player, unless somebody says that it is theirs now.
 */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {refusalOf} from "../tournaments/js/outbox.js";
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

// Who plays in another game of the event is entered in this one too.
const codes = [code, ...others];
const token = codes.map((one) => storeFor(one).get("token")).find(Boolean);
const earlier = token ? nameOf(token) : Promise.resolve("");
if (token) showKnown();

/** Who plays on this phone; "" where that cannot be learnt now, null if nobody does. @param {string} known */
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

/** As far as names are told apart: without accents, in whatever order. @param {string} names */
const words = (names) => names.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/[\s&]+/).filter(Boolean).sort().join(" ");

/** @param {string} problem */
function say(problem) {
  error.textContent = problem;
  error.hidden = !problem;
  name.setAttribute("aria-invalid", String(Boolean(problem)));
  if (problem) name.focus();
}

/** @param {number} status @param {any} said */
function sayRefusal(status, said) {
  const {fields, detail} = refusalOf(status, said);
  const problem = Object.values(fields).flat().join(" ") || detail;
  say(status >= 500 ? strings.busy : problem || strings.busy);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;
const retries = new Retries();

/** Too many at once is nobody's mistake: the phone tries again by itself. @param {Response} answer */
function tryLater(answer) {
  const seconds = retries.next(answer);
  if (seconds === null) return false;
  waiting.textContent = fill(strings.waiting, {seconds: String(seconds)});
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
  if (tryLater(answer)) return say("");
  if (!answer.ok || !said.token) return sayRefusal(answer.status, said);
  // In all games of the event that this phone knows.
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

// A name that is being changed waits for its button.
form.addEventListener("input", stopWaiting);
button.disabled = false;
