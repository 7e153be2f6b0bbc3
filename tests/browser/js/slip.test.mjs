import assert from "node:assert/strict";
import {test} from "node:test";

import {wordTokens} from "../../../tournaments/static/tournaments/js/notation.js";
import {EMPTY_BOARD} from "../../../tournaments/static/tournaments/js/layout.js";
import {laidLetters, retyped, withDropped, withoutLast} from "../../../tournaments/static/tournaments/js/word_edits.js";
import {blankChoices, usedTiles} from "../../../tournaments/static/tournaments/js/rack.js";
import {layWord} from "../../../tournaments/static/tournaments/js/slip.js";

const ENGLISH = Object.fromEntries([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ?"].map((letter) => [letter, 1]));
const SPANISH = {...ENGLISH, CH: 5, LL: 8, RR: 8, Ñ: 8};

/** Make a board with words laid across or down: ["TRAINER", row, column, "across"]. */
function board(...words) {
  const cells = EMPTY_BOARD.map((row) => [...row]);
  for (const [word, row, column, direction] of words) {
    [...word].forEach((letter, i) => (cells[row + (direction === "down" ? i : 0)][column + (direction === "across" ? i : 0)] = letter));
  }
  return cells;
}

const trainer = () => board(["TRAINER", 7, 1, "across"]);
const ground = (rack, cells = EMPTY_BOARD, values = ENGLISH) => ({cells, rack: rack.match(/CH|LL|RR|./g), values});
const at = (row, column, direction = "across") => ({row, column, direction});
const lay = (text, anchor, where) => layWord(wordTokens(retyped("", text, where), where.values), anchor, where);

test("a word on the empty board covers the centre", () => {
  const where = ground("TRAINER");
  assert.equal(lay("TRAINER", at(7, 1), where).problem, null);
  assert.equal(lay("TRAINER", at(7, 8), where).problem.code, "not_on_centre");
  assert.equal(lay("T", at(7, 7), where).problem.code, "too_short");
});

test("the whole word and only the letters laid mean the same", () => {
  const where = ground("SSXYZAB", trainer());
  for (const text of ["STRAINERS", "SS"]) {
    const layout = lay(text, at(7, 0), where);
    assert.deepEqual([layout.word, layout.start, layout.problem], ["STRAINERS", at(7, 0), null], text);
    assert.deepEqual(layout.laid.map(({column}) => column), [0, 8]);
  }
});

test("tiles after the word are taken in, and tiles before it move its start", () => {
  const where = ground("SHEETXY", trainer());
  assert.equal(lay("S", at(7, 0), where).word, "STRAINER");
  const behind = lay("S", at(7, 8), where);
  assert.deepEqual([behind.word, behind.start], ["TRAINERS", at(7, 1)]);
});

test("a word down through a letter of the board", () => {
  const layout = lay("THROB", at(7, 1, "down"), ground("HROBXYZ", trainer()));
  assert.deepEqual([layout.word, layout.laid.length, layout.problem], ["THROB", 4, null]);
  assert.equal(lay("HROB", at(8, 1, "down"), ground("HROBXYZ", trainer())).word, "THROB");
});

test("a letter that the rack lacks becomes the blank", () => {
  const layout = lay("NAHELAI", at(7, 1), ground("NHELAI?"));
  assert.equal(layout.word, "NAHELaI");
  assert.equal(layout.problem, null);
});

test("without enough blanks the missing letters are named", () => {
  assert.deepEqual(lay("ZZTOP", at(7, 7), ground("TOPXYA?")).problem, {code: "not_in_rack", letters: "Z"});
});

test("small letters are blanks only where they come together with capitals", () => {
  const where = ground("NHELAI?");
  assert.equal(retyped("", "anhelai", where), "ANHELAI");
  assert.equal(retyped("", "aNHELAI", where), "aNHELAI");
  assert.equal(retyped("", "(A)NHELAI", where), "(A)NHELAI");
  assert.deepEqual(wordTokens("(A)NHELAI", ENGLISH), [..."aNHELAI"]);
  assert.equal(retyped("", "Anhelai", where), "ANHELAI", "a keyboard's suggestion");
});

test("letters typed one by one are capitals, and leave chosen blanks alone", () => {
  const where = ground("NHELAI?");
  assert.equal(retyped("aNHELA", "aNHELAi", where), "aNHELAI");
  assert.equal(retyped("aNHELAI", "aNHELA", where), "aNHELA");
  assert.equal(retyped("aNHELAI", "aNHEeLAI", where), "aNHEELAI");
  assert.equal(retyped("aNHELAI", "", where), "");
});

test("accents are dropped unless they make another tile", () => {
  assert.equal(retyped("", "éTé", ground("ETE????")), "eTe");
  assert.equal(retyped("", "niño", ground("NINO", EMPTY_BOARD, SPANISH)), "NIÑO");
  assert.equal(retyped("", "œuf", ground("OEUF")), "OEUF");
});

test("a letter written as a blank stays the blank, and is the letter when no blank is left", () => {
  assert.equal(lay("aNHELAI", at(7, 1), ground("NHELAI?")).word, "aNHELAI");
  assert.equal(lay("aNHELI", at(7, 2), ground("ANHELIX")).word, "ANHELI");
});

test("which of equal letters is the blank can be chosen", () => {
  const where = ground("NHELAI?");
  assert.deepEqual(blankChoices(lay("ANHELAI", at(7, 1), where), where), ["ANHELaI", "aNHELAI"]);
  const single = ground("NHELBI?");
  assert.deepEqual(blankChoices(lay("NHELABI", at(7, 1), single), single), []);
  const two = ground("NHELAI?", board(["A", 6, 1, "across"]));
  assert.deepEqual(blankChoices(lay("ANHELAI", at(7, 1), two), two).length, 2);
});

test("two blanks can be chosen independently", () => {
  const where = ground("AE??XYZ");
  assert.equal(blankChoices(lay("AEAE", at(7, 5), where), where).length, 4);
});

test("Turkish letters typed in small are their own capitals, and a blank keeps its letter", () => {
  const turkish = Object.fromEntries([..."ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ?"].map((letter) => [letter, 1]));
  const where = (/** @type {string} */ rack) => ground(rack, EMPTY_BOARD, turkish);
  assert.equal(retyped("", "kitap", where("KİTAPSE")), "KİTAP");
  assert.equal(retyped("K", "Kı", where("KITAPSE")), "KI");
  assert.equal(retyped("KI", "Ki", where("KİTAPSE")), "Kİ", "one is the other's correction");
  assert.equal(retyped("", "KiTAP", where("KTAPSE?")), "KiTAP");
  for (const [typed, rack, word] of [
    ["kitap", "KİTAPSE", "KİTAP"],
    ["kıtap", "KITAPSE", "KITAP"],
    ["kitap", "KTAPSE?", "K(İ)TAP"],
    ["kıtap", "KTAPSE?", "K(I)TAP"],
    ["KiTAP", "KİTAPS?", "K(İ)TAP"],
  ]) {
    const layout = lay(typed, at(7, 7), where(rack));
    assert.deepEqual([layout.word, layout.problem], [word, null], `${typed} of ${rack}`);
    assert.equal(lay(layout.word, at(7, 7), where(rack)).word, word, "read again");
  }
});

test("tiles of two letters are one tile, also as a blank", () => {
  const where = ground("CHAPEOS", EMPTY_BOARD, SPANISH);
  assert.deepEqual(wordTokens("CHAPEO", SPANISH), ["CH", "A", "P", "E", "O"]);
  assert.equal(lay("CHAPEO", at(7, 7), where).laid.length, 5);
  const blank = lay("CHAPEO", at(7, 7), ground("?APEOSX", EMPTY_BOARD, SPANISH));
  assert.deepEqual([blank.word, blank.laid[0].token], ["chAPEO", "ch"]);
});

test("what is wrong is said: board's edge, taken square, no tile, loose word, unknown letter", () => {
  const where = ground("ABCDEFG", trainer());
  assert.equal(lay("ABCDEFG", at(6, 12), where).problem.code, "off_board");
  assert.equal(lay("TRAINER", at(7, 1), where).problem.code, "no_tile");
  assert.equal(lay("ABC", at(0, 0), where).problem.code, "not_connected");
  assert.deepEqual(lay("A1B", at(6, 1), where).problem, {code: "unknown_letter", letters: "1"});
  assert.deepEqual(lay("TRAIDER", at(7, 1), ground("SSSSSSS", trainer())).problem, {code: "square_taken", letters: "D"});
});

test("without a square the word waits", () => {
  const layout = lay("HELLO", null, ground("HELOXY?"));
  assert.equal(layout.problem.code, "no_square");
  assert.equal(layout.word, "HELlO");
  assert.equal(lay("", null, ground("HELOXY?")).problem.code, "no_word");
});

test("the next square is after the word, and none at the edge", () => {
  assert.deepEqual(lay("S", at(7, 0), ground("SSXYZAB", trainer())).next, at(7, 8));
  assert.equal(lay("AB", at(0, 13), ground("ABXYZAB", trainer())).next, null);
});

test("taking back goes tile by tile, through-letters with it", () => {
  const where = ground("SSXYZAB", trainer());
  assert.equal(withoutLast(lay("STRAINERS", at(7, 0), where), ENGLISH), "STRAINER");
  assert.equal(withoutLast(lay("STRAINER", at(7, 0), where), ENGLISH), "");
  assert.equal(withoutLast(lay("AB", null, where), ENGLISH), "A");
});

test("the letters laid can be laid again elsewhere", () => {
  assert.equal(laidLetters(lay("STRAINERS", at(7, 0), ground("SSXYZAB", trainer())), ENGLISH), "SS");
  assert.equal(laidLetters(lay("NAHELAI", at(7, 1), ground("NHELAI?")), ENGLISH), "NAHELAI");
});

test("used tiles of the rack are marked, the blank for its letter", () => {
  const where = ground("NHELAI?");
  assert.deepEqual(usedTiles(where.rack, lay("AA", at(7, 7), where).laid), [false, false, false, false, true, false, true]);
});

const tile = (row, column, token) => ({row, column, token});
const drop = (one, others, direction = "across", cells = EMPTY_BOARD) => withDropped(one, others, direction, cells);

test("tiles that are dropped make a word without gaps", () => {
  const laid = [tile(7, 3, "A"), tile(7, 4, "B")];
  assert.deepEqual(drop(tile(2, 2, "C"), []), {anchor: at(2, 2), text: "C"});
  assert.deepEqual(drop(tile(7, 5, "C"), laid), {anchor: at(7, 3), text: "ABC"});
  assert.deepEqual(drop(tile(7, 12, "C"), laid), {anchor: at(7, 3), text: "ABC"});
  assert.deepEqual(drop(tile(7, 0, "C"), laid), {anchor: at(7, 2), text: "CAB"});
  // On a tile of the board: before it.
  assert.deepEqual(drop(tile(7, 4, "C"), laid), {anchor: at(7, 3), text: "ACB"});
  assert.deepEqual(drop(tile(7, 3, "C"), laid), {anchor: at(7, 3), text: "CAB"});
});

test("the second tile says which way the word runs, and tiles of the board are passed over", () => {
  assert.deepEqual(drop(tile(8, 3, "B"), [tile(7, 3, "A")]), {anchor: at(7, 3, "down"), text: "AB"});
  assert.deepEqual(drop(tile(7, 4, "B"), [tile(7, 3, "A")], "down"), {anchor: at(7, 3), text: "AB"});
  assert.deepEqual(drop(tile(6, 4, "B"), [tile(8, 4, "A")], "down", trainer()), {anchor: at(6, 4, "down"), text: "BA"});
  assert.deepEqual(drop(tile(7, 0, "B"), [tile(7, 0, "A")]), {anchor: at(7, 0), text: "BA"});
});
