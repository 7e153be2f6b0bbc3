"""The pairings of a round, to pin to the wall and as files: by table, and by name so that players find themselves."""

from collections.abc import Iterable
from operator import attrgetter

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division
from tournaments.classic.printing.data.sheets import about, paired_match_of, round_of_division, seat_of
from tournaments.classic.printing.values import CardSeat, DivisionList, PairedMatch
from tournaments.classic.rounds.selectors import RoundView, load_round_view
from tournaments.names import name_visibility
from tournaments.names.folding import sort_key
from tournaments.printing.pdf.scripts.isolates import isolate
from tournaments.printing.registry import Options
from tournaments.reports.tables import (
    BLANK,
    DataTable,
    Registry,
    TableColumn,
    build_table,
    number,
    registry_of,
)

NOT_IN_FILES = ("number", "other_number")
Side = tuple[CardSeat, PairedMatch]

BY_TABLE: Registry[PairedMatch, None] = registry_of(
    TableColumn.of("table", _("Table"), lambda match: match.table or BLANK, is_strong=True),
    TableColumn.of_text("name", _("Goes first"), attrgetter("first.name")),
    TableColumn.of("number", _("No."), attrgetter("first.number"), beside="name"),
    TableColumn.of(
        "result",
        _("Result"),
        lambda match: match.figures or (None if match.second else ""),
        is_strong=True,
        is_optional=True,
    ),
    TableColumn.of_text(
        "other", _("Second"), lambda match: match.second.name if match.second else gettext("bye")
    ),
    TableColumn.of(
        "other_number", _("No."), lambda match: match.second.number if match.second else None, beside="other"
    ),
)


def _goes(side: Side) -> str:
    seat, match = side
    if match.second is None:
        return ""
    return gettext("first") if seat is match.first else gettext("second")


def _opponent(side: Side) -> str:
    seat, match = side
    if match.second is None:
        return gettext("bye")
    return match.second.name if seat is match.first else match.first.name


BY_NAME: Registry[Side, None] = registry_of(
    TableColumn.of_text("name", _("Name"), lambda side: side[0].name, is_strong=True),
    TableColumn.of("table", _("Table"), lambda side: side[1].table or BLANK, is_strong=True),
    TableColumn.of_text("goes", _("Goes"), _goes),
    TableColumn.of_text("other", _("Against"), _opponent),
)


def paired_table(matches: Iterable[PairedMatch]) -> DataTable:
    """Return a round by table, byes last."""
    return build_table(
        gettext("Pairings"), BY_TABLE.values(), matches, None, is_away=lambda match: match.second is None
    )


def paired_by_name_table(matches: Iterable[PairedMatch]) -> DataTable:
    """Return a round with a row for each player, by name."""
    sides = [(seat, match) for match in matches for seat in (match.first, match.second) if seat is not None]
    sides.sort(key=lambda side: (sort_key(side[0].name), side[0].number))
    return build_table(gettext("Pairings"), BY_NAME.values(), sides, None)


def pairings_by_table(division: Division, options: Options) -> DivisionList:
    round_view = _round_view(division, options)
    title = gettext("Pairings by table")
    if round_view:
        title = gettext("Round %(number)s by table") % {"number": number(round_view.round.number)}
    return _list(division, round_view, paired_table(_matches(round_view)), title)


def pairings_by_name(division: Division, options: Options) -> DivisionList:
    round_view = _round_view(division, options)
    title = gettext("Pairings by name")
    if round_view:
        title = gettext("Round %(number)s by name") % {"number": number(round_view.round.number)}
    with name_visibility.family_first():
        return _list(division, round_view, paired_by_name_table(_matches(round_view)), title)


def _round_view(division: Division, options: Options) -> RoundView | None:
    round_ = round_of_division(division, int(options.get("round") or 0))
    return None if round_ is None else load_round_view(round_)


def _matches(shown: RoundView | None) -> list[PairedMatch]:
    return [] if shown is None else [paired_match_of(line) for line in shown.lines]


def _list(division: Division, shown: RoundView | None, table: DataTable, title: str) -> DivisionList:
    left_out = [seat_of(one) for one in shown.left_out] if shown and shown.round.begun_at is None else []
    names = ", ".join(f"{isolate(seat.name)} ({seat.number})" for seat in left_out)
    return DivisionList(
        about(division),
        table,
        _facts(shown),
        (
            "" if shown else gettext("No round is paired yet."),
            gettext("In no match: %(names)s") % {"names": names} if names else "",
        ),
        not_in_files=NOT_IN_FILES,
        title=title,
        is_roomy=True,
        is_striped=True,
    )


def _facts(shown: RoundView | None) -> str:
    if shown is None:
        return ""
    matches = sum(not line.match.is_bye for line in shown.lines)
    played = ngettext("%(count)s match", "%(count)s matches", matches) % {"count": number(matches)}
    state = "" if shown.round.begun_at else gettext("has not begun")
    return " · ".join(filter(None, (gettext("Pairings"), played, state)))
