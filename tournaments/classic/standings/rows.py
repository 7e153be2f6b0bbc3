"""Standings of a division from its rows: ranked lines, with the rounds of each. Never stored.

They take three queries, and one for the division's number of rounds.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.classic.models import Division
from tournaments.classic.rounds.selectors import MatchLine
from tournaments.classic.rounds.values import contestants_of, facts_of, matches_of_division, rules_of
from tournaments.classic.rules.standings import ClassicLine, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's round. `mark` is + for a win, = for a draw, - for a loss, ? for none yet.

    `opponent` is the other's number and `name` the name; a bye or a missed round has no opponent.
    """

    mark: str
    opponent: int | None = None
    name: str = ""
    own: int | None = None
    other: int | None = None
    first: bool = False
    forfeit: bool = False

    @property
    def spread(self) -> int | None:
        return None if self.own is None or self.other is None else self.own - self.other

    @property
    def is_bye(self) -> bool:
        return self.opponent is None

    @property
    def outcome(self) -> str:
        """The word of the API for how it ended."""
        if self.is_bye:
            return "bye" if self.mark == "+" else "missed"
        return {"+": "won", "=": "drawn", "-": "lost", "?": "open"}[self.mark]

    @property
    def unplayed_word(self) -> str:
        """The word for a round without an opponent: a bye, or one that was missed and counts as lost."""
        return gettext("bye") if self.mark == "+" else gettext("missed")


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line of the standings with its rounds; a cell is None where the player was in no match."""

    line: ClassicLine
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings; `rounds` are those that have begun, `open` is the number of matches without a result."""

    rows: tuple[StandingsRow, ...]
    rounds: int
    open: int


def standings_of_division(division: Division, after_round: int | None = None) -> Standings:
    """Return the standings now, or after so many rounds."""
    contestants = contestants_of(division)
    matches = matches_of_division(division)
    if after_round is not None:
        matches = tuple(match for match in matches if match.round <= after_round)
    lines = rank_division(contestants, matches, rules_of(division), after_round)
    rounds = max((match.round for match in matches), default=0)
    cells = _cells(contestants, matches)
    return Standings(
        tuple(
            StandingsRow(
                line,
                tuple(cells.get((line.contestant.key, number)) for number in range(1, rounds + 1)),
            )
            for line in lines
        ),
        rounds,
        sum(match.outcome == "open" and match.second is not None for match in matches),
    )


def state_of(division: Division, shown: Standings, after: int | None) -> str:
    """Return the state as text: final once all planned rounds are complete and the chief has released the
    event as final.
    """
    if after is not None:
        return gettext("after round %(number)s") % {"number": after}
    return _in_words(final=is_final(division, shown))


def state_of_divisions(divisions: Collection[Division]) -> str:
    """Return the state of all divisions of an event as text: final once each of them is."""
    final = all(is_final(division, standings_of_division(division)) for division in divisions)
    return _in_words(final=final)


def caps_in_words(caps: Sequence[int]) -> str:
    """Return the caps on spread by round as text, empty without any."""
    begins = [number for number, cap in enumerate(caps, start=1) if number == 1 or caps[number - 2] != cap]
    if not begins:
        return ""
    told = gettext("%(cap)s from round %(number)s")
    by_round = [told % {"cap": caps[number - 1], "number": number} for number in begins]
    shown = ", ".join(by_round) if len(begins) > 1 else caps[0]
    return gettext("spread per match at most %(caps)s") % {"caps": shown}


def is_final(division: Division, shown: Standings) -> bool:
    """Tell whether all planned rounds are complete, and the chief has released the event as final."""
    complete = shown.rounds >= division.rounds_planned and not shown.open
    return complete and division.event.released == Event.Released.FINAL


def _in_words(*, final: bool) -> str:
    return gettext("final") if final else gettext("provisional")


def cell_of_line(line: MatchLine, key: int) -> Cell:
    """Return the cell of a match for the player with that key."""
    match = line.match
    if match.second is None:
        return Cell("-" if line.is_missed else "+")
    facts = facts_of(line.result, match.round.number, match.first_id, match.second_id)
    first = key == match.first_id
    other = match.second if first else match.first
    return _cell(facts, Contestant(other.pk, other.number, other.entry.name), first=first)


def unplayed_cell(match: MatchFacts) -> Cell:
    """Return the cell of a match without a second."""
    return Cell("+" if match.is_bye else "-")


def _cells(contestants: Iterable[Contestant], matches: Iterable[MatchFacts]) -> dict[tuple[int, int], Cell]:
    """Return the cells by contestant and round."""
    by_key = {contestant.key: contestant for contestant in contestants}
    cells = {}
    for match in matches:
        if match.second is None:
            cells[match.first, match.round] = unplayed_cell(match)
            continue
        for own, other, first in ((match.first, match.second, True), (match.second, match.first, False)):
            cells[own, match.round] = _cell(match, by_key[other], first=first)
    return cells


def _cell(match: MatchFacts, opponent: Contestant, *, first: bool) -> Cell:
    if match.outcome == "open":
        return Cell("?", opponent.number, opponent.name, first=first)
    if match.forfeited:
        mark = "-" if match.free_win in {None, opponent.key} else "+"
        return Cell(mark, opponent.number, opponent.name, first=first, forfeit=True)
    own, other = match.first_score, match.second_score
    if not first:
        own, other = other, own
    mark = "+" if own > other else "-" if own < other else "="
    return Cell(mark, opponent.number, opponent.name, own, other, first)
