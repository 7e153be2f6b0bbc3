"""Which slip of a player counts in a round, where several came by phone, on paper, or from two arbitrators.

Slips come by *hands*: the player's phone is one, each arbitrator who keys paper another. A slip takes the place of an
earlier one of the same hand. One from another hand never does: if it says the same nothing changes, and if it
does not the two are *in conflict* until an arbitrator settles which counts. Rounds are not announced before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.changes import ASIDE, COUNTS, IN_CONFLICT, Changes, Place, put
from duplicate.judging import reference_required
from duplicate.models import Game, Round, Slip
from duplicate.positions import convention_of
from duplicate.seats import tables_with
from engine.errors import EngineError
from engine.notation import Move
from tournaments.errors import RuleViolation
from tournaments.models import Entry

MOST_NAMED = 12


def standing_slips(entry: Entry, round_: Round) -> list[Slip]:
    """The slips of one player in a round that count or are in conflict."""
    return list(entry.slips.filter(Q(effective=True) | Q(in_conflict=True), round=round_))


def counting_among(slips: Iterable[Slip]) -> Slip | None:
    return next((slip for slip in slips if slip.effective), None)


def hand_of(slip: Slip) -> int | None:
    """Who is behind a slip: the arbitrator who keyed it, or None for the player's phone."""
    return slip.keyed_by_id if slip.source == Slip.Source.DESK else None


@dataclass(frozen=True, slots=True)
class Filing:
    """Where a new slip stands, and which of those beside it lie aside from then on."""

    place: Place
    aside: tuple[Slip, ...]


def filing_of(slip: Slip, beside: Sequence[Slip], game: Game, *, last_word: bool = False) -> Filing:
    """Where a new slip belongs `beside` the standing ones; with the `last_word` it counts in any case."""
    counting = counting_among(beside)
    replaced = tuple(
        one for one in beside if last_word or (hand_of(one) == hand_of(slip) and not _on_paper_too(one))
    )
    if counting is not None and counting not in replaced:
        standing = ASIDE if say_the_same(slip, counting, game) else IN_CONFLICT
        return Filing((standing, None), replaced)
    agreeing = tuple(
        one for one in beside if one not in replaced and one.in_conflict and say_the_same(one, slip, game)
    )
    # Whoever keyed the same last is noted, as in `check`.
    checkers = [hand for one in agreeing if (hand := hand_of(one)) and hand != hand_of(slip)]
    return Filing((COUNTS, checkers[-1] if checkers else None), replaced + agreeing)


def place_slip(
    slip: Slip, beside: Sequence[Slip], game: Game, changes: Changes, *, last_word: bool = False
) -> None:
    """Store a new slip where it belongs."""
    counting, filing = counting_among(beside), filing_of(slip, beside, game, last_word=last_word)
    for one in filing.aside:
        changes.move(one, ASIDE)
    put(slip, filing.place)
    slip.save(force_insert=True)
    changes.add([slip])
    if slip.effective and counting and not last_word:
        _compare_with_phone(slip, counting, game, changes)


def _on_paper_too(slip: Slip) -> bool:
    """Whether what a phone sent has been handed in on paper as well."""
    return slip.source == Slip.Source.PHONE and slip.checked_by_id is not None


def _compare_with_phone(slip: Slip, before: Slip, game: Game, changes: Changes) -> None:
    """A slip from the phone that said the same as the paper lay aside; the paper was keyed again and says otherwise."""
    if hand_of(slip) is None:
        return
    sent = slip.entry.slips.filter(round=slip.round, source=Slip.Source.PHONE, late=False).exclude(
        pk=before.pk
    )
    latest = sent.filter(in_conflict=False).order_by("received_at").last()
    if latest and say_the_same(latest, before, game) and not say_the_same(latest, slip, game):
        changes.move(latest, IN_CONFLICT)


def let_received_count(round_: Round, changes: Changes) -> None:
    """Where undoing has left a player without a slip that counts, one that came meanwhile from another hand counts:
    it was in conflict, or lay aside because it said the same. What has a receipt is never lost.
    """
    gone = [moved.slip for moved in changes.moved if moved.before[0] == COUNTS]
    players = Slip.objects.filter(pk__in=gone).values("entry")
    there = round_.slips.filter(entry__in=players, late=False)
    served = set(there.filter(effective=True).values_list("entry_id", flat=True))
    waiting = there.filter(Q(in_conflict=True) | Q(source=Slip.Source.PHONE)).exclude(entry__in=served)
    # The first slip of a phone counts, or the last one: by the server's stamps, as they were taken in.
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


def check(slip: Slip, by: int | None, changes: Changes) -> None:
    """Note who keyed the same last as a slip that counts: whoever keyed before cannot undo it any more, and a phone
    alone cannot go back on what paper agrees with.
    """
    if by and hand_of(slip) != by:
        changes.move(slip, COUNTS, by)


def say_the_same(one: Slip, other: Slip | None, game: Game) -> bool:
    """Only paper can be hard to read."""
    if other is None or _said(one, game) != _said(other, game):
        return False
    paper = one.source == other.source == Slip.Source.DESK
    return not paper or one.illegible == other.illegible


def written_out(game: Game, reference: str, word: str) -> tuple[str, str]:
    """Reference and word as the desk stores them.

    Raises:
        EngineError: they cannot be read, or the reference is missing where the rules want one.
    """
    tiles, convention = game.tiles, convention_of(game)
    if word.strip() and not reference.strip() and not reference_required(game.rule_set):
        return "", tiles.decode(tiles.encode(word.strip()))
    return Move.parse(reference, word, tiles, convention).text(tiles, convention)


def _said(slip: Slip, game: Game) -> tuple[str, str, int | None]:
    """A slip as it is compared, however it was spelt."""
    try:
        reference, word = written_out(game, slip.reference, slip.word)
    except EngineError:
        reference, word = slip.reference, slip.word
    return reference, word, slip.stated_score if game.rule_set.slips.score_stated else None


def unchecked_slips(round_: Round) -> QuerySet[Slip]:
    """The paper slips that one arbitrator alone has keyed."""
    return round_.slips.filter(effective=True, source=Slip.Source.DESK, checked_by=None)


def check_settled(game: Game, round_: Round) -> None:
    """Nothing is announced while slips contradict each other, or while double arbitration is not complete."""
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
