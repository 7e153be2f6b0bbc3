/**
 * After the game: each round's top, the loss against it and the growing negative, as a chart with a table behind it.
 * Loaded when a game is over.
 */

import {fillFor} from "../tournaments/js/plural.js";
import {fill, formatSpread, make, signed} from "../tournaments/js/text.js";

/**
 * @typedef {object} Step a round, in the order of play
 * @property {number} number
 * @property {{word: string, ref: string, score: number}} top
 * @property {boolean} hasTop
 * @property {number} lost points less than the top; below zero where a solo brought more
 * @property {number} negative after this round
 */

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, LEFT, RIGHT, ABOVE, FOOT] = [344, 170, 44, 10, 12, 24];
const STEPS = [10, 20, 50, 100, 200, 500, 1000];
const MOST_LINES = 5;
/** Most rounds that are numbered below the chart. */
const MOST_NUMBERS = 8;

/**
 * Return the course of the game from a sheet (newest round first). Solos and the cost of warnings count.
 * @param {any[]} rounds
 * @returns {Step[]}
 */
export function courseOf(rounds) {
  let negative = 0;
  return [...rounds].reverse().map(({number, top, score, solo, warning_points, has_top}) => {
    const lost = top.score - score - (solo ?? 0) + warning_points;
    negative -= lost;
    return {number, top, hasTop: has_top, lost, negative};
  });
}

/**
 * Return the range of the chart and the distance of its lines.
 * @param {number[]} values
 * @returns {{low: number, high: number, step: number}}
 */
export function scaleOf(values) {
  const [least, most] = [Math.min(...values, 0), Math.max(...values, 0)];
  const step = STEPS.find((one) => (most - least) / one <= MOST_LINES - 1) ?? STEPS[STEPS.length - 1];
  const [low, high] = [Math.floor(least / step) * step, Math.ceil(most / step) * step];
  return {low: low === high ? low - step : low, high, step};
}

/**
 * @param {HTMLElement} root
 * @param {any[]} rounds of the own sheet
 * @param {Record<string, any>} strings
 */
export function showReview(root, rounds, strings) {
  const course = courseOf(rounds);
  const worst = course.reduce((most, step) => (step.lost > most.lost ? step : most));
  const facts = {
    rounds: course.length,
    tops: course.filter(({hasTop}) => hasTop).length,
    negative: formatSpread(course[course.length - 1].negative),
    number: worst.number,
    lost: worst.lost,
  };
  const heading = make("h2", "", strings.reviewTitle);
  const parts = [heading, make("p", "", fill(strings.reviewTops, facts))];
  if (course.length > 1) parts.push(/** @type {any} */ (chart(course, strings.reviewChart, fillFor(strings.reviewCourse, facts.lost, facts))));
  root.replaceChildren(...parts, table(course, strings));
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function draw(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.textContent = text;
  return element;
}

/** @param {Step[]} course @param {string} title @param {string} description */
function chart(course, title, description) {
  const {low, high, step} = scaleOf(course.map(({negative}) => negative));
  const across = (/** @type {number} */ place) => round(LEFT + (place * (WIDTH - LEFT - RIGHT)) / (course.length - 1));
  const down = (/** @type {number} */ value) => round(ABOVE + ((high - value) * (HEIGHT - ABOVE - FOOT)) / (high - low));
  const svg = draw("svg", {class: "negative-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-labelledby": "negative-title", "aria-describedby": "negative-text"});
  svg.append(draw("title", {id: "negative-title"}, title), draw("desc", {id: "negative-text"}, description));
  for (let value = low; value <= high; value += step) {
    svg.append(draw("line", {x1: LEFT, x2: WIDTH - RIGHT, y1: down(value), y2: down(value)}));
    svg.append(draw("text", {class: "scale", x: LEFT - 6, y: down(value) + 4}, signed(value)));
  }
  svg.append(draw("polyline", {points: course.map(({negative}, place) => `${across(place)},${down(negative)}`).join(" ")}));
  const every = Math.ceil(course.length / MOST_NUMBERS);
  course.forEach(({number, hasTop, negative}, place) => {
    svg.append(draw("circle", {class: hasTop ? "found" : "", cx: across(place), cy: down(negative), r: hasTop ? 4 : 2.5}));
    if (place % every === 0) svg.append(draw("text", {class: "number", x: across(place), y: HEIGHT - 6}, String(number)));
  });
  return svg;
}

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** @param {Step[]} course @param {Record<string, any>} strings */
function table(course, strings) {
  const element = make("table", "table");
  element.append(make("caption", "visually-hidden", strings.reviewChart));
  const head = make("tr");
  for (const [words, className] of [[strings.reviewRound, "number"], [strings.top, ""], [strings.reviewLost, "number"], [strings.reviewNegative, "number"]]) {
    const cell = make("th", className, words);
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const header = make("thead");
  header.append(head);
  const body = make("tbody");
  body.append(...course.map(line));
  element.append(header, body);
  return element;
}

/** @param {Step} step */
function line({number, top, hasTop, lost, negative}) {
  const row = make("tr", hasTop ? "has-top" : "");
  const head = make("th", "number", String(number));
  head.setAttribute("scope", "row");
  const move = make("td");
  move.append(make("span", "sheet-word", top.word || "–"));
  if (top.word) move.append(" ", make("span", "soft small", `${top.ref} · ${top.score}`));
  row.append(head, move, make("td", "number", signed(lost)), make("td", "number", formatSpread(negative)));
  return row;
}
