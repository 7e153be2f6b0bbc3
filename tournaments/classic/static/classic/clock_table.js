/**
 * The clock at a table: two sides, each pressed by its player. It only shows: the server decides. Without a
 * connection the clock goes on from the last state, shows that it is offline, and sends the presses later.
 */

import {keepAwake} from "../tournaments/js/awake.js";
import {takeLink} from "../tournaments/js/links.js";
import {follow} from "../tournaments/js/live.js";
import {newId, storeFor} from "../tournaments/js/store.js";
import {fill, find, make, pageData, setText} from "../tournaments/js/text.js";
import {ClockOutbox} from "./clock_outbox.js";
import {after, afterAll, atMoment, overLimit, overtimeMinutes, runs, untilNextSecond, written} from "./match_clock.js";

/** @typedef {import("./match_clock.js").Clock} Clock */
/** @typedef {import("./match_clock.js").Side} Side */

/** Below this time a side is shown as running out. */
const LOW = 60_000;
/** Interval of measuring the server's time again: clocks of devices drift. */
const SET_TIME = 120_000;

const config = pageData("config");
const strings = pageData("strings");
const store = storeFor(`clock-${config.id}`);
const url = `/api/v1/clocks/${config.id}/`;
/** @type {Clock | null} the newest of the server's frames */
let known = null;
/** @type {Clock | null} the clock as shown last */
let before = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

keepToken();
const token = store.get("token") ?? "";
/** @type {Side | null} the only side that this device may press */
const own = {first: /** @type {const} */ (0), second: /** @type {const} */ (1)}[/** @type {string} */ (store.get("for"))] ?? null;
const sides = [side(0), side(1)];
const outbox = new ClockOutbox({url: `${url}acts/`, token, store, onDone: done, onRefused: refused});
const busy = (/** @type {Clock} */ frame) => runs(frame);
const link = token
  ? follow({frameUrl: url, streamUrl: `/live/clock/${config.id}/`, shown: true, busy}, {onFrame: accept, onTime: () => show(), onStatus, onRefused: () => refused(401, "")}, token)
  : null;
if (link) {
  outbox.flush();
  setInterval(() => link.setTime(), SET_TIME);
} else {
  find("#notice").textContent = strings.noLink;
}
prepare();

/** Store the token of a link. */
function keepToken() {
  const carried = takeLink();
  const given = carried.get("t");
  if (!given) return;
  const whose = carried.get("for") ?? "table";
  // A new link for the same player keeps the waiting presses; a link for another one drops them.
  if (given !== store.get("token") && whose !== store.get("for")) store.set("acts", null);
  store.set("token", given);
  store.set("for", whose);
}

/** @param {Side} which */
function side(which) {
  const button = find(`#side-${which}`);
  const parts = {name: make("span", "side-name"), time: make("span", "side-time"), note: make("span", "side-note"), turn: make("span", "side-turn")};
  parts.time.setAttribute("role", "timer");
  button.append(...Object.values(parts));
  button.setAttribute("aria-keyshortcuts", String(which + 1));
  // Not a click, which comes only when the finger is lifted.
  button.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => event.button === 0 && pressed(which));
  button.addEventListener("click", (/** @type {MouseEvent} */ event) => event.detail === 0 && pressed(which));
  return {button, ...parts};
}

function prepare() {
  find("#sides").dataset.own = own ?? "";
  label("#neutral", strings.neutral, () => act({act: "neutral"}));
  label("#stop", strings.stop, () => find("#stop-dialog").showModal());
  label("#stop-yes", strings.stopYes, () => act({act: "stop"}));
  label("#stop-no", strings.stopNo, () => {});
  find("#stop-ask").textContent = strings.stopAsk;
  find("#offline").textContent = strings.offline;
  label("#turn-half", strings.turnHalf, () => turnHalf(store.get("turned") === false));
  turnHalf(store.get("turned") !== false);
  document.addEventListener("keydown", onKey);
  keepAwake();
}

/** @param {string} selector @param {string} text @param {() => void} onClick */
function label(selector, text, onClick) {
  const button = find(selector);
  button.textContent = text;
  button.addEventListener("click", onClick);
}

/** Turn the upper half towards the player opposite. @param {boolean} turned */
function turnHalf(turned) {
  store.set("turned", turned);
  find("#sides").toggleAttribute("data-turned", turned && own === null);
  find("#turn-half").setAttribute("aria-pressed", String(turned));
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || find("#stop-dialog").open) return;
  const shown = now();
  if (!shown) return;
  const onButton = event.target instanceof HTMLButtonElement;
  if (event.key === "1" || event.key === "2") pressed(event.key === "1" ? 0 : 1);
  else if (event.key === " " && !onButton) pressed(shown.turn);
  else if (event.key.toLowerCase() === "n") act({act: "neutral"});
  else return;
  event.preventDefault();
}

/** Act on the press of a side, as the state demands. @param {Side} which */
function pressed(which) {
  const shown = now();
  if (!shown || shown.paused) return;
  if (shown.state === "ready") act({act: "start", side: 0});
  else if (shown.state === "neutral") act({act: "resume", side: which});
  else if (shown.state === "running" && shown.turn === which && own !== other(which)) act({act: "press", side: which, number: shown.number});
}

