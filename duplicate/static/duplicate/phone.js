/**
 * The player's phone: follows the game, accepts a slip, sends it, and shows the current state.
 *
 * Invariants: a slip shown as sent has a receipt of the server; a slip without one is kept and sent again; no input
 * is lost before its round is announced.
 */

import {showAnnounced, tellAnnounced} from "./announced.js";
import {Asking} from "./asking.js";
import {keepAwake} from "../tournaments/js/awake.js";
import {mountClock} from "../tournaments/js/clock.js";
import {Entry} from "../tournaments/js/entry.js";
import {takeDevice} from "../tournaments/js/device.js";
import {connect} from "../tournaments/js/live.js";
import {Outbox} from "../tournaments/js/outbox.js";
import {OwnResults} from "./own_results.js";
import {mayWrite, phoneState, sendsItself, standingReceipt} from "./phone_state.js";
import {breakText, meansNoScore, showNextGame, showReview, showSendButton, tellRack} from "./phone_view.js";
import {forgetToken, takeToken} from "./player_token.js";
import {showJudgedAgain, showSheet} from "./sheet.js";
import {Signals} from "../tournaments/js/signals.js";
import {newId, playersStore, rememberGame, storeFor} from "../tournaments/js/store.js";
import {otherTabs} from "../tournaments/js/tabs.js";
import {fill, find, pageData, setText, timeOfDay} from "../tournaments/js/text.js";

const config = pageData("config");
const strings = pageData("strings");
const store = storeFor(config.code);
const stayAwake = keepAwake(false);
const signals = new Signals(store, find("#sound"));

/** @type {any} the last frame */
let frame = null;
/** How many phones still write, in which round. @type {{round_id: number | null, writing: number} | null} */
let tally = null;
/** @type {import("../tournaments/js/outbox.js").Receipt | null} */
let receipt = null;
let delayed = false;
/** The server's objection to the last slip; shown until something is changed. */
let objection = "";
/** @type {string[]} */
let fieldErrors = [];
/** Round and phase of the last request for our results. */
let asked = "";
/** Round whose end was signalled. */
let timed = 0;

const token = config.oneDevice ? await takeDevice(`${config.api}me/device/`, takeToken(config, store), store) : takeToken(config, store);
if (token) rememberGame(config.code);
else location.replace(config.join);
/** Store of this player's drafts; settings of the phone, such as its sound, are in `store`. */
const own = playersStore(config.code);

const results = new OwnResults(`${config.api}me/`, token, {
  isReady: () => frame !== null,
  onResults: takeMine,
  onRefused: showRefused,
  onSettled: (mine) => showReview(frame, mine?.rounds ?? [], strings.phone),
  onJudgedAgain: (rounds) => showJudgedAgain(rounds, strings.phone, config.cases),
});
const entry = new Entry({
  store: own,
  notation: config.notation,
  strings: strings.phone,
  boardStrings: strings.board,
  onChange: () => {
    objection = "";
    fieldErrors = [];
    showState();
  },
  onSend: async () => {
    if (await mayGoWithoutScore()) send();
  },
});
const outbox = new Outbox({
  url: `${config.api}slips/`,
  token,
  store: own,
  onReceipt: (fresh) => {
    delayed = false;
    takeReceipt(fresh);
    tabs.tell(fresh);
  },
  onRefusal: (refusal) => refused(refusal),
  onDelay: (delay, outage) => {
    delayed = true;
    objection = outage || (delay === "busy" ? strings.phone.busy : "");
    showState();
  },
});
const asking = new Asking({
  url: `${config.api}questions/`,
  token,
  store: own,
  strings: strings.phone,
  onChange: showMine,
  onSettled: () => results.ask(),
});
const tabs = otherTabs(token, (fresh) => {
  takeReceipt(fresh);
  entry.adopt(fresh);
});
const link = connect(config.code, {
  onFrame: follow,
  onOwn: (news) => results.add(news, frame.players),
  onTally: (count) => {
    tally = count;
    showState();
  },
  onTime: () => clock.refresh(),
  onStatus: (status) => {
    find("#offline").hidden = status !== "offline";
    if (status !== "offline") sendAll();
  },
  onRefused: () => results.ask(),
}, token);
const clock = mountClock(find("#clock"), {
  now: () => link.time.now(),
  strings: strings.clock,
  announcer: find("#calls"),
  onCall: () => signals.give("call"),
  onTime: timeIsUp,
});

