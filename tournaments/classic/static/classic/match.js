/**
 * A player's phone in a classic event: the match of the round, its report, the results so far.
 *
 * Invariants: the phone keeps a report until the server has it, over reloads and without a network; it keeps a draft
 * as well. The token comes from joining or from a link.
 */

import {ask, jsonOf} from "../tournaments/js/http.js";
import {takeLink} from "../tournaments/js/links.js";
import {Outbox, refusalOf} from "../tournaments/js/outbox.js";
import {newId, storeFor} from "../tournaments/js/store.js";
import {fill, find, formatSpread, make, pageData, signed} from "../tournaments/js/text.js";

const EVERY = 10_000;

const config = pageData("config");
const strings = pageData("strings");
const store = storeFor(`event-${config.event}`);
const own = find("#own");
const other = find("#other");
const report = find("#report");

/** @type {any} the server's last answer */
let shown = null;
/** @type {Outbox | null} */
let outbox = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Take the token of the desk's link. */
function tokenFromLink() {
  const token = takeLink().get("t");
  if (!token) return;
  store.set("token", token);
  store.set("outbox", null);
}

/** @param {string} id @param {string} words */
function say(id, words) {
  const place = find(id);
  place.textContent = words;
  place.hidden = !words;
}

function begin() {
  const token = store.get("token");
  find("#join").hidden = Boolean(token);
  find("#playing").hidden = true;
  if (!token) {
    find(find("#code").value ? "#name" : "#code").focus();
    return;
  }
  outbox = new Outbox({
    url: config.reports,
    token,
    store,
    onReceipt: () => {
      store.set("typed", null);
      refresh();
    },
    onRefusal: (/** @type {any} */ refusal, /** @type {any} */ sent) => {
      if (refusal.code === "record_differs" && window.confirm(refusal.detail)) {
        return outbox?.put({...sent, id: newId(), despite_record: true});
      }
      refresh().then(() => say("#report-error", refusal.detail));
    },
    onDelay: (/** @type {string} */ _delay, /** @type {string} */ outage) => {
      draw();
      say("#report-error", outage);
    },
  });
  outbox.send();
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  try {
    const answer = await ask(config.me, {headers: {Authorization: `Bearer ${store.get("token")}`}});
    if (answer.status === 401 || answer.status === 403) return leave((await jsonOf(answer)).detail);
    if (!answer.ok) throw new Error(String(answer.status));
    shown = await jsonOf(answer);
    store.set("shown", shown);
    say("#offline", "");
  } catch {
    shown ??= store.get("shown");
    say("#offline", strings.offline);
  }
  draw();
  timer = setTimeout(refresh, document.hidden ? 3 * EVERY : EVERY * (0.75 + Math.random() / 2));
}

/** Leave the match: the token was revoked. @param {string} why */
function leave(why) {
  store.set("token", null);
  shown = null;
  begin();
  say("#gone", why || strings.gone);
}

/** Return the state as the phone knows it: an unsent report goes before the server's state. */
function stateNow() {
  if (outbox?.slip && shown?.match?.id === outbox.slip.match) return "kept";
  return shown.state;
}

/** States that share the colour of another one. @type {Record<string, string>} */
const COLOURS = {reported: "sent", left_out: "none", withdrawn: "none"};

function draw() {
  if (!shown) return;
  find("#playing").hidden = false;
  find("#who").textContent = [shown.name, shown.division].filter(Boolean).join(" · ");
  const state = stateNow();
  const box = find("#state");
  const lines = describe(state, shown.match);
  const text = JSON.stringify([state, lines]);
  if (box.dataset.drawn !== text) {
    box.dataset.drawn = text;
    box.dataset.state = COLOURS[state] ?? state;
    box.replaceChildren(...lines.filter(Boolean).map(([name, words]) => place(name, words)));
  }
  drawForm(state, shown.match);
  const keeping = find("#keep-record");
  keeping.hidden = !shown.match?.record || state === "counted";
  if (!keeping.hidden) keeping.href = `/boards/${shown.match.record}/keep/`;
  drawResults();
}

/** @param {string} name @param {string | string[]} words */
function place(name, words) {
  const line = make("p", name);
  for (const part of [words].flat()) line.append(make("span", "", part));
  return line;
}

/** @param {string} state @param {any} match @returns {any[]} lines: a class and its words */
function describe(state, match) {
  const round = shown.round ? fill(strings.round, {round: shown.round}) : "";
  const late = ["none", "left_out"].includes(state) && shown.first_round > Math.max(shown.round ?? 0, 1);
  if (late) return [["match-where", round], ["match-first", fill(strings.late, {round: shown.first_round})]];
  if (!shown.division) return [["match-first", strings.noDivision]];
  if (state === "none") return [["match-first", strings.noRound]];
  if (state === "left_out") return [["match-where", round], ["match-first", strings.waiting], ["", strings.waitingDetail]];
  if (state === "withdrawn") return [["match-first", strings.withdrawn]];
  if (state === "bye") return [["match-where", round], ["match-against", strings.bye], ["", fill(strings.byeDetail, {round: shown.round})]];
  const head = [
    ["match-where", [round, fill(strings.table, {table: match.table})]],
    ["match-against", fill(strings.against, {name: match.opponent})],
  ];
  if (state === "counted") return [...head, ...countedLines(match.result)];
  const first = ["match-first", match.first ? strings.youFirst : fill(strings.theyFirst, {name: match.opponent})];
  return [...head, first, reportLine(state, match)];
}

