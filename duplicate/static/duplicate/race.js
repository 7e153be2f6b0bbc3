/**
 * The race: the first of the standings after each round, one round after the other, in lines that climb and fall.
 * Where motion is not wanted only the last round is shown.
 */

import {fitNames} from "./leaders.js";
import {fill, find, make, written} from "../tournaments/js/text.js";

const STEP = 1_800;
/** How long the last round stays before the race begins again. */
const REST = 12_000;

/** @typedef {{rank: number, table: number, name: string, total: number, climbed: number}} Line */

/**
 * @param {HTMLElement} root
 * @param {{strings: Record<string, any>, formats: import("./leaders.js").Formats, title: HTMLElement, tops: HTMLElement}} options
 */
export function mountRace(root, {strings, formats, title, tops}) {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Line[][]} */
  let rounds = [];
  /** The total of the tops after each round, where the scale of that round ends. @type {number[]} */
  let topTotals = [];
  let at = 0;
  /** Lines of players by table. @type {Map<number, HTMLElement>} */
  const lines = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {Line} player */
  function lineOf(player) {
    const known = lines.get(player.table);
    if (known) return known;
    const line = make("li");
    const name = player.name || fill(strings.table, player);
    line.append(make("span", "rank"), make("span", "name", name), make("span", "climbed"), make("span", "total"));
    lines.set(player.table, line);
    root.append(line);
    return line;
  }

  function show() {
    const round = rounds[at] ?? [];
    const end = Math.max(1, topTotals[at] ?? 0, ...round.map(({total}) => total));
    const behind = new Set(lines.values());
    title.textContent = round.length ? fill(strings.race, {number: at + 1}) : strings.standings;
    tops.textContent = round.length ? fill(strings.allTops, {top_total: topTotals[at]}) : "";
    round.forEach((player, place) => {
      const line = lineOf(player);
      behind.delete(line);
      line.hidden = false;
      line.style.setProperty("--place", String(place));
      line.style.setProperty("--share", String(Math.max(0, player.total) / end));
      find(".rank", line).textContent = String(player.rank);
      find(".total", line).textContent = written(player.total, formats.total);
      find(".climbed", line).textContent = player.climbed > 0 ? `▲ ${player.climbed}` : player.climbed < 0 ? `▼ ${-player.climbed}` : "";
    });
    for (const line of behind) line.hidden = true;
    fitNames(root);
  }

  function step() {
    clearTimeout(timer);
    show();
    if (still.matches || rounds.length < 2) return;
    timer = setTimeout(next, at === rounds.length - 1 ? REST : STEP);
  }

  function next() {
    // Nobody sees a hidden race: it begins again with the next answer.
    if (!root.offsetParent) {
      rounds = [];
      return;
    }
    at = (at + 1) % rounds.length;
    step();
  }

  return {
    /** Show these rounds: from the first one where they are new, otherwise from the round that is shown. @param {Line[][]} said @param {number[]} totals of the tops after each */
    set(said, totals) {
      const same = said.length === rounds.length;
      [rounds, topTotals] = [said, totals];
      root.style.setProperty("--rows", String(Math.max(1, ...rounds.map((round) => round.length))));
      if (still.matches) at = Math.max(0, rounds.length - 1);
      else if (!same) at = 0;
      if (same && !still.matches) show();
      else step();
    },
  };
}
