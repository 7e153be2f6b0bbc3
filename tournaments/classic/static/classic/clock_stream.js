/** The clocks of an event, as the stream of the wall sends them to every page of its desk. */

import {follow} from "../tournaments/js/live.js";
import {find} from "../tournaments/js/text.js";
import {runs} from "./match_clock.js";

/** @typedef {import("./match_clock.js").Clock & {id: number, table: number, division: string}} Clock */

/** Interval of measuring the server's time again: clocks of devices drift. */
const SET_TIME = 120_000;

/**
 * @param {{event: number, pass: string}} config
 * @param {(clocks: Clock[]) => void} onClocks
 * @param {() => void} onRefused
 */
export function followClocks(config, onClocks, onRefused) {
  const busy = (/** @type {{clocks: Clock[]}} */ frame) => frame.clocks.some(runs);
  const channel = {frameUrl: `/api/v1/events/${config.event}/clocks/`, streamUrl: `/live/clocks/${config.event}/`, shown: true, screen: true, busy};
  const link = follow(channel, {onFrame: (frame) => onClocks(frame.clocks), onStatus: (status) => (find("#offline").hidden = status !== "offline"), onRefused}, config.pass);
  setInterval(() => link.setTime(), SET_TIME);
  return link;
}
