/** Delay before a throttled request is sent again. */

const FIRST = 2;
const LONGEST = 15;
/** Do not retry after a longer delay (seconds) than this: it is no crowd that joins at once. */
const PATIENCE = 90;

export class Retries {
  /** @param {() => number} [chance] */
  constructor(chance = Math.random) {
    this.chance = chance;
    this.wait = FIRST;
  }

  /**
   * Return the seconds until the next try, or null if the answer asks for none. Phones that are refused at one moment
   * spread out and wait longer each time; the desk may admit them earlier than the server said.
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
