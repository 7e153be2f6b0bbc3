/** Joining a game by name: the token that comes back is kept on this phone, and play begins. */

import {ask, jsonOf} from "./http.js";
import {refusalOf} from "./outbox.js";
import {storeFor} from "./store.js";
import {find, pageData} from "./text.js";

const {code, others, play} = pageData("config");
const strings = pageData("strings");
const store = storeFor(code);
const form = find("#join-form");
const name = find("#name");
const error = find("#name-error");
const button = find("button", form);

// Who plays in another game of the event is entered in this one too.
const codes = [code, ...others];
find("#already").hidden = !codes.some((one) => storeFor(one).get("token"));

/** @param {string} words */
function say(words) {
  error.textContent = words;
  error.hidden = !words;
  name.setAttribute("aria-invalid", String(Boolean(words)));
  if (words) name.focus();
}

/** @param {number} status @param {any} said */
function sayRefusal(status, said) {
  const {fields, detail} = refusalOf(status, said);
  const words = Object.values(fields).flat().join(" ") || detail;
  say(status === 429 || status >= 500 ? strings.busy : words || strings.busy);
}

form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  if (!name.value.trim()) return say(strings.nameMissing);
  button.disabled = true;
  try {
    const headers = {"Content-Type": "application/json"};
    const answer = await ask(form.action, {method: "POST", headers, body: JSON.stringify({name: name.value, partner: find("#partner").value})});
    const said = await jsonOf(answer);
    if (answer.ok && said.token) {
      store.set("token", said.token);
      location.assign(play);
      return;
    }
    sayRefusal(answer.status, said);
  } catch {
    say(strings.network);
  } finally {
    button.disabled = false;
  }
});

button.disabled = false;
