"""Result lines of a round as directors write them: of one match, or many at once, by table or by both players."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.locks import check_round_begun, lock_division_for_results, round_of
from tournaments.classic.clocks.overtime import stop_for_result
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchResult
from tournaments.classic.rounds.manual_pairing import turn_sides
from tournaments.classic.rounds.results import enter_result
from tournaments.classic.rounds.selectors import MATCH_NAMES, results_that_hold
from tournaments.classic.scores.scores import Outcome, PlayersLine, Score, ScoreLine
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.staff import check_chief
from tournaments.names import name_visibility
from tournaments.names.folding import fold

Written = ScoreLine | PlayersLine | RuleViolation
# The player who went first: the one paired first, or the first one of the line.
Firsts = Literal["paired", "file"]
# Lines beyond two for each match whose errors are still shown one by one.
FURTHER_LINES: Final = 20
_GOES_BY_ORDER: Final = (
    Q(results__isnull=False)
    | Q(reports__isnull=False)
    | Q(clock__isnull=False)
    | Q(record__isnull=False)
    | Q(gcg_file__isnull=False)
)


class NamedEntrants:
    """Players of a division who are found by number or by name, whatever its accents and the order of its words.

    While names are hidden only numbers count, or the answer would tell at which table somebody plays.
    """

    def __init__(self, entrants: Sequence[DivisionEntry]) -> None:
        self.by_number = {str(entrant.number): entrant for entrant in entrants}
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
                else _("There is no player {name} here.")
            )
            raise RuleViolation("no_such_player", message, name=text.strip()[:40])
        return found[0]


@dataclass(frozen=True, slots=True)
class TurnedMatch:
    """A match whose line has the player first who was paired second. `keeps_order`: its clock, its record or a
    player's phone goes by the paired order already, or a result did that was taken back.
    """

    match: Match
    keeps_order: bool

    @property
    def table(self) -> int:
        assert self.match.table is not None
        return self.match.table


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
        self.named = NamedEntrants(players)

    def settle(self, line: Written) -> ScoreLine:
        """Return the line by its table, with the score of the player who goes first before the other's.

        Raises:
            RuleViolation: the line could not be read; the two are not in a match of this round, or it is at another
                table.
        """
        if isinstance(line, RuleViolation):
            raise line
        if isinstance(line, ScoreLine):
            return line
        match, is_turned = self._find_match(line)
        assert match.table is not None
        score = line.score
        if is_turned and score.outcome == Outcome.PLAYED:
            score = Score(score.second, score.first)
        return ScoreLine(match.table, score)

    def find_turned(self, lines: Iterable[Written]) -> list[TurnedMatch]:
        """Return the matches of lines that have the player first who was paired second, by table; at most two queries.

        The order of a match with a result is settled.
        """
        found: dict[int, Match] = {}
        for line in lines:
            if isinstance(line, PlayersLine):
                with suppress(RuleViolation):
                    match, is_turned = self._find_match(line)
                    if is_turned:
                        found[match.pk] = match
        if not found:
            return []
        settled = results_that_hold(MatchResult.objects.filter(match__in=found).order_by("version"))
        found = {key: match for key, match in found.items() if key not in settled}
        kept = set(Match.objects.filter(_GOES_BY_ORDER, pk__in=found).values_list("pk", flat=True))
        matches = sorted(found.values(), key=lambda match: match.table or 0)
        return [TurnedMatch(match, match.pk in kept) for match in matches]

    def check_count(self, lines: Sequence[object]) -> None:
        """Refuse far more lines than matches at once: each would be looked up while others wait for the lock.

        Raises:
            RuleViolation: some of so many lines must be wrong.
        """
        matches = len(self.matches) // 2
        if len(lines) > 2 * matches + FURTHER_LINES:
            raise RuleViolation(
                "too_many_lines",
                _("These are {count} lines, but the round has only {matches} matches."),
                count=len(lines),
                matches=matches,
            )

    def stop_clocks(self, lines: Iterable[Written], by: User) -> None:
        """Stop the clocks of the matches that lines report as over, but of those that have a result."""
        over: dict[int, Match] = {}
        by_table = {match.table: match for match in self.matches.values()}
        for line in lines:
            with suppress(RuleViolation):
                match = by_table.get(self.settle(line).table)
                if match is not None:
                    over[match.pk] = match
        settled = results_that_hold(MatchResult.objects.filter(match__in=over).order_by("version"))
        for match in over.values():
            if match.pk not in settled:
                stop_for_result(match, by=by)

    def _find_match(self, line: PlayersLine) -> tuple[Match, bool]:
        """Return the match of both players of a line, and whether the first of the line was paired second."""
        first, second = (self.named.find(text) for text in line.players)
        match = self.matches[first.pk]
        if self.matches[second.pk] != match or first == second:
            raise RuleViolation(
                "not_paired_together",
                _("{first} and {second} do not play each other in this round."),
                first=first.entry.name,
                second=second.entry.name,
            )
        if line.table not in {None, match.table}:
            raise RuleViolation(
                "other_table",
                _("{first} and {second} play at table {table}."),
                first=first.entry.name,
                second=second.entry.name,
                table=match.table,
            )
        return match, match.first_id == second.pk


def enter_results(
    *,
    division: Division,
    number: int,
    lines: Sequence[tuple[str, Written]],
    by: User,
    take_overtime_off: bool | None = None,
    firsts: Firsts | None = None,
) -> int:
    """Store the results of many lines, each with its text: all, or none; return their number.

    `firsts` says who went first where lines have the player first who was paired second; the scores are each
    player's own either way.

    A refused line changes nothing, so clocks run on. Where lines only leave a question open, their matches are over:
    the clocks that still run are stopped, as by one line, so that an answer counts for the overtime that was shown.

    Raises:
        LinesRefused: lines are wrong, or could not be read; or, if all are right, the overtime of some is in doubt.
        RuleViolation: there is no line, or the round is not paired; `firsts` is needed and None (`firsts_in_doubt`);
            the user may not change who goes first.
    """
    if not lines:
        raise RuleViolation("no_lines", _("Write at least one line."))
    with transaction.atomic():
        locked_division = lock_division_for_results(division, by)
        tables = RoundTables(round_of(locked_division, number))
        tables.check_count(lines)
        tables.stop_clocks((written for _text, written in lines), by)
        try:
            with transaction.atomic():
                _enter(
                    locked_division,
                    number,
                    tables,
                    lines,
                    by=by,
                    take_overtime_off=take_overtime_off,
                    firsts=firsts,
                )
        except LinesRefused as error:
            if not _is_question(error):
                raise
            question: RuleViolation = error
        except RuleViolation as error:
            if error.code != "firsts_in_doubt":
                raise
            question = error
        else:
            return len(lines)
    # Raised outside the transaction, so that the clocks stay stopped.
    raise question


def _enter(
    division: Division,
    number: int,
    tables: RoundTables,
    lines: Sequence[tuple[str, Written]],
    *,
    by: User,
    take_overtime_off: bool | None,
    firsts: Firsts | None,
) -> None:
    turned = tables.find_turned(written for _text, written in lines)
    if firsts == "file" and turned:
        check_chief(division.event, by)
        check_round_begun(division, number)
        for each in turned:
            if not each.keeps_order:
                turn_sides(division, each.match, number, by)
    _enter_lines(division, number, tables, lines, by=by, take_overtime_off=take_overtime_off)
    if turned and firsts is None:
        raise RuleViolation("firsts_in_doubt", _("Say who went first."))


def _is_question(refused: LinesRefused) -> bool:
    """Tell whether all refused lines only leave open whether overtime counts."""
    return all(error.code == "overtime_in_doubt" for _text, error in refused.refused)


def _enter_lines(
    division: Division,
    number: int,
    tables: RoundTables,
    lines: Sequence[tuple[str, Written]],
    *,
    by: User,
    take_overtime_off: bool | None,
) -> None:
    """Store the results of lines.

    Raises:
        LinesRefused: lines are wrong, or could not be read; if all are right, the overtime of some is in doubt.
    """
    settled: set[int] = set()
    refused: list[tuple[str, RuleViolation]] = []
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
        # A clock that runs on until the lines are right has another overtime then.
        wrong = [(text, error) for text, error in refused if error.code != "overtime_in_doubt"]
        raise LinesRefused(wrong or refused)


def _check_once(table: int, settled: Collection[int]) -> None:
    if table in settled:
        raise RuleViolation("table_twice", _("Table {table} appears twice."), table=table)
