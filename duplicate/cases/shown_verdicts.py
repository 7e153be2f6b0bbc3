"""A slip and the verdict on it as pages show them, in the active language."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from duplicate.judging import RoundPosition, Verdict, WrittenSlip
from duplicate.rounds.moves import Tokens, tokens_of
from duplicate.verdict_words import rule_text, sanction_text, verdict_text
from engine.errors import EngineError
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class ShownSlip:
    """A slip as it was written; `tokens` are its letters, each with a flag for one that is marked as a blank."""

    tokens: Tokens
    reference: str
    score: int | None
    late: bool
    illegible: bool
    several: bool


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict in words.

    `rule` is the rule in words. `worth` is the move's own score where a penalty took something off.
    """

    score: int
    sanction: str
    sanction_text: str
    text: str
    rule: str
    worth: int | None
    meant: tuple[tuple[str, str, int], ...]


def show_slip(slip: WrittenSlip, tiles: TileSet) -> ShownSlip:
    """Return a slip with its letters as tiles, or as they are written if they are none."""
    try:
        tokens = tokens_of(tiles.encode(slip.word), tiles)
    except EngineError:
        tokens = tuple((letter, False) for letter in slip.word)
    return ShownSlip(tokens, slip.reference, slip.stated_score, slip.late, slip.illegible, slip.several)


def show_verdict(verdict: Verdict, position: RoundPosition, *, averaged: bool = False) -> ShownVerdict:
    """Return a verdict in words; `averaged` says that an average counts in its place."""
    text = verdict_text(verdict.code, verdict.params)
    return ShownVerdict(
        score=verdict.score,
        sanction=verdict.sanction,
        sanction_text=sanction_text("zero_averaged" if averaged else verdict.sanction, verdict.warnings),
        text=text or gettext("Written correctly."),
        rule=rule_text(verdict.code),
        worth=verdict.worth if verdict.sanction == "penalty" else None,
        meant=tuple(_meant(verdict, position)),
    )


def _meant(verdict: Verdict, position: RoundPosition) -> Iterator[tuple[str, str, int]]:
    for scored in verdict.also:
        reference, word = scored.move.text(position.tiles, position.convention)
        yield word, reference, scored.score
