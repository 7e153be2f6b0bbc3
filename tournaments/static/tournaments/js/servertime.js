/**
 * The server's clock, seen from here.
 *
 * An answer to a request bounds the offset from both sides: it was stamped after we asked and before we heard.
 * A pushed event bounds it from one side: it was stamped before we heard. The offset lies where all bounds meet,
 * so that the best sample wins by itself and every further one can only help.
 */

/** How far bounds may contradict each other before we conclude that the device's clock was set. */
const TOLERANCE = 250;

export class ServerTime {
  /** @param {() => number} [local] the device's clock in milliseconds */
  constructor(local = Date.now) {
    this.local = local;
    this.low = -Infinity;
    this.high = Infinity;
    /** What was believed before the bounds were forgotten, until there are new ones. */
    this.believed = 0;
  }

  /** Starts afresh, as after the device has slept. */
  forget() {
    this.believed = this.offset;
    this.low = -Infinity;
    this.high = Infinity;
  }

  /**
   * A time stamped by the server between two local moments.
   * @param {number} server
   * @param {number} asked
   * @param {number} heard
   */
  answered(server, asked, heard) {
    this.#narrow(server - heard, server - asked);
  }

  /**
   * A time pushed by the server, heard now.
   * @param {number} server
   */
  pushed(server) {
    this.#narrow(server - this.local(), Infinity);
  }

  /** @param {number} low @param {number} high */
  #narrow(low, high) {
    if (low > this.high + TOLERANCE || high < this.low - TOLERANCE) this.forget();
    this.low = Math.max(this.low, low);
    this.high = Math.min(this.high, high);
  }

  /** What to add to the device's clock. */
  get offset() {
    if (this.low === -Infinity) return this.believed;
    if (this.high === Infinity) return this.low;
    return (this.low + this.high) / 2;
  }

  now() {
    return this.local() + this.offset;
  }
}
