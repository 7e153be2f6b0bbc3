import assert from "node:assert/strict";
import {test} from "node:test";

import {completionOf, doubtOf, withBest, wordOf} from "../../../duplicate/static/duplicate/completions.js";

const best = [
  {word: "VULGAR", reference: "8D", score: 24, is_top: true, words: []},
  {word: "TRAINER", reference: "8D", score: 66, is_top: false, words: [5]},
  {word: "GRAVE", reference: "H4", score: 20, is_top: false, words: []},
  {word: "GRAVE", reference: "H5", score: 18, is_top: false, words: []},
  {word: "uNVEIL", reference: "9A", score: 17, is_top: false, words: [2]},
];
const listed = [{word: "VULGAR", reference: "8D", score: 24, is_top: true}];
const taken = (rest, there = listed) => completionOf(there, best, rest)?.word ?? null;

test("letters that begin one move take it", () => {
  assert.equal(taken("vul"), "VULGAR");
  assert.equal(taken("Vu"), "VULGAR");
  assert.equal(taken("unv"), "uNVEIL");
  assert.equal(taken("train"), null, "TRAIN is a word, which may be meant");
  assert.equal(taken("traine"), "TRAINER");
});

test("a blank in parentheses is its letter", () => {
  const turkish = [{word: "K(İ)TAP", reference: "8D", score: 12, is_top: true, words: [2]}];
  const begun = (/** @type {string} */ rest) => completionOf([], turkish, rest)?.word ?? null;
  assert.deepEqual([begun("KİT"), begun("KIT"), begun("Kİ"), begun("KİTAP")], ["K(İ)TAP", null, null, null]);
});

test("a word typed in full, or with something after it, is taken as it is typed", () => {
  assert.equal(taken("vulgar"), null);
  for (const rest of ["vul ", "vul 8d", "vul 8d 24", "vul?", "=18", ""]) assert.equal(taken(rest), null, rest);
});

test("one letter is a key, and two moves are none", () => {
  assert.equal(taken("v"), null);
  assert.equal(taken("grav"), null);
  assert.equal(taken("xy"), null);
});

test("another slip that begins with the letters leaves them as they are", () => {
  const other = (slip) => [...listed, {word: "VULGAR", reference: "8D", score: 24, is_top: false, ...slip}];
  assert.equal(taken("vul", other({score: 22})), null, "with another score");
  assert.equal(taken("vul", other({word: "VULVA"})), null);
  assert.equal(taken("vul", other({reference: "8E"})), null);
});

test("the best moves come after those that are listed already", () => {
  assert.deepEqual(withBest(listed, best).map((move) => move.word), ["VULGAR", "TRAINER", "GRAVE", "GRAVE", "uNVEIL"]);
});

test("where the best place counts, other places of a word are no other moves", () => {
  const tops = [...listed, {word: "GRAVE", reference: "H5", score: 18, is_top: true}, {word: "VULGAR", reference: "8E", score: 24, is_top: true}];
  assert.equal(completionOf(tops, best, "vul", "best_place")?.reference, "8D");
  assert.equal(completionOf(tops, best, "gra", "best_place")?.reference, "H4");
  assert.equal(completionOf([...tops, {word: "VULVA", reference: "8E", score: 9, is_top: false}], best, "vul", "best_place"), null);
});

test("a word at several places is written out", () => {
  assert.equal(wordOf(listed, best, "gra"), "GRAVE");
  assert.equal(wordOf(listed, best, "grave"), null, "it is written");
  assert.equal(wordOf(listed, best, "vul"), null, "one move is taken as it is");
  assert.equal(wordOf(listed, best, "xy"), null);
});

test("letters that would be a zero are doubted", () => {
  const more = [...best, {word: "GRAPE", reference: "8D", score: 19, is_top: false, words: [3]}];
  const doubt = (rest, withoutPlace = "stored", there = listed) => doubtOf(there, more, rest, withoutPlace);
  assert.equal(doubt("gr"), "beginning");
  assert.equal(doubt("gr", "best_place"), "beginning");
  assert.equal(doubt("gra"), "placeless", "a word");
  assert.equal(doubt("train"), "placeless", "a word that begins one move");
  assert.equal(doubt("gra", "best_place"), "", "which counts");
  assert.equal(doubt("trainer", "best_place"), "");
  const other = [...listed, {word: "VULVA", reference: "8D", score: 9, is_top: false}];
  assert.equal(doubt("vulv", "stored", other), "placeless", "nothing tells whether it is a word");
  assert.equal(doubt("vulva", "best_place", other), "", "somebody has the same");
});

test("letters that are meant, or are refused, are not doubted", () => {
  for (const rest of ["gr ", "gr 8d", "gr 8d 24", "gr?", "=18", "", "t", "xy"]) assert.equal(doubtOf(listed, best, rest, "stored"), "", rest);
  assert.equal(doubtOf(listed, best, "gra", "refused"), "");
});
