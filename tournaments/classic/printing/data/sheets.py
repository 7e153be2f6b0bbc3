"""Values for documents of a division's rounds and players, read from its rows: slips, the wall
chart, score cards, players' records.

Each takes a constant number of queries, for any number of players. A round that is paired and has not begun
is shown only to the director, who prints; nothing of it counts.
"""

from collections.abc import Collection, Iterable, Sequence

from django.db.models import Q

from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchResult
from tournaments.classic.printing.values import (
    CardSeat,
    ChartLine,
    CumulativeScore,
    DivisionHeading,
    OwnRound,
    PairedMatch,
    PlayerRecord,
    PlayerRecords,
    RatingShownLine,
    SlipsShown,
    WallChart,
)
from tournaments.classic.rounds.selectors import MATCH_NAMES, MatchLine, match_lines
from tournaments.classic.rounds.values import contestants_of, matches_of_division, rules_of
from tournaments.classic.rules.standings import StandingRules, Tally, tally
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.classic.standings.ratings import rating_shown
from tournaments.classic.standings.rows import (
    Standings,
    StandingsRow,
    cell_of_line,
    standings_of_division,
    unplayed_cell,
)
from tournaments.names.folding import sort_key
from tournaments.printing.registry import EMPTY

ByRound = dict[tuple[int, int], CumulativeScore]


def running_totals(
    contestants: Iterable[Contestant], matches: Iterable[MatchFacts], rules: StandingRules
) -> ByRound:
    """Return the totals by contestant and round, for the rounds in which something counted for them."""
    everybody = tuple(contestants)
    by_round: dict[int, list[MatchFacts]] = {}
    for match in matches:
        by_round.setdefault(match.round, []).append(match)
    totals: ByRound = {}
    so_far = {one.key: CumulativeScore() for one in everybody}
    for number in sorted(by_round):
        for key, one in tally(everybody, by_round[number], rules).items():
            if counted := _rounds(one):
                so_far[key] = _add(so_far[key], one, counted)
                totals[key, number] = so_far[key]
    return totals


def _rounds(one: Tally) -> int:
    return len(one.games) + one.byes + one.forfeits + one.given


def _add(before: CumulativeScore, one: Tally, rounds: int) -> CumulativeScore:
    return CumulativeScore(
        before.half_wins + one.half_wins,
        before.half_losses + 2 * rounds - one.half_wins,
        before.spread + one.spread,
    )


SLIPS_A_PAGE = 6


def about(division: Division) -> DivisionHeading:
    return DivisionHeading(division.event.name, division.name)


def rounds_paired(division: Division) -> list[int]:
    """Return the numbers of the paired rounds, the last one first."""
    return list(division.rounds.order_by("-number").values_list("number", flat=True))


# --- A round -----------------------------------------------------------------------------------------------------


def slips_of(division: Division, number: int, keys: Sequence[int]) -> SlipsShown:
    """Return the slips of those matches of the round, in the order of their keys."""
    rows = Match.objects.filter(pk__in=keys, round__division=division, second__isnull=False)
    by_key = {
        match.pk: paired_match_of(MatchLine(match)) for match in rows.select_related("round", *MATCH_NAMES)
    }
    return SlipsShown(about(division), number, tuple(by_key.get(key) for key in keys))


def slip_keys(division: Division, number: int) -> list[int]:
    """Return the matches of the round, in piles by table."""
    rows = Match.objects.filter(round__division=division, round__number=number, second__isnull=False)
    return order_in_piles(list(rows.order_by("table").values_list("pk", flat=True)))


