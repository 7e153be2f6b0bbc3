import assert from "node:assert/strict";
import {test} from "node:test";

import {withBest} from "../../../duplicate/static/duplicate/completions.js";
import {keepPlaces, offered, present} from "../../../duplicate/static/duplicate/offered_moves.js";

const move = (/** @type {string} */ word, score = 10) => ({word, reference: "H4", score, is_top: word === "TOP"});
const shown = (/** @type {{word: string, gone?: boolean}[]} */ moves) => moves.map((one) => (one.gone ? "" : one.word));

test("a digit keeps its move when better ones come in", () => {
  const first = keepPlaces([], [move("TOP"), move("LOW")]);
  assert.deepEqual(shown(keepPlaces(first, [move("TOP"), move("HIGH"), move("LOW")])), ["TOP", "LOW", "HIGH"]);
});

test("the place of a move that is gone stays empty, and is its own again", () => {
  const all = [move("TOP"), move("MID"), move("LOW")];
  const without = keepPlaces(all, [move("TOP"), move("LOW"), move("NEW")]);
  assert.deepEqual(shown(without), ["TOP", "", "LOW", "NEW"]);
  assert.deepEqual(shown(keepPlaces(without, all)), ["TOP", "MID", "LOW", ""]);
  assert.deepEqual(shown(present(without)), ["TOP", "LOW", "NEW"]);
});

test("letters narrow the list, and what is gone holds its place there too", () => {
  const moves = keepPlaces([move("TRAIN"), move("TRAM"), move("TOP")], [move("TRAM"), move("TOP")]);
  assert.deepEqual(shown(offered(moves, "tra")), ["", "TRAM"]);
  const best = [{...move("TRAIN"), words: []}];
  assert.deepEqual(shown(offered(withBest(moves, best), "tra")), ["", "TRAM", "TRAIN"]);
});
