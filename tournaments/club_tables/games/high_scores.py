"""The best results of solitaire (RULES V12), computed from the games at the tables; they have no rows of
their own.

Terms. A *result* is a game of one rack that is over, or an open construction that is over or whose table was
closed. Results are compared if lexicon, form and the other settings are the same; the record to beat is not
one of these.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from engine.errors import EngineError
from engine.modes import replay_acts
from engine.modes.solitaire.mode import SOLITAIRE
from engine.modes.solitaire.state import SolitaireSettings
from engine.rules.game_settings import read_settings
from tournaments.club_tables.games.state import setup_of, standing_acts
from tournaments.club_tables.models import ClubTable
from tournaments.models import organiser_in_scope
from tournaments.names import folding

SHOWN = 10
# More tables than a club plays in years; each is a line.
KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that make results comparable; the exchange rule is None in a form without exchanges."""

    lexicon: str
    tile_set: str
    form: str
    racks: str
    exchange_minimum: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """A game with its score; `rules` is what it is compared by, `code` that of the table."""

    name: str
    score: int
    day: date
    code: str
    rules: Rules


def best_known(table: ClubTable, *, most: int = SHOWN) -> list[Result]:
    """Return the best results by the rules of this table, the best first, the earlier of equal ones first.

    For one rack, return only results of players who sit here, by name. Return none with two racks, or at a
    table of another game.
    """
    if table.mode != SOLITAIRE.code or (form := table.settings.get("form")) == "two_racks":
        return []
    rules = _rules_of(table)
    played = _tables(table.organiser_id, settings__form=form, lexicon=table.lexicon, tile_set=table.tile_set)
    found = [result for result in _results(played) if result.rules == rules]
    if form == "one_rack":
        names = {folding.fold(seat.name) for seat in table.seats.all()}
        found = [result for result in found if folding.fold(result.name) in names]
    return sorted(found, key=lambda result: -result.score)[:most]


def own_records(*, most: int = SHOWN) -> list[Result]:
    """Return everybody's best game with one rack by each set of rules, the latest first, as records to beat, of
    the organiser in scope.
    """
    best: dict[tuple[str, Rules], Result] = {}
    for result in _results(_tables(organiser_in_scope(), settings__form="one_rack")):
        key = (folding.fold(result.name), result.rules)
        if key not in best or result.score > best[key].score:
            best[key] = result
    return sorted(best.values(), key=lambda result: result.day, reverse=True)[:most]


def _tables(organiser: int, **chosen: Any) -> QuerySet[ClubTable]:
    """Return an organiser's tables of solitaire that have begun, the oldest first."""
    own = ClubTable.objects.filter(organiser=organiser, mode=SOLITAIRE.code, **chosen)
    begun = own.filter(begun_at__isnull=False)
    return begun.prefetch_related("seats").order_by("pk")


def _results(tables: Iterable[ClubTable]) -> Iterator[Result]:
    for table in tables:
        key = (table.seed, table.version)
        if key not in _known:
            if len(_known) >= KEPT:  # other threads may clear it too
                _known.clear()
            _known[key] = _result(table)
        if (result := _known[key]) is not None:
            yield result


# Cache by the table's seed and version: every change of a table gives a new version, so entries stay valid.
_known: dict[tuple[str, int], Result | None] = {}


def _result(table: ClubTable) -> Result | None:
    """Return the result of a table; None as long as there is none, or if its lexicon is gone."""
    acts, seats = standing_acts(table), list(table.seats.all())
    try:
        state = replay_acts(SOLITAIRE, setup_of(table, seats), [act.data for act in acts])
    except EngineError:
        return None
    is_closed = table.ended_at is not None and table.settings.get("form") == "open"
    if not acts or not (state.is_over or is_closed):
        return None
    day = timezone.localdate(acts[-1].at)
    return Result(seats[0].name, state.score, day, table.code, _rules_of(table))


def _rules_of(table: ClubTable) -> Rules:
    agreed = read_settings(SolitaireSettings, table.settings)
    minimum = None if agreed.form == "open" else agreed.exchange_minimum
    return Rules(table.lexicon, table.tile_set, agreed.form, agreed.racks, minimum)
