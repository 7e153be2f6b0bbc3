"""The documents of a duplicate event as a whole."""

from collections.abc import Sequence

import tablib
from django.utils.translation import gettext_lazy as _

from duplicate.printing.data.event_standings import on_paper, read_standings
from duplicate.printing.data.prizes import (
    RECEIPTS_A_PAGE,
    count_winners,
    prize_certificates,
    prizes_data,
    prizes_on_paper,
    receipts,
    winner_keys,
)
from duplicate.printing.data.rounds import sheets_of_event
from duplicate.printing.groups import GAMES, PRIZES, STANDINGS, who_knows_names
from duplicate.printing.invalidation import BOARD, HEADED, OF_EVENT, POINTS, RELEASED, SEATED, WORDS
from duplicate.values.games import ShownStandings
from tournaments.core import units
from tournaments.models import Event
from tournaments.people.changes import WITH_FACTS
from tournaments.printing.letterhead import WITH_LETTERHEAD
from tournaments.printing.registry import Choice, Document, Options, Subject, add_documents, add_subject


def _this(event: Event) -> Sequence[Event]:
    return [event]


def _games(event: Event) -> int:
    return event.games.count()


def _players(event: Event) -> int:
    return event.entries.count() if event.games.exists() else 0


def _standings(event: Event, options: Options) -> ShownStandings:
    return on_paper(read_standings(options, event))


def _standings_choices(event: Event) -> Sequence[Choice]:
    form = read_standings({}, event).form
    return [Choice(field.name, field.label, field.field.choices) for field in form.offered()]  # type: ignore[attr-defined]  # all are choices


def _standings_table(shown: ShownStandings) -> tablib.Dataset:
    return shown.table.data


# Winners follow from the standings.
WINNERS = (
    POINTS | RELEASED | {"game_created", "entries_placed", "event_prizes_set"} | WITH_FACTS | WITH_LETTERHEAD
)

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
        about=_("Over all games: of everybody, of a club, a series, a category; by rank or by name."),
        group=STANDINGS,
        gather=_standings,
        count=_players,
        unit=units.PLAYERS,
        choices=_standings_choices,
        pdf="duplicate.printing.pdf.standings.event_standings_pdf",
        table=_standings_table,
        acts=POINTS | SEATED | RELEASED | {"game_created", "rooms_set"} | WITH_FACTS | WITH_LETTERHEAD,
    ),
    Document(
        name="prizes",
        title=_("Prizes"),
        about=_("Each prize, what it is for, who has it as things stand, and why."),
        group=PRIZES,
        gather=prizes_on_paper,
        count=lambda event: event.prizes.count(),
        unit=units.PRIZES,
        pdf="duplicate.printing.pdf.prizes.prizes_pdf",
        table=prizes_data,
        acts=WINNERS,
    ),
    Document(
        name="prize-receipts",
        title=_("Receipts for prizes"),
        about=_("A receipt for each winner to sign, with the prize and its amount; eight a page."),
        group=PRIZES,
        gather=receipts,
        count=count_winners,
        unit=units.RECEIPTS,
        keys=winner_keys,
        keys_a_page=RECEIPTS_A_PAGE,
        pdf="duplicate.printing.pdf.prizes.receipts_pdf",
        may=who_knows_names,
        acts=WINNERS,
    ),
    Document(
        name="prize-certificates",
        title=_("Certificates for prizes"),
        about=_("A page for each winner of a prize, to be framed."),
        group=PRIZES,
        gather=prize_certificates,
        count=count_winners,
        unit=units.CERTIFICATES,
        keys=winner_keys,
        pdf="duplicate.printing.pdf.certificates.certificates_pdf",
        may=who_knows_names,
        acts=WINNERS,
    ),
    Document(
        name="boards",
        title=_("Games, four a page"),
        about=_("The boards of all games with their tops, in small."),
        group=GAMES,
        gather=sheets_of_event,
        count=_games,
        unit=units.GAMES,
        pdf="duplicate.printing.pdf.boards.small_boards_pdf",
        acts=BOARD | WORDS | HEADED | {"game_created"},
    ),
)
