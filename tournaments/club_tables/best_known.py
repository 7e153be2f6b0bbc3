"""The best results of solitaire (RULES V12), as the games at the tables have them: nothing is kept beside those.

Terms. A *result* is a game of one rack that is over, or an open construction that is over or whose table was closed.
Results are compared where lexicon, form and what else was agreed are the same; the record to beat is not part of that.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from engine.errors import EngineError
from engine.game_settings import read_settings
from engine.modes import replayed
from engine.modes.solitaire import SOLITAIRE, SolitaireSettings
from tournaments import alike
from tournaments.club_table_models import ClubTable
from tournaments.club_tables.states import setup_of, standing_acts

SHOWN = 10
# More tables than a club plays in years; each is a line.
KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Rules:
    """What makes results comparable; how exchanges are restricted says nothing where there are none."""

    lexicon: str
    tile_set: str
    form: str
    racks: str
    exchange_minimum: int | None


@dataclass(frozen=True, slots=True)
class Result:
    """A game with its score; `rules` is all by which it is compared, `code` that of the table."""

    name: str
    score: int
    day: date
    code: str
    rules: Rules


def best_known(table: ClubTable, *, most: int = SHOWN) -> list[Result]:
    """The best results by the rules of this table, the best first, of equal ones the first; of one rack those alone of
    who sits here by name. None with two racks, nor at a table of anything else.
    """
    if table.mode != SOLITAIRE.code or (form := table.settings.get("form")) == "two_racks":
        return []
    rules = _rules_of(table)
    played = _tables(settings__form=form, lexicon=table.lexicon, tile_set=table.tile_set)
    found = [result for result in _results(played) if result.rules == rules]
    if form == "one_rack":
        names = {alike.folded(seat.name) for seat in table.seats.all()}
        found = [result for result in found if alike.folded(result.name) in names]
    return sorted(found, key=lambda result: -result.score)[:most]


def own_records(*, most: int = SHOWN) -> list[Result]:
    """Of everybody the best game with one rack by each rules, the latest first: what one may want to beat."""
    best: dict[tuple[str, Rules], Result] = {}
    for result in _results(_tables(settings__form="one_rack")):
        key = (alike.folded(result.name), result.rules)
        if key not in best or result.score > best[key].score:
            best[key] = result
    return sorted(best.values(), key=lambda result: result.day, reverse=True)[:most]


def _tables(**chosen: Any) -> QuerySet[ClubTable]:
    """Tables of solitaire that have begun, the first of them first."""
    begun = ClubTable.objects.filter(mode=SOLITAIRE.code, begun_at__isnull=False, **chosen)
    return begun.prefetch_related("seats").order_by("pk")


def _results(tables: Iterable[ClubTable]) -> Iterator[Result]:
    for table in tables:
        key = (table.seed, table.version)
        if key not in _known:
            if len(_known) >= KEPT:  # other threads may do so as well
                _known.clear()
            _known[key] = _result(table)
        if (result := _known[key]) is not None:
            yield result


# By the seed of the table and its version: every change of a table has another one, so what was found out stays true.
_known: dict[tuple[str, int], Result | None] = {}


def _result(table: ClubTable) -> Result | None:
    """The result of a table; None as long as there is none, or where its lexicon is gone."""
    acts, seats = standing_acts(table), list(table.seats.all())
    try:
        state = replayed(SOLITAIRE, setup_of(table, seats), [act.data for act in acts])
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
