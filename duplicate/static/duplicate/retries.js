/** When to send again what was refused because too much came at once. */

const FIRST = 2;
const LONGEST = 15;
/** Seconds beyond which the answer is no matter of many joining at once. */
const PATIENCE = 90;

export class Retries {
  /** @param {() => number} [chance] */
  constructor(chance = Math.random) {
    this.chance = chance;
    this.wait = FIRST;
  }

  /**
   * Seconds after which to try again; null if the answer does not ask for that. Many phones are refused at one
   * moment: they spread out, and wait longer each time. The desk may let them in before the server said.
   * @param {Response} answer
   * @returns {number | null}
   */
  next(answer) {
    if (answer.status !== 429 && answer.status !== 503) return null;
    const told = Number(answer.headers.get("Retry-After") ?? 0);
    if (told > PATIENCE) return null;
    const least = Math.min(Math.max(told, this.wait), LONGEST);
    this.wait = Math.min(this.wait * 2, LONGEST);
    return Math.ceil(least * (1 + this.chance() / 2));
  }
}
