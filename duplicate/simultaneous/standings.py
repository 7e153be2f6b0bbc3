"""The standings over all clubs of a simultaneous game, from the current version of each club's result.

Points are those of the clubs, without their solos. A solo counts over the whole field or not at all, as the
organiser chooses (`merged_solos`). Solos are computed again by the rules, with their least number of players.
Nothing here is stored.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from django.db.models import OuterRef, QuerySet, Subquery

from duplicate.models.simultaneous import ResultVersion, Simultaneous
from duplicate.simultaneous.result_format import ClubResult, read_result
from duplicate.standings.ranking import PlayerScores, rank_players
from engine.rules import RuleSet
from tournaments.core.text import folding
from tournaments.core.text.folding import sort_key
from tournaments.people.services import Person
from tournaments.standings.filters import Selection
from tournaments.standings.ranking import (
    Competitor,
    EventLine,
    EventStandings,
    PersonFacts,
    rank_event,
    select_lines,
)


@dataclass(frozen=True, slots=True)
class MergedLine:
    """One player or pair in the merged standings; `played_in` is the club where they played."""

    line: EventLine
    people: tuple[Person, ...]
    played_in: str

    @property
    def licence(self) -> str:
        return " & ".join(person.licence for person in self.people if person.licence)

    @property
    def clubs(self) -> str:
        """The club of the player, as entered; the club where they played if that is not known."""
        named = [person.club for person in self.people if person.club]
        return " & ".join(dict.fromkeys(named)) or self.played_in

    @property
    def series(self) -> str:
        return " & ".join(person.series for person in self.people if person.series)


@dataclass(frozen=True, slots=True)
class Merged:
    """The standings over `clubs` results. `twice` are licences that occur in two clubs, with the names there."""

    lines: tuple[MergedLine, ...]
    clubs: tuple[str, ...]
    series: tuple[str, ...]
    rounds: int
    top_total: int
    has_solos: bool
    final: bool
    twice: tuple[tuple[str, tuple[str, ...]], ...]


def current_versions(sent: Simultaneous) -> list[ResultVersion]:
    """List the current version of each club's result, sorted by the club's name."""
    rows = _newest(sent.results.all()).select_related("by", "via", "restores")
    return list(rows.order_by("club_key"))


def newest_versions(sent: Simultaneous, keys: Iterable[str] | None = None) -> dict[str, ResultVersion]:
    """Return the current versions without their content, by the key of the club; of some clubs or of all."""
    rows = sent.results.all() if keys is None else sent.results.filter(club_key__in=list(keys))
    return {
        one.club_key: one
        for one in _newest(rows).select_related("by", "via", "restores").defer("content", "restores__content")
    }


def _newest(rows: QuerySet[ResultVersion]) -> QuerySet[ResultVersion]:
    same = ResultVersion.objects.filter(simultaneous=OuterRef("simultaneous"), club_key=OuterRef("club_key"))
    return rows.filter(number=Subquery(same.order_by("-number").values("number")[:1]))


def merged_standings(sent: Simultaneous, *, club: str = "", series: str = "") -> Merged:
    """Return the standings of all players, or of a club or series ranked among themselves.

    It takes one query.
    """
    results = [read_result(version.content) for version in current_versions(sent)]
    return merge(
        results,
        sent.prepared.rule_set,
        merged_solos=sent.merged_solos,
        final=sent.final_at is not None,
        wanted=filter_for(club, series),
    )


def merge(
    results: Sequence[ClubResult],
    rules: RuleSet,
    *,
    merged_solos: bool = False,
    final: bool = False,
    wanted: Callable[[Competitor], bool] | None = None,
) -> Merged:
    """Merge results, whose tops are the same, into standings; `wanted` selects the lines to show."""
    entries = [(result, entry) for result in results for entry in result.entries]
    players = [_drop_solos(entry.scores, number) for number, (_result, entry) in enumerate(entries, start=1)]
    averages = {number: entry.averages for number, (_result, entry) in enumerate(entries, start=1)}
    tops = results[0].tops if results else ()
    standings = rank_players(players, tops, _rules(rules, merged_solos=merged_solos), averages)
    over_all = rank_event(
        [
            _competitor(number, player, entry.people, result)
            for number, (player, (result, entry)) in enumerate(zip(players, entries, strict=True), start=1)
        ],
        [standings.scores(final=final, tie_breaks=rules.standings.tie_breaks)],
    )
    shown = select_lines(over_all, wanted) if wanted else over_all
    return Merged(
        lines=tuple(
            MergedLine(line, entry.people, result.club)
            for line in shown.lines
            for result, entry in [entries[line.competitor.key - 1]]
        ),
        clubs=tuple(sorted({person.club for person in _facts(over_all) if person.club}, key=sort_key)),
        series=tuple(sorted({person.series for person in _facts(over_all) if person.series}, key=sort_key)),
        rounds=standings.rounds,
        top_total=standings.top_total,
        has_solos=standings.has_solos,
        final=final,
        twice=_twice(results),
    )


def _rules(rules: RuleSet, *, merged_solos: bool) -> RuleSet:
    if merged_solos:
        return rules
    return replace(rules, solo=replace(rules.solo, points=0, points_below_top=0))


def _drop_solos(scores: PlayerScores, number: int) -> PlayerScores:
    """Drop the solos that an arbitrator gave, which held in one club; withheld ones stay withheld."""
    return replace(scores, entry_id=number, solos_given=())


def _competitor(
    number: int, scores: PlayerScores, people: Sequence[Person], result: ClubResult
) -> Competitor:
    return Competitor(
        key=number,
        name=scores.name,
        table=number,
        persons=tuple(
            PersonFacts(person.licence, person.club or result.club, person.country, person.series)
            for person in people
        ),
        withdrawn=scores.withdrawn,
    )


def _facts(standings: EventStandings) -> list[PersonFacts]:
    return [person for line in standings.lines for person in line.competitor.persons]


def filter_for(club: str, series: str) -> Callable[[Competitor], bool] | None:
    """Return a filter for a club and a series. A club's name matches in any spelling.

    A pair matches if both of its players do.
    """
    if not club and not series:
        return None
    key, wanted = folding.fold(club), Selection(series=series)

    def is_wanted(competitor: Competitor) -> bool:
        of_club = all(not club or folding.fold(person.club) == key for person in competitor.persons)
        return of_club and wanted.has(competitor)

    return is_wanted


def _twice(results: Sequence[ClubResult]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the players who played in two clubs, by licence as it was first written."""
    places: dict[str, dict[str, str]] = {}
    written: dict[str, str] = {}
    for result in results:
        for entry in result.entries:
            for person in entry.people:
                if person.licence:
                    key = folding.licence_key(person.licence)
                    written.setdefault(key, person.licence)
                    places.setdefault(key, {})[result.club] = f"{person.name} ({result.club})"
    return tuple((written[key], tuple(names.values())) for key, names in places.items() if len(names) > 1)
