import assert from "node:assert/strict";
import {test} from "node:test";

import {moveSquares, premium} from "../../../tournaments/static/tournaments/js/board.js";
import {lettersOfLine, lettersOfRack} from "../../../tournaments/static/tournaments/js/readings.js";
import {asBlank, formatReference, isBlank, joinTokens, parseReference, plain, raiseCase, readingOf, wordTokens} from "../../../tournaments/static/tournaments/js/notation.js";

test("references of both conventions are read and written back", () => {
  for (const [text, convention, row, column, direction] of [
    ["H8", "duplicate", 7, 7, "across"],
    ["8H", "duplicate", 7, 7, "down"],
    ["A15", "duplicate", 0, 14, "across"],
    ["8H", "english", 7, 7, "across"],
    ["B3", "english", 2, 1, "down"],
  ]) {
    assert.deepEqual(parseReference(text.toLowerCase(), convention), {row, column, direction});
    assert.equal(formatReference({row, column, direction}, convention), text);
  }
});

test("what is no reference is refused", () => {
  for (const text of ["", "H", "8", "H0", "H16", "P1", "HH8", "H8H", "0A"]) assert.equal(parseReference(text, "duplicate"), null, text);
});

test("the premiums are the standard ones", () => {
  const counts = {};
  for (let i = 0; i < 225; i++) {
    const kind = premium(Math.floor(i / 15), i % 15);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  assert.deepEqual(counts, {"": 164, L2: 24, L3: 12, W2: 16, W3: 8, start: 1});
  assert.deepEqual([premium(0, 7), premium(7, 14), premium(1, 5), premium(0, 3), premium(7, 3)], ["W3", "W3", "L3", "L2", "L2"]);
});

test("a move's squares", () => {
  assert.deepEqual([...moveSquares({word: "TRi", ref: "15A"}, "duplicate", {T: 1, R: 1, I: 1})], [14, 29, 44]);
  assert.equal(moveSquares({word: "", ref: ""}, "duplicate", {}).size, 0);
});

const SPANISH = {"?": 0, A: 1, C: 3, CH: 5, H: 4, L: 1, LL: 8};
const CATALAN = {"?": 0, A: 1, L: 1, "L·L": 10, N: 1, NY: 10};

test("letters of several signs are read first, and apart in brackets", () => {
  for (const [text, tokens] of [
    ["CHAL", ["CH", "A", "L"]],
    ["[C][H]AL", ["C", "H", "A", "L"]],
    ["[CH]A", ["CH", "A"]],
    ["chA", ["ch", "A"]],
    ["(CH)A", ["ch", "A"]],
    ["c(H)A", ["c", "h", "A"]],
    ["[C", ["C"]],
  ]) assert.deepEqual(wordTokens(text, SPANISH), tokens, text);
  assert.deepEqual(wordTokens("AL·LANY", CATALAN), ["A", "L·L", "A", "NY"]);
});

test("tiles are written as they are read", () => {
  for (const tokens of [["CH", "A"], ["C", "H", "A"], ["c", "H"], ["c", "h"], ["L", "L", "A"], ["LL", "A"], ["A"]])
    assert.deepEqual(wordTokens(joinTokens(tokens, SPANISH), SPANISH), tokens);
  assert.equal(joinTokens(["CH", "A"], SPANISH), "CHA");
  assert.equal(joinTokens(["C", "H", "?"], SPANISH), "[C][H]?");
});

test("letters without a small form have their blank in parentheses", () => {
  const hebrew = {"?": 0, "א": 2, "ב": 4};
  assert.deepEqual(wordTokens("(א)ב", hebrew), ["(א)", "ב"]);
  assert.ok(isBlank("(א)") && !isBlank("א"));
  assert.equal(plain("(א)"), "א");
  assert.equal(joinTokens(["(א)", "ב"], hebrew), "(א)ב");
});

const TURKISH = {"?": 0, A: 1, I: 2, İ: 1, K: 1, P: 5, T: 1};

test("the Turkish i and ı are those of their own capitals, as blanks too", () => {
  assert.deepEqual([raiseCase("kitap ı", TURKISH), raiseCase("kitap", SPANISH)], ["KİTAP I", "KITAP"]);
  assert.deepEqual([asBlank("İ", TURKISH), asBlank("I", TURKISH), asBlank("K", TURKISH), asBlank("I", {I: 1})], ["(İ)", "(I)", "k", "i"]);
  for (const [text, tokens] of [
    ["KiTAP", ["K", "(İ)", "T", "A", "P"]],
    ["kıT", ["k", "(I)", "T"]],
    ["(i)(I)(k)", ["(İ)", "(I)", "k"]],
    ["[i]K", ["(İ)", "K"]],
  ]) {
    assert.deepEqual(wordTokens(text, TURKISH), tokens, text);
    assert.deepEqual(wordTokens(joinTokens(tokens, TURKISH), TURKISH), tokens, text);
  }
});

test("it is told how letters of several signs were read, where they could be several tiles", () => {
  const hungarian = {"?": 0, A: 1, E: 1, M: 1, N: 1, NY: 5, S: 1, SZ: 3, Z: 4};
  const catalan = {"?": 0, A: 1, C: 2, L: 1, "L·L": 10, N: 1, NY: 10, O: 1, QU: 8};
  for (const [text, values, reading] of [
    ["CHAL", SPANISH, {tiles: "CH + A + L", apart: "[C][H]"}],
    ["chAL", SPANISH, {tiles: "ch + A + L", apart: "[C][H]"}],
    ["[C][H]AL", SPANISH, null],
    ["CHALLCH", SPANISH, {tiles: "CH + A + LL + CH", apart: "[C][H], [L][L]"}],
    ["SZEM", hungarian, {tiles: "SZ + E + M", apart: "[S][Z]"}],
    ["ANYA", hungarian, null],
    ["COL·LA", catalan, null],
    ["QUANY", catalan, null],
  ]) assert.deepEqual(readingOf(text, values), reading, text);
});

test("the letters of a line are its last word, without squares, numbers and signs", () => {
  for (const [line, letters] of [
    ["8D RETAINS", "RETAINS"],
    ["CHAL H8 24?", "CHAL"],
    ["ann [C][H]AL h8", "[C][H]AL"],
    ["-CHA", "CHA"],
    ["==ABC", "ABC"],
    ["-5", ""],
    ["CHAL H8 24 ?", "CHAL"],
    ["", ""],
    ["5 =18 charla", ""],
    ["18 = 0 charla", ""],
  ]) assert.equal(lettersOfLine(line), letters, line);
});

test("the letters of a rack are without the signs of kept and new ones", () => {
  for (const [rack, letters] of [
    ["CHA+LER", "CHALER"],
    ["-CHALERS", "CHALERS"],
    ["+[C][H]", "[C][H]"],
    ["CHALERS", "CHALERS"],
  ]) assert.equal(lettersOfRack(rack), letters, rack);
});
