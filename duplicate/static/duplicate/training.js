/**
 * The page of a training round: the same board, rack and fields as on a phone in a game. A form submits the move;
 * until then the browser stores it. The page of an answered round shows only the board with the top.
 */

import {mountBoard, moveSquares} from "../tournaments/js/board.js";
import {mountClock} from "../tournaments/js/clock.js";
import {Entry} from "../tournaments/js/entry.js";
import {parseReference, SIZE, stepped, wordTokens} from "../tournaments/js/notation.js";
import {storeFor} from "../tournaments/js/store.js";
import {fill, find, pageData} from "../tournaments/js/text.js";

const round = pageData("round-data");
const strings = pageData("strings");
/** Offset of the server's clock from this device's. */
const offset = round.now - Date.now();

if (round.answered) showAnswered();
else play();

function showAnswered() {
  const {notation, values, move} = round;
  const board = mountBoard(find("#board"), {notation, strings: strings.board, readable: true});
  board.draw({cells: withMove(), values, fresh: moveSquares(move, notation, values)});
}

/** @returns {string[][]} */
function withMove() {
  const start = parseReference(round.move.ref, round.notation);
  const after = round.board.map((/** @type {string[]} */ row) => [...row]);
  if (start) {
    wordTokens(round.move.word, round.values).forEach((token, index) => {
      const {row, column} = stepped(start, index);
      if (row < SIZE && column < SIZE) after[row][column] ||= token;
    });
  }
  return after;
}

function play() {
  const objection = find("#objection");
  const entry = new Entry({
    store: storeFor(`training-${round.training}`),
    notation: round.notation,
    strings: strings.phone,
    boardStrings: strings.board,
    onChange: () => {
      objection.hidden = true;
    },
    onSend: () => {
      const {word, complete, problem} = entry.written;
      if (complete) return handIn();
      objection.textContent = fill(strings.phone[problem?.code ?? "no_word"], {letters: problem?.letters ?? ""});
      objection.hidden = false;
      (word ? entry.fields.reference : entry.fields.word).focus();
    },
  });
  const frame = {round: {id: round.id, rack: round.rack, phase: "running"}, last: null, board: round.board, values: round.values, notation: round.notation};
  entry.update(frame, {writing: true});
  followTime(entry);

  function handIn() {
    const {word, ref, score} = entry.written;
    const form = find("#answer");
    form.elements.word.value = word;
    form.elements.reference.value = ref;
    form.elements.score.value = score ?? "";
    find("#send").disabled = true;
    form.submit();
  }

  /** Submit the draft when the time is up. @param {Entry} entry */
  function followTime(entry) {
    if (round.closes_at === null) return;
    const clock = mountClock(find("#clock"), {
      now: () => Date.now() + offset,
      strings: strings.clock,
      announcer: find("#calls"),
      onTime: () => (entry.written.complete ? handIn() : find("#answer").submit()),
    });
    clock.update({phase: "running", closes_at: round.closes_at, remaining: null, calls: round.calls});
  }
}
