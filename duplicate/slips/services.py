"""Taking in slips: from phones, and from paper at the desk.

Invariants: a slip is first stamped with the server's time, then stored, committed, and only then
acknowledged; the same slip sent again is acknowledged again and stored once. Nothing from a phone is judged
here. Slips of many players that come at the same moment are stored in one transaction, which costs little
more than one slip; each has an answer of its own.
"""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Annotated, TypedDict

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from duplicate.acts.locks import entry_gone, share_round
from duplicate.acts.round_shown import RoundShown
from duplicate.models import Game, Round, Slip
from duplicate.positions.board_state import convention_of
from duplicate.slips.changes import ASIDE, Changes, Moved, place_of, set_place
from duplicate.slips.conflicts import normalize_move
from duplicate.slips.decisions import find_decided
from duplicate.slips.filing import check_takes_slips, file_slip
from duplicate.slips.paper import file_paper_slip, lock_slips, paper_slip
from engine.errors import EngineError
from engine.notation import Move
from tournaments.errors import RuleViolation
from tournaments.events.check_in import arrive
from tournaments.events.registration.services import check_plays
from tournaments.locks import lock_entries
from tournaments.models import Entry
from tournaments.repeats import check_repeat
from tournaments.time import clock

# Two concurrent sends of one player: the second retries and then sees the first.
ATTEMPTS = 5


