"""Standings of a classic division: pure, from its matches; as of any round.

Terms. *Wins* count a draw as half a win. *Spread* is own points less the opponents', with at most as much
of one match as the cap of its round, if the rules have one. A bye gives what the rules say, by default a win and 50 of
spread. A forfeit is a loss by 50 for the player who forfeits and a win by as much for the other. Neither adds
to points scored.

Invariants: a match without a result counts for nothing. The order is that of `tie_breaks`, one after the
other; those whom none of them separates share their rank and are listed by their number in the division. Where the
rules say so, those who have left are listed after all others, and the ranks are those of the others alone. Ties
are broken in order, so that *head to head* looks only at the matches among those who are still equal. If it
is named twice, it looks again at those whom it left equal.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.reports.tables import wins_text

TieBreak = Literal[
    "wins",
    "spread",
    "uncapped_spread",
    "points",
    "opponents_wins",
    "opponents_wins_but_least",
    "beaten_opponents_wins",
    "head_to_head",
    "head_to_head_spread",
    "high_game",
]


@dataclass(frozen=True, slots=True)
class StandingRules:
    """The wins and spread of a bye, the spread of a forfeit, the caps on the spread of one match by round, and
    the ranking order. If `leavers_unranked`, nobody has a rank after a round before which they left.
    """

    spread_caps: tuple[int, ...] = ()
    leavers_unranked: bool = False
    bye_half_wins: int = 2
    bye_spread: int = 50
    forfeit_spread: int = 50
    tie_breaks: tuple[TieBreak, ...] = ("wins", "spread")


@dataclass(frozen=True, slots=True)
class ClassicLine:
    """One contestant's line. `rounds` counts matches `played`, byes, forfeits, and wins by forfeit.

    If the rules say so, who has left has no rank. `measures` are the values of the tie-breaks, in their order, higher
    first; wins among them are in halves.
    """

    rank: int | None
    contestant: Contestant
    half_wins: int
    rounds: int
    played: int
    byes: int
    forfeits: int
    spread: int
    points: int
    high_game: int
    measures: tuple[int, ...]

    @property
    def half_losses(self) -> int:
        return 2 * self.rounds - self.half_wins

    @property
    def wins(self) -> str:
        return wins_text(self.half_wins)

    @property
    def losses(self) -> str:
        return wins_text(self.half_losses)


@dataclass(frozen=True, slots=True)
class RankedMatch:
    """One match from the side of one of the two; `spread` is capped, `margin` is not."""

    opponent: int
    half_wins: int
    spread: int
    margin: int
    score: int


@dataclass(slots=True)
class Tally:
    """The totals of one contestant's matches."""

    contestant: Contestant
    games: list[RankedMatch] = field(default_factory=list)
    half_wins: int = 0
    spread: int = 0
    margin: int = 0
    points: int = 0
    high_game: int = 0
    byes: int = 0
    forfeits: int = 0
    # Wins by forfeit: rounds that were neither played, nor byes, nor forfeited by themselves.
    given: int = 0

    def add_game(self, game: RankedMatch) -> None:
        self.games.append(game)
        self.half_wins += game.half_wins
        self.spread += game.spread
        self.margin += game.margin
        self.points += game.score
        self.high_game = max(self.high_game, game.score)

    def add_free(self, half_wins: int, spread: int) -> None:
        self.half_wins += half_wins
        self.spread += spread
        self.margin += spread

    def line(self, rank: int | None, measures: tuple[int, ...]) -> ClassicLine:
        return ClassicLine(
            rank=rank,
            contestant=self.contestant,
            half_wins=self.half_wins,
            rounds=len(self.games) + self.byes + self.forfeits + self.given,
            played=len(self.games),
            byes=self.byes,
            forfeits=self.forfeits,
            spread=self.spread,
            points=self.points,
            high_game=self.high_game,
            measures=measures,
        )


Tallies = dict[int, Tally]


def _opponents(one: Tally, among: Tallies) -> list[int]:
    return [among[game.opponent].half_wins for game in one.games if game.opponent in among]


def _beaten(one: Tally, among: Tallies) -> int:
    """Return the wins of the beaten opponents, and half of those of drawn opponents; in quarters of a win."""
    return sum(
        game.half_wins * among[game.opponent].half_wins for game in one.games if game.opponent in among
    )


# The value that each tie-break compares, higher first: of one tally, among all, and by the keys of those
# still equal.
MEASURES: dict[TieBreak, Callable[[Tally, Tallies, frozenset[int]], int]] = {
    "wins": lambda one, _all, _equal: one.half_wins,
    "spread": lambda one, _all, _equal: one.spread,
    "uncapped_spread": lambda one, _all, _equal: one.margin,
    "points": lambda one, _all, _equal: one.points,
    "opponents_wins": lambda one, among, _equal: sum(_opponents(one, among)),
    "opponents_wins_but_least": lambda one, among, _equal: sum(sorted(_opponents(one, among))[1:]),
    "beaten_opponents_wins": lambda one, among, _equal: _beaten(one, among),
    "head_to_head": lambda one, _all, equal: sum(
        game.half_wins for game in one.games if game.opponent in equal
    ),
    "head_to_head_spread": lambda one, _all, equal: sum(
        game.spread for game in one.games if game.opponent in equal
    ),
    "high_game": lambda one, _all, _equal: one.high_game,
}


