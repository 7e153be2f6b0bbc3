/**
 * The player's phone: follows the game, takes in a slip, sends it, and says at every moment where things stand.
 *
 * What always holds: what is shown as sent has a receipt of the server; what is not yet received is kept and sent
 * again; nothing that was typed is lost before its round is announced.
 */

import {showAnnounced, tellAnnounced} from "./announced.js";
import {Asking} from "./asking.js";
import {mountClock} from "../tournaments/js/clock.js";
import {Entry} from "../tournaments/js/entry.js";
import {ask} from "../tournaments/js/http.js";
import {takeDevice} from "../tournaments/js/device.js";
import {connect} from "../tournaments/js/live.js";
import {Outbox} from "../tournaments/js/outbox.js";
import {readableWord} from "../tournaments/js/notation.js";
import {mayWrite, phoneState, sendsItself, standingReceipt} from "./phone_state.js";
import {showSheet} from "./sheet.js";
import {Signals} from "../tournaments/js/signals.js";
import {handOver, newId, playersStore, storeFor} from "../tournaments/js/store.js";
import {otherTabs} from "../tournaments/js/tabs.js";
import {fill, find, pageData, setText, timeOfDay} from "../tournaments/js/text.js";

/** Phones ask for their own results spread over this time after an announcement, not all at once, … */
const SPREAD = 1_500;
/** … and over more where they are many: so much for each. */
const SPREAD_EACH = 3;
/** So often they ask again while a question of theirs waits for its answer. */
const ANSWER_WAIT = 8_000;

const config = pageData("config");
const strings = pageData("strings");
const store = storeFor(config.code);
const sendButton = find("#send");
const signals = new Signals(store, find("#sound"));

/** @type {any} the last frame */
let frame = null;
/** @type {import("../tournaments/js/outbox.js").Receipt | null} */
let receipt = null;
let delayed = false;
/** What the server had against the last slip; shown until something is changed. */
let objection = "";
/** @type {Record<string, string[]>} */
let fieldErrors = {};
/** The round and phase for which our own results were last asked. */
let asked = "";
/** @type {any} our own results as last received */
let mine = null;
/** By which the server knows whether there are newer ones. */
let mineTag = "";
/** The round whose end was told. */
let timed = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} when they are asked for next */
let askTimer;

const token = config.oneDevice ? await takeDevice(`${config.api}me/device/`, takeToken(), store) : takeToken();
if (!token) location.replace(config.join);
/** What this player wrote; what is the phone's own, such as its sound, is in `store`. */
const own = playersStore(config.code);