class TryAgain(Exception):
    """The slip is not stored, though nothing is wrong with it; the database's error may be the cause."""

    def __init__(self, cause: BaseException | None = None) -> None:
        super().__init__()
        self.__cause__ = cause


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A slip on record; `created` is false if it had been received before."""

    slip: Slip
    created: bool


@dataclass(frozen=True, slots=True)
class SentSlip:
    """A slip that a phone sent for round `number`. Its stamp `received_at` comes first: processing must not
    make it late.

    `round_id` is the key of the round that the phone showed. A slip in time replaces the one before, if the
    rules say so and no arbitrator has decided about that one. A late slip is stored, marked, and scores 0.
    The score is not stored if the rules do not ask slips to state it.
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
        EngineError: a word or a reference cannot be read.
        RuleViolation: the round is not open yet, or announced; or the round `round_id` has been cancelled.
        IdUsed: the player has sent another slip with this id (`slip_id_used`).
        TryAgain: concurrent transactions kept the slip from being stored.
    """
    sent = SentSlip(entry, client_id, number, word, reference, score, received_at, round_id)
    [answer] = submit_slips(game=game, sent=[sent])
    if isinstance(answer, Exception):
        raise answer
    return answer


def submit_slips(*, game: Game, sent: Sequence[SentSlip]) -> list[Answer]:
    """Take in slips from the phones of one game in one transaction; return for each the answer that it would
    have alone.

    Nothing is returned before all are committed.
    """
    for _attempt in range(ATTEMPTS if len(sent) == 1 else 1):
        try:
            with transaction.atomic():
                return _Batch(game, sent).store()
        except IntegrityError:
            continue
    if len(sent) == 1:
        return [TryAgain()]
    return [submit_slips(game=game, sent=[one])[0] for one in sent]


@transaction.atomic
def key_slip(
    *,
    game: Game,
    entry: Entry | int,
    word: str,
    reference: str,
    stated_score: int | None,
    by: User,
    number: int | None = None,
    illegible: bool = False,
    seen: str | None = None,
    reason: str = "",
    shown: RoundShown | None = None,
) -> Slip:
    """Key a paper slip of round `number`, or of the last round; return the slip on record, which may be one
    that says the same. Paper is never late, and is judged at once.

    Raises:
        EngineError: a word or a reference cannot be read; only some rules let the reference be left out.
        RuleViolation: see `paper.lock_slips`.
    """
    reference, word = normalize_move(game, reference, word)
    locked_slips = lock_slips(
        game=game, entry=entry, number=number, by=by, seen=seen, reason=reason, shown=shown, compares=True
    )
    slip = paper_slip(locked_slips, word, reference, stated_score, illegible=illegible)
    return file_paper_slip(locked_slips, slip, "slip_keyed")


class Receipt(TypedDict):
    """Proof that a slip is stored."""

    id: Annotated[str, uuid.UUID, "The id that the phone gave the slip."]
    round: Annotated[int, "Number of the round, from 1."]
    round_id: Annotated[
        int, "Key of the round: a round that is cancelled is drawn again with its number and another key."
    ]
    word: Annotated[str, "The word as it was sent; a small letter is a blank."]
    ref: Annotated[str, "The reference as it was sent, in the game's notation."]
    score: Annotated[int | None, "Points that the slip states; null if it states none."]
    received_at: Annotated[int, "Milliseconds since 1970, the server's clock."]
    late: Annotated[bool, "Whether it came after time. A late slip scores 0 and replaces nothing."]


def receipt_for(slip: Slip) -> Receipt:
    """Return the proof for the player that a slip is stored."""
    return {
        "id": str(slip.client_id),
        "round": slip.round.number,
        "round_id": slip.round_id,
        "word": slip.word,
        "ref": slip.reference,
        "score": slip.stated_score,
        "received_at": clock.milliseconds(slip.received_at),
        "late": slip.late,
    }


def file_late_slips(round_: Round) -> Changes:
    """File the late slips of a fully locked round whose time was extended: those stamped before its new end
    are in time.
    """
    late = list(round_.slips.late())
    players = {slip.entry_id for slip in late}
    lock_entries(Entry.objects.filter(pk__in=players))
    there: dict[int, list[Slip]] = defaultdict(list)
    for slip in round_.slips.filter(entry__in=players):
        slip.round = round_
        there[slip.entry_id].append(slip)
    before = {slip.pk: place_of(slip) for slips in there.values() for slip in slips}
    decided = find_decided(slip for slips in there.values() for slip in slips if slip.effective)
    for slips in there.values():
        for slip in slips:
            if slip.late:
                others = [one for one in slips if one is not slip]
                for one in file_slip(slip, others, round_.game, decided=decided):
                    set_place(one, (ASIDE, None))
    changes = Changes()
    # Move aside first: only one slip of a player counts at any moment.
    for slip in sorted(chain(*there.values()), key=lambda slip: slip.effective):
        if not slip.late:
            slip.save(update_fields=["late", "effective", "in_conflict", "checked_by"])
        if place_of(slip) != before[slip.pk]:
            changes.moved.append(Moved(slip.pk, before[slip.pk], place_of(slip)))
    return changes


class _Batch:
    """A batch of slips of one game: existing rows are read, then each slip is filed in memory, then all are
    written.
    """

    def __init__(self, game: Game, sent: Sequence[SentSlip]) -> None:
        self.game, self.sent = game, sent
        # Share the rounds first, then lock the entries by key: the lock order of `duplicate.acts.locks`.
        asked_for = sorted({(one.number, one.round_id or 0) for one in sent})
        self._rounds = {asked: self._shared_round(*asked) for asked in asked_for}
        entries = Entry.objects.filter(pk__in={one.entry.pk for one in sent})
        self._entries = {entry.pk: entry for entry in lock_entries(entries)}
        # Two entries of one person have just become one, which has the phone now.
        handed_on = {one.entry.token_hash: one.entry.pk for one in sent if one.entry.pk not in self._entries}
        if handed_on:
            for entry in lock_entries(Entry.objects.filter(token_hash__in=handed_on.keys() - {None})):
                self._entries[handed_on[entry.token_hash]] = entry
        self._there: dict[tuple[int, int], list[Slip]] = defaultdict(list)
        self._known: dict[tuple[int, uuid.UUID], Slip] = {}
        self._read_slips()
        # The entries are locked: nothing is decided about their slips meanwhile.
        self._decided = find_decided(
            slip for there in self._there.values() for slip in there if slip.effective
        )
        self._new: list[Slip] = []
        self._aside: set[int] = set()

    def store(self) -> list[Answer]:
        answers = [self._answer(one) for one in self.sent]
        # Move aside first: only one slip of a player counts at any moment.
        if self._aside:
            Slip.objects.filter(pk__in=self._aside).update(
                effective=False, in_conflict=False, checked_by=None
            )
        if self._new:
            Slip.objects.bulk_create(self._new)
        return answers

    def _answer(self, one: SentSlip) -> Answer:
        entry = self._entries.get(one.entry.pk, one.entry)
        known = self._known.get((entry.pk, one.client_id))
        try:
            if known:
                on_record: Mapping[str, object]
                on_record = receipt_for(known) if known.round.game_id == self.game.pk else {}
                check_repeat(self._content(one), on_record, code="slip_id_used")
            return HandedIn(known or self._file(one), created=not known)
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
            # The number at the time of the token look-up: a link renewed since belongs to another phone.
            phone_number=(one.entry if entry.pk == one.entry.pk else entry).phone_number,
        )
        there = self._there[entry.pk, round_.pk]
        for other in file_slip(slip, there, self.game, decided=self._decided):
            set_place(other, (ASIDE, None))
            if other.pk:
                self._aside.add(other.pk)
        there.append(slip)
        self._known[entry.pk, one.client_id] = slip
        self._new.append(slip)
        return slip

    def _content(self, one: SentSlip) -> dict[str, object]:
        """Return what was sent as a receipt has it, as far as it is said and stored."""
        content = {"round": one.number, "word": one.word.strip(), "ref": one.reference.strip().upper()}
        by_key = {"round_id": one.round_id} if one.round_id else {}
        stated = {"score": one.score} if self.game.rule_set.slips.score_stated else {}
        return content | by_key | stated

    def _shared_round(self, number: int, round_id: int) -> Round | None:
        """Return the round that the phone showed, or else the present one of that number, with a
        shared lock.
        """
        rounds = self.game.rounds.filter(pk=round_id) if round_id else self.game.rounds.standing()
        found = rounds.filter(number=number).values_list("pk", flat=True).first()
        round_ = share_round(found) if found else None
        if round_:
            round_.game = self.game
        return round_

    def _read_slips(self) -> None:
        """Read the slips of these players in these rounds, and earlier slips with the same ids."""
        theirs = Slip.objects.filter(entry__in=self._entries.values()).order_by()
        rounds = {round_.pk for round_ in self._rounds.values() if round_}
        for slip in theirs.filter(round__in=rounds).select_related("round"):
            self._there[slip.entry_id, slip.round_id].append(slip)
            self._known[slip.entry_id, slip.client_id] = slip
        missing = {one.client_id for one in self.sent} - {client_id for _entry, client_id in self._known}
        # A slip sent again may be of an earlier round.
        for slip in theirs.filter(client_id__in=missing).select_related("round"):
            self._known[slip.entry_id, slip.client_id] = slip
