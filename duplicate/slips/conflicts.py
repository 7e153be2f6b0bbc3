"""The slip of a player that counts in a round, if several came by phone, on paper, or from two arbitrators.

Slips come from *hands*: the player's phone is one, each arbitrator who keys paper another. A phone's slip
replaces an earlier one of the phone. Any other slip that says the same as the counting one changes nothing.
One that says something else is *in conflict* with it until an arbitrator settles which counts; rounds are not
announced before. So an arbitrator who keys a second slip for a table is asked if it corrects the first or the
player handed in both.

No slip replaces one on which an arbitrator's decision stands (`decisions`): a further slip from any hand is
in conflict with it. A correction after the announcement is no exception.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.core.attendance import shows_presence
from duplicate.core.board_state import convention_of
from duplicate.core.seating import tables_with
from duplicate.judging import reference_required
from duplicate.models import Game, Round, Slip
from duplicate.slips.changes import ASIDE, COUNTS, IN_CONFLICT, Changes, Place, put
from duplicate.slips.decisions import find_decided
from engine.errors import EngineError
from engine.notation import Move
from tournaments.core.errors import RuleViolation
from tournaments.models import Entry

MOST_NAMED = 12


def standing_slips(entry: Entry, round_: Round) -> list[Slip]:
    """Return the slips of one player in a round that count or are in conflict."""
    return list(entry.slips.filter(Q(effective=True) | Q(in_conflict=True), round=round_))


def counting_among(slips: Iterable[Slip]) -> Slip | None:
    return next((slip for slip in slips if slip.effective), None)


def hand_of(slip: Slip) -> int | None:
    """Return the hand of a slip: the key of the arbitrator who keyed it, or None for the player's phone."""
    return slip.keyed_by_id if slip.source == Slip.Source.DESK else None


@dataclass(frozen=True, slots=True)
class Filing:
    """The place of a new slip, and the other slips that it moves aside."""

    place: Place
    aside: tuple[Slip, ...]


def filing_of(
    slip: Slip, beside: Sequence[Slip], game: Game, *, decided: Collection[int], last_word: bool = False
) -> Filing:
    """Return the place of a new slip `beside` the standing ones. If it has the `last_word`, it replaces all
    of them except one that is among the `decided`.
    """
    counting = counting_among(beside)
    mends = any(
        one.in_conflict and hand_of(one) != hand_of(slip) and say_the_same(one, slip, game) for one in beside
    )
    replaced = tuple(
        one
        for one in beside
        if one.pk not in decided
        and (
            last_word
            or (
                hand_of(one) == hand_of(slip)
                and not _is_confirmed_by_desk(one)
                and (mends or not _may_be_another(one, slip, game))
            )
        )
    )
    if counting is not None and counting not in replaced:
        standing = ASIDE if say_the_same(slip, counting, game) else IN_CONFLICT
        return Filing((standing, None), replaced)
    agreeing = tuple(
        one for one in beside if one not in replaced and one.in_conflict and say_the_same(one, slip, game)
    )
    # Note the last one who keyed the same, as in `check`.
    checkers = [hand for one in agreeing if (hand := hand_of(one)) and hand != hand_of(slip)]
    return Filing((COUNTS, checkers[-1] if checkers else None), replaced + agreeing)


def place_slip(
    slip: Slip, beside: Sequence[Slip], game: Game, changes: Changes, *, last_word: bool = False
) -> None:
    """Store a new slip in its place."""
    counting = counting_among(beside)
    decided = find_decided([counting] if counting else [])
    filing = filing_of(slip, beside, game, decided=decided, last_word=last_word)
    for one in filing.aside:
        changes.move(one, ASIDE)
    put(slip, filing.place)
    slip.save(force_insert=True)
    changes.add([slip])
    if slip.effective and counting and not last_word:
        compare_with_phone(slip, counting, game, changes)


def _may_be_another(keyed: Slip, slip: Slip, game: Game) -> bool:
    """Return whether a keyed slip and a later keyed one may be two that the player handed in."""
    return keyed.source == Slip.Source.DESK and shows_presence(keyed) and not say_the_same(keyed, slip, game)


def _is_confirmed_by_desk(slip: Slip) -> bool:
    """Return whether a phone's slip was also handed in on paper, or an arbitrator settled that it counts."""
    return slip.source == Slip.Source.PHONE and slip.checked_by_id is not None


def compare_with_phone(slip: Slip, before: Slip, game: Game, changes: Changes) -> None:
    """Put a phone's slip in conflict with a new one, if it lay aside because it said the same as the paper
    slip before.
    """
    if hand_of(slip) is None:
        return
    sent = slip.entry.slips.filter(round=slip.round, source=Slip.Source.PHONE, late=False).exclude(
        pk=before.pk
    )
    latest = sent.filter(in_conflict=False).order_by("received_at").last()
    if latest and say_the_same(latest, before, game) and not say_the_same(latest, slip, game):
        changes.move(latest, IN_CONFLICT)


