"""Taking in slips: from phones, and from paper at the desk.

What always holds: a slip is stamped with the server's time before anything else, stored, committed, and only
then acknowledged; the same slip sent again is acknowledged again and stored once. Nothing is judged here. Slips of
many players that come at the same moment are stored together, which costs little more than one; each has an answer of
its own.
"""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from duplicate.conflicts import written_out
from duplicate.filing import check_takes_slips, file_slip
from duplicate.holding import entry_gone, hold_entries, share_round
from duplicate.models import Game, Round, Slip
from duplicate.papers import file_slip as file_paper
from duplicate.papers import hold, paper_slip
from duplicate.positions import convention_of
from engine.errors import EngineError
from engine.notation import Move
from tournaments.arrivals import arrive
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.registration import check_plays

# Two sends of one player at the same moment: the second tries again and then sees the first.
ATTEMPTS = 5


class TryAgain(Exception):
    """The slip is not stored, and nothing is wrong with it."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A slip on record; `created` is false when it had been received before."""

    slip: Slip
    created: bool


@dataclass(frozen=True, slots=True)
class SentSlip:
    """What a phone sent for round `number`, stamped `received_at` before anything was done with it; `round_id` is the
    very round that it was shown. In time, it takes the place of the one before, if the rules say so; late, it is kept,
    marked and worth nothing. A score is not kept where slips do not state it.
    """

    entry: Entry
    client_id: uuid.UUID
    number: int
    word: str
    reference: str
    score: int | None
    received_at: datetime
    round_id: int | None = None


Answer = HandedIn | EngineError | RuleViolation | TryAgain


def submit_slip(
    *,
    game: Game,
    entry: Entry,
    client_id: uuid.UUID,
    number: int,
    word: str,
    reference: str,
    score: int | None,
    received_at: datetime,
    round_id: int | None = None,
) -> HandedIn:
    """Take in one slip; see `SentSlip`.

    Raises:
        EngineError: a word or a reference that cannot be read.
        RuleViolation: the round is not open yet, or announced; or `round_id` is one that has been cancelled.
        TryAgain: so much at once that the slip could not be stored.
    """
    sent = SentSlip(entry, client_id, number, word, reference, score, received_at, round_id)
    [answer] = submit_slips(game=game, sent=[sent])
    if isinstance(answer, Exception):
        raise answer
    return answer


def submit_slips(*, game: Game, sent: Sequence[SentSlip]) -> list[Answer]:
    """Take in slips from the phones of one game in one transaction; for each the answer that it would have alone, and
    none before all are committed.
    """
    for _attempt in range(ATTEMPTS if len(sent) == 1 else 1):
        try:
            with transaction.atomic():
                return _Batch(game, sent).stored()
        except IntegrityError:
            continue
    if len(sent) == 1:
        return [TryAgain()]
    return [submit_slips(game=game, sent=[one])[0] for one in sent]


@transaction.atomic
def key_slip(
    *,
    game: Game,
    entry: Entry,
    word: str,
    reference: str,
    stated_score: int | None,
    by: User,
    number: int | None = None,
    illegible: bool = False,
    seen: str | None = None,
    reason: str = "",
) -> Slip:
    """Key a paper slip at the desk, of round `number` or else of the last one; paper is never late, and judged at
    once. The slip that is on record for it, which may be one that says the same.

    Raises:
        EngineError: a word or a reference that cannot be read; only some rules let the reference be left out.
        RuleViolation: see `papers.hold`.
    """
    reference, word = written_out(game, reference, word)
    held = hold(game=game, entry=entry, number=number, by=by, seen=seen, reason=reason, compares=True)
    slip = paper_slip(held, word, reference, stated_score, illegible=illegible)
    return file_paper(held, slip, "slip_keyed")


class _Batch:
    """Slips of one game that are stored together: all that is there is read, then each is filed in memory, then all
    are written.
    """

    def __init__(self, game: Game, sent: Sequence[SentSlip]) -> None:
        self.game, self.sent = game, sent
        # A share of the rounds first, and then the entries in the order of their keys: see `holding`.
        asked_for = sorted({(one.number, one.round_id or 0) for one in sent})
        self._rounds = {asked: self._shared_round(*asked) for asked in asked_for}
        entries = Entry.objects.filter(pk__in={one.entry.pk for one in sent})
        self._entries = {entry.pk: entry for entry in hold_entries(entries)}
        self._there: dict[tuple[int, int], list[Slip]] = defaultdict(list)
        self._known: dict[tuple[int, uuid.UUID], Slip] = {}
        self._read_slips()
        self._new: list[Slip] = []
        self._aside: set[int] = set()

    def stored(self) -> list[Answer]:
        answers = [self._answer(one) for one in self.sent]
        # Aside first: only one slip of a player counts at any moment.
        if self._aside:
            Slip.objects.filter(pk__in=self._aside).update(
                effective=False, in_conflict=False, checked_by=None
            )
        if self._new:
            Slip.objects.bulk_create(self._new)
        return answers

    def _answer(self, one: SentSlip) -> Answer:
        known = self._known.get((one.entry.pk, one.client_id))
        if known:
            return HandedIn(known, created=False)
        try:
            return HandedIn(self._file(one), created=True)
        except (EngineError, RuleViolation) as error:
            return error

    def _file(self, one: SentSlip) -> Slip:
        Move.parse(one.reference, one.word, self.game.tiles, convention_of(self.game))
        round_ = check_takes_slips(self._rounds[one.number, one.round_id or 0], one.number)
        entry = self._entries.get(one.entry.pk)
        if entry is None:
            raise entry_gone(one.entry)
        check_plays(entry)
        if entry.arrived_at is None:
            arrive(entry)
        slip = Slip(
            round=round_,
            entry=entry,
            client_id=one.client_id,
            word=one.word.strip(),
            reference=one.reference.strip().upper(),
            stated_score=one.score if self.game.rule_set.slips.score_stated else None,
            received_at=one.received_at,
            source=Slip.Source.PHONE,
        )
        there = self._there[entry.pk, round_.pk]
        self._aside.update(other.pk for other in file_slip(slip, there, self.game) if other.pk)
        there.append(slip)
        self._known[entry.pk, one.client_id] = slip
        self._new.append(slip)
        return slip

    def _shared_round(self, number: int, round_id: int) -> Round | None:
        """The very round that the phone was shown, or else the one of that number now."""
        rounds = self.game.rounds.filter(pk=round_id) if round_id else self.game.rounds.standing()
        found = rounds.filter(number=number).values_list("pk", flat=True).first()
        round_ = share_round(found) if found else None
        if round_:
            round_.game = self.game
        return round_

    def _read_slips(self) -> None:
        """What there is of these players in these rounds, and what they have sent before."""
        theirs = Slip.objects.filter(entry__in=self._entries).order_by()
        rounds = {round_.pk for round_ in self._rounds.values() if round_}
        for slip in theirs.filter(round__in=rounds).select_related("round"):
            self._there[slip.entry_id, slip.round_id].append(slip)
            self._known[slip.entry_id, slip.client_id] = slip
        missing = {one.client_id for one in self.sent} - {client_id for _entry, client_id in self._known}
        # A slip sent again may be of an earlier round.
        for slip in theirs.filter(client_id__in=missing).select_related("round"):
            self._known[slip.entry_id, slip.client_id] = slip
