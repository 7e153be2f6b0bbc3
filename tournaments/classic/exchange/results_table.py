"""An event from a table of results: a row a match, with the names of both and their scores. Pure.

Players are numbered in the order in which they come. The table has no ratings. A match whose second player is
empty or `Bye` is a bye.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.scores import Score, check_score
from tournaments.classic.divisions.numbering import MOST_ROUNDS
from tournaments.classic.exchange.columns import BYES, UNNAMED, Row, read_rows
from tournaments.classic.exchange.names import read_people
from tournaments.classic.exchange.values import (
    MOST_PLAYERS,
    FileDivision,
    FileEvent,
    FileMatch,
    FilePlayer,
    Problems,
    division_full,
    read_whole,
)
from tournaments.classic.rules.values import MatchFacts
from tournaments.core.errors import RuleViolation
from tournaments.core.text.folding import fold
from tournaments.core.text.name_parts import NameParts

_MOST_DIVISIONS: Final = 100
_SCORE: Final = re.compile(r"[-−]?[0-9]{1,4}")
_FIGURES: Final = re.compile(r"\s*([-−]?[0-9]{1,4})\s*[-–:]\s*([-−]?[0-9]{1,4})\s*")


def read_results_table(rows: Iterable[Sequence[str]], file: str, problems: Problems) -> FileEvent:
    """Read a table of the results of an event."""
    divisions: dict[str, _Table] = {}
    for row in read_rows(rows, UNNAMED):
        name = row.get("division") or "A"
        if name not in divisions and len(divisions) == _MOST_DIVISIONS:
            error = RuleViolation(
                "too_many_divisions", _("An event has at most {most} divisions."), most=_MOST_DIVISIONS
            )
            problems.fault(file, row.number, error)
            break
        divisions.setdefault(name, _Table(file, problems)).add(row)
    if not divisions:
        problems.fault(file, None, RuleViolation("no_results", _("This file has no table of results.")))
    return FileEvent(tuple(one.division(name[:80]) for name, one in divisions.items()))


def scores_of(row: Row) -> tuple[int, int] | None:
    """Return both scores of a row, from their columns or from one of both; None if they are not there.

    Raises:
        ValueError: they are no numbers.
    """
    written = row.get("first_score"), row.get("second_score")
    if not any(written) and (found := _FIGURES.fullmatch(row.get("result"))):
        written = found[1], found[2]
    if not any(written):
        if row.get("result"):
            raise ValueError(row.get("result"))
        return None
    return _score(written[0]), _score(written[1])


def _score(text: str) -> int:
    if not _SCORE.fullmatch(text):
        raise ValueError(text)
    return int(text.replace("−", "-"))


class _Table:
    """The rows of one division so far."""

    def __init__(self, file: str, problems: Problems) -> None:
        self.file, self.problems = file, problems
        self.people: dict[str, tuple[int, tuple[NameParts, ...]]] = {}
        self.matches: list[FileMatch] = []
        self.taken: set[tuple[int, int]] = set()
        self.playing: set[tuple[int, int]] = set()
        self.first_rounds: dict[int, int] = {}

    def add(self, row: Row) -> None:
        try:
            match = self._match(row)
        except RuleViolation as error:
            self.problems.fault(self.file, row.number, error)
        else:
            self.matches.append(match)

    def division(self, name: str) -> FileDivision:
        players = tuple(
            FilePlayer(number, people, first_round=self.first_rounds[number])
            for number, people in self.people.values()
        )
        rounds = max((one.facts.round for one in self.matches), default=1)
        played = (one.facts.round for one in self.matches if one.facts.outcome == "played")
        return FileDivision(
            name, players, tuple(self._with_tables()), rounds_planned=rounds, begun=max(played, default=0)
        )

    def _match(self, row: Row) -> FileMatch:
        number = read_whole(row.get("round") or "1")
        if not 1 <= number <= MOST_ROUNDS:
            raise RuleViolation("no_such_round", _("Rounds are numbered from 1 to {most}."), most=MOST_ROUNDS)
        first, second = row.get("first"), row.get("second")
        if not any(map(str.isalpha, first)):
            raise RuleViolation("name_missing", _("Enter a name."))
        facts = MatchFacts(number, self._number(first, number))
        if second.casefold() in BYES:
            return FileMatch(facts)
        try:
            scores = scores_of(row)
        except ValueError as error:
            raise RuleViolation("no_score", _("“{text}” is not a score."), text=str(error)[:40]) from None
        other = self._number(second, number)
        if scores is not None:
            check_score(Score(*scores))
            facts = MatchFacts(number, facts.first, other, "played", *scores)
        else:
            facts = MatchFacts(number, facts.first, other)
        return FileMatch(facts, self._table(row.get("table"), number))

    def _number(self, written: str, round_: int) -> int:
        """Return the number of a player, who is in no other match of the round."""
        key = fold(written)
        if key not in self.people:
            if len(self.people) == MOST_PLAYERS:
                raise division_full()
            self.people[key] = len(self.people) + 1, read_people(written)
        number, _people = self.people[key]
        if (round_, number) in self.playing:
            raise RuleViolation(
                "twice_in_round", _("{name} is in two matches of round {round}."), name=written, round=round_
            )
        self.playing.add((round_, number))
        self.first_rounds[number] = min(round_, self.first_rounds.get(number, round_))
        return number

    def _table(self, written: str, round_: int) -> int | None:
        table = read_whole(written)
        if not table or (round_, table) in self.taken:
            return None
        self.taken.add((round_, table))
        return table

    def _with_tables(self) -> Iterable[FileMatch]:
        """Yield the matches by round, each with a table of its own."""
        free: defaultdict[int, Iterator[int]] = defaultdict(lambda: count(1))
        for match in sorted(self.matches, key=lambda one: one.facts.round):
            round_ = match.facts.round
            if match.facts.second is None or match.table is not None:
                yield match
                continue
            table = next(table for table in free[round_] if (round_, table) not in self.taken)
            yield FileMatch(match.facts, table)
