"""One slip before the judge, and how its faults make a verdict.

A *fault* has a reason and a consequence. Of several the heaviest is told and sanctioned, the others are not:
a slip has one sanction at most.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import get_args

from duplicate.judging.readings import Reading
from duplicate.judging.values import Position, Verdict
from engine.errors import EngineError
from engine.notation import Reference
from engine.rule_groups import Consequence, Sanctions
from engine.rules import RuleSet
from engine.scoring import ScoredMove

_BY_WEIGHT: tuple[Consequence, ...] = get_args(Consequence)


@dataclass(frozen=True, slots=True)
class Case:
    """A slip that can be read as letters. `reference` is None where it is missing or cannot be read."""

    word: tuple[int, ...]
    reference: Reference | None
    written_reference: str
    stated: int | None
    position: Position
    rules: RuleSet
    illegible: bool = False

    @property
    def forgive_marks(self) -> bool:
        """Whether the wrong letter may be marked as the blank; where marks have no consequence, they mean tiles."""
        return self.rules.slips.unmarked_blank != "none"


@dataclass(frozen=True, slots=True)
class Fault:
    """`worth` is what the move is worth because of it, where that is not its own score."""

    code: str
    consequence: Consequence = "none"
    params: dict[str, object] = field(default_factory=dict)
    worth: int | None = None

    @property
    def weight(self) -> tuple[int, bool]:
        return _BY_WEIGHT.index(self.consequence), self.worth is not None


def refuse(error: EngineError, also: tuple[ScoredMove, ...] = ()) -> Verdict:
    """Zero, for the reason of the engine."""
    return zero(error.code, error.params, also)


def zero(code: str, params: dict[str, object] | None = None, also: tuple[ScoredMove, ...] = ()) -> Verdict:
    return Verdict(0, code, params or {}, sanction="zero", also=also)


def accept(
    case: Case,
    reading: Reading,
    place: Fault | None = None,
    *,
    also: tuple[ScoredMove, ...] = (),
    right_scores: Collection[int] = (),
) -> Verdict:
    """The verdict on a slip that is taken for a move; `place` is what is to be said of where it lies. A stated
    score is right if it is the move's own or one of `right_scores`.
    """
    scored = reading.scored
    faults = [*([place] if place else []), *_blank_faults(case, reading)]
    if case.stated not in right_scores:
        faults += _score_faults(case, scored.score)
    if case.illegible:
        faults.append(Fault("illegible", case.rules.slips.illegible))
    told = max(faults, key=lambda fault: fault.weight, default=Fault("good"))
    if told.consequence == "zero":
        return zero(told.code, told.params, (scored, *also))
    worth = next((fault.worth for fault in faults if fault.worth is not None), scored.score)
    return Verdict(
        score=after_penalty(worth, case.rules.sanctions) if told.consequence == "penalty" else worth,
        code=told.code,
        params=told.params,
        sanction=told.consequence,
        worth=worth,
        taken_for=scored.move,
        also=also,
    )


def after_penalty(worth: int, sanctions: Sanctions) -> int:
    """What a penalty leaves of a move: never less than zero, and nothing of a small one."""
    return 0 if worth <= sanctions.zero_up_to else max(0, worth - sanctions.penalty_points)


def move_params(scored: ScoredMove, position: Position) -> dict[str, object]:
    """What a sentence says of a move."""
    reference, word = scored.move.text(position.tiles, position.convention)
    return {"reference": reference, "word": word, "score": scored.score}


def _blank_faults(case: Case, reading: Reading) -> Iterator[Fault]:
    if reading.blank:
        word = case.position.tiles.decode(reading.scored.move.word)
        yield Fault(reading.blank, case.rules.slips.unmarked_blank, {"word": word})


def _score_faults(case: Case, score: int) -> Iterator[Fault]:
    """What is wrong with the stated score, if players state it at all."""
    slips, stated = case.rules.slips, case.stated
    if stated is None:
        if slips.score_stated and slips.missing_score != "none":
            yield Fault("score_missing", slips.missing_score, {"score": score})
        return
    if stated == score:
        return
    params: dict[str, object] = {"stated": stated, "score": score}
    if slips.wrong_score == "stated":
        kept = stated if stated < score else max(0, score - 2 * (stated - score))
        code = "score_understated" if stated < score else "score_overstated"
        yield Fault(code, "none", params | {"kept": kept}, kept)
    elif slips.wrong_score == "zero":
        yield Fault("score_wrong", "zero", params)
    else:
        yield Fault("score_corrected", slips.wrong_score, params)
