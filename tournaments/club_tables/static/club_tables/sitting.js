/** A club table before its game: the seated players, free seats, and the button to begin. */

import {fillFor} from "../tournaments/js/plural.js";
import {fill, find, make} from "../tournaments/js/text.js";

/** @typedef {Record<string, any>} Strings */

/**
 * @param {{own: any, config: any}} table
 * @param {Strings} strings
 * @param {(number: number) => void} onRemove for the keeper, where players have no phones
 */
export function showSitting({own, config}, strings, onRemove) {
  const line = (/** @type {any} */ seat) => {
    const item = make("li", "", seat.name);
    if (seat.level) item.append(make("span", "soft small", ` ${fill(strings.level, seat)}`));
    if (own.keeper && config.way !== "phones") item.append(removeButton(seat, strings, onRemove));
    return item;
  };
  find("#seated").replaceChildren(...own.seats.map(line));
  const isFull = own.seats.length >= config.most;
  const here = own.seats.length;
  find("#needs").textContent = isFull && own.seat === null ? fill(strings.full, config) : fillFor(strings.needs, here, {...config, here});
  const mayWrite = config.way === "phones" ? own.seat === null && !own.keeper : own.keeper;
  find("#sit-form").hidden = !mayWrite || own.closed || isFull;
  find("#handicap").hidden = !config.handicaps;
  find("#begin").hidden = own.closed || own.seats.length < config.fewest || (own.seat === null && !own.keeper);
  find("#get-up").hidden = own.seat === null || own.closed;
}

/** @param {any} seat @param {Strings} strings @param {(number: number) => void} onRemove */
function removeButton(seat, strings, onRemove) {
  const button = make("button", "link-button", "✕");
  button.setAttribute("type", "button");
  button.setAttribute("aria-label", fill(strings.remove, seat));
  button.addEventListener("click", () => onRemove(seat.number));
  return button;
}
