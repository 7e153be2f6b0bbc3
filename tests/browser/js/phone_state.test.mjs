import assert from "node:assert/strict";
import {test} from "node:test";

import {mayWrite, phoneState, sendsItself, standingReceipt} from "../../../duplicate/static/duplicate/phone_state.js";

const slip = {id: "a", round: 3, round_id: 3, word: "CAT", ref: "H8", score: null, received_at: 0, late: false};
const late = {...slip, id: "b", late: true};
const state = (phase, facts = {}, game = "playing") =>
  phoneState({frame: {state: game, round: phase && {phase}}, timeUp: false, receipt: null, outgoing: false, delayed: false, changed: false, ...facts});

test("what the phone says through a round", () => {
  assert.equal(state(null), "waiting");
  assert.equal(state("ready"), "ready");
  assert.equal(state("running"), "write");
  assert.equal(state("paused"), "paused");
  assert.equal(state("running", {outgoing: true}), "sending");
  assert.equal(state("running", {outgoing: true, delayed: true}), "unsent");
  assert.equal(state("running", {receipt: slip}), "sent");
  assert.equal(state("running", {receipt: slip, changed: true}), "changed");
  assert.equal(state("running", {receipt: slip, timeUp: true, changed: true}), "timeSent");
  assert.equal(state("closed", {timeUp: true}), "timeMissed");
  assert.equal(state("closed", {timeUp: true, receipt: late}), "late");
  assert.equal(state("announced", {receipt: slip}), "announced");
  assert.equal(state("announced", {}, "finished"), "finished");
});

test("where the first slip counts, nothing more is written after it", () => {
  const frame = {state: "playing", round: {phase: "running", one_slip: true}};
  assert.equal(state("running", {frame}), "write");
  assert.equal(state("running", {frame, receipt: slip, changed: true}), "kept");
  assert.ok(!mayWrite(state("running", {frame, receipt: slip})));
  assert.equal(standingReceipt(slip, {...slip, id: "c"}, true), slip);
  assert.equal(standingReceipt(late, slip, true), slip);
});

test("who has dropped out writes nothing, whatever the round does", () => {
  for (const phase of ["ready", "running", "time", "announced"]) {
    assert.equal(state(phase, {withdrawn: true, receipt: slip}), "withdrawn");
  }
  assert.ok(!mayWrite("withdrawn"));
});

test("more time given after a late slip lets write again", () => {
  assert.equal(state("running", {receipt: late}), "write");
  assert.ok(mayWrite(state("running", {receipt: late})));
});

test("a late slip never takes the place of one in time, a later one in time does", () => {
  assert.equal(standingReceipt(slip, late), slip);
  assert.equal(standingReceipt(late, slip), slip);
  assert.equal(standingReceipt(slip, {...slip, id: "c"}).id, "c");
  assert.equal(standingReceipt(slip, {...late, round_id: 4}).round_id, 4);
  assert.equal(standingReceipt(slip, null), slip);
});

test("at time a slip sends itself only if it is complete and none was received in time", () => {
  assert.ok(sendsItself({complete: true, receipt: null, outgoing: false}));
  assert.ok(!sendsItself({complete: false, receipt: null, outgoing: false}));
  assert.ok(!sendsItself({complete: true, receipt: slip, outgoing: false}));
  assert.ok(!sendsItself({complete: true, receipt: null, outgoing: true}));
});