def order_in_piles(keys: Sequence[int]) -> list[int]:
    """Order the keys so that the piles of a cut stack, laid on each other, are in the given order.

    Places of the last pages may be empty.
    """
    slips = [key for key in keys if key != EMPTY]
    pages = -(-len(slips) // SLIPS_A_PAGE)
    places = (pile * pages + page for page in range(pages) for pile in range(SLIPS_A_PAGE))
    return [slips[place] if place < len(slips) else EMPTY for place in places]


def seat_of(one: DivisionEntry) -> CardSeat:
    return CardSeat(one.number, one.entry.name)


def round_of_division(division: Division, number: int) -> DivisionRound | None:
    round_ = division.rounds.filter(number=number).first()
    if round_ is not None:
        round_.division = division
    return round_


def paired_match_of(line: MatchLine) -> PairedMatch:
    match = line.match
    second = None if match.second is None else seat_of(match.second)
    return PairedMatch(match.table, seat_of(match.first), second, line.figures)


# --- All rounds --------------------------------------------------------------------------------------------------


def wall_chart_of(division: Division, *, order: str, all_rounds: bool) -> WallChart:
    """Return the wall chart; `order` is number, rank or name.

    Before the first round has begun it has columns for all planned rounds, to be filled in.
    """
    standings = standings_of_division(division)
    running = running_of_division(division)
    rounds = standings.rounds
    if all_rounds or not rounds:
        rounds = max(rounds, division.rounds_planned)
    lines = [_chart_line(row, standings, running) for row in sort_rows(standings.rows, order)]
    return WallChart(about(division), tuple(lines), rounds)


def running_of_division(division: Division) -> ByRound:
    return running_totals(contestants_of(division), matches_of_division(division), rules_of(division))


def sort_rows(rows: Iterable[StandingsRow], order: str) -> list[StandingsRow]:
    """Return the lines of the standings by the number in the division, by rank as they are, or by name."""
    if order == "number":
        return sorted(rows, key=lambda row: row.line.contestant.number)
    if order == "name":
        return sorted(rows, key=lambda row: (sort_key(row.line.contestant.name), row.line.contestant.number))
    return list(rows)


def _chart_line(row: StandingsRow, shown: Standings, running: ByRound) -> ChartLine:
    key = row.line.contestant.key
    return ChartLine(row, tuple(running.get((key, number)) for number in range(1, shown.rounds + 1)))


# --- A player ----------------------------------------------------------------------------------------------------


def player_keys(division: Division, order: str = "number") -> list[int]:
    if order == "name":
        rows = division.entries.select_related("entry__player", "entry__partner")
        return [one.pk for one in sorted(rows, key=lambda row: (sort_key(row.entry.name), row.number))]
    return list(division.entries.order_by("number").values_list("pk", flat=True))


def player_sheets(division: Division, keys: Sequence[int], *, judged: bool = False) -> PlayerRecords:
    """Return those players with all paired rounds, None for players removed meanwhile.

    `judged` adds the rank and the new rating.
    """
    rows = division.entries.filter(pk__in=keys).select_related(
        "entry__player__club", "entry__partner", "entry__team"
    )
    by_key = {row.pk: row for row in rows}
    own = _own_rounds(division, by_key)
    ranks, rated = (_ranks(division), _rating_lines_of(division)) if judged else ({}, {})
    sheets = tuple(
        _sheet(by_key[key], own.get(key, []), ranks.get(key), rated.get(key)) if key in by_key else None
        for key in keys
    )
    last = max((one.number for rounds in own.values() for one in rounds), default=0)
    rounds = max(division.rounds_planned, last)
    return PlayerRecords(about(division), sheets, rounds, division.entries.count())


def _sheet(
    one: DivisionEntry, rounds: list[OwnRound], rank: int | None, rated: RatingShownLine | None
) -> PlayerRecord:
    entry = one.entry
    return PlayerRecord(
        number=one.number,
        name=entry.name,
        club=entry.player.club.name if entry.player.club else "",
        team=entry.team.name if entry.team else "",
        rating=one.rating,
        rounds=tuple(rounds),
        first_round=one.first_round,
        last_round=one.last_round,
        rank=rank,
        rated=rated,
    )


def _own_rounds(division: Division, keys: Collection[int]) -> dict[int, list[OwnRound]]:
    """Return the rounds of those entrants, in their order."""
    rows = Match.objects.filter(Q(first__in=keys) | Q(second__in=keys)).select_related("round", *MATCH_NAMES)
    matches = list(rows.order_by("round__number"))
    lines = match_lines(
        matches, MatchResult.objects.filter(match__in=matches).order_by("version"), reports=()
    )
    counted = matches_of_division(division)
    running = running_totals(contestants_of(division), counted, rules_of(division))
    own: dict[int, list[OwnRound]] = {}
    for line in lines:
        match = line.match
        for key in {match.first_id, match.second_id} & set(keys):
            assert key is not None, "keys are those of entrants"
            number = match.round.number
            so_far: CumulativeScore | None = running.get((key, number))
            round_ = OwnRound(number, match.table, cell_of_line(line, key), so_far)
            own.setdefault(key, []).append(round_)
    for missed in counted:
        if missed.missed and missed.first in keys:
            so_far = running.get((missed.first, missed.round))
            round_ = OwnRound(missed.round, None, unplayed_cell(missed), so_far)
            own.setdefault(missed.first, []).append(round_)
    return {key: sorted(rounds, key=lambda one: one.number) for key, rounds in own.items()}


def _ranks(division: Division) -> dict[int, int | None]:
    """Return the ranks of those with something that counts."""
    rows = standings_of_division(division).rows
    return {row.line.contestant.key: row.line.rank for row in rows if row.line.rounds}


def _rating_lines_of(division: Division) -> dict[int, RatingShownLine]:
    shown = rating_shown(division)
    return {
        line.entrant.pk: RatingShownLine(
            line.change.before, line.change.after, line.change.performance, shown.holding is not None
        )
        for line in shown.lines
    }
