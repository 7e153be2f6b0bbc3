"""Acts that make a division's printed documents outdated: on the division, on records and clocks of its
matches, and on its players in the list of people.

The acts of records and clocks have names of their own here.
"""

from typing import Any

from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext

from tournaments.acts import codes_changing
from tournaments.classic.acts.actions import ACTIONS, DivisionFact
from tournaments.classic.acts.audit_log import acts_of
from tournaments.classic.models import ClockAct, Division, Match, RecordEntry
from tournaments.events.actions import act_text
from tournaments.models import Entry, EventAct
from tournaments.people.changes import people_changed, person_words
from tournaments.printing.letterhead import LETTERHEAD_CHANGED
from tournaments.printing.registry import Acts, Options

# Acts on the event that change the documents of its divisions.
RELEASED = frozenset({"standings_hidden", "standings_provisional", "standings_final"})
OF_EVENT = RELEASED | {"event_renamed", "entries_placed"}
# Every document prints the names of event and division, and depends on the division's settings.
HEADED = codes_changing(ACTIONS, DivisionFact.HEADING) | {"event_renamed"}
PLAYERS = HEADED | codes_changing(ACTIONS, DivisionFact.PLAYERS, DivisionFact.HANDICAPS) | {"entries_placed"}
PAIRINGS = HEADED | codes_changing(ACTIONS, DivisionFact.PAIRINGS, DivisionFact.BEGUN)
TABLES = PAIRINGS | codes_changing(ACTIONS, DivisionFact.PLAYERS)
RESULTS = codes_changing(ACTIONS, DivisionFact.RESULTS)
STANDINGS = PLAYERS | RESULTS | codes_changing(ACTIONS, DivisionFact.BEGUN)
OVERTIME = HEADED | RESULTS | codes_changing(ACTIONS, DivisionFact.BEGUN, DivisionFact.HANDICAPS)
RATINGS = codes_changing(ACTIONS, DivisionFact.RATINGS)
PRIZES = codes_changing(ACTIONS, DivisionFact.PRIZES)
RECORDS = codes_changing(ACTIONS, DivisionFact.RECORDS)
TURN_ENTERED = "turn_entered"
# Acts after which a clock stands still: running time is no act.
CLOCKS = frozenset({"clock_stop", "clock_reopen", "clock_correct", "clock_result"})


def _acts_of_division(division: Division, options: Options) -> QuerySet[EventAct]:
    """Return the acts of the division; for a score sheet, only those that concern its match."""
    rows = division.event.acts.filter(acts_of(division) | Q(act__in=OF_EVENT))
    match = Match.objects.filter(pk=options.get("match") or 0).select_related("round").first()
    if match is not None:
        own = Q(params__number=match.round.number, params__table=match.table)
        rows = rows.filter(~Q(act__in=RECORDS | RESULTS) | own)
    return rows.select_related("by").order_by("-pk")


def _turns(division: Division, options: Options) -> QuerySet[Any]:
    """Return the entries in the records of all matches, or of the chosen one."""
    rows = RecordEntry.objects.filter(record__match__round__division=division)
    if match := options.get("match"):
        rows = rows.filter(record__match=int(match))
    rows = rows.annotate(act=Value(TURN_ENTERED, output_field=CharField()))
    return rows.select_related("record__match__round__division").order_by("-pk")


def _turn_words(entry: RecordEntry) -> str:
    text = gettext("{division}: round {number}, table {table}: entered into the record")
    return text.format(**_params_of_match(entry.record.match))


def _clocks(division: Division, options: Options) -> QuerySet[Any]:
    """Return the acts on the clocks of all matches, or of those of the chosen round."""
    rows = ClockAct.objects.filter(clock__match__round__division=division)
    if number := options.get("round"):
        rows = rows.filter(clock__match__round__number=int(number))
    rows = rows.annotate(act=Concat(Value("clock_"), "kind", output_field=CharField()))
    return rows.select_related("clock__match__round__division").order_by("-pk")


def _clock_words(act: ClockAct) -> str:
    text = gettext("{division}: round {number}, table {table}: the clock, {what}")
    match = act.clock.match
    assert match is not None, "they are those of a division's matches"
    return text.format(**_params_of_match(match), what=act.get_kind_display())


def _params_of_match(match: Match) -> dict[str, object]:
    return {"division": match.round.division.name, "number": match.round.number, "table": match.table}


def _people(division: Division, _options: Options) -> QuerySet[Any]:
    return people_changed(Entry.objects.filter(in_division__division=division))


SEEN = (
    Acts(_acts_of_division, act_text),
    Acts(_turns, _turn_words),
    Acts(_clocks, _clock_words),
    Acts(_people, person_words),
    LETTERHEAD_CHANGED,
)
