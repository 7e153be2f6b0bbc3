"""The checks of a club's result (`duplicate.prepared_games.results.file_format`) before it is accepted. Pure.

Problems are sentences.
"""

from collections import Counter
from collections.abc import Collection
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duplicate.prepared_games.results.file_format import ClubResult, ResultRefused
from duplicate.standings.rules.averages import half_up
from duplicate.standings.rules.ranking import Average, PlayerScores, Standings, rank_players
from engine.duplicate_games.game_statistics import GameFacts
from engine.duplicate_games.records import GameRecord
from engine.rules import (
    RuleSet,
)

MOST_PROBLEMS: Final = 20


def check_result(result: ClubResult, record: GameRecord, facts: GameFacts, rules: RuleSet) -> Standings:
    """Check a result and return the club's standings, computed again.

    Raises:
        ResultRefused: rounds or tops are not the game's, points are impossible, or the club's sums are wrong.
    """
    problems = (
        _problems_of_rounds(result, record, facts)
        or _problems_of_points(result)
        or _problems_of_averages(result, rules)
    )
    if problems:
        raise ResultRefused(_some(problems))
    standings = rank_club(result, rules)
    problems = _problems_of_sums(result, standings)
    if problems:
        raise ResultRefused(_some(problems))
    return standings


def rank_club(result: ClubResult, rules: RuleSet) -> Standings:
    """Return the standings of the club alone; `entry_id` is the index in `entries`."""
    averages = {number: entry.averages for number, entry in enumerate(result.entries) if entry.averages}
    return rank_players([entry.scores for entry in result.entries], result.tops, rules, averages)


def differences(before: ClubResult, after: ClubResult) -> list[tuple[str, int | None, int | None]]:
    """List the entries whose total differs between versions: name, total before and after.

    A total is None if the entry is not in that version.
    """
    totals = [
        {(entry.scores.table, entry.name): entry.total for entry in one.entries} for one in (before, after)
    ]
    keys = sorted({*totals[0], *totals[1]})
    pairs = [(name, totals[0].get((table, name)), totals[1].get((table, name))) for table, name in keys]
    return [pair for pair in pairs if pair[1] != pair[2]]


def _problems_of_rounds(result: ClubResult, record: GameRecord, facts: GameFacts) -> list[str]:
    played, prepared = len(result.tops), len(record.rounds)
    if played != prepared:
        said = ngettext(
            "The result has {played} round, the game has {prepared}.",
            "The result has {played} rounds, the game has {prepared}.",
            played,
        )
        return [said.format(played=played, prepared=prepared)]
    # If a move below the top was placed, the record lacks that round's top: only the sorted tops are known.
    below = [number for number, top in enumerate(result.tops) if top < record.rounds[number].score]
    if below or tuple(sorted(result.tops, reverse=True)) != facts.tops:
        places = [number for number, top in enumerate(result.tops) if top != record.rounds[number].score]
        said = gettext("Round {number}: the top of the game is {top}, not {said}.")
        return [
            said.format(number=number + 1, top=record.rounds[number].score, said=result.tops[number])
            for number in places
        ]
    return []


def _problems_of_points(result: ClubResult) -> list[str]:
    problems = []
    tables = Counter(entry.scores.table for entry in result.entries)
    said = gettext("Table {table} appears twice.")
    problems += [said.format(table=table) for table, count in tables.items() if count > 1]
    for entry in result.entries:
        worths = entry.scores.worths or entry.scores.scores
        rows = zip(entry.scores.scores, worths, result.tops, strict=True)
        for number, (score, worth, top) in enumerate(rows, start=1):
            if number - 1 in entry.scores.absent and worth:
                said = gettext("{name}, round {number}: points in a round missed by this player.")
                problems.append(said.format(name=entry.name, number=number))
            elif not 0 <= score <= worth <= top:
                said = gettext("{name}, round {number}: {score} points, with a top of {top}.")
                problems.append(said.format(name=entry.name, number=number, score=max(score, worth), top=top))
        for number, average in entry.averages.items():
            if not 0 <= average.points <= result.tops[number]:
                said = gettext("{name}, round {number}: {score} points, with a top of {top}.")
                problems.append(
                    said.format(
                        name=entry.name, number=number + 1, score=average.points, top=result.tops[number]
                    )
                )
    return problems


def _problems_of_averages(result: ClubResult, rules: RuleSet) -> list[str]:
    """List wrong averages: not in the rules, in place of another score, or not that of the club's others."""
    problems = []
    allowed = {
        "arbitrated": rules.standings.arbitrators_averaged,
        "second_zero": rules.sanctions.second_zero_averaged,
    }
    for entry in result.entries:
        for number, average in sorted(entry.averages.items()):
            if not allowed[average.why]:
                said = gettext("{name}, round {number}: the rules of this game do not allow this average.")
            elif average.why == "second_zero" and not _is_second_zero(entry.scores, number):
                said = gettext("{name}, round {number}: an average can only replace a second zero.")
            elif average.points not in _possible_averages(result, number, average):
                said = gettext("{name}, round {number}: the average of the others is not {points}.")
            else:
                continue
            problems.append(said.format(name=entry.name, number=number + 1, points=average.points))
    return problems


def _is_second_zero(scores: PlayerScores, number: int) -> bool:
    """Tell whether this round and the one before brought zeros."""
    worths = scores.worths or scores.scores
    return {number - 1, number} <= {*scores.zeroed} and not scores.scores[number] and not worths[number]


def _possible_averages(result: ClubResult, number: int, average: Average) -> Collection[int]:
    """Return the possible values of a round's average.

    A result does not say whose slips an arbitrator keyed. The average of a second zero lies between the
    lowest and highest score of the others.
    """
    others = [
        entry.scores
        for entry in result.entries
        if number not in entry.averages and number not in entry.scores.absent
    ]
    kept = [one.scores[number] for one in others]
    if not kept:
        return ()
    if average.why == "second_zero":
        return range(min(kept), max(kept) + 1)
    # A second zero may have no average, if its arbitrator keyed no other slip; then it counts for no other
    # average.
    unsaid = sum(_is_second_zero(one, number) for one in others)
    return [half_up(sum(kept), count) for count in range(max(1, len(kept) - unsaid), len(kept) + 1)]


def _problems_of_sums(result: ClubResult, standings: Standings) -> list[str]:
    problems = []
    rows = {row.entry_id: row for row in standings.rows}
    said = gettext("{name}: {what} is {found}, not {said}.")
    for number, entry in enumerate(result.entries):
        row = rows[number]
        for key, label in _SUMS.items():
            stated, found = getattr(entry, key), getattr(row, key)
            if stated != found:
                problems.append(said.format(name=entry.name, what=label, found=found, said=stated))
    return problems


_SUMS: Final = {
    "total": _("the total"),
    "negative": _("the negative"),
    "tops": _("the number of tops"),
    "solo_points": _("points from solos"),
    "warning_points": _("points lost by warnings"),
}


def _some(problems: list[str]) -> list[str]:
    if len(problems) <= MOST_PROBLEMS:
        return problems
    more = len(problems) - MOST_PROBLEMS
    return [*problems[:MOST_PROBLEMS], gettext("And {count} more.").format(count=more)]