/** @param {any} result */
function countedLines(result) {
  if (result.forfeit) return [["match-first", strings[result.outcome]], ["", strings.forfeited]];
  const figures = fill(strings.counted, {own: result.own, other: result.other});
  return [["match-first", `${strings[result.outcome]}. ${figures}`], ...overtimeLines(result)];
}

/** Show for each who used it how overtime changed the score of the sheet. @param {any} result */
function overtimeLines(result) {
  const sides = [[shown.name, result.own, result.overtime], [result.opponent, result.other, result.other_overtime]];
  const used = sides.filter(([, , overtime]) => overtime);
  return used.map(([name, score, overtime]) => ["", fill(strings.overtime, {name, sheet: signed(score + overtime), overtime, score: signed(score)})]);
}

/** @param {string} state @param {any} match */
function reportLine(state, match) {
  if (state === "kept") return ["", strings.kept];
  const mine = match.own_report;
  const theirs = match.their_report;
  if (state === "reported" && theirs) return ["", fill(strings.settled, mine)];
  if (state === "reported") return ["", fill(strings.sent, {...mine, name: match.opponent})];
  if (state === "differs") {
    return ["", fill(strings.differs, {...mine, name: match.opponent, theirOwn: theirs.own, theirOther: theirs.other})];
  }
  return theirs ? ["", fill(strings.theySaid, {...theirs, name: match.opponent})] : null;
}

/** @param {string} state @param {any} match */
function drawForm(state, match) {
  const open = ["playing", "reported", "differs", "kept"].includes(state);
  report.hidden = !open;
  if (!open) return;
  find("#other-label").textContent = fill(strings.scoreOf, {name: match.opponent});
  find("#send").textContent = state === "playing" ? strings.report : strings.change;
  if (report.dataset.match === String(match.id)) return;
  report.dataset.match = String(match.id);
  const typed = store.get("typed");
  const start = typed?.match === match.id ? typed : match.own_report ?? match.their_report ?? {own: "", other: ""};
  own.value = start.own;
  other.value = start.other;
  say("#report-error", "");
}

function drawResults() {
  const {standing, results} = shown;
  say("#standing", standing ? fill(strings.rank, {...standing, rank: standing.rank ?? "–", spread: formatSpread(standing.spread)}) : "");
  find("#past").hidden = !results.length;
  find("#results").replaceChildren(...results.map(resultLine));
}

/** @param {any} result */
function resultLine(result) {
  const line = make("li");
  const free = result.missed_counts !== "not_missed" ? fill(strings[`missed_${result.missed_counts}`], {spread: formatSpread(result.spread ?? 0)}) : strings.bye;
  line.append(make("span", "soft", String(result.round)), make("span", "who", result.opponent || free));
  const figures = result.own === null ? "" : ` ${result.own}–${result.other}`;
  const words = result.outcome === "open" ? "…" : result.outcome === "bye" || result.outcome === "missed" ? "" : strings[result.outcome];
  line.append(make("strong", "number", `${words}${figures}`));
  return line;
}

/** @param {any} field @returns {number | null} */
const points = (field) => (/^\s*[-−]?\d{1,4}\s*$/.test(field.value) ? Number(field.value.replace("−", "-")) : null);

report.addEventListener("input", () => {
  store.set("typed", {match: shown?.match?.id, own: own.value, other: other.value});
});

report.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const said = [points(own), points(other)];
  const missing = said.indexOf(null);
  if (missing >= 0) {
    say("#report-error", strings.scoreMissing);
    return [own, other][missing].focus();
  }
  if (said.some((score) => Number(score) < config.least || Number(score) > config.most)) {
    return say("#report-error", fill(strings.scoreOut, config));
  }
  say("#report-error", "");
  outbox?.put({id: newId(), match: shown.match.id, own: said[0], other: said[1]});
  draw();
});

find("#join").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const name = find("#name");
  if (!name.value.trim()) {
    say("#join-error", strings.nameMissing);
    return name.focus();
  }
  try {
    const headers = {"Content-Type": "application/json"};
    const body = JSON.stringify({name: name.value, code: find("#code").value, division: config.division ?? undefined});
    const answer = await ask(config.entries, {method: "POST", headers, body});
    const said = await jsonOf(answer);
    if (answer.ok && said.token) {
      store.set("token", said.token);
      say("#join-error", "");
      return begin();
    }
    say("#join-error", refusalOf(answer.status, said).detail || strings.busy);
  } catch {
    say("#join-error", strings.network);
  }
});

addEventListener("online", () => {
  outbox?.send();
  refresh();
});
document.addEventListener("visibilitychange", () => document.hidden || (store.get("token") && refresh()));
tokenFromLink();
begin();
