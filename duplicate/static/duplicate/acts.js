/** Send acts of the desk to the server. */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {outageIn} from "../tournaments/js/outbox.js";

/**
 * @param {string} address
 * @param {Record<string, string>} values
 * @param {string} csrfToken
 * @returns {Promise<any>} the server's answer, which may be that it refuses, or has an outage
 */
export async function postAct(address, values, csrfToken) {
  const answer = await ask(address, {method: "POST", body: new URLSearchParams(values), headers: {Accept: "application/json", "X-CSRFToken": csrfToken}});
  // Logged out: the reloaded page redirects to the login.
  if (answer.status === 403 || answer.redirected) location.reload();
  const done = await jsonOf(answer);
  done.problem ||= outageIn(answer.status, done);
  if (!answer.ok && !done.problem) throw new Error(String(answer.status));
  return done;
}
