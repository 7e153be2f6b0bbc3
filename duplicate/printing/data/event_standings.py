"""The standings of an event as a request asks for them: selected, of teams, sorted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from duplicate.printing.values.games import ShownStandings
from duplicate.standings.rows.event_groups import event_groups
from duplicate.standings.rows.event_results import standings_for_event
from duplicate.standings.selection_form import StandingsForm
from duplicate.standings.tables.event_table import event_table
from tournaments.events.services import categories_of
from tournaments.models import Event
from tournaments.printing.registry import Options
from tournaments.reports.tables import DataTable
from tournaments.standings.filters import AgeCategory
from tournaments.standings.ranking import EventStandings, select_lines, sort_by_name
from tournaments.standings.teams import rank_clubs, rank_teams


@dataclass(frozen=True, slots=True)
class AskedStandings:
    """The standings that a request asks for."""

    event: Event
    form: StandingsForm
    standings: EventStandings
    categories: tuple[AgeCategory, ...]


def table_of(shown: AskedStandings, *, licences: bool = True, all_columns: bool = False) -> DataTable:
    """Return the table that is shown, printed and exported, with all columns where the request wants them."""
    all_columns = all_columns or shown.form.all_columns
    return event_table(shown.standings, shown.categories, all_columns=all_columns, licences=licences)


def on_paper(shown: AskedStandings) -> ShownStandings:
    return ShownStandings(shown.standings, table_of(shown), shown.form.describe_selection(), state_of(shown))


def lists_on_paper(options: Options, event: Event) -> Sequence[ShownStandings]:
    """Return the list that is asked for, or one for each series, age category or club."""
    apart = options.get("apart", "")
    standings = read_standings(options, event)
    if not apart or standings.standings.of_teams:
        return [on_paper(standings)]
    competitors = [line.competitor for line in standings.standings.lines]
    lists = []
    for name, is_in in event_groups(event, competitors)[apart].items():
        part = on_paper(replace(standings, standings=select_lines(standings.standings, is_in)))
        lists.append(replace(part, group=name))
    return lists or [on_paper(standings)]


def state_of(shown: AskedStandings) -> str:
    """Return "final" only when every game is over and the chief has said so."""
    final = shown.standings.final and shown.event.released == Event.Released.FINAL
    return gettext("final") if final else gettext("provisional")


def read_standings(asked: Any, event: Event) -> AskedStandings:
    """Return the standings that the parameters of the address ask for."""
    standings, categories = standings_for_event(event), categories_of(event)
    form = StandingsForm(asked, [line.competitor for line in standings.lines], categories)
    selection = form.selection()
    chosen = standings if selection.is_all else select_lines(standings, selection.has)
    if form.teams:
        chosen = rank_teams(chosen, event.best_of_team)
    elif form.clubs:
        chosen = rank_clubs(chosen, event.best_of_team)
    order: Callable[[EventStandings], EventStandings] = sort_by_name if form.by_name else lambda same: same
    return AskedStandings(event, form, order(chosen), categories)
