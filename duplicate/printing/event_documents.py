"""The documents of a duplicate event as a whole."""

from collections.abc import Callable, Sequence
from operator import attrgetter

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.printing.data.event_standings import lists_on_paper, read_standings
from duplicate.printing.data.prizes import prizes_on_paper, prizes_won
from duplicate.printing.data.rounds import begun_games, sheets_of_event
from duplicate.printing.data.seating import (
    SeatingOnPaper,
    check_in_list,
    count_seated,
    seating_by_name,
    seating_by_table,
)
from duplicate.printing.groups import GAMES, PRIZES, STANDINGS, TABLES
from duplicate.printing.invalidation import (
    ARRIVED,
    BOARD,
    ENTERED,
    EXPECTED,
    HEADED,
    OF_EVENT,
    POINTS,
    RELEASED,
    SEATED,
    WORDS,
)
from duplicate.printing.values.games import ShownStandings
from duplicate.standings.rows.event_groups import event_groups
from tournaments.events.kinds_of_play import seat_acts
from tournaments.models import Event
from tournaments.people.changes import WITH_CLUBS, WITH_FACTS
from tournaments.printing.letterhead import WITH_LETTERHEAD
from tournaments.printing.registry import (
    Choice,
    Document,
    Options,
    Subject,
    Words,
    add_documents,
    add_subject,
)
from tournaments.printing.won_prizes import prize_papers, who_knows_names
from tournaments.reports.tables import DataColumn, DataRow, DataTable
from tournaments.wording import units


def _this(event: Event) -> Sequence[Event]:
    return [event]


def _prizes_page(event: Event) -> tuple[str, Words]:
    return reverse("event-prizes", args=[event.pk]), _("Prizes")


def _begun_games(event: Event) -> int:
    return begun_games(event).count()


def _players(event: Event) -> int:
    return event.entries.filter(arrived_at__isnull=False).count() if event.games.exists() else 0


def _entries(event: Event) -> int:
    return event.entries.filter(withdrawn_at=None).count()


def _standings(event: Event, options: Options) -> Sequence[ShownStandings]:
    return lists_on_paper(options, event)


def _standings_choices(event: Event) -> Sequence[Choice]:
    standings = read_standings({}, event)
    groups = event_groups(event, [line.competitor for line in standings.standings.lines])
    apart = [("", _("all in one")), *((kind, words) for kind, words in APART if len(groups[kind]) > 1)]
    offered = [Choice(field.name, field.label, field.field.choices) for field in standings.form.offered()]  # type: ignore[attr-defined]  # the form has choice fields alone
    return [*offered, *([Choice("apart", _("Lists"), apart)] if len(apart) > 1 else [])]


def _standings_table(lists: Sequence[ShownStandings]) -> DataTable:
    """Return the lines of all lists below each other, with the name of their list if there are several."""
    if len(lists) == 1:
        return lists[0].table
    columns = {column.name: column for shown in lists for column in shown.table.columns}
    rows = []
    for shown in lists:
        name = " · ".join(filter(None, (shown.group, shown.selection)))
        names = [column.name for column in shown.table.columns]
        for row in shown.table.rows:
            cells = dict(zip(names, row.cells, strict=True))
            rows.append(DataRow((name, *(cells.get(column, "") for column in columns))))
    list_ = DataColumn("list", gettext("List"), is_text=True)
    return DataTable(lists[0].table.title, (list_, *columns.values()), tuple(rows))


def _seating_list(
    name: str,
    title: Words,
    about: Words,
    gather: Callable[[Event, Options], SeatingOnPaper],
    acts: frozenset[str],
    *,
    count: Callable[[Event], int] = count_seated,
) -> Document:
    """Return the document of a list of those who are entered, with their tables."""
    return Document(
        name=name,
        title=title,
        about=about,
        group=TABLES,
        gather=gather,
        count=count,
        unit=units.PLAYERS,
        pdf="duplicate.printing.pdf.seating.seating_pdf",
        table=attrgetter("table"),
        may=who_knows_names,
        acts=acts,
    )


# A list for each of them.
APART = (
    ("series", _("one for each series")),
    ("category", _("one for each age category")),
    ("club", _("one for each club")),
)
# Winners follow from the standings.
WINNERS = (
    POINTS | RELEASED | {"game_created", "entries_placed", "event_prizes_set"} | WITH_FACTS | WITH_LETTERHEAD
)

# Kinds of play with seats by round are loaded before.
SEATING = ENTERED | EXPECTED | SEATED | HEADED | WITH_CLUBS | WITH_LETTERHEAD | {"rooms_set"} | seat_acts()

add_subject(
    Subject(
        "event",
        _this,
        name=lambda event: event.name,
        acts=OF_EVENT,
    )
)
add_documents(
    "event",
    Document(
        name="standings",
        title=_("Standings"),
        about=_("Over all games, by rank or name: everybody, a club, a series or a category."),
        group=STANDINGS,
        gather=_standings,
        count=_players,
        unit=units.PLAYERS,
        choices=_standings_choices,
        pdf="duplicate.printing.pdf.standings.event_lists_pdf",
        table=_standings_table,
        acts=POINTS | SEATED | RELEASED | {"game_created", "rooms_set"} | WITH_FACTS | WITH_LETTERHEAD,
    ),
    _seating_list(
        "seating-by-name",
        _("Seating by name"),
        _("All players by name with table and room, in large type for the wall."),
        seating_by_name,
        SEATING,
    ),
    _seating_list(
        "seating-by-table",
        _("Seating by table"),
        _("The players at each table, with club and room."),
        seating_by_table,
        SEATING,
    ),
    _seating_list(
        "check-in-list",
        _("Check-in list"),
        _("All players by name with a box to tick at the door; those checked in are marked."),
        check_in_list,
        SEATING | ARRIVED | WITH_FACTS,
        count=_entries,
    ),
    Document(
        name="prizes",
        title=_("Prizes"),
        about=_("Each prize with its terms and its current winner, and why."),
        group=PRIZES,
        gather=prizes_on_paper,
        count=lambda event: event.prizes.count(),
        unit=units.PRIZES,
        pdf="duplicate.printing.pdf.prizes.prizes_pdf",
        table=attrgetter("table"),
        acts=WINNERS,
        made_at=_prizes_page,
    ),
    *prize_papers(prizes_won, PRIZES, WINNERS, _prizes_page),
    Document(
        name="boards",
        title=_("Games, four per page"),
        about=_("Small boards of all games with their tops."),
        group=GAMES,
        gather=sheets_of_event,
        count=_begun_games,
        unit=units.GAMES,
        pdf="duplicate.printing.pdf.boards.small_boards_pdf",
        acts=BOARD | WORDS | HEADED,
    ),
)
