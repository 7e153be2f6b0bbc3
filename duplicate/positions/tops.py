"""The top of an announced round, as screens and documents show it."""

from dataclasses import dataclass
from typing import Annotated, TypedDict

from duplicate.models import Round


class PlacedTop(TypedDict):
    """A move that scores as much as any in its round."""

    word: Annotated[str, "The whole word; a small letter is a blank."]
    ref: Annotated[str, "Where it begins and runs, in the game's notation."]
    score: Annotated[int, "Points, with the bonus."]


@dataclass(frozen=True, slots=True)
class RoundMove:
    """A move of a round as screens show it; no word if nobody could play."""

    word: str
    reference: str
    score: int

    def to_data(self) -> PlacedTop:
        return {"word": self.word, "ref": self.reference, "score": self.score}


def top_of(round_: Round) -> RoundMove:
    """Return the top of an announced round: the placed move if it is a top, else the isotop that was
    suggested; no word if nothing can be played, as a word was refused since.
    """
    if not is_no_top(round_):
        return RoundMove(round_.word, round_.reference, round_.score or 0)
    best = next((top for top in round_.tops or () if top["preferred"]), {"word": "", "reference": ""})
    return RoundMove(best["word"], best["reference"], round_.top_score or 0)


def is_no_top(round_: Round) -> bool:
    """Tell whether the placed move is no top; scores are compared with the top all the same.

    The arbitrator may have placed a worse move, or a word was accepted or refused since.
    """
    if (round_.score or 0) != (round_.top_score or 0):
        return True
    # The tops leave out a move that only spends another blank for the same letters.
    placed = (round_.word.upper(), round_.reference)
    return bool(round_.word) and all(
        (top["word"].upper(), top["reference"]) != placed for top in round_.tops or ()
    )
