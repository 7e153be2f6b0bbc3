"""Changes of slips and rulings by an act: applied here, stored in the log as plain numbers, and undone from
there.

The *place* of a slip: it counts, is in conflict with the one that counts, or lies aside; and a second
arbitrator may have checked it. Nothing is ever deleted. To undo means to give a slip its earlier place, and
to add a ruling equal to the earlier one.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate.models import AuditLogEntry, Ruling, Slip
from duplicate.slips.conflicts import say_the_same
from tournaments.errors import RuleViolation
from tournaments.time import clock

ASIDE, COUNTS, IN_CONFLICT = 0, 1, 2
# The place of a slip (ASIDE, COUNTS, IN_CONFLICT), and the pk of the user who checked it.
Place = tuple[int, int | None]
CARRIED = ("score", "worth", "sanction", "further_warnings", "conduct", "code", "params", "solo")


@dataclass(frozen=True, slots=True)
class Moved:
    slip: int
    before: Place
    after: Place


@dataclass(frozen=True, slots=True)
class Ruled:
    """A further ruling on a slip; `before` is None if the slip had no ruling."""

    slip: int
    before: int | None
    after: int


class Changes:
    """The changes that one act makes to slips and rulings, collected while it makes them."""

    def __init__(self) -> None:
        self.moved: list[Moved] = []
        self.ruled: list[Ruled] = []

    def __bool__(self) -> bool:
        return bool(self.moved or self.ruled)

    def move(self, slip: Slip, standing: int, checked_by: int | None = None) -> None:
        """Give a stored slip another place. Move the counting slip aside before another one is to count."""
        before, after = place_of(slip), (standing, checked_by)
        if before == after:
            return
        set_place(slip, after)
        slip.save(update_fields=["effective", "in_conflict", "checked_by"])
        self.moved.append(Moved(slip.pk, before, after))

    def move_all(self, slips: Sequence[Slip], standing: int, checked_by: int | None = None) -> None:
        """Give many stored slips the same place in one update."""
        place = standing, checked_by
        self.moved += [Moved(slip.pk, place_of(slip), place) for slip in slips]
        _put_all(slips, place)

    def add(self, slips: Iterable[Slip]) -> None:
        """Add slips that this act stored: they are recorded as if they had lain aside before."""
        self.moved += [Moved(slip.pk, (ASIDE, None), place_of(slip)) for slip in slips]

    def rule(self, last: Ruling, by: User, *, reason: str = "", **values: object) -> Ruling:
        """Store a further ruling on a slip: a copy of the last one except for `values`."""
        carried = {name: getattr(last, name) for name in CARRIED} | values
        ruling = Ruling(slip_id=last.slip_id, by=by, reason=reason, made_at=clock.now(), **carried)
        # No query: the slip is locked, and the database holds the constraints.
        ruling.clean_fields(exclude=["params", "slip", "by"])
        ruling.save()
        self.ruled.append(Ruled(ruling.slip_id, last.pk, ruling.pk))
        return ruling

    def params(self) -> dict[str, Any]:
        """Return the changes for the log; `read_changes` reads them back."""
        return {
            "slips": [[moved.slip, *moved.before, *moved.after] for moved in self.moved],
            "rulings": [[ruled.slip, ruled.before, ruled.after] for ruled in self.ruled],
        }


def read_changes(entry: AuditLogEntry) -> tuple[list[Moved], list[Ruled]]:
    """Return the changes that a log row has on record."""
    moved = [
        Moved(slip, (standing, checker), (standing_then, checker_then))
        for slip, standing, checker, standing_then, checker_then in entry.params.get("slips", ())
    ]
    return moved, [Ruled(*ruled) for ruled in entry.params.get("rulings", ())]


def put_back(entry: AuditLogEntry, by: User) -> Changes:
    """Undo the changes of a logged act, if all is still as that act left it; the number of queries does not
    grow with the number of slips.

    Raises:
        RuleViolation: a slip or a ruling has been changed since.
    """
    moved, ruled = read_changes(entry)
    changes = Changes()
    slips = Slip.objects.in_bulk([one.slip for one in moved])
    moved = _follow_to_heirs(moved, slips)
    if any(one.slip not in slips or place_of(slips[one.slip]) != one.after for one in moved):
        raise make_overtaken_error()
    _check_no_other_counts([slips[one.slip] for one in moved if one.before[0] == COUNTS], slips)
    # Move aside first: only one slip of a player counts at any moment.
    for place in sorted({one.before for one in moved}, key=lambda place: (place[0] == COUNTS, str(place))):
        there = [one for one in moved if one.before == place]
        _put_all([slips[one.slip] for one in there], place)
        changes.moved += [Moved(one.slip, one.after, one.before) for one in there]
    for one in reversed(ruled):
        _rule_as_before(one, by, changes)
    return changes


def _follow_to_heirs(moved: Sequence[Moved], slips: dict[int, Slip]) -> list[Moved]:
    """Return the changes, those of a keyed slip that gave way since (`filing`) as changes of the one that counts in its
    place: to undo the key is to take its agreement back. Such slips are added to `slips`.
    """
    keys = {
        one.slip: slips[one.slip]
        for one in moved
        if one.slip in slips and one.after[0] == COUNTS and place_of(slips[one.slip])[0] == ASIDE
    }
    if not keys:
        return list(moved)
    counting = Slip.objects.counting().filter(
        entry__in={key.entry_id for key in keys.values()}, round__in={key.round_id for key in keys.values()}
    )
    heirs = {(slip.entry_id, slip.round_id): slip for slip in counting.select_related("round__game")}
    back = [
        slips[one.slip] for one in moved if one.before[0] == COUNTS and one.slip in slips.keys() - keys.keys()
    ]
    others = {(slip.entry_id, slip.round_id) for slip in back}

    def follow(one: Moved) -> Moved:
        key = keys.get(one.slip)
        heir = key and heirs.get((key.entry_id, key.round_id))
        if key is None or heir is None or not say_the_same(heir, key, heir.round.game):
            return one
        slips[heir.pk] = heir
        # Without the key the slip counts alone, or contradicts the one that counted before the key.
        alone = IN_CONFLICT if (heir.entry_id, heir.round_id) in others else COUNTS
        before, after = (
            (COUNTS, checker or key.keyed_by_id) if standing == COUNTS else (alone, None)
            for standing, checker in (one.before, one.after)
        )
        return Moved(heir.pk, before, after)

    return [follow(one) for one in moved]


def _check_no_other_counts(again: Sequence[Slip], moved: Container[int]) -> None:
    """Check that the slips which are to count again meet no other one that counts: a phone may have sent it
    since.
    """
    counting = Slip.objects.counting().filter(
        entry__in={slip.entry_id for slip in again},
        round__in={slip.round_id for slip in again},
    )
    places = {(slip.entry_id, slip.round_id) for slip in counting if slip.pk not in moved}
    if any((slip.entry_id, slip.round_id) in places for slip in again):
        raise make_overtaken_error()


def place_of(slip: Slip) -> Place:
    standing = COUNTS if slip.effective else IN_CONFLICT if slip.in_conflict else ASIDE
    return standing, slip.checked_by_id


def set_place(slip: Slip, place: Place) -> None:
    """Set the place of a slip, without storing it."""
    standing, slip.checked_by_id = place
    slip.effective, slip.in_conflict = standing == COUNTS, standing == IN_CONFLICT


def _put_all(slips: Sequence[Slip], place: Place) -> None:
    standing, checker = place
    Slip.objects.filter(pk__in=[slip.pk for slip in slips]).update(
        effective=standing == COUNTS, in_conflict=standing == IN_CONFLICT, checked_by=checker
    )


def _rule_as_before(ruled: Ruled, by: User, changes: Changes) -> None:
    last = Ruling.objects.filter(slip=ruled.slip).select_related("slip").order_by("pk").last()
    rulings = Ruling.objects.in_bulk([pk for pk in (ruled.before, ruled.after) if pk])
    if last is None or ruled.before is None or place_of(last.slip)[0] == ASIDE:
        raise make_overtaken_error()
    # Compare values, not keys: an undo appends a copy.
    if _says(last) != _says(rulings[ruled.after]):
        raise make_overtaken_error()
    changes.rule(last, by, **_says(rulings[ruled.before]))


def _says(ruling: Ruling) -> dict[str, Any]:
    return {name: getattr(ruling, name) for name in (*CARRIED, "reason")}


def make_overtaken_error() -> RuleViolation:
    return RuleViolation("undo_overtaken", _("This has been changed again since and cannot be undone."))
