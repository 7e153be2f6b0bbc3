"""The standings over all clubs of a simultaneous game, from the current version of each club's result.

Points are those of the clubs, without their solos. A solo counts over the whole field or not at all, as the
organiser chooses (`merged_solos`). Solos are computed again by the rules, with their least number of players.
Nothing here is stored; a process caches them for the results that are in (`merged_cache`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from duplicate.models.simultaneous import Simultaneous
from duplicate.prepared_games.clubs.selectors import only_newest
from duplicate.prepared_games.results.file_format import ClubResult, read_stored
from duplicate.prepared_games.results.merged_cache import MergedCache, Results
from duplicate.standings.rules.ranking import PlayerScores, rank_players
from engine.rules import (
    RuleSet,
)
from tournaments.names import folding
from tournaments.names.folding import series_key, sort_key
from tournaments.people.services import Person
from tournaments.standings.filters import USUAL_CATEGORIES, AgeCategory, Selection, category_of, with_given
from tournaments.standings.ranking import Competitor, EventLine, EventStandings, PersonFacts, rank_event


@dataclass(frozen=True, slots=True)
class MergedLine:
    """One player or pair in the merged standings; `played_in` is the club where they played."""

    line: EventLine
    people: tuple[Person, ...]
    played_in: str
    rounds_known: bool = True

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

    @property
    def countries(self) -> str:
        return _joined(person.country for person in self.line.competitor.persons)

    @property
    def committees(self) -> str:
        return _joined(person.committee for person in self.line.competitor.persons)

    @property
    def categories(self) -> str:
        return _joined(category_of(person, USUAL_CATEGORIES) for person in self.line.competitor.persons)


@dataclass(frozen=True, slots=True)
class Merged:
    """The standings over so many `results`. `twice` are licences that occur in two clubs, with the names there."""

    lines: tuple[MergedLine, ...]
    results: int
    clubs: tuple[str, ...]
    series: tuple[str, ...]
    categories: tuple[AgeCategory, ...]
    committees: tuple[str, ...]
    countries: tuple[str, ...]
    rounds: int
    top_total: int
    has_solos: bool
    final: bool
    twice: tuple[tuple[str, tuple[str, ...]], ...]


def merged_standings(
    sent: Simultaneous, selection: "FieldSelection | None" = None, *, perhaps_older: bool = False
) -> Merged:
    """Return the standings of all players, or of a selection ranked among themselves; from the cache.

    `perhaps_older` takes those before the results that are being merged at this moment.
    """
    merged = _cache.get(sent, perhaps_older=perhaps_older)
    return select(merged, selection) if selection else merged


def _read_current(sent: Simultaneous, known: Results) -> Results:
    """Return the current version of each club's result, sorted by the club's name; read only new ones."""
    rows = only_newest(sent.results.all()).order_by("club_key")
    current = list(rows.values_list("pk", "digest")) if known else []
    if known:
        rows = sent.results.filter(pk__in=[pk for pk, digest in current if (pk, digest) not in known])
    fresh = {
        (pk, digest): read_stored(content)
        for pk, digest, content in rows.values_list("pk", "digest", "content")
    }
    return {key: known.get(key) or fresh[key] for key in current} if known else fresh


def _merge_current(sent: Simultaneous, results: Results) -> Merged:
    return merge(
        list(results.values()),
        sent.prepared.rule_set,
        merged_solos=sent.merged_solos,
        final=sent.final_at is not None,
        year=sent.opens_at.year,
    )


_cache = MergedCache(_read_current, _merge_current)


def merge(
    results: Sequence[ClubResult],
    rules: RuleSet,
    *,
    merged_solos: bool = False,
    final: bool = False,
    year: int = 0,
) -> Merged:
    """Merge results, whose tops are the same, into standings; ages are those in the `year`."""
    entries = dict(enumerate(((result, entry) for result in results for entry in result.entries), start=1))
    players = {number: _drop_solos(entry.scores, number) for number, (_result, entry) in entries.items()}
    averages = {number: entry.averages for number, (_result, entry) in entries.items()}
    tops = results[0].tops if results else ()
    standings = rank_players(list(players.values()), tops, _rules(rules, merged_solos=merged_solos), averages)
    competitors = [
        _competitor(number, players[number], entry.people, result, year)
        for number, (result, entry) in entries.items()
    ]
    over_all = rank_event(competitors, [standings.scores(final=final, tie_breaks=rules.standings.tie_breaks)])
    facts = _facts(over_all)
    rows = ((line, *entries[line.competitor.key]) for line in over_all.lines)
    return Merged(
        lines=tuple(
            MergedLine(line, entry.people, result.club, result.rounds_known) for line, result, entry in rows
        ),
        results=len(results),
        clubs=_named(person.club for person in facts),
        series=tuple(sorted({person.series for person in facts} - {""}, key=series_key)),
        categories=_categories(facts),
        committees=_named(person.committee for person in facts),
        countries=_named(person.country for person in facts),
        rounds=standings.rounds,
        top_total=standings.top_total,
        has_solos=standings.has_solos,
        final=final,
        twice=_twice(results),
    )


@dataclass(frozen=True, slots=True)
class FieldSelection:
    """The players of a club (in any spelling), series, age category, committee or country; empty is all."""

    club: str = ""
    series: str = ""
    category: str = ""
    committee: str = ""
    country: str = ""


def select(merged: Merged, selection: FieldSelection) -> Merged:
    """Return the lines of a selection, ranked among themselves. A pair belongs where both of its players do."""
    by_name = {category.name: category for category in merged.categories}
    # A category that nobody has shows nobody.
    category = by_name.get(selection.category) or AgeCategory(
        selection.category, by_age=False, before=USUAL_CATEGORIES
    )
    key = folding.fold(selection.club)
    wanted = Selection(
        series=selection.series,
        category=category if selection.category else None,
        committee=selection.committee,
        country=selection.country,
    )
    lines: list[MergedLine] = []
    for each in merged.lines:
        competitor = each.line.competitor
        if not wanted.has(competitor):
            continue
        if key and any(folding.fold(person.club) != key for person in competitor.persons):
            continue
        same = lines and lines[-1].line.overall == each.line.overall
        rank = lines[-1].line.rank if same else len(lines) + 1
        lines.append(replace(each, line=replace(each.line, rank=rank)))
    return replace(merged, lines=tuple(lines))


def _rules(rules: RuleSet, *, merged_solos: bool) -> RuleSet:
    if merged_solos:
        return rules
    return replace(rules, solo=replace(rules.solo, points=0, points_below_top=0))


def _drop_solos(scores: PlayerScores, number: int) -> PlayerScores:
    """Drop the solos that an arbitrator gave, which held in one club; withheld ones stay withheld."""
    return replace(scores, entry_id=number, solos_given=())


def _competitor(
    number: int, scores: PlayerScores, people: Sequence[Person], result: ClubResult, year: int
) -> Competitor:
    return Competitor(
        key=number,
        name=scores.name,
        table=number,
        persons=tuple(
            PersonFacts(
                person.licence,
                person.club or result.club,
                person.country,
                person.series,
                age=year - person.birth_year if person.birth_year else None,
                category=person.age_category,
                committee=person.committee,
            )
            for person in people
        ),
        withdrawn=scores.withdrawn,
    )


def _facts(standings: EventStandings) -> list[PersonFacts]:
    return [person for line in standings.lines for person in line.competitor.persons]


def _categories(facts: Sequence[PersonFacts]) -> tuple[AgeCategory, ...]:
    """Return the categories that somebody is in."""
    return tuple(
        category
        for category in with_given(USUAL_CATEGORIES, facts)
        if any(category.includes(person) for person in facts)
    )


def _named(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({name for name in names if name}, key=sort_key))


def _joined(names: Iterable[str]) -> str:
    return " & ".join(dict.fromkeys(filter(None, names)))


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
