/** Requests with a time limit: on a dead network they would otherwise never end. */

const LIMIT = 10_000;

/**
 * @param {string} url
 * @param {RequestInit} [options]
 * @param {number} [limit] milliseconds
 * @returns {Promise<Response>}
 */
export async function ask(url, options = {}, limit = LIMIT) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limit);
  try {
    return await fetch(url, {cache: "no-store", credentials: "same-origin", ...options, signal: controller.signal});
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Return the JSON of an answer, or an empty object when it has none (a proxy's error page).
 * @param {Response} answer
 * @returns {Promise<any>}
 */
export async function jsonOf(answer) {
  try {
    return await answer.json();
  } catch {
    return {};
  }
}
