"""Head to head: who met whom in a division, player by player or group by group, and over all stored matches.

Matches of other events are included if their standings are released; samples are left out, as in everybody's
history. If names are hidden, this would reveal who sits where, so it is left out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import TypeVar

from django.db.models import Q
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, Match, MatchResult
from tournaments.classic.printing.values import Balance, DivisionHeading, DivisionList, Meeting
from tournaments.classic.rounds.selectors import results_that_hold
from tournaments.classic.rounds.values import contestants_of, matches_of_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.models import Event
from tournaments.names import name_visibility
from tournaments.reports.tables import (
    Cell,
    DataColumn,
    Registry,
    TableColumn,
    build_table,
    halves,
    number,
    registry_of,
    signed_figure,
)

T = TypeVar("T", int, str)
# The scores of every two who met, from the side of the first.
Scores = dict[tuple[T, T], list[tuple[int, int]]]
Groups = Callable[[Contestant], Iterable[str]]

GROUPS: dict[str, Groups] = {
    "teams": lambda one: [one.team] if one.team else [],
    "clubs": lambda one: [one.club] if one.club else [],
    "classes": lambda one: sorted(one.classes),
}


IN_FILES = ("wins", "losses", "ever_wins", "ever_losses")
ON_PAPER = ("balance", "ever_balance")


def _asked_ever(meetings: Sequence[Meeting]) -> bool:
    return any(each.ever is not None for each in meetings)


def _balance_columns(
    start: str, of: Callable[[Meeting], Balance], matches: DataColumn
) -> Iterator[TableColumn[Meeting, Sequence[Meeting]]]:
    """Yield how often two have met, and with what result; the names begin with `start`."""
    of_balance: dict[DataColumn, Callable[[Balance], Cell]] = {
        matches: attrgetter("matches"),
        DataColumn(f"{start}wins", _("Wins")): lambda balance: halves(balance.half_wins),
        DataColumn(f"{start}losses", _("Losses")): lambda balance: halves(balance.half_losses),
        DataColumn(f"{start}balance", _("Wins–losses"), is_strong=not start): attrgetter("wins_losses"),
        DataColumn(f"{start}spread", pgettext_lazy("match", "Spread")): lambda balance: signed_figure(
            balance.spread
        ),
    }
    is_shown = _asked_ever if start else (lambda _meetings: True)
    for look, value in of_balance.items():
        yield TableColumn(look, partial(_of_balance, of, value), is_shown=is_shown)


def _of_balance(of: Callable[[Meeting], Balance], value: Callable[[Balance], Cell], each: Meeting) -> Cell:
    return value(of(each))


COLUMNS: Registry[Meeting, Sequence[Meeting]] = registry_of(
    TableColumn.of_text("name", _("Name"), attrgetter("one")),
    TableColumn.of_text("other", _("Against"), attrgetter("other")),
    *_balance_columns("", attrgetter("here"), DataColumn("matches", _("Matches"))),
    TableColumn.of_text(
        "scores",
        _("Scores"),
        lambda each: (
            ", ".join(f"{own}–{other}" for own, other in each.here.scores) if each.of_players else ""
        ),
    ),
    *_balance_columns(
        "ever_",
        lambda each: each.ever or Balance(),
        DataColumn("ever_matches", pgettext_lazy("matches", "Ever"), in_files=_("Matches")),
    ),
)


def groups_there(division: Division) -> list[str]:
    """Return the kinds of groups of which the division has at least two."""
    rows = division.entries.values_list(
        "entry__team", "entry__player__club", "entry__group", "entry__player__series"
    )
    found: dict[str, set[object]] = {name: set() for name in GROUPS}
    for team, club, group, series in rows:
        found["teams"].add(team)
        found["clubs"].add(club)
        found["classes"] |= {group, series}
    return [name for name, values in found.items() if len(values - {None, ""}) > 1]


def meetings_shown(division: Division, *, of: str, ever: bool) -> DivisionList:
    meetings = meetings_of(division, of=of, ever=ever)
    count, asked_ever = len(meetings), _asked_ever(meetings)
    met = ngettext("%(count)s pair met", "%(count)s pairs met", count) % {"count": number(count)}
    sides = gettext("wins, losses and spread are those of the one on the left")
    all_ = gettext("“ever” is all that is kept here of the two") if asked_ever else ""
    scored = any(each.of_players for each in meetings) and not asked_ever
    return DivisionList(
        DivisionHeading(division.event.name, division.name),
        build_table(gettext("Head to head"), COLUMNS.values(), meetings, meetings),
        " · ".join(filter(None, (met, sides, all_))),
        ("" if meetings else gettext("No results yet."),),
        not_on_paper=IN_FILES if scored else (*IN_FILES, "scores"),
        not_in_files=ON_PAPER,
    )


def meetings_of(division: Division, *, of: str, ever: bool) -> Sequence[Meeting]:
    """Return every two who met, in the order of their numbers; or groups, by name. A forfeit is no meeting."""
    contestants = {contestant.key: contestant for contestant in contestants_of(division)}
    played = [match for match in matches_of_division(division) if match.outcome == "played"]
    if of in GROUPS:
        return tuple(_meetings_of_groups(contestants, played, GROUPS[of]))
    kept = _ever(division) if ever and not name_visibility.are_hidden() else None
    return tuple(_meetings_of_players(contestants, played, kept))


def _meetings_of_groups(
    contestants: dict[int, Contestant], played: Iterable[MatchFacts], groups: Groups
) -> Iterable[Meeting]:
    between: Scores[str] = {}
    for match in played:
        assert match.second is not None, "what was played has two"
        for one in groups(contestants[match.first]):
            for other in groups(contestants[match.second]):
                if one != other:
                    _add(between, (one, other), match.first_score, match.second_score)
    for (one, other), each in sorted(between.items()):
        yield Meeting(one, other, Balance(tuple(each)), of_players=False)


def _meetings_of_players(
    contestants: dict[int, Contestant],
    played: Iterable[MatchFacts],
    kept: Scores[int] | None,
) -> Iterable[Meeting]:
    numbers = {key: contestant.number for key, contestant in contestants.items()}
    by_number = {contestant.number: contestant for contestant in contestants.values()}
    between: Scores[int] = {}
    for match in played:
        assert match.second is not None, "what was played has two"
        pair = numbers[match.first], numbers[match.second]
        _add(between, pair, match.first_score, match.second_score)
    for (low, high), each in sorted(between.items()):
        one, other = by_number[low], by_number[high]
        ever = None if kept is None else Balance(tuple(kept.get((one.key, other.key), ())))
        yield Meeting(named(one), named(other), Balance(tuple(each)), ever)


def named(one: Contestant) -> str:
    return f"{one.name} ({one.number})"


def _add(between: Scores[T], pair: tuple[T, T], first_score: int, second_score: int) -> None:
    """Add a match to the two, in either order."""
    one, other = pair
    if one < other:
        between.setdefault((one, other), []).append((first_score, second_score))
    else:
        between.setdefault((other, one), []).append((second_score, first_score))


def _ever(division: Division) -> Scores[int]:
    """Return by the keys of two entrants, in both orders, all matches of their players that may be shown."""
    entrants = dict(division.entries.filter(entry__partner=None).values_list("entry__player", "pk"))
    mine = division.entries.filter(entry__partner=None).values("entry__player")
    seen = Q(round__division=division) | Q(
        ~Q(round__division__event__released=Event.Released.HIDDEN), round__division__event__made_up=False
    )
    rows = Match.objects.filter(
        seen,
        round__begun_at__isnull=False,
        first__entry__partner=None,
        second__entry__partner=None,
        first__entry__player__in=mine,
        second__entry__player__in=mine,
    )
    results = results_that_hold(MatchResult.objects.filter(match__in=rows.values("pk")).order_by("version"))
    between: Scores[int] = {}
    for match, first, second in rows.values_list("pk", "first__entry__player", "second__entry__player"):
        result = results.get(match)
        if result is not None and result.outcome == MatchResult.Outcome.PLAYED:
            one, other = entrants[first], entrants[second]
            for pair, own, others in (
                ((one, other), result.first_score, result.second_score),
                ((other, one), result.second_score, result.first_score),
            ):
                between.setdefault(pair, []).append((own, others))
    return between
