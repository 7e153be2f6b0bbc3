"""Comparison of one player's slips: their contents, conflicts, and whether these are settled.

Slips come from *hands*: the player's phone is one, each arbitrator who keys paper another.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.attendance.seating import tables_with
from duplicate.judging import reference_required
from duplicate.models import Game, Round, Slip
from duplicate.positions.board_state import convention_of
from engine.errors import EngineError
from engine.notation import Move
from tournaments.errors import RuleViolation
from tournaments.models import Entry

MOST_NAMED = 12
# Reference, word and stated score.
Written = tuple[str, str, int | None]


def standing_slips(entry: Entry, round_: Round) -> list[Slip]:
    """Return the slips of one player in a round that count or are in conflict."""
    return list(entry.slips.standing().filter(round=round_))


def counting_among(slips: Iterable[Slip]) -> Slip | None:
    return next((slip for slip in slips if slip.effective), None)


def hand_of(slip: Slip) -> int | None:
    """Return the hand of a slip: the key of the arbitrator who keyed it, or None for the player's phone."""
    return slip.keyed_by_id if slip.source == Slip.Source.DESK else None


def may_be_several(slips: Sequence[Slip], game: Game) -> bool:
    """Return whether the player may have handed in slips that contradict each other, and the rules make zero
    of that.
    """
    conflict = any(slip.in_conflict for slip in slips)
    on_paper = any(slip.source == Slip.Source.DESK for slip in slips if slip.effective or slip.in_conflict)
    return conflict and on_paper and game.rule_set.slips.several_on_paper


def say_the_same(one: Slip, other: Slip | None, game: Game) -> bool:
    """Return whether two slips of one round say the same. Only paper can be hard to read."""
    if other is not None and one.says_top != other.says_top:
        return _has_top(other if one.says_top else one, game)
    if other is None or comparison_key(one, game) != comparison_key(other, game):
        return False
    paper = one.source == other.source == Slip.Source.DESK
    return not paper or one.illegible == other.illegible


def _has_top(slip: Slip, game: Game) -> bool:
    """Return whether a slip with a word has the top, in the sense of the desk's key for the top.

    On paper the stated score must be right, if the rules want one. A wrong score from a phone is judged
    later, and does not matter here.
    """
    reference, word, stated = comparison_key(slip, game)
    round_ = slip.round
    if slip.illegible or not any(
        top["word"] == word and top["reference"] == reference for top in round_.tops or ()
    ):
        return False
    as_top = slip.source == Slip.Source.PHONE or not game.rule_set.slips.score_stated
    return as_top or stated == round_.top_score


def normalize_move(game: Game, reference: str, word: str) -> tuple[str, str]:
    """Return reference and word in the form in which the desk stores them.

    Raises:
        EngineError: they cannot be read, or the reference is missing where the rules want one.
    """
    tiles, convention = game.tiles, convention_of(game)
    if word.strip() and not reference.strip() and not reference_required(game.rule_set):
        return "", tiles.decode(tiles.encode(word.strip()))
    return Move.parse(reference, word, tiles, convention).text(tiles, convention)


def comparison_key(slip: Slip, game: Game) -> Written:
    """Return the values by which slips are compared: two that are read alike are the same, however written."""
    return read_alike(game, slip.reference, slip.word, slip.stated_score)


def read_alike(game: Game, reference: str, word: str, stated_score: int | None) -> Written:
    """Return what a slip says as it is read; what cannot be read stays as it was written."""
    with suppress(EngineError):
        reference, word = normalize_move(game, reference, word)
    return reference, word, stated_score if game.rule_set.slips.score_stated else None


def find_unchecked_slips(round_: Round) -> QuerySet[Slip]:
    """Return the counting paper slips that only one arbitrator has keyed."""
    return round_.slips.counting().filter(source=Slip.Source.DESK, checked_by=None)


def check_settled(game: Game, round_: Round) -> None:
    """Check that no slips are in conflict, and that double arbitration is complete, before an
    announcement.
    """
    conflicts = tables_with(game, round_.slips.in_conflict())
    if conflicts:
        raise RuleViolation(
            "slips_in_conflict",
            _("Two slips contradict each other: decide first which counts. Tables: {tables}."),
            tables=_list_tables(conflicts),
        )
    unchecked = tables_with(game, find_unchecked_slips(round_)) if game.double_arbitration else ()
    if unchecked:
        raise RuleViolation(
            "slips_unchecked",
            _("Keyed by one arbitrator only: a second one must key them too. Tables: {tables}."),
            tables=_list_tables(unchecked),
        )


def _list_tables(tables: Iterable[int]) -> str:
    ordered = sorted(tables)
    return ", ".join(map(str, ordered[:MOST_NAMED])) + (" …" if len(ordered) > MOST_NAMED else "")
