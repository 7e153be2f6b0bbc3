"""Result lines of a round as directors write them: of one match, or many at once, by table or by both players."""

from collections.abc import Collection, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.locks import round_of
from tournaments.classic.core.scores import Line, Outcome, PlayersLine, Score
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match
from tournaments.classic.rounds.results import enter_result
from tournaments.classic.rounds.selectors import MATCH_NAMES
from tournaments.core import name_visibility
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.core.text.folding import fold

Written = Line | PlayersLine | RuleViolation


class Named:
    """Players of a division who are found by number or by name, whatever its accents and the order of its words.

    While names are hidden only numbers count, or the answer would tell at which table somebody plays.
    """

    def __init__(self, entrants: Sequence[DivisionEntry]) -> None:
        self.by_number = {str(one.number): one for one in entrants}
        self.by_name: dict[str, list[DivisionEntry]] = {}
        for one in entrants:
            self.by_name.setdefault(fold(one.entry.full_name), []).append(one)

    def find(self, text: str) -> DivisionEntry:
        """Return the player that a text means.

        Raises:
            RuleViolation: it means nobody here, or several; or it is a name, and names are hidden.
        """
        written = text.strip().lstrip("0") or text
        if written.isdecimal():
            found = [self.by_number[written]] if written in self.by_number else []
        elif name_visibility.are_hidden():
            raise RuleViolation("numbers_only", _("Names are hidden: write numbers."))
        else:
            found = self.by_name.get(fold(text), [])
        if len(found) != 1:
            message = (
                _("Several players are called {name}: write the number.")
                if found
                else _("Nobody here is {name}.")
            )
            raise RuleViolation("no_such_player", message, name=text.strip()[:40])
        return found[0]


class RoundTables:
    """The matches of a round by their players."""

    def __init__(self, round_: DivisionRound) -> None:
        matches = round_.matches.filter(second__isnull=False).select_related(*MATCH_NAMES)
        self.matches: dict[int, Match] = {}
        players: list[DivisionEntry] = []
        for match in matches:
            assert match.second is not None
            for one in (match.first, match.second):
                self.matches[one.pk] = match
                players.append(one)
        self.named = Named(players)

    def settle(self, line: Written) -> Line:
        """Return the line by its table, with the score of the player who goes first before the other's.

        Raises:
            RuleViolation: the line could not be read; the two are not in a match of this round, or it is at another
                table.
        """
        if isinstance(line, RuleViolation):
            raise line
        if isinstance(line, Line):
            return line
        first, second = (self.named.find(text) for text in line.players)
        match = self.matches[first.pk]
        if self.matches[second.pk] != match or first == second:
            raise RuleViolation(
                "not_paired_together",
                _("{first} and {second} do not play each other in this round."),
                first=first.entry.name,
                second=second.entry.name,
            )
        assert match.table is not None
        if line.table not in {None, match.table}:
            raise RuleViolation(
                "other_table",
                _("{first} and {second} play at table {table}."),
                first=first.entry.name,
                second=second.entry.name,
                table=match.table,
            )
        score = line.score
        if match.first_id == second.pk and score.outcome == Outcome.PLAYED:
            score = Score(score.second, score.first)
        return Line(match.table, score)


def enter_results(
    *,
    division: Division,
    number: int,
    lines: Sequence[tuple[str, Written]],
    by: User,
    take_overtime_off: bool | None = None,
) -> int:
    """Store the results of many lines, each with its text: all, or none; return their number.

    Raises:
        LinesRefused: lines are wrong, or could not be read.
        RuleViolation: there is no line, or the round is not paired.
    """
    if not lines:
        raise RuleViolation("no_lines", _("Write at least one line."))
    tables = RoundTables(round_of(division, number))
    settled: set[int] = set()
    refused: list[tuple[str, RuleViolation]] = []
    with transaction.atomic():
        for text, written in lines:
            try:
                line = tables.settle(written)
                _check_once(line.table, settled)
                enter_result(
                    division=division,
                    number=number,
                    table=line.table,
                    score=line.score,
                    by=by,
                    take_overtime_off=take_overtime_off,
                )
            except RuleViolation as error:
                refused.append((text, error))
            else:
                settled.add(line.table)
        if refused:
            raise LinesRefused(refused)
    return len(lines)


def _check_once(table: int, settled: Collection[int]) -> None:
    if table in settled:
        raise RuleViolation("table_twice", _("Table {table} is there twice."), table=table)
