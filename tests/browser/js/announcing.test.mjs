import assert from "node:assert/strict";
import {test} from "node:test";

import {announcements} from "../../../duplicate/static/duplicate/announcing.js";

globalThis.document = {documentElement: {lang: "en"}};

/** @param {string} words up to the points */
const points = (words) => ({one: `${words} point.`, other: `${words} points.`});
const strings = {
  round: "Round {number}.", rack: "The rack: {letters}.", blank: "blank", start: "The clock is running.",
  top: points("The top: {word}, {ref}, {score}"), placed: points("On the board: {word}, {ref}, {score}"),
  nobody: "Nobody could play.", solo: "Solo: {name}.", tableSolo: "Solo: table {table}.",
};
const frame = (round, last = null, values = {}) => ({round, last, values});
const ready = {id: 7, number: 3, phase: "ready", rack: ["A", "CH", "?"]};
const running = {...ready, phase: "running"};
const said = (before, after) => announcements(before, after, strings);

test("nothing is said of what was there when the screen came up", () => {
  assert.deepEqual(said(null, frame(running)), []);
});

test("the rack is read letter by letter, and then the clock is started", () => {
  assert.deepEqual(said(frame(null), frame(ready)), ["Round 3.", "The rack: A, CH, blank."]);
  assert.deepEqual(said(frame(ready), frame(running)), ["The clock is running."]);
  assert.deepEqual(said(frame(null), frame(running)), ["Round 3.", "The rack: A, CH, blank.", "The clock is running."]);
  assert.deepEqual(said(frame(running), frame({...running, phase: "paused"})), []);
  assert.deepEqual(said(frame({...ready, phase: "paused"}), frame(running)), []);
});

const last = {number: 3, word: "BEaCH", ref: "H8", score: 24, top: null, solo: null};
const announced = {...running, phase: "announced"};

test("the top is told once, in letters that are read as a word", () => {
  assert.deepEqual(said(frame(running), frame(announced, last)), ["The top: beach, H 8, 24 points."]);
  assert.deepEqual(said(frame(announced, last), frame(announced, last)), []);
  assert.deepEqual(said(frame(running), frame(announced, {...last, ref: "12C", score: 1})), ["The top: beach, 12 C, 1 point."]);
});

test("a Turkish word keeps its two letters I", () => {
  const word = {...last, word: "IŞIK", ref: "H8"};
  assert.deepEqual(said(frame(running), frame(announced, word, {I: 2, İ: 1})), ["The top: ışık, H 8, 24 points."]);
  assert.deepEqual(said(frame(running), frame(announced, {...word, word: "İKİ"}, {I: 2, İ: 1})), ["The top: iki, H 8, 24 points."]);
});

test("a worse move, a solo, and a rack with which nobody could play", () => {
  const worse = {...last, top: {word: "BE", ref: "A1", score: 30}, solo: {name: "Ann", table: 1}};
  assert.deepEqual(said(frame(running), frame(announced, worse)), [
    "On the board: beach, H 8, 24 points.", "The top: be, A 1, 30 points.", "Solo: Ann.",
  ]);
  assert.deepEqual(said(frame(running), frame(announced, {...last, solo: {name: "", table: 4}}))[1], "Solo: table 4.");
  assert.deepEqual(said(frame(running), frame(announced, {number: 3, word: ""})), ["Nobody could play."]);
});
