"""The further field `isotop` of a `.t` file: what tsh cannot say of a round. Pure.

tsh has one way for a bye, a missed round and a forfeited match: opponent 0, and a score that is its spread. So a
spread of 0 says nothing, and nobody knows who forfeited to whom. tsh keeps fields that it does not know. Ours has a
word a round: `b` is a bye and `m` a missed round whose spread is 0; `w12/1/5` a match that was won by the forfeit of
number 12, as the first at table 5, and `l12/1/5` one that was lost by an own forfeit; `p` is a match that was played
though its scores are 0, as Woogles writes them before a match; `0` is nothing.
"""

import re
from dataclasses import dataclass
from typing import Final

from tournaments.classic.exchange.tsh.lines import TshLine
from tournaments.classic.rules.values import MatchFacts, Outcome

FIELD: Final = "isotop"
NOTHING, BYE, MISSED, PLAYED = "0", "b", "m", "p"
_FORFEIT: Final = re.compile(r"([wl])(\d{1,5})/([12])/(\d{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A forfeited match as one of the two lines has it."""

    has_won: bool
    opponent: int
    side: int
    table: int

    def is_of_one_match(self, number: int, other: "Forfeit | None") -> bool:
        """Tell whether `other` is the opponent's side of this match of a number."""
        return (
            other is not None
            and other.opponent == number != self.opponent
            and {self.side, other.side} == {1, 2}
            and self.table == other.table
            and not (self.has_won and other.has_won)
        )


def write_free_round(facts: MatchFacts, number: int, table: int | None, spread: int) -> str:
    """Return the word for a round without an opponent in tsh, whose spread is written as its score."""
    if facts.second is not None:
        side = 1 if facts.first == number else 2
        opponent = facts.second if side == 1 else facts.first
        return f"{'w' if facts.free_win == number else 'l'}{opponent}/{side}/{table or 0}"
    if spread:
        return NOTHING
    return BYE if facts.is_bye else MISSED


def word_of(line: TshLine, index: int) -> str:
    words = line.fields.get(FIELD, ())
    return words[index] if index < len(words) else NOTHING


def forfeit_of(line: TshLine, index: int) -> Forfeit | None:
    """Return the forfeited match of a round, unless tsh has another result there since."""
    found = _FORFEIT.fullmatch(word_of(line, index))
    score = line.score(index)
    if found is None or line.opponent(index) != 0 or score is None:
        return None
    has_won = found[1] == "w"
    if score and has_won != (score > 0):
        return None
    return Forfeit(has_won, int(found[2]), int(found[3]), int(found[4]))


def forfeit_facts(round_: int, own: Forfeit, other: Forfeit) -> MatchFacts:
    """Return a forfeited match as both of its lines have it."""
    first, second = (own, other) if own.side == 1 else (other, own)
    outcome: Outcome = "both_forfeit"
    if first.has_won or second.has_won:
        outcome = "second_forfeits" if first.has_won else "first_forfeits"
    return MatchFacts(round_, second.opponent, first.opponent, outcome)
