/** Requests of a device to a club table. */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {outageIn, refusalOf} from "../tournaments/js/outbox.js";
import {fill} from "../tournaments/js/text.js";

/**
 * @param {string} url
 * @param {Record<string, unknown>} values
 * @param {{token: string, strings: Record<string, string>}} options
 * @returns {Promise<{said: any, problem: string}>} the server's answer: false where it refused, null where there
 *   was no answer
 */
export async function post(url, values, {token, strings}) {
  const headers = {"Content-Type": "application/json", ...(token ? {Authorization: `Bearer ${token}`} : {})};
  try {
    const answer = await ask(url, {method: "POST", headers, body: JSON.stringify(values)});
    const said = await jsonOf(answer);
    if (answer.status >= 500) return {said: null, problem: outageIn(answer.status, said) || strings.network}; // the act may have been stored
    if (answer.ok) return {said, problem: ""};
    const problem = refusalOf(answer.status, said).detail || strings.network;
    return {said: false, problem: said.rule ? fill(strings.rule, {problem, rule: said.rule}) : problem};
  } catch {
    return {said: null, problem: strings.network};
  }
}
