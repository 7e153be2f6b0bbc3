"""The tables of one round as the desk shows them: each with the slip that counts, its score, and its state.

`table_list` selects the tables; while a round goes on the desk asks only for those that changed.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol

from django.contrib.auth.models import User
from django.db.models import Count, Q

from duplicate.attendance.absences import find_missed
from duplicate.attendance.seating import entries_of, seat_of_slips
from duplicate.log.actions import ACTIONS
from duplicate.models import AuditLogEntry, Game, Round, Slip, SlipQuerySet
from duplicate.models.slip import COUNTING, IN_CONFLICT, last_worth
from duplicate.slips.averaged_slips import apply_average, averages_in_round
from duplicate.slips.conflicts import Written, comparison_key, may_be_several, read_alike, say_the_same
from duplicate.slips.decisions import is_decided
from duplicate.slips.paper import version_tag
from duplicate.slips.selectors import RuledSlip, view_ruled_slip
from duplicate.standings.rules.ranking import Average
from tournaments.events.staff import tables_of
from tournaments.models import Entry

State = Literal["none", "late", "in", "ruled", "conflict", "unchecked"]
# Rows are stored a moment after they are stamped.
OVERLAP = timedelta(seconds=3)
MOST_LISTED = 60
PLAIN = frozenset({"", "good"})
CHANGING_MANY_TABLES = frozenset(code for code, act in ACTIONS.items() if act.changes_many_tables)


class StoredSlip(Protocol):
    """The fields of a slip that give the state of its table: a whole slip, or these columns."""

    @property
    def pk(self) -> int: ...
    @property
    def effective(self) -> bool: ...
    @property
    def late(self) -> bool: ...
    @property
    def in_conflict(self) -> bool: ...
    @property
    def source(self) -> str: ...
    @property
    def keyed_by_id(self) -> int | None: ...
    @property
    def checked_by_id(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Rival:
    """One of the readings that contradict each other, and the arbitrators who keyed it; several may have.
    `slip` is the one to settle on.
    """

    slip: Slip
    keyed_by: tuple[str, ...]
    by_phone: bool

    @property
    def text(self) -> str:
        return str(self.slip)


@dataclass(frozen=True, slots=True)
class KeyedAgain:
    """An arbitrator's first entry and the next one: a correction, or a second slip of the player."""

    first: Rival
    then: Rival


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table. `shown` is the slip that counts, else a late one; `late` is another slip that came too late
    beside it. `rivals` are all that contradict each other, the one that counts first, and `several_are_zero`
    is true if the player may have handed them in. `decided` says that the others came after an arbitrator's
    decision on the first. `todo`: the arbitrator who looks has something to key here.
    """

    entry: Entry
    state: State
    seen: str
    shown: RuledSlip | None
    late: Slip | None
    rivals: tuple[Rival, ...]
    several_are_zero: bool
    decided: bool
    is_top: bool
    todo: bool

    @property
    def is_plain(self) -> bool:
        """True if there is nothing for an arbitrator to look at."""
        if self.late or self.state in {"conflict", "late"}:
            return False
        return self.shown is None or (self.shown.code in PLAIN and not self.shown.warnings)

    @property
    def keyed_again(self) -> KeyedAgain | None:
        """The last two different slips that one arbitrator keyed for the table."""
        keyed = sorted(
            (rival for rival in self.rivals if rival.slip.keyed_by_id),
            key=lambda one: one.slip.pk,
            reverse=True,
        )
        if not keyed:
            return None
        first = next((one for one in keyed[1:] if one.slip.keyed_by_id == keyed[0].slip.keyed_by_id), None)
        return KeyedAgain(first, keyed[0]) if first else None

    @property
    def sanction(self) -> str:
        return self.shown.sanction_text if self.shown else ""

    @property
    def text(self) -> str:
        """The slip in a line, for people who cannot see the table."""
        slip = self.shown and self.shown.slip
        return str(slip) if slip else ""


@dataclass(frozen=True, slots=True)
class Counts:
    """The state of a round: slips awaited (nobody waits for players who have dropped out) and slips that
    count, conflicts, and paper slips keyed once that two arbitrators must key.
    """

    awaited: int
    received: int
    missing: int
    conflicts: int
    unchecked: int


@dataclass(frozen=True, slots=True)
class ListedMove:
    """A move that can be picked while keying: an isotop, or one that somebody has scored with."""

    word: str
    reference: str
    score: int | None
    is_top: bool


def rows_for_round(round_: Round, by: User, tables: Collection[int] | None = None) -> list[TableRow]:
    """Return the rows of these tables, or of all, by number."""
    game = round_.game
    entries = entries_of(game).select_related("player", "partner")
    if tables is None:
        return _rows(round_, by, entries, round_.slips.all())
    slips = round_.slips.alias(at=seat_of_slips(game)).filter(at__in=tables)
    return _rows(round_, by, entries.filter(seat__in=tables), slips)


def rows_for_entry(round_: Round, by: User, entry: Entry) -> list[TableRow]:
    """Return the row of an entry that was read at its table; none if the list leaves it out."""
    return _rows(round_, by, [entry], round_.slips.filter(entry=entry))


def _rows(round_: Round, by: User, entries: Iterable[Entry], slips: SlipQuerySet) -> list[TableRow]:
    own = tables_of(round_.game.event, by)
    by_entry: dict[int, list[Slip]] = {}
    for slip in (
        slips.on_record().order_by("pk").select_related("keyed_by", "checked_by").prefetch_related("rulings")
    ):
        by_entry.setdefault(slip.entry_id, []).append(slip)
    averages, missed = averages_in_round(round_), find_missed(round_, entries)
    rows = [
        _row(
            entry,
            by_entry.get(entry.pk, []),
            round_,
            by,
            own,
            average=averages.get(entry.pk),
            present=entry.withdrawn_at is None and entry.pk not in missed,
        )
        for entry in entries
    ]
    return [row for row in rows if row.shown or not row.entry.withdrawn_at]


def find_changed_tables(round_: Round, since: datetime) -> set[int] | None:
    """Return the tables that may have changed since then; None if all of them may have."""
    since -= OVERLAP
    log = AuditLogEntry.objects.filter(game=round_.game, at__gt=since)
    if log.filter(Q(act__in=CHANGING_MANY_TABLES) | Q(act__in=("undone", "done_again"), entry=None)).exists():
        return None
    slips = round_.slips.filter(Q(received_at__gt=since) | Q(rulings__made_at__gt=since))
    acts = log.filter(number=round_.number, entry__isnull=False)
    changed = Q(pk__in=slips.order_by().values("entry")) | Q(pk__in=acts.order_by().values("entry"))
    return set(entries_of(round_.game).filter(changed).values_list("seat", flat=True))


def counts_for_round(round_: Round) -> Counts:
    """Count the slips of a round with two queries, however many tables."""
    once = COUNTING & Q(source=Slip.Source.DESK, checked_by=None)
    found = round_.slips.aggregate(
        received=Count("pk", filter=COUNTING),
        present=Count("pk", filter=COUNTING & Q(entry__withdrawn_at=None)),
        conflicts=Count("entry", filter=IN_CONFLICT, distinct=True),
        once=Count("pk", filter=once),
    )
    present = entries_of(round_.game).filter(withdrawn_at=None).count()
    missing = present - found["present"]
    return Counts(
        awaited=found["received"] + missing,
        received=found["received"],
        missing=missing,
        conflicts=found["conflicts"],
        unchecked=found["once"] if round_.game.double_arbitration else 0,
    )


def list_moves(round_: Round) -> list[ListedMove]:
    """List the tops, then the moves of slips by what they are worth: what is worth nothing, or is not judged yet, would
    be picked by mistake.
    """
    game, score = round_.game, round_.top_score
    stated_top = score if game.rule_set.slips.score_stated else None
    worths: dict[Written, int] = {}
    slips = (
        round_.slips.counting().exclude(word="").annotate(worth=last_worth()).filter(worth__gt=0).order_by()
    )
    written = slips.values_list("reference", "word", "stated_score", "worth").distinct()
    for reference, word, stated, worth in written:
        worths[read_alike(game, reference, word, stated)] = worth
    tops = {(top["reference"], top["word"], stated_top) for top in round_.tops or ()}
    others = sorted(worths.keys() - tops, key=lambda move: (-worths[move], move[1], move[0], move[2] or 0))
    return [
        ListedMove(word, reference, stated, (reference, word, stated) in tops)
        for reference, word, stated in [*sorted(tops), *others][:MOST_LISTED]
    ]


def playable_round(game: Game, number: int | None) -> Round | None:
    """Return the round of that number, or the one in progress, once its rack is out."""
    rounds = game.rounds.standing().exclude(state=Round.State.DRAWN)
    found = rounds.filter(number=number).first() if number else rounds.in_progress().first()
    if found:
        found.game = game
    return found


def _row(
    entry: Entry,
    slips: list[Slip],
    round_: Round,
    by: User,
    own: range | None,
    *,
    average: Average | None,
    present: bool,
) -> TableRow:
    counting = next((slip for slip in slips if slip.effective), None)
    rivals = [slip for slip in slips if slip.in_conflict]
    late = next((slip for slip in reversed(slips) if slip.late), None)
    chosen = counting or late
    shown = apply_average(view_ruled_slip(chosen), average) if chosen else None
    judged = shown is not None and shown.score is not None
    state = state_of(slips, judged=judged, double=round_.game.double_arbitration)
    return TableRow(
        entry=entry,
        state=state,
        seen=version_tag(counting),
        shown=shown,
        # A late slip that an arbitrator lets count is there twice with the same content.
        late=late if counting and late and not say_the_same(counting, late, round_.game) else None,
        rivals=_rivals([*([counting] if counting else []), *rivals], round_.game) if rivals else (),
        several_are_zero=may_be_several(slips, round_.game),
        decided=bool(rivals and counting and is_decided(counting.rulings.all())),
        is_top=bool(shown and shown.worth and shown.worth == round_.top_score),
        todo=present and has_to_key(entry.table, state, counting, by, own),
    )


def _rivals(slips: list[Slip], game: Game) -> tuple[Rival, ...]:
    """Group slips with the same content into one choice."""
    readings: dict[object, list[Slip]] = {}
    for slip in slips:
        said = (slip.says_top, slip.illegible, comparison_key(slip, game))
        readings.setdefault(said, []).append(slip)
    return tuple(_rival(same) for same in readings.values())


def _rival(same: list[Slip]) -> Rival:
    keyed = [user for slip in same for user in (slip.keyed_by, slip.checked_by) if user]
    names = dict.fromkeys(user.get_username() for user in keyed)
    return Rival(same[0], tuple(names), any(slip.source == Slip.Source.PHONE for slip in same))


def state_of(slips: Sequence[StoredSlip], *, judged: bool, double: bool) -> State:
    """Return the state of a table from its slips that count, are late or contradict each other; `double`
    arbitration.
    """
    counting = next((slip for slip in slips if slip.effective), None)
    if any(slip.in_conflict for slip in slips):
        return "conflict"
    if counting is None:
        return "late" if slips else "none"
    if double and counting.source == Slip.Source.DESK and counting.checked_by_id is None:
        return "unchecked"
    return "ruled" if judged else "in"


def has_to_key(table: int, state: State, counting: StoredSlip | None, by: User, own: range | None) -> bool:
    """Tell whether the arbitrator has something to key at a present player's table; `own` are the
    arbitrator's tables.
    """
    mine = own is None or table in own
    return mine and (counting is None or (state == "unchecked" and counting.keyed_by_id != by.pk))