/** Show an act at once, and send it. @param {Omit<import("./match_clock.js").Act, "id" | "at">} what */
function act(what) {
  const shown = now();
  const made = {...what, id: newId(), at: shown?.at ?? 0};
  if (!shown || !after(shown, made)) return;
  find("#problem").hidden = true;
  outbox.put(made);
  show();
}

/** @param {any} frame */
function accept(frame) {
  known = frame;
  show();
}

/** @param {any} frame @param {number} stamp @param {number} asked */
function done(frame, stamp, asked) {
  if (stamp) link?.time.answered(stamp, asked, Date.now());
  link?.accept(frame);
  show();
}

/** @param {number} status @param {string} detail */
function refused(status, detail) {
  if (status === 401 || status === 403) {
    store.set("token", null);
    link?.close();
    find("#sides").hidden = true;
    find("#notice").hidden = false;
    find("#notice").textContent = token ? strings.worthless : strings.noLink;
    return;
  }
  find("#problem").textContent = detail;
  find("#problem").hidden = false;
  link?.refresh();
  show();
}

/** @param {string} status */
function onStatus(status) {
  find("#offline").hidden = status !== "offline";
  if (status !== "offline") outbox.flush();
}

/** The clock now, with the acts in the outbox. @returns {Clock | null} */
function now() {
  return known && link ? atMoment(afterAll(known, outbox.acts), Math.floor(link.time.now())) : null;
}

function show() {
  clearTimeout(timer);
  const clock = now();
  if (!clock || !store.get("token")) return;
  find("#notice").hidden = true;
  find("#sides").hidden = false;
  find("#sides").dataset.state = clock.paused ? "paused" : clock.state;
  find("#place").textContent = `${fill(strings.table, clock)} · ${fill(strings.round, clock)}`;
  find("#note").textContent = note(clock);
  find("#neutral").disabled = !runs(clock);
  find("#stop").disabled = clock.state === "over" || clock.state === "ready";
  for (const which of /** @type {Side[]} */ ([0, 1])) showSide(clock, which);
  call(clock);
  before = clock;
  // Wake up just after the shown time changes; a late timer only shows a second late.
  if (runs(clock)) timer = setTimeout(show, Math.min(untilNextSecond(clock.left[clock.turn]), untilNextSecond(-clock.used)) + 3);
}

/** @param {Clock} clock @param {Side} which */
function showSide(clock, which) {
  const {button, name, time, note: hint, turn} = sides[which];
  const left = clock.left[which];
  const onTurn = clock.state === "running" && clock.turn === which;
  const over = clock.turn === which ? overLimit(clock) : null;
  const lost = overtimeMinutes(left) * clock.points;
  setText(name, clock.names[which]);
  setText(time, written(left));
  setText(hint, lost ? fill(strings.overtime, {points: lost}) : sideHint(clock, which));
  setText(turn, [over === null ? "" : turnWords(over), clock.long_turns[which] ? fill(strings.longTurns, {count: clock.long_turns[which]}) : ""].filter(Boolean).join(" · "));
  button.dataset.turn = onTurn ? "own" : "";
  button.dataset.left = left < 0 ? "out" : left <= LOW ? "low" : "";
  turn.dataset.over = String(over !== null && over > 0);
  button.setAttribute("aria-disabled", String(!mayPress(clock, which)));
}

/** @param {Clock} clock @param {Side} which */
const mayPress = (clock, which) => !clock.paused && clock.state !== "over" && (clock.state !== "running" || (clock.turn === which && own !== other(which)));

/** @param {Clock} clock @param {Side} which */
function sideHint(clock, which) {
  if (clock.paused || clock.state === "over") return "";
  if (clock.state === "ready") return strings.start;
  if (clock.state === "neutral") return strings.goOn;
  return clock.turn === which ? (own === other(which) ? "" : strings.press) : strings.waiting;
}

/** @param {Clock} clock */
function note(clock) {
  if (clock.paused) return strings.paused;
  if (clock.state === "over") return strings.over;
  if (clock.state === "ready") return fill(strings.startHint, {name: clock.names[0]});
  return clock.state === "neutral" ? strings.neutralHint : "";
}

/** @param {number} over */
const turnWords = (over) => (over > 0 ? fill(strings.turnOver, {time: written(over)}) : fill(strings.turnLeft, {time: written(-over)}));

/** Announce once that a side has no time left, or that a turn has reached its limit. @param {Clock} clock */
function call(clock) {
  if (!before || before.number !== clock.number) return;
  const name = clock.names[clock.turn];
  const [was, is] = [overLimit(before), overLimit(clock)];
  if (before.left[clock.turn] >= 0 && clock.left[clock.turn] < 0) setText(find("#announcer"), fill(strings.flag, {name}));
  else if (was !== null && is !== null && was <= 0 && is > 0) setText(find("#announcer"), fill(strings.limit, {name}));
}

/** @param {Side} which @returns {Side} */
function other(which) {
  return which === 0 ? 1 : 0;
}
