"""The top of an announced round, as screens and documents show it."""

from dataclasses import dataclass

from duplicate.models import Round


@dataclass(frozen=True, slots=True)
class RoundMove:
    """A move of a round as screens show it; no word if nobody could play."""

    word: str
    reference: str
    score: int


def top_of(round_: Round) -> RoundMove:
    """Return the top of an announced round: the placed move if it is a top, else the isotop that was
    suggested.
    """
    placed = RoundMove(round_.word, round_.reference, round_.score or 0)
    if not is_below_top(round_):
        return placed
    best = next(top for top in round_.tops or () if top["preferred"])
    return RoundMove(best["word"], best["reference"], round_.top_score or 0)


def is_below_top(round_: Round) -> bool:
    """Tell whether the arbitrator placed a move that is no top; scores are compared with the top all the
    same.
    """
    return (round_.score or 0) < (round_.top_score or 0)