for (const event of ["online", "pageshow"]) window.addEventListener(event, sendAll);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sendAll());

function sendAll() {
  outbox.send();
  asking.send();
}

/** @param {any} next @param {boolean} follows the live stream brings our results with it, if they change */
function follow(next, follows) {
  const round = next.round;
  if (round && round.id !== frame?.round?.id) {
    objection = "";
    showJudgedAgain([], strings.phone, config.cases);
    if (frame) scrollTo({top: 0});
  }
  if (receipt && round && receipt.round_id !== round.id) receipt = null;
  // Time was added: it will be up once more, and a late slip is in time now.
  if (round?.phase === "running" && round.closes_at > link.time.now()) {
    if (timed === round.id) results.askAfter(results.spread(next.players));
    timed = 0;
  }
  if (round?.phase === "announced" && frame?.round && frame.round.phase !== "announced") signals.give("announced");
  const stopped = frame?.round?.id === round?.id && ["time", "closed"].includes(round?.phase) && !["time", "closed"].includes(frame?.round?.phase);
  const before = frame;
  frame = next;
  clock.update(round);
  entry.update(frame, {writing: mayWrite(currentState())});
  if (stopped) timeIsUp();
  showState();
  tellRack(frame, strings.phone);
  const moment = `${next.state}/${round?.phase === "announced" ? round.id : 0}`;
  if (moment !== asked) {
    if (!asked) results.askAfter(0);
    else if (!follows || next.state !== before.state) results.askAfter(results.spread(next.players));
    else if (next.last?.number !== before.last?.number) results.expect(next.players);
  }
  asked = moment;
}

function currentState() {
  const outgoing = outbox.slip !== null && outbox.slip.round_id === frame?.round?.id;
  return phoneState({frame, timeUp: clock.state === "time", receipt: ourReceipt(), outgoing, delayed, changed: isChanged(), withdrawn: frame.withdrawn.includes(results.mine?.table)});
}

/** Take a receipt. A late slip beside one that counts is reported, and the fields show the one that counts. @param {import("../tournaments/js/outbox.js").Receipt} fresh */
function takeReceipt(fresh) {
  const earlier = receipt?.round_id === fresh.round_id ? receipt : null;
  receipt = standingReceipt(receipt, fresh, frame?.round?.one_slip);
  const late = [fresh, earlier].find((one) => one?.late && (one.word !== receipt?.word || one.ref !== receipt.ref));
  if (receipt && late && !receipt.late) {
    entry.show(receipt);
    objection = fill(strings.phone.cameTooLate, {word: late.word});
  }
  showState();
}

/** Write a slip in one line, with the score if it has one. @param {import("../tournaments/js/outbox.js").Receipt} slip */
const slipText = ({word, ref, score}) => [`${word} ${ref}`, score].filter((part) => part !== null).join(", ");

const ourReceipt = () => (receipt && receipt.round_id === frame?.round?.id ? receipt : null);

function isChanged() {
  const {word, ref, score, complete} = entry.written;
  return Boolean(receipt && complete && (word !== receipt.word || ref !== receipt.ref || score !== receipt.score));
}

/** Tell whether the slip has its score, needs none, or the player confirms to send it without. */
async function mayGoWithoutScore() {
  const {score, complete} = entry.written;
  if (!complete || score !== null || !frame?.round?.score_needed) return true;
  if (await meansNoScore()) return true;
  if (mayWrite(currentState())) entry.fields.score.focus();
  return false;
}

function send() {
  const {word, ref, score, complete, problem} = entry.written;
  if (!complete || !frame?.round) {
    objection = fill(strings.phone[problem?.code ?? "no_word"], {letters: problem?.letters ?? ""});
    showState();
    (word ? entry.fields.reference : entry.fields.word).focus();
    return;
  }
  objection = "";
  delayed = false;
  const waiting = outbox.slip;
  const same = waiting && waiting.round_id === frame.round.id && waiting.word === word && waiting.ref === ref && waiting.score === score;
  if (same) outbox.send();
  else outbox.put({id: newId(), round: frame.round.number, round_id: frame.round.id, word, ref, score});
  showState();
}

