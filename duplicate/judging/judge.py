"""The judge: returns a verdict from a slip, the position that it was written for, and the rules."""

from collections.abc import Iterable

from duplicate.judging.interpretations import ReadMove, is_extension, read_move, read_word
from duplicate.judging.values import RoundPosition, Verdict, WrittenSlip
from duplicate.judging.verdict_builder import Case, Fault, accept, move_params, refuse, zero
from engine.errors import EngineError, MoveError
from engine.notation import Move, Reference
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove
from engine.squares import CENTRE, SIZE, SQUARES, Direction
from engine.tiles import LETTER_MASK

MOST_MEANT = 3


def judge_slips(
    slips: Iterable[WrittenSlip | None], position: RoundPosition, rules: RuleSet
) -> list[Verdict]:
    """Return the verdicts on all slips of a round. Equal slips are judged once, since a round has many."""
    verdicts: dict[WrittenSlip | None, Verdict] = {}
    return [
        verdicts[slip] if slip in verdicts else verdicts.setdefault(slip, judge(slip, position, rules))
        for slip in slips
    ]


def judge(slip: WrittenSlip | None, position: RoundPosition, rules: RuleSet) -> Verdict:
    """Return the verdict on a player's slip; None means that the player handed in nothing."""
    if slip is None:
        return zero("no_slip")
    if slip.late or (slip.several and rules.slips.second_slip == "zero"):
        return zero("late" if slip.late else "several_slips")
    try:
        case = _open_case(slip, position, rules)
    except EngineError as error:
        return refuse(error)
    if position.board.is_empty and not rules.slips.first_reference:
        return _judge_first_word(case)
    problem: EngineError | None = None
    if case.reference is not None:
        try:
            reading = read_move(Move(case.reference, case.word), position, forgive_marks=case.forgive_marks)
        except EngineError as error:
            problem = error
        else:
            return accept(case, reading, also=_others_as_stated(case, reading))
    return _judge_displaced(case, problem)


def _open_case(slip: WrittenSlip, position: RoundPosition, rules: RuleSet) -> Case:
    """Return the slip as cells and a reference; the rules may allow the reference to be missing.

    Raises:
        EngineError: there is no word, it is not written with tiles, or a required reference is missing or
            unreadable.
    """
    if not slip.word.strip():
        raise MoveError("empty_word")
    reference = None
    try:
        reference = Reference.parse(slip.reference, position.convention)
    except EngineError:
        if not _can_do_without_reference(position, rules):
            raise
    return Case(
        word=position.tiles.encode(slip.word.strip()),
        reference=reference,
        written_reference=slip.reference.strip(),
        stated=slip.stated_score if rules.slips.score_stated else None,
        position=position,
        rules=rules,
        illegible=slip.illegible,
    )


def reference_required(rules: RuleSet) -> bool:
    """Tell whether a slip without a reference always scores 0."""
    slips = rules.slips
    return slips.wrong_reference == "zero" and slips.first_reference and slips.extension_reference


def _can_do_without_reference(position: RoundPosition, rules: RuleSet) -> bool:
    slips = rules.slips
    needed = slips.first_reference if position.board.is_empty else slips.extension_reference
    return slips.wrong_reference != "zero" or not needed


def _judge_first_word(case: Case) -> Verdict:
    """Credit the first word at its best place, whichever of equal letters is the blank."""
    position = case.position
    readings = read_word(case.word, position, forgive_marks=case.forgive_marks, any_equal_letter=True)
    if not readings:
        return _refuse_first_word(case)
    best = max(readings, key=lambda reading: reading.scored.score)
    if case.reference is not None:
        try:
            written = read_move(Move(case.reference, case.word), position, forgive_marks=case.forgive_marks)
        except EngineError:
            pass
        else:
            if written.scored.score == best.scored.score:
                return accept(case, written)
    place = Fault("best_place", params=move_params(best.scored, position))
    return accept(case, best, place)


def _refuse_first_word(case: Case) -> Verdict:
    """Return the reason why the first word can lie nowhere, tested across the centre, whatever reference is
    written.
    """
    row, column = divmod(CENTRE, SIZE)
    across = Reference(row, max(0, min(column, SIZE - len(case.word))), Direction.ACROSS)
    try:
        return accept(
            case, read_move(Move(across, case.word), case.position, forgive_marks=case.forgive_marks)
        )
    except EngineError as error:
        return refuse(error)


