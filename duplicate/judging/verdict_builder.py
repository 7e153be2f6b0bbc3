"""One slip before the judge, and the verdict that follows from its faults.

A *fault* has a reason and a consequence. The heaviest of several faults is reported and decides the points; each
warning counts besides.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import get_args

from duplicate.judging.interpretations import ReadMove
from duplicate.judging.values import RoundPosition, Verdict
from engine.errors import EngineError
from engine.notation import Reference
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import Consequence, Sanctions
from engine.scoring import ScoredMove

_BY_WEIGHT: tuple[Consequence, ...] = get_args(Consequence)


@dataclass(frozen=True, slots=True)
class Case:
    """A slip that can be read as letters. `reference` is None if it is missing or cannot be read."""

    word: tuple[int, ...]
    reference: Reference | None
    written_reference: str
    stated: int | None
    position: RoundPosition
    rules: RuleSet
    illegible: bool = False

    @property
    def forgive_marks(self) -> bool:
        """True if the wrong letter may be marked as the blank; if marks have no consequence, they
        mean tiles.
        """
        return self.rules.slips.unmarked_blank != "none"


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a slip. `worth` is set if the fault makes the move worth something else than its
    own score.
    """

    code: str
    consequence: Consequence = "none"
    params: dict[str, object] = field(default_factory=dict)
    worth: int | None = None

    @property
    def weight(self) -> tuple[int, bool]:
        return _BY_WEIGHT.index(self.consequence), self.worth is not None


def refuse(error: EngineError, also: tuple[ScoredMove, ...] = ()) -> Verdict:
    """Return a verdict of zero with the engine's reason."""
    return zero(error.code, error.params, also)


def zero(
    code: str,
    params: dict[str, object] | None = None,
    also: tuple[ScoredMove, ...] = (),
    *,
    further_warnings: int = 0,
) -> Verdict:
    return Verdict(0, code, params or {}, sanction="zero", also=also, further_warnings=further_warnings)


def accept(
    case: Case,
    reading: ReadMove,
    place: Fault | None = None,
    *,
    also: tuple[ScoredMove, ...] = (),
) -> Verdict:
    """Return the verdict on a slip that is taken for a move; `place` is the fault in its place.

    The stated score is compared with the score of that move, which is the one credited.
    """
    scored = reading.scored
    faults = [
        *([place] if place else []),
        *_blank_faults(case, reading),
        *_score_faults(case, scored.score),
    ]
    if case.illegible:
        faults.append(Fault("illegible", case.rules.slips.illegible))
    told = max(faults, key=lambda fault: fault.weight, default=Fault("good"))
    further_warnings = sum(fault.consequence == "warning" for fault in faults if fault is not told)
    if told.consequence == "zero":
        return zero(told.code, told.params, (scored, *also), further_warnings=further_warnings)
    worth = next((fault.worth for fault in faults if fault.worth is not None), scored.score)
    return Verdict(
        score=after_penalty(worth, case.rules.sanctions) if told.consequence == "penalty" else worth,
        code=told.code,
        params=told.params,
        sanction=told.consequence,
        worth=worth,
        further_warnings=further_warnings,
        taken_for=scored.move,
        also=also,
    )


def after_penalty(worth: int, sanctions: Sanctions) -> int:
    """Return the score that a penalty leaves of a move: never less than zero, and zero for a small one."""
    return 0 if worth <= sanctions.zero_up_to else max(0, worth - sanctions.penalty_points)


def move_params(scored: ScoredMove, position: RoundPosition) -> dict[str, object]:
    """Return the parameters that describe a move in a sentence."""
    reference, word = scored.move.text(position.tiles, position.convention)
    return {"reference": reference, "word": word, "score": scored.score}


def _blank_faults(case: Case, reading: ReadMove) -> Iterator[Fault]:
    if reading.blank:
        word = case.position.tiles.decode(reading.scored.move.word)
        yield Fault(reading.blank, case.rules.slips.unmarked_blank, {"word": word})


def _score_faults(case: Case, score: int) -> Iterator[Fault]:
    """Yield the fault in the stated score, if there is one and the rules ask players to state it."""
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
