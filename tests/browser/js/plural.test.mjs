import assert from "node:assert/strict";
import {test} from "node:test";

import {fillFor} from "../../../tournaments/static/tournaments/js/plural.js";

const said = (lang, forms, count) => {
  globalThis.document = {documentElement: {lang}};
  return fillFor(forms, count, {score: count, word: "BE"});
};

test("a sentence takes the form that its language has for the number", () => {
  const english = {one: "{word} {score} point", other: "{word} {score} points"};
  assert.deepEqual([0, 1, 2, -1].map((count) => said("en", english, count)), ["BE 0 points", "BE 1 point", "BE 2 points", "BE -1 point"]);
  const french = {one: "{score} point", other: "{score} points"};
  assert.deepEqual([0, 1, 2].map((count) => said("fr", french, count)), ["0 point", "1 point", "2 points"]);
  const spanish = {one: "{score} punto", other: "{score} puntos"};
  assert.deepEqual([0, 1, 21].map((count) => said("es", spanish, count)), ["0 puntos", "1 punto", "21 puntos"]);
  const polish = {one: "{score} punkt", few: "{score} punkty", many: "{score} punktów"};
  assert.deepEqual([1, 3, 5, 22].map((count) => said("pl", polish, count)), ["1 punkt", "3 punkty", "5 punktów", "22 punkty"]);
});