def _judge_displaced(case: Case, problem: EngineError | None) -> Verdict:
    """Judge a word that cannot lie where it is written, or has no reference; `problem` is why it cannot lie
    there.
    """
    slips = case.rules.slips
    if slips.altered_letter != "zero" and (whole := _judge_with_last_letter(case)):
        return whole
    readings = read_word(case.word, case.position, forgive_marks=case.forgive_marks)
    if not slips.extension_reference and (extended := _judge_as_extension(case, readings)):
        return extended
    if slips.wrong_reference != "zero":
        return _judge_at_wrong_reference(case, readings, problem)
    return _refuse_place(case, readings, problem)


def _judge_with_last_letter(case: Case) -> Verdict | None:
    """Return the verdict on the slip with its last letter taken from the board, if it is missing or another
    one was written.
    """
    start = case.reference
    if start is None or case.stated is None:
        return None
    step, cells = start.direction.step, case.position.board.cells
    along = start.column if start.direction is Direction.ACROSS else start.row
    end = start.index + len(case.word) * step
    if along + len(case.word) > SIZE:
        return None
    missing = cells[end] if along + len(case.word) < SIZE and end < SQUARES else 0
    if missing:
        code, word = "last_letter_missing", (*case.word, missing)
    else:
        lying = cells[end - step]
        if not (lying ^ case.word[-1]) & LETTER_MASK or not lying:
            return None
        code, word = "last_letter_altered", (*case.word[:-1], lying)
    try:
        reading = read_move(Move(start, word), case.position, forgive_marks=case.forgive_marks)
    except EngineError:
        return None
    if reading.scored.score != case.stated:
        return None
    fault = Fault(code, case.rules.slips.altered_letter, move_params(reading.scored, case.position))
    return accept(case, reading, fault)


def _judge_as_extension(case: Case, readings: list[ReadMove]) -> Verdict | None:
    """Return the verdict on the extension that the whole new word identifies by itself: it has the stated
    score, or can lie nowhere else.
    """
    extensions = [reading for reading in readings if is_extension(reading.scored, case.position)]
    located = [reading for reading in extensions if reading.scored.score == case.stated]
    if not located and len({reading.scored.move.reference for reading in readings}) == 1:
        located = extensions
    if not located:
        return None
    found = min(located, key=lambda reading: (_distance(case, reading.scored), reading.scored.score))
    return accept(case, found, Fault("located_by_word", params=move_params(found.scored, case.position)))


def _judge_at_wrong_reference(case: Case, readings: list[ReadMove], problem: EngineError | None) -> Verdict:
    """Judge the word at the place where its stated score fits, in the direction written."""
    fitting = [reading for reading in readings if reading.scored.score == case.stated]
    if case.reference is not None:
        direction = case.reference.direction
        aside = [reading for reading in fitting if reading.scored.move.reference.direction is not direction]
        fitting = [reading for reading in fitting if reading.scored.move.reference.direction is direction]
        if aside and not fitting:
            found = aside[0].scored
            return zero("wrong_direction", move_params(found, case.position), _meant(aside))
    if not fitting:
        return _refuse_place(case, readings, problem)
    found_at = min(fitting, key=lambda reading: _distance(case, reading.scored))
    code = "reference_wrong" if case.written_reference else "reference_missing"
    if case.reference is not None and _distance(case, found_at.scored) == 1:
        code = "one_square_off"
    fault = Fault(code, case.rules.slips.wrong_reference, move_params(found_at.scored, case.position))
    others = [reading for reading in fitting if reading is not found_at]
    return accept(case, found_at, fault, also=_meant(others))


def _refuse_place(case: Case, readings: list[ReadMove], problem: EngineError | None) -> Verdict:
    if problem is not None:
        return refuse(problem, _meant(readings))
    if not case.position.lexicon.contains(case.word):
        return zero("not_in_lexicon", {"words": case.position.tiles.decode(case.word)})
    return zero("no_place_fits", {"word": case.position.tiles.decode(case.word)}, _meant(readings))


def _others_as_stated(case: Case, reading: ReadMove) -> tuple[ScoredMove, ...]:
    """Return the moves that the word could mean elsewhere with the stated score, if it scores otherwise where
    it is written.
    """
    if case.stated in {None, reading.scored.score}:
        return ()
    others = read_word(case.word, case.position, forgive_marks=case.forgive_marks)
    return _meant([other for other in others if other.scored.score == case.stated])


def _meant(readings: list[ReadMove]) -> tuple[ScoredMove, ...]:
    """Return the best of the moves that a slip could mean, `MOST_MEANT` at most."""
    best = sorted(readings, key=lambda reading: -reading.scored.score)
    return tuple(reading.scored for reading in best[:MOST_MEANT])


def _distance(case: Case, scored: ScoredMove) -> int:
    """Return how many squares a move lies from where it is written."""
    written, there = case.reference, scored.move.reference
    if written is None:
        return 0
    return abs(written.row - there.row) + abs(written.column - there.column)