def rank_division(
    contestants: Iterable[Contestant],
    matches: Iterable[MatchFacts],
    rules: StandingRules | None = None,
    after_round: int | None = None,
) -> tuple[ClassicLine, ...]:
    """Return the standings after so many rounds, or as they are now; only contestants have a line."""
    rules, matches = rules or StandingRules(), tuple(matches)
    number = max((match.round for match in matches), default=0) if after_round is None else after_round
    tallies = tally(contestants, matches, rules, after_round)
    start = sorted(tallies.values(), key=lambda one: (one.contestant.number, one.contestant.key))
    lines: list[ClassicLine] = []
    for ranked in (True, False):
        among = [one for one in start if is_ranked(one.contestant, number, rules) is ranked]
        for measures, group in _split_equals([((), among)], rules.tie_breaks, tallies):
            rank = len(lines) + 1 if ranked else None
            lines.extend(one.line(rank, measures) for one in group)
    return tuple(lines)


def is_ranked(one: Contestant, number: int, rules: StandingRules) -> bool:
    """Tell whether somebody has a rank after that round."""
    return not rules.leavers_unranked or one.last_round is None or one.last_round >= number


def tally(
    contestants: Iterable[Contestant],
    matches: Iterable[MatchFacts],
    rules: StandingRules,
    after_round: int | None = None,
) -> Tallies:
    """Add up every contestant's matches, of the rounds up to that one."""
    tallies = {contestant.key: Tally(contestant) for contestant in contestants}
    for match in matches:
        if after_round is not None and match.round > after_round:
            continue
        if match.outcome == "played" and match.second is not None:
            _add_played(tallies, match, rules)
        elif match.is_bye or match.forfeited:
            _add_unplayed(tallies, match, rules)
    return tallies


Equals = tuple[tuple[int, ...], list[Tally]]


def _split_equals(groups: list[Equals], breaks: Sequence[TieBreak], tallies: Tallies) -> list[Equals]:
    """Split the groups of equals, best first, by one tie-break after the other."""
    for name in breaks:
        measure = MEASURES[name]
        split: list[Equals] = []
        for values, group in groups:
            equal = frozenset(one.contestant.key for one in group)
            measured = [(measure(one, tallies, equal), one) for one in group]
            measured.sort(key=lambda pair: -pair[0])
            for value, same in groupby(measured, key=lambda pair: pair[0]):
                split.append(((*values, value), [one for _value, one in same]))
        groups = split
    return groups


def _add_played(tallies: Tallies, match: MatchFacts, rules: StandingRules) -> None:
    assert match.second is not None
    margin = match.first_score - match.second_score
    half_wins = 1 if margin == 0 else 2 * (margin > 0)
    for key, opponent, score, sign, won in (
        (match.first, match.second, match.first_score, 1, half_wins),
        (match.second, match.first, match.second_score, -1, 2 - half_wins),
    ):
        if key in tallies:
            spread = sign * cap_margin(margin, match.round, rules.spread_caps)
            tallies[key].add_game(RankedMatch(opponent, won, spread, sign * margin, score))


def _add_unplayed(tallies: Tallies, match: MatchFacts, rules: StandingRules) -> None:
    """Add a bye, a forfeit, or a win by forfeit."""
    for key in {match.first, match.second} & tallies.keys():
        assert key is not None
        one = tallies[key]
        if key != match.free_win:
            one.forfeits += 1
            one.add_free(0, -(match.own_spread or rules.forfeit_spread))
        elif match.is_bye:
            one.byes += 1
            one.add_free(rules.bye_half_wins, match.own_spread or rules.bye_spread)
        else:
            one.given += 1
            one.add_free(2, rules.forfeit_spread)


def cap_of_round(number: int, caps: Sequence[int]) -> int | None:
    """Return the most spread of a match in that round: the last cap holds for all later rounds."""
    return caps[min(number, len(caps)) - 1] if caps else None


def caps_of_rounds(numbers: Iterable[int], caps: Sequence[int]) -> tuple[int, ...]:
    """Return the caps of these rounds, in their order; empty without caps."""
    return tuple(cap for number in numbers if (cap := cap_of_round(number, caps)) is not None)


def cap_margin(margin: int, number: int, caps: Sequence[int]) -> int:
    """Return the part of a margin in that round that counts as spread."""
    cap = cap_of_round(number, caps)
    return margin if cap is None else max(-cap, min(cap, margin))
