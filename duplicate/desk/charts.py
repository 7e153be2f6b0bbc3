"""The charts of a game as plain values, for the desk's screens and for paper: the spread of a round's scores,
and the players' results in each round.

They show announced rounds, and the round in progress once it is closed: they are for arbitrators. A player
who was away in a round is not counted in it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import ceil, floor

from duplicate.core.messages import solo_text
from duplicate.core.standings.game_scores import scores_for_game
from duplicate.core.standings.game_standings import standings_for_game
from duplicate.models import Game, Round, Slip
from duplicate.slips.selectors import ruled_slip
from duplicate.standings.round_statistics import RoundShown, facts_of_rounds
from tournaments.core.reports.charts import Bar, BarChart

# Classes between zero and the top, which have bars of their own.
BINS = 10
# The width of each class of results, in per cent of the top.
CLASS_WIDTH = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """How many players had from `least` to `most` points."""

    least: int
    most: int
    count: int
    is_top: bool

    @property
    def label(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}–{self.most}"


@dataclass(frozen=True, slots=True)
class Charts:
    """All charts of a game. `number` is the round of the bins; None before the first one is over."""

    number: int | None
    bins: tuple[Bin, ...]
    rounds: tuple[RoundShown, ...]


def spread_of(scores: Sequence[int], top: int) -> tuple[Bin, ...]:
    """Return the bins for zero, up to `BINS` classes of equal width, and the top."""
    if not scores:
        return ()
    counts = Counter(scores)
    width = max(1, ceil((top - 1) / BINS))
    edges = [(0, 0)] if top else []
    edges += [(least, min(least + width, top) - 1) for least in range(1, top, width)]
    bins = [
        Bin(least, most, sum(counts[score] for score in range(least, most + 1)), is_top=False)
        for least, most in edges
    ]
    return (*bins, Bin(top, top, counts[top], is_top=True))


def charts_for_game(game: Game) -> Charts:
    """Return all charts for the rows as they are now."""
    scored, solos = scores_for_game(game), standings_for_game(game).solos
    facts = list(facts_of_rounds(scored.players, scored.tops, scored.averages))
    # The cached solos and the facts just read may differ by a round.
    rounds = tuple(
        RoundShown(one, solo_text(solo) if solo else "") for one, solo in zip_longest(facts, solos) if one
    )
    closed = game.rounds.in_progress().filter(state=Round.State.CLOSED, top_score__isnull=False).first()
    if closed is not None:
        return Charts(closed.number, spread_of(_scores_of(closed), closed.top_score or 0), rounds)
    if not rounds:
        return Charts(None, (), ())
    return Charts(facts[-1].number, spread_of(facts[-1].scores, facts[-1].top), rounds)


def scores_chart(bins: Sequence[Bin], title: str) -> BarChart:
    """Chart how many players had which scores; each bar is labelled with its lowest score."""
    bars = [Bar(str(one.least), one.count, str(one.count or ""), marked=one.is_top) for one in bins]
    return BarChart(title, bars)


def found_chart(rounds: Sequence[RoundShown], title: str) -> BarChart:
    """Chart how many players found the top of each round; a solo is marked."""
    told = [(one.facts.number, one.facts.found, bool(one.solo)) for one in rounds]
    return BarChart(title, [Bar(str(number), found, str(found), marked=solo) for number, found, solo in told])


def lost_chart(rounds: Sequence[RoundShown], title: str) -> BarChart:
    """Chart what the players lost of each top, in per cent: the harder a round, the higher its bar."""
    shares = [(one.facts.number, one.facts.percent) for one in rounds]
    lost = [(number, 0 if percent is None else max(0, 100 - percent)) for number, percent in shares]
    bars = [Bar(str(number), percent, f"{percent:.0f}") for number, percent in lost]
    return BarChart(title, bars, most=100)


def results_chart(percents: Sequence[float], title: str) -> BarChart:
    """Chart how many players ended with which share of the tops, in classes of ten per cent from the lowest
    that occurs; solos may bring more than 100 per cent.
    """
    places = [floor(percent / CLASS_WIDTH) for percent in percents]
    classes = range(min(places), max(places) + 1) if places else ()
    counts = [(place * CLASS_WIDTH, places.count(place)) for place in classes]
    return BarChart(title, [Bar(str(least), count, str(count or "")) for least, count in counts])


def _scores_of(round_: Round) -> list[int]:
    """Return the scores of the slips of a closed round that is not announced, as far as they are judged."""
    slips = Slip.objects.filter(round=round_, effective=True).select_related("round")
    ruled = (ruled_slip(slip).score for slip in slips.prefetch_related("rulings"))
    return [score for score in ruled if score is not None]
