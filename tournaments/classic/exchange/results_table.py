"""An event from a table of results: a row a match, with the names of both and their scores. Pure.

Players are numbered in the order in which they come. A row whose second player is empty or `Bye` is a bye; it is a
missed round that counts as lost if its spread, or that of its scores, is below 0, or its result is a forfeit. Two may
have the result of a forfeit as well. The spreads of the division are those of most byes and forfeits. `Left` says after
which round the first left, `Absent` that they have no match.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.columns import ABSENT, BYES, LEFT, UNNAMED, FileRow, read_rows
from tournaments.classic.exchange.names import read_people
from tournaments.classic.exchange.values import (
    MOST_PLAYERS,
    MOST_POINTS,
    FileDivision,
    FileEvent,
    FileMatch,
    FilePlayer,
    Problems,
    division_full,
    find_usual_spread,
    free_round,
    read_whole,
)
from tournaments.classic.models.divisions import MOST_ROUNDS
from tournaments.classic.rules.values import MatchFacts
from tournaments.classic.scores.scores import FORFEITS, Score, check_score
from tournaments.errors import RuleViolation
from tournaments.names.folding import fold
from tournaments.names.name_parts import NameParts

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
    return FileEvent(tuple(division.division(name[:80]) for name, division in divisions.items()))


def scores_of(row: FileRow) -> tuple[int, int] | None:
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


def _spread_of(row: FileRow) -> int | None:
    """Return the spread of the first player in a round that was not played; None if there is none. Scores of 0 are
    those of programs that write no spread.

    Raises:
        ValueError: it is no number, or too high.
    """
    if row.get("spread"):
        spread = _score(row.get("spread"))
    else:
        spread = _score(row.get("first_score") or "0") - _score(row.get("second_score") or "0")
    if abs(spread) > MOST_POINTS:
        raise ValueError(str(spread))
    return spread if spread or row.get("spread") else None


class _FreeRound(NamedTuple):
    """A bye or missed round; its spread is None if the table has none."""

    round: int
    number: int
    spread: int | None
    is_bye: bool

    def match(self, usual: int) -> FileMatch:
        spread = usual if self.spread is None else self.spread
        return FileMatch(free_round(self.round, self.number, spread, usual, is_bye=self.is_bye))


class _Table:
    """The rows of one division so far."""

    def __init__(self, file: str, problems: Problems) -> None:
        self.file, self.problems = file, problems
        self.people: dict[str, tuple[int, tuple[NameParts, ...]]] = {}
        self.ratings: dict[int, int] = {}
        self.matches: list[FileMatch] = []
        self.free: list[_FreeRound] = []
        self.forfeits: list[int] = []
        self.taken: set[tuple[int, int]] = set()
        self.playing: set[tuple[int, int]] = set()
        self.first_rounds: dict[int, int] = {}
        self.last_rounds: dict[int, int] = {}

    def add(self, row: FileRow) -> None:
        try:
            self._add(row)
        except RuleViolation as error:
            self.problems.fault(self.file, row.number, error)

    def division(self, name: str) -> FileDivision:
        players = tuple(
            FilePlayer(
                number,
                people,
                self.ratings.get(number),
                first_round=self.first_rounds.get(number, 1),
                last_round=self.last_rounds.get(number),
            )
            for number, people in self.people.values()
        )
        settled = [match.facts.round for match in self.matches if match.facts.outcome != "open"]
        settled += [one.round for one in self.free if one.spread is not None]
        byes, missed = ([one for one in self.free if one.is_bye == is_bye] for is_bye in (True, False))
        bye_spread = find_usual_spread([one.spread for one in byes if one.spread is not None])
        # A forfeit between two has no spread of its own.
        spreads = self.forfeits or [one.spread for one in missed if one.spread is not None]
        forfeit_spread = find_usual_spread(spreads)
        self.matches += [one.match(bye_spread) for one in byes]
        self.matches += [one.match(forfeit_spread) for one in missed]
        return FileDivision(
            name,
            players,
            tuple(self._with_tables()),
            rounds_planned=max((match.facts.round for match in self.matches), default=1),
            begun=max(settled, default=0),
            bye_spread=bye_spread,
            forfeit_spread=forfeit_spread,
        )

    def _add(self, row: FileRow) -> None:
        number, first, second = read_whole(row.get("round") or "1"), row.get("first"), row.get("second")
        if not (0 if second == LEFT else 1) <= number <= MOST_ROUNDS:
            raise RuleViolation("no_such_round", _("Rounds are numbered from 1 to {most}."), most=MOST_ROUNDS)
        if not any(map(str.isalpha, first)):
            raise RuleViolation("name_missing", _("Enter a name."))
        if second in {ABSENT, LEFT}:
            own = self._person(first, row.get("first_rating"))
            if second == LEFT:
                self.last_rounds[own] = number
            return
        own = self._number(first, number, row.get("first_rating"))
        is_free, forfeit = second.casefold() in BYES, FORFEITS.get(row.get("result").casefold())
        try:
            spread = _spread_of(row) if is_free or forfeit else None
            scores = None if is_free or forfeit else scores_of(row)
        except ValueError as error:
            raise RuleViolation("no_score", _("“{text}” is not a score."), text=str(error)[:40]) from None
        size = None if spread is None else abs(spread)
        if is_free:
            self.free.append(_FreeRound(number, own, size, is_bye=not forfeit and (spread or 0) >= 0))
            return
        facts = MatchFacts(number, own, self._number(second, number, row.get("second_rating")))
        if scores is not None:
            check_score(Score(*scores))
            facts = replace(facts, outcome="played", first_score=scores[0], second_score=scores[1])
        elif forfeit:
            facts = replace(facts, outcome=forfeit.value)  # type: ignore[arg-type] # these outcomes are forfeits
            self.forfeits += [] if size is None else [size]
        self.matches.append(FileMatch(facts, self._table(row.get("table"), number)))

    def _number(self, written: str, round_: int, rating: str) -> int:
        """Return the number of a player, who is in no other match of the round."""
        number = self._person(written, rating)
        if (round_, number) in self.playing:
            raise RuleViolation(
                "twice_in_round", _("{name} is in two matches of round {round}."), name=written, round=round_
            )
        self.playing.add((round_, number))
        self.first_rounds[number] = min(round_, self.first_rounds.get(number, round_))
        return number

    def _person(self, written: str, rating: str) -> int:
        """Return the number of a player, who has the first rating that a row gives."""
        key = fold(written)
        if key not in self.people:
            if len(self.people) == MOST_PLAYERS:
                raise division_full()
            self.people[key] = len(self.people) + 1, read_people(written)
        number, _people = self.people[key]
        if found := read_whole(rating):
            self.ratings.setdefault(number, found)
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