const entry = new Entry({
  store: own,
  notation: config.notation,
  strings: strings.phone,
  boardStrings: strings.board,
  onChange: () => {
    objection = "";
    fieldErrors = {};
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
  onDelay: (delay) => {
    delayed = true;
    objection = delay === "busy" ? strings.phone.busy : "";
    showState();
  },
});
const asking = new Asking({
  url: `${config.api}questions/`,
  token,
  store: own,
  strings: strings.phone,
  onChange: showMine,
  onSettled: () => askForMine(),
});
const tabs = otherTabs(token, (fresh) => {
  takeReceipt(fresh);
  entry.adopt(fresh);
});
const link = connect(config.code, {
  onFrame: follow,
  onTime: () => clock.refresh(),
  onStatus: (status) => {
    find("#offline").hidden = status !== "offline";
    if (status !== "offline") sendAll();
  },
  onRefused: () => askForMine(),
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

/** A personal link carries the token behind the #, which no server and no log ever sees. */
function takeToken() {
  const carried = new URLSearchParams(location.hash.slice(1)).get("t");
  if (carried) {
    // The same link once more: its phone has a token of its own by now.
    if (carried !== store.get("link") || !store.get("token")) {
      handOver(config.code, carried, carried);
      store.set("linked", true);
    }
    history.replaceState(null, "", location.pathname);
  }
  const earlier = config.others.map((/** @type {string} */ code) => storeFor(code).get("token")).find(Boolean);
  // A player of an event is the same in all of its games.
  if (!store.get("token") && earlier) store.set("token", earlier);
  return /** @type {string} */ (store.get("token") ?? "");
}

/** @param {any} next */
function follow(next) {
  const round = next.round;
  if (round && round.id !== frame?.round?.id) objection = "";
  if (receipt && round && receipt.round_id !== round.id) receipt = null;
  // Time was added after all: it will be up once more, and a slip that was late is in time.
  if (round?.phase === "running" && round.closes_at > link.time.now()) {
    if (timed === round.id) askAfter(Math.random() * Math.max(SPREAD, SPREAD_EACH * next.players));
    timed = 0;
  }
  if (round?.phase === "announced" && frame?.round && frame.round.phase !== "announced") signals.give("announced");
  const stopped = frame?.round?.id === round?.id && ["time", "closed"].includes(round?.phase) && !["time", "closed"].includes(frame?.round?.phase);
  frame = next;
  clock.update(round);
  entry.update(frame, {writing: mayWrite(currentState())});
  if (stopped) timeIsUp();
  showState();
  tellRack();
  const moment = `${next.state}/${round?.phase === "announced" ? round.id : 0}`;
  if (moment !== asked) askAfter(asked ? Math.random() * Math.max(SPREAD, SPREAD_EACH * next.players) : 0);
  asked = moment;
}

function currentState() {
  const outgoing = outbox.slip !== null && outbox.slip.round_id === frame?.round?.id;
  return phoneState({frame, timeUp: clock.state === "time", receipt: ourReceipt(), outgoing, delayed, changed: isChanged(), withdrawn: frame.withdrawn.includes(mine?.table)});
}

/** A slip that came too late beside one that counts is told of, and the fields show what counts. @param {import("../tournaments/js/outbox.js").Receipt} fresh */
function takeReceipt(fresh) {
  const earlier = receipt?.round_id === fresh.round_id ? receipt : null;
  receipt = standingReceipt(receipt, fresh, frame?.round?.one_slip);
  const late = [fresh, earlier].find((one) => one?.late && (one.word !== receipt?.word || one.ref !== receipt.ref));
  if (receipt && late && !receipt.late) {
    entry.show(receipt);
    objection = fill(strings.phone.cameTooLate, {word: readableWord(late.word, frame.values)});
  }
  showState();
}

const ourReceipt = () => (receipt && receipt.round_id === frame?.round?.id ? receipt : null);

function isChanged() {
  const {word, ref, score, complete} = entry.written;
  return Boolean(receipt && complete && (word !== receipt.word || ref !== receipt.ref || score !== receipt.score));
}

/** Whether the slip has its score, or needs none, or the player means to send it without. */
async function mayGoWithoutScore() {
  const {score, complete} = entry.written;
  if (!complete || score !== null || !frame?.round?.score_needed) return true;
  const dialog = find("#score-dialog");
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, {once: true}));
  if (dialog.returnValue === "send") return true;
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
  // What is written goes out by itself now: nobody waits for an answer.
  find("#score-dialog").close();
  objection = "";
  // Our clock and the server may both say it.
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
  objection = [...Object.values(fields).flat(), detail].filter(Boolean).join(" ") || strings.phone.refusedSlip;
  showState();
  link.refresh();
}

/** @param {string} detail */
function showRefused(detail) {
  find("#refused-detail").textContent = detail;
  find("#refused").hidden = false;
  find("#game").hidden = true;
  find("#bar").hidden = true;
  find("#rejoin").addEventListener("click", forgetToken);
  link.close();
}

/** In all games of the event: a token that is worth nothing in one is so in each. */
function forgetToken() {
  for (const code of [config.code, ...config.others]) {
    if (storeFor(code).get("token") === token) handOver(code, null);
  }
}

/** @param {number} wait in milliseconds; it takes the place of any time set before */
function askAfter(wait) {
  clearTimeout(askTimer);
  askTimer = setTimeout(askForMine, wait);
}

async function askForMine() {
  if (!token || !frame) return;
  try {
    await takeMine();
  } catch {
    askAfter(4_000 + Math.random() * SPREAD);
    return;
  }
  await showReview();
}

/** Our own results, as the server has them now; an answer that is none is an error. */
async function takeMine() {
  const answer = await ask(`${config.api}me/`, {headers: {Authorization: `Bearer ${token}`, "If-None-Match": mineTag}});
  if (answer.status === 401 || answer.status === 403) return showRefused((await answer.json()).detail ?? "");
  if (!answer.ok && answer.status !== 304) throw new Error(`Own results: ${answer.status}`);
  const me = answer.status === 304 ? mine : await answer.json();
  mineTag = answer.headers.get("ETag") ?? "";
  mine = me;
  showMine();
  if (isAsking(me)) askAfter(ANSWER_WAIT + Math.random() * SPREAD);
  if (me.slip) {
    takeReceipt(me.slip);
    entry.adopt(me.slip);
  }
  showAnnounced(frame, strings.phone, me);
  showState();
  tellAnnounced(frame, strings.phone);
}

/** @param {any} me */
const isAsking = (me) => me.rounds.some((/** @type {any} */ round) => round.questions.some((/** @type {any} */ question) => !question.answered_at));

function showMine() {
  if (mine && frame) showSheet({...mine, players: frame.players}, frame.values, strings.phone, config.formats, (round) => asking.partsFor(round));
}

/** Once the game is over. A browser that cannot show it shows the sheet, which says the same. */
async function showReview() {
  const root = find("#review");
  const shown = frame?.state === "finished" && mine?.rounds.length > 0;
  root.hidden = !shown;
  if (!shown) return;
  try {
    const review = await import("./review.js");
    review.showReview(root, mine.rounds, frame.values, strings.phone);
  } catch (error) {
    root.hidden = true;
    console.warn(error);
  }
}

/** What the desk has said of a break. @returns {string} "" where there is none */
function breakWords() {
  const shown = frame.screens.find((/** @type {any} */ one) => one.mode === "break" && one.room === null);
  if (!shown) return "";
  return shown.until === null ? strings.phone.break : fill(strings.phone.breakUntil, {time: timeOfDay(shown.until).slice(0, 5)});
}

/** For who cannot see it: the rack as soon as it is out. What is announced follows in `announced.js`. */
function tellRack() {
  const {round} = frame;
  if (!round || round.phase === "announced") return;
  const letters = round.rack.map((/** @type {string} */ tile) => (tile === "?" ? strings.phone.blank : tile));
  setText(find("#told"), `${strings.phone.rack}: ${letters.join(" ")}`);
}

function showState() {
  if (!frame) return;
  const name = currentState();
  const number = frame.round?.number ?? 0;
  const time = receipt ? timeOfDay(receipt.received_at) : "";
  const values = {time, number, word: readableWord(receipt?.word ?? "", frame.values), ref: receipt?.ref, name: frame.name};
  const bar = find("#bar");
  bar.dataset.state = name;
  setText(find("#state"), fill(strings.phone[`${name}State`], values));
  const cancelled = frame.cancelled && ["waiting", "announced"].includes(name);
  const rests = ["waiting", "announced"].includes(name) && breakWords();
  setText(find("#state-detail"), rests || fill(strings.phone[cancelled ? "cancelled" : `${name}Detail`], cancelled ? {number: frame.cancelled} : values));
  find("#round-number").textContent = number ? fill(strings.phone.round, values) : "";
  const writing = mayWrite(name);
  const hasRack = Boolean(frame.round) && !["announced", "withdrawn", "finished"].includes(name);
  entry.form.classList.toggle("away", !hasRack);
  entry.form.inert = !hasRack;
  entry.form.classList.toggle("locked", !writing);
  find("#rest").hidden = hasRack;
  find("#score-field").hidden = frame.round?.score_stated === false;
  for (const field of Object.values(entry.fields)) field.readOnly = !writing;
  for (const tool of entry.tools) tool.disabled = !writing;
  if (entry.writing !== writing) entry.update(frame, {writing});
  if (name !== "announced" && name !== "finished") find("#announced").hidden = true;
  else if (find("#announced").hidden) showAnnounced(frame, strings.phone);
  showSendButton(name);
  showObjection();
  showNextGame();
}

/** What comes after a game: its page for everybody; the next one, where the phone is known, and goes on by one tap. */
function showNextGame() {
  const page = find("#public-page");
  page.hidden = !frame.public_page;
  if (frame.public_page) page.href = frame.public_page;
  const link = find("#next-game");
  link.hidden = !frame.next_game;
  if (!frame.next_game) return;
  link.href = `../${frame.next_game.code}/`;
  link.textContent = fill(strings.phone.nextGame, frame.next_game);
}

/** @param {import("./phone_state.js").StateName} name */
function showSendButton(name) {
  const {complete, problem} = entry.written;
  const done = name === "sent" || name === "kept" || name === "timeSent" || name === "late" || name === "sending";
  const key = done ? "sendDone" : name === "unsent" ? "sendAgain" : name === "timeMissed" ? "sendLate" : name === "changed" ? "sendChange" : complete && problem ? "sendAnyway" : "send";
  sendButton.textContent = name === "sending" ? strings.phone.sendingState : strings.phone[key];
  sendButton.classList.toggle("primary", !problem);
  sendButton.disabled = done || !mayWrite(name);
}

function showObjection() {
  const line = find("#objection");
  setText(line, objection);
  line.hidden = !objection;
  entry.fields.word.setAttribute("aria-invalid", String(Boolean(fieldErrors.word)));
  if (fieldErrors.ref) entry.fields.reference.setAttribute("aria-invalid", "true");
}

// What came with the page, until there is something newer.
link.time.pushed(config.now);
link.accept(pageData("frame"));
