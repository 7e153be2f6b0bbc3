/**
 * Offset of the server's clock.
 *
 * An answer bounds the offset on both sides: its stamp is after our request and before our receipt. A pushed event
 * bounds it on one side: its stamp is before our receipt. The offset is where all bounds meet, so that the best
 * sample wins and every further one can only improve it.
 */

/** Contradiction of bounds (ms) from which on we conclude that the device's clock was set. */
const TOLERANCE = 250;

export class ServerTime {
  /** @param {() => number} [local] the device's clock in milliseconds */
  constructor(local = Date.now) {
    this.local = local;
    this.low = -Infinity;
    this.high = Infinity;
    /** Offset before the bounds were forgotten, until there are new ones. */
    this.believed = 0;
  }

  /** Start again, as after the device has slept. */
  forget() {
    this.believed = this.offset;
    this.low = -Infinity;
    this.high = Infinity;
  }

  /**
   * Add a time stamped by the server between two local moments.
   * @param {number} server
   * @param {number} asked
   * @param {number} heard
   */
  answered(server, asked, heard) {
    this.#narrow(server - heard, server - asked);
  }

  /**
   * Add a time pushed by the server, received now.
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

  /** Milliseconds to add to the device's clock. */
  get offset() {
    if (this.low === -Infinity) return this.believed;
    if (this.high === Infinity) return this.low;
    return (this.low + this.high) / 2;
  }

  now() {
    return this.local() + this.offset;
  }
}
