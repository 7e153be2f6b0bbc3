"""Statistics of a whole game that show no rack or word of it, and criteria for a game to be played.

*Facts* are numbers of a whole game. The tops of its rounds are listed from the highest down, so that nobody
learns which round has which. *Criteria* are a range for each measure, and the ranking of the games that meet
them. The *spread* is the mean distance, in points, between the top of a round and the best move below it; it
takes a search for every move, and is computed only for games that meet all other criteria.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from statistics import fmean
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, Self

from engine.lexicon import Lexicon
from engine.rules import (
    RuleSet,
)
from engine.tiles import BLANK, TileSet

if TYPE_CHECKING:  # facts are also read by modules that search nothing
    from engine.duplicate_games.simulate import PlayedRound

SPREAD = "spread"
LONG_WORD = 8
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class GameFacts:
    """The facts of a game. `lengths` counts the placed words by their number of letters. `blanks_by` is the
    round by which as many blanks as the set has were played, None if they never are; `below_top` counts the
    rounds whose placed move is no top.
    """

    tops: tuple[int, ...]
    unique_tops: int
    bonuses: int
    lengths: Mapping[int, int] = field(hash=False)
    blanks_by: int | None
    below_top: int = 0
    spread: float | None = None

    @property
    def rounds(self) -> int:
        return len(self.tops)

    @property
    def total(self) -> int:
        """The score of a player who finds every top."""
        return sum(self.tops)

    @property
    def lowest_top(self) -> int:
        return self.tops[-1] if self.tops else 0

    def words_from(self, length: int) -> int:
        """Count the placed words that have so many letters or more."""
        return sum(count for letters, count in self.lengths.items() if letters >= length)

    def to_data(self) -> dict[str, Any]:
        """Return plain values that `from_data` reads back."""
        return {
            "tops": list(self.tops),
            "unique_tops": self.unique_tops,
            "bonuses": self.bonuses,
            "lengths": {str(letters): count for letters, count in self.lengths.items()},
            "blanks_by": self.blanks_by,
            "below_top": self.below_top,
            "spread": self.spread,
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        lengths = {int(letters): count for letters, count in data["lengths"].items()}
        return cls(**{**data, "tops": tuple(data["tops"]), "lengths": lengths})


def collect_game_facts(rounds: Sequence["PlayedRound"], tiles: TileSet, rules: RuleSet) -> GameFacts:
    """Return the facts of a game except its spread."""
    placed = [played.placed for played in rounds if played.placed]
    lengths = [len(scored.move.word) for scored in placed]
    return GameFacts(
        tops=tuple(sorted((top_score(played) for played in rounds), reverse=True)),
        unique_tops=sum(len(played.tops) == 1 for played in rounds),
        bonuses=sum(rules.moves.bonuses.get(len(scored.tiles), 0) > 0 for scored in placed),
        lengths={letters: lengths.count(letters) for letters in sorted(set(lengths))},
        blanks_by=_blanks_by(rounds, tiles.counts[BLANK]),
        below_top=sum(played.score < top_score(played) for played in rounds),
    )


def top_score(played: "PlayedRound") -> int:
    """Return the score of the round's best move, even if another was placed; 0 if nobody can play."""
    return played.tops[0].score if played.tops else 0


def add_spread(
    facts: GameFacts, rounds: Iterable["PlayedRound"], lexicon: Lexicon, tiles: TileSet, rules: RuleSet
) -> GameFacts:
    """Return the facts with the spread, to a tenth of a point; if no move is below the top, 0 is next."""
    from engine.movegen import all_moves  # noqa: PLC0415 - imports the search

    moves, gaps = rules.moves, []
    for played in rounds:
        top = top_score(played)
        if top:
            found = all_moves(
                played.board, played.rack.tiles, lexicon, tiles, moves.bonuses, most_played=moves.most_played
            )
            gaps.append(top - next((score for score in found.scores if score < top), 0))
    return replace(facts, spread=round(fmean(gaps), 1) if gaps else 0.0)


def _blanks_by(rounds: Sequence["PlayedRound"], blanks: int) -> int | None:
    played = accumulate(played.placed.blanks if played.placed else 0 for played in rounds)
    return next((number for number, count in enumerate(played, start=1) if count >= blanks), None)


@dataclass(frozen=True, slots=True)
class Bounds:
    """From `least` to `most`, both included; None is no bound."""

    least: float | None = None
    most: float | None = None

    def holds(self, value: float) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


Ranking = Literal["fair", "lowest_top", "bonuses", "spread", "total", "short"]

# The best game has the greatest key.
_RANKINGS: dict[Ranking, Callable[[GameFacts], tuple[float, ...]]] = {
    "fair": lambda facts: (facts.unique_tops / max(1, facts.rounds), facts.lowest_top, facts.bonuses),
    "lowest_top": lambda facts: (facts.lowest_top, facts.unique_tops),
    "bonuses": lambda facts: (facts.bonuses, facts.unique_tops),
    "spread": lambda facts: (facts.spread or 0, facts.unique_tops),
    "total": lambda facts: (facts.total, facts.unique_tops),
    "short": lambda facts: (-facts.rounds, facts.unique_tops),
}
RANKINGS: tuple[Ranking, ...] = tuple(_RANKINGS)

_MEASURES: dict[str, Callable[[GameFacts, int], float]] = {
    "rounds": lambda facts, _length: facts.rounds,
    "total": lambda facts, _length: facts.total,
    "bonuses": lambda facts, _length: facts.bonuses,
    "unique_tops": lambda facts, _length: facts.unique_tops,
    "lowest_top": lambda facts, _length: facts.lowest_top,
    "long_words": lambda facts, length: facts.words_from(length),
    "blanks_by": lambda facts, _length: facts.blanks_by or NEVER,
    SPREAD: lambda facts, _length: facts.spread or 0,
}
MEASURES = tuple(_MEASURES)


@dataclass(frozen=True, slots=True)
class Criteria:
    """Ranges by measure, those without one left out; a long word has `long_word` letters or more."""

    ranges: Mapping[str, Bounds] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    long_word: int = LONG_WORD
    ranking: Ranking = "fair"

    @property
    def asks_spread(self) -> bool:
        return SPREAD in self.ranges or self.ranking == SPREAD

    def met_but_spread(self, facts: GameFacts) -> bool:
        """Tell whether the game meets all criteria but the spread, so that its spread is worth computing."""
        return all(self._holds(measure, facts) for measure in self.ranges if measure != SPREAD)

    def met(self, facts: GameFacts) -> bool:
        return all(self._holds(measure, facts) for measure in self.ranges)

    def rank(self, facts: GameFacts) -> tuple[float, ...]:
        """Return the sort key of a game; greater is better."""
        return _RANKINGS[self.ranking](facts)

    def to_data(self) -> dict[str, Any]:
        """Return plain values that `from_data` reads back."""
        ranges = {measure: [asked.least, asked.most] for measure, asked in self.ranges.items()}
        return {"ranges": ranges, "long_word": self.long_word, "ranking": self.ranking}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        ranges = {measure: Bounds(*bounds) for measure, bounds in data["ranges"].items()}
        return cls(ranges, data["long_word"], data["ranking"])

    def _holds(self, measure: str, facts: GameFacts) -> bool:
        return self.ranges[measure].holds(_MEASURES[measure](facts, self.long_word))