function timeIsUp() {
  // At time the draft is sent by itself: do not wait for an answer of the dialog.
  find("#score-dialog").close();
  objection = "";
  // Both our clock and the server may end the round.
  if (timed !== frame.round?.id) signals.give("time");
  timed = frame.round?.id ?? 0;
  const outgoing = outbox.slip !== null;
  if (currentState() !== "withdrawn" && sendsItself({complete: entry.written.complete, receipt: ourReceipt(), outgoing})) send();
  showState();
}

/** @param {import("../tournaments/js/outbox.js").Refusal} refusal */
function refused({status, detail, fields}) {
  delayed = false;
  if (status === 401 || status === 403) return showRefused(detail);
  fieldErrors = fields;
  objection = detail || strings.phone.refusedSlip;
  showState();
  link.refresh();
}

/** @param {string} detail */
function showRefused(detail) {
  stayAwake(false);
  find("#refused-detail").textContent = detail;
  find("#refused").hidden = false;
  find("#game").hidden = true;
  find("#bar").hidden = true;
  scrollTo({top: 0});
  find("#rejoin").addEventListener("click", () => forgetToken(config, token));
  link.close();
}

/** @param {any} me our own results, as the server has them now */
function takeMine(me) {
  showMine();
  if (me.slip) {
    takeReceipt(me.slip);
    entry.adopt(me.slip);
  }
  showAnnounced(frame, strings.phone, me);
  showState();
  tellAnnounced(frame, strings.phone);
}

function showMine() {
  if (results.mine && frame) showSheet({...results.mine, players: frame.ranked}, strings.phone, config.formats, (round) => asking.partsFor(round), config.cases);
}

function showState() {
  if (!frame) return;
  const name = currentState();
  const number = frame.round?.number ?? 0;
  const time = receipt ? timeOfDay(receipt.received_at) : "";
  const values = {time, number, slip: receipt ? slipText(receipt) : "", name: frame.name};
  const bar = find("#bar");
  bar.dataset.state = name;
  stayAwake(name !== "finished" && name !== "withdrawn");
  setText(find("#state"), fill(strings.phone[`${name}State`], values));
  const cancelled = frame.cancelled && ["waiting", "announced"].includes(name);
  const rests = ["waiting", "announced"].includes(name) && breakText(frame, strings.phone, config.place);
  setText(find("#state-detail"), rests || fill(strings.phone[cancelled ? "cancelled" : `${name}Detail`], cancelled ? {number: frame.cancelled} : values));
  find("#round-number").textContent = number ? fill(strings.phone.round, values) : "";
  const writing = mayWrite(name);
  const hasRack = Boolean(frame.round) && !["announced", "withdrawn", "finished"].includes(name);
  entry.form.classList.toggle("away", !hasRack);
  entry.form.inert = !hasRack;
  entry.form.classList.toggle("locked", !writing);
  find("#rest").hidden = hasRack;
  find("#total").classList.toggle("told", !hasRack);
  find("#score-field").hidden = frame.round?.score_stated === false;
  for (const field of Object.values(entry.fields)) field.readOnly = !writing;
  for (const tool of entry.tools) tool.disabled = !writing;
  if (entry.writing !== writing) entry.update(frame, {writing});
  if (name !== "announced" && name !== "finished") find("#announced").hidden = true;
  else if (find("#announced").hidden) showAnnounced(frame, strings.phone);
  showSendButton(name, {...entry.written, others: tally && tally.round_id === frame.round?.id ? tally.writing : null}, strings.phone);
  showObjection();
  showNextGame(frame, strings.phone, token);
}

function showObjection() {
  const line = find("#objection");
  setText(line, objection);
  line.hidden = !objection;
  entry.fields.word.setAttribute("aria-invalid", String(fieldErrors.includes("word")));
  if (fieldErrors.includes("ref")) entry.fields.reference.setAttribute("aria-invalid", "true");
}

// Start from the frame in the page.
link.time.pushed(config.now);
link.accept(pageData("frame"));
