"""Changes in the list of people, for papers that name them, from the history of players.

Terms. A person is *renamed* who has another name, was merged with somebody, or was erased. A *move*
is to another club, or the club was merged with another. All other data of people, except their ratings, are
*facts*. Papers with facts have clubs and names as well, those with clubs have names.
"""

from typing import Any

from django.db.models import Case, CharField, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from tournaments.models import Entry, Player
from tournaments.names import name_visibility
from tournaments.names.name_visibility import PARTS
from tournaments.people.privacy import ERASED
from tournaments.people.services import CLUB_MERGED, MERGED

RENAMED, MOVED, FACTS_CHANGED = "person_renamed", "person_moved", "person_changed"
# The act of an event that writes names in another way since then.
RESTYLED = "names_restyled"
NAMED = frozenset({RENAMED, RESTYLED})
WITH_CLUBS = NAMED | {MOVED}
WITH_FACTS = WITH_CLUBS | {FACTS_CHANGED}
_FACTS = ("country", "series", "licence", "birth_year", "committee", "age_category", "sex")


def people_changed(entries: "QuerySet[Entry, Any]") -> QuerySet[Any]:
    """Return the rows of the history that changed the people of these entries, the last one first.

    Each has `act` and `at`; changes of the rating alone are left out.
    """
    alone, in_pairs = entries.order_by().values("player"), entries.exclude(partner=None).order_by()
    of_these = Q(id__in=alone) | Q(id__in=in_pairs.values("partner"))
    before = Player.history.filter(id=OuterRef("id"), history_id__lt=OuterRef("history_id"))
    was = {
        f"was_{field}": Subquery(before.order_by("-history_id").values(field)[:1])
        for field in ("history_id", *PARTS, "club_id", *_FACTS)
    }
    act = Case(
        When(_is_renamed(), then=Value(RENAMED)),
        When(_is_moved(), then=Value(MOVED)),
        When(_is_otherwise(), then=Value(FACTS_CHANGED)),
        default=Value(""),
        output_field=CharField(),
    )
    # SQL comparisons with NULL give NULL: no club, and no year, are 0.
    numbers = {
        "club_now": Coalesce("club_id", 0, output_field=IntegerField()),
        "club_before": Coalesce("was_club_id", 0, output_field=IntegerField()),
        "born_now": Coalesce("birth_year", 0),
        "born_before": Coalesce("was_birth_year", 0),
    }
    changed = Player.history.filter(of_these, history_type="~").annotate(**was).annotate(**numbers)
    rows: QuerySet[Any] = changed.annotate(act=act, at=F("history_date")).exclude(act="")
    return rows.order_by("-history_id")


def person_words(row: Any) -> str:
    """Return such a row as a sentence; readers who may not know names get dots."""
    name = gettext("…") if name_visibility.are_hidden() else row.name
    return gettext("Changed in the list of people: {name}").format(name=name)


def _is_renamed() -> Q:
    """Return the condition for a changed name; if no earlier row exists, the old name is unknown."""
    merged = Q(history_change_reason__startswith=MERGED) | Q(history_change_reason=ERASED)
    # Rows of older programs have no parts of names.
    parted = Q(was_given_name="", was_family_name="") | Q(
        was_given_name=F("given_name"), was_family_name=F("family_name")
    )
    return merged | Q(was_history_id=None) | ~Q(was_name=F("name")) | ~parted


def _is_moved() -> Q:
    """Return the condition for a move. After a merge of clubs the history names only the one that was kept."""
    return Q(history_change_reason__contains=CLUB_MERGED) | ~Q(club_now=F("club_before"))


def _is_otherwise() -> Q:
    same = Q(**{field: F(f"was_{field}") for field in _FACTS if field != "birth_year"})
    return ~(same & Q(born_now=F("born_before")))