def let_received_count(round_: Round, changes: Changes) -> None:
    """Let a waiting slip count for each player whom an undo has left without a counting slip.

    Waiting slips came from another hand meanwhile: they were in conflict, or lay aside because they said the
    same. A slip with a receipt is never lost.
    """
    gone = [moved.slip for moved in changes.moved if moved.before[0] == COUNTS]
    players = Slip.objects.filter(pk__in=gone).values("entry")
    there = round_.slips.filter(entry__in=players, late=False)
    served = set(there.filter(effective=True).values_list("entry_id", flat=True))
    waiting = there.filter(Q(in_conflict=True) | Q(source=Slip.Source.PHONE)).exclude(entry__in=served)
    # The rules say if a phone's first or last slip counts; the server's stamps give the order.
    first_counts = round_.game.rule_set.slips.second_slip == "ignored"
    chosen: dict[int, Slip] = {}
    for slip in waiting.order_by("-in_conflict", "received_at" if first_counts else "-received_at"):
        chosen.setdefault(slip.entry_id, slip)
    for slip in chosen.values():
        changes.move(slip, COUNTS)
    for slip in waiting.filter(in_conflict=True):
        counting = chosen[slip.entry_id]
        if say_the_same(slip, counting, round_.game):
            changes.move(slip, ASIDE)
            check(counting, hand_of(slip), changes)


def may_be_several(slips: Sequence[Slip], game: Game) -> bool:
    """Return whether the player may have handed in slips that contradict each other, and the rules make zero
    of that.
    """
    conflict = any(one.in_conflict for one in slips)
    on_paper = any(one.source == Slip.Source.DESK for one in slips if one.effective or one.in_conflict)
    return conflict and on_paper and game.rule_set.slips.several_on_paper


def check(slip: Slip, by: int | None, changes: Changes) -> None:
    """Note who keyed the same last as the counting slip. An earlier arbitrator cannot undo their entry any
    more, and a phone alone cannot replace what paper agrees with.
    """
    if by and hand_of(slip) != by:
        changes.move(slip, COUNTS, by)


def say_the_same(one: Slip, other: Slip | None, game: Game) -> bool:
    """Return whether two slips of one round say the same. Only paper can be hard to read."""
    if other is not None and one.says_top != other.says_top:
        return _has_top(other if one.says_top else one, game)
    if other is None or _said(one, game) != _said(other, game):
        return False
    paper = one.source == other.source == Slip.Source.DESK
    return not paper or one.illegible == other.illegible


def _has_top(slip: Slip, game: Game) -> bool:
    """Return whether a slip with a word has the top, in the sense of the desk's key for the top.

    On paper the stated score must be right, if the rules want one. A wrong score from a phone is judged
    later, and does not matter here.
    """
    reference, word, stated = _said(slip, game)
    round_ = slip.round
    if slip.illegible or not any(
        top["word"] == word and top["reference"] == reference for top in round_.tops or ()
    ):
        return False
    as_top = slip.source == Slip.Source.PHONE or not game.rule_set.slips.score_stated
    return as_top or stated == round_.top_score


def written_out(game: Game, reference: str, word: str) -> tuple[str, str]:
    """Return reference and word in the form in which the desk stores them.

    Raises:
        EngineError: they cannot be read, or the reference is missing where the rules want one.
    """
    tiles, convention = game.tiles, convention_of(game)
    if word.strip() and not reference.strip() and not reference_required(game.rule_set):
        return "", tiles.decode(tiles.encode(word.strip()))
    return Move.parse(reference, word, tiles, convention).text(tiles, convention)


def _said(slip: Slip, game: Game) -> tuple[str, str, int | None]:
    """Return the values by which slips are compared, independent of spelling."""
    try:
        reference, word = written_out(game, slip.reference, slip.word)
    except EngineError:
        reference, word = slip.reference, slip.word
    return reference, word, slip.stated_score if game.rule_set.slips.score_stated else None


def unchecked_slips(round_: Round) -> QuerySet[Slip]:
    """Return the counting paper slips that only one arbitrator has keyed."""
    return round_.slips.filter(effective=True, source=Slip.Source.DESK, checked_by=None)


def check_settled(game: Game, round_: Round) -> None:
    """Check that no slips are in conflict, and that double arbitration is complete, before an
    announcement.
    """
    conflicts = tables_with(game, round_.slips.filter(in_conflict=True))
    if conflicts:
        raise RuleViolation(
            "slips_in_conflict",
            _("Two slips contradict each other: settle first which counts. Tables: {tables}."),
            tables=_listed(conflicts),
        )
    unchecked = tables_with(game, unchecked_slips(round_)) if game.double_arbitration else ()
    if unchecked:
        raise RuleViolation(
            "slips_unchecked",
            _("Keyed by one arbitrator only; a second one keys them too. Tables: {tables}."),
            tables=_listed(unchecked),
        )


def _listed(tables: Iterable[int]) -> str:
    ordered = sorted(tables)
    return ", ".join(map(str, ordered[:MOST_NAMED])) + (" …" if len(ordered) > MOST_NAMED else "")
