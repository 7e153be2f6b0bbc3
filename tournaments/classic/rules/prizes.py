"""Awards of the prizes of a classic division: pure, from its standings and matches.

A prize is data: its `kind`, who is eligible, and its place among these. `rank`: the place in the standings, of those
who have one. `high_game`: the highest score of one match, `high_loss` the highest of one that was lost,
`high_win_spread` the largest win, `rating_gain` the most points that a rating gained. Any of them may be restricted to
one class (`class_name`), and to those *out of the money*, who have no other prize yet.

`tournaments.standings.prizes` says how equals share, and how prizes pass on. Byes and forfeits have no scores, so they
win no prize for a single match. Newcomers gain no points, nor does anybody whose rating did not rise.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tournaments.classic.rules.standings import ClassicLine
from tournaments.classic.rules.values import MatchFacts
from tournaments.standings.prizes import Award, Equals, give_prizes, highest_first, rank_anew

PrizeKind = Literal["rank", "high_game", "high_loss", "high_win_spread", "rating_gain"]


@dataclass(frozen=True, slots=True)
class Prize:
    """One prize: `name` is what the director calls it; `worth` is an amount or a text."""

    name: str
    kind: PrizeKind = "rank"
    place: int = 1
    class_name: str = ""
    out_of_the_money: bool = False
    worth: str = ""

    @property
    def series(self) -> tuple[str, str, bool]:
        """The properties shared by prizes that differ in their place only."""
        return self.kind, self.class_name, self.out_of_the_money


def award_prizes(
    lines: Sequence[ClassicLine],
    matches: Iterable[MatchFacts],
    prizes: Sequence[Prize],
    *,
    one_each: bool = False,
    gains: Mapping[int, int] | None = None,
) -> tuple[Award[Prize], ...]:
    """Award every prize, in the order of the list; `gains` are the changes of ratings."""
    played = [match for match in matches if match.outcome == "played" and match.second is not None]

    def contest(prize: Prize, taken: Collection[int]) -> Sequence[Equals]:
        among = [
            line
            for line in lines
            if not (prize.class_name and prize.class_name not in line.contestant.classes)
            and line.contestant.key not in taken
        ]
        if prize.kind == "rating_gain":
            return _most_gained(among, gains or {})
        return _contest(prize, among, played)

    return give_prizes(prizes, contest, one_each=one_each)


def _contest(prize: Prize, among: Sequence[ClassicLine], played: Sequence[MatchFacts]) -> list[Equals]:
    """Return the eligible contestants, best first, as groups of equals."""
    if prize.kind == "rank":
        return rank_anew((line.rank, line.contestant.key) for line in among if line.rank is not None)
    best: dict[int, int] = {}
    keys = {line.contestant.key for line in among}
    for match in played:
        for key, figure in _figures(prize.kind, match):
            if key in keys:
                best[key] = max(figure, best.get(key, figure))
    return highest_first(best)


def _most_gained(among: Sequence[ClassicLine], gains: Mapping[int, int]) -> list[Equals]:
    keys = [line.contestant.key for line in among]
    return highest_first({key: gains[key] for key in keys if gains.get(key, 0) > 0})


def _figures(kind: PrizeKind, match: MatchFacts) -> Iterable[tuple[int, int]]:
    """Return the figures of a match for such a prize, each with its contestant."""
    assert match.second is not None
    scores = ((match.first, match.first_score), (match.second, match.second_score))
    (loser, low), (winner, high) = sorted(scores, key=lambda pair: pair[1])
    if kind == "high_game":
        return scores
    if low == high:
        return ()
    return ((loser, low),) if kind == "high_loss" else ((winner, high - low),)
