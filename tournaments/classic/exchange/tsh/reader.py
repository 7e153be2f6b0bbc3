"""The files of tsh as an event. Pure.

tsh keeps pairings and scores with each of the two players; here they become one match, and what does not agree is
a fault. A round of a player without an opponent is a bye if its spread is above 0, a missed round that counts as
lost if it is below, and nothing if it is 0 (tsh counts it neither as a win nor as a loss). Files that Isotop wrote say
more in the field of `free_rounds`.

An `off` player has dropped out, and has no rank any more. Rounds before the first one of a player, and after the last
one of somebody who is off, missed rounds apart, give the rounds between which they play.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import PurePosixPath
from typing import Final, TypeVar

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.names import read_people
from tournaments.classic.exchange.tsh import plan, prizes
from tournaments.classic.exchange.tsh.config import (
    CONFIG,
    Config,
    federation_of,
    read_config,
    read_day,
    spread_caps_of,
)
from tournaments.classic.exchange.tsh.free_rounds import (
    BYE,
    MISSED,
    PLAYED,
    Forfeit,
    forfeit_facts,
    forfeit_of,
    word_of,
)
from tournaments.classic.exchange.tsh.lines import TshLine, read_lines
from tournaments.classic.exchange.values import (
    MOST_POINTS,
    FileDivision,
    FileEvent,
    FileMatch,
    FilePart,
    FilePlayer,
    Problems,
    free_round,
)
from tournaments.classic.models.divisions import MOST_ROUNDS
from tournaments.classic.rules.values import MatchFacts
from tournaments.classic.scores.scores import Score, check_score
from tournaments.errors import RuleViolation
from tournaments.events.registration.pasted import split_number

Line = TypeVar("Line", plan.PlanLine, prizes.PrizeLine)

_FIRST, _SECOND = 1, 2
_GAMES: Final = re.compile(r"[0-9]{1,5}")
# Rounds that one remark names.
_MOST_NAMED: Final = 10


def read_tsh(texts: Mapping[str, FilePart], problems: Problems) -> FileEvent:
    """Read the texts of a tsh folder by the names of their files, or of `.t` files alone."""
    by_name = {PurePosixPath(name).name.lower(): (name, text) for name, text in texts.items()}
    config_file, written = by_name.get(CONFIG, (CONFIG, FilePart("")))
    config = read_config(written.text, config_file, problems)
    caps = spread_caps_of(config, config_file, problems)
    files = config.files or {_stem(name): name for name in sorted(texts) if name.lower().endswith(".t")}
    planned = _by_division(config.plan)
    worth = _by_division(config.prizes)
    divisions: dict[str, FileDivision] = {}
    for name, file in files.items():
        key = PurePosixPath(file).name.lower()
        if key in divisions:
            error = RuleViolation("tsh_file_twice", _("Two divisions use the file {file}."), file=file)
            problems.fault(config_file, None, error)
            continue
        found = by_name.get(key)
        if found is None:
            error = RuleViolation(
                "tsh_file_missing", _("The file {file} of this division is missing."), file=file
            )
            problems.fault(config_file, None, error)
            continue
        lines = read_lines(found[1], found[0], problems)
        division = DivisionReader(found[0], lines, problems).read(name, config, caps)
        division = replace(division, leavers_unranked=name not in config.ranking_leavers)
        own = planned.get(name.upper(), []), worth.get(name.upper(), [])
        divisions[key] = _with_plan_and_prizes(division, *own, config_file, problems)
    _remark_on_other_divisions(files, config, config_file, problems)
    return FileEvent(
        tuple(divisions.values()),
        config.text("event_name")[:80],
        read_day(config.text("event_date")),
        federation_of(config.text("realm")),
    )


def _by_division(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """Group the lines by their division: there may be many of both."""
    grouped: dict[str, list[Line]] = {}
    for line in lines:
        grouped.setdefault(line.division, []).append(line)
    return grouped


def _with_plan_and_prizes(
    division: FileDivision,
    planned: Sequence[plan.PlanLine],
    worth: Sequence[prizes.PrizeLine],
    file: str,
    problems: Problems,
) -> FileDivision:
    """Return the division with what the configuration says of its rounds and prizes."""
    won, one_each = prizes.prizes_of_lines(worth, file, problems)
    stages, cycles = plan.stages_of_lines(planned, division.rounds_planned, file, problems)
    return replace(
        division,
        stages=stages,
        cycles=cycles,
        prizes=won,
        one_prize_each=one_each,
    )


def _remark_on_other_divisions(
    files: Mapping[str, str], config: Config, file: str, problems: Problems
) -> None:
    """Remark on lines of divisions that are not there, and on prizes of all divisions together, which we have not."""
    known = {name.upper() for name in files}
    unread = [
        *((line.number, plan.unread_violation(line)) for line in config.plan if line.division not in known),
        *(
            (line.number, prizes.unread_violation(line, prizes.NO_DIVISION))
            for line in config.prizes
            if line.division not in known
        ),
    ]
    for number, error in unread:
        problems.remark(file, number, error)


def _rated_games(line: TshLine) -> int | None:
    written = line.text("lifeg")
    return int(written) if _GAMES.fullmatch(written) else None


def _stem(name: str) -> str:
    stem = PurePosixPath(name).stem
    return stem.upper() if len(stem) == 1 else stem


class DivisionReader:
    """The reading of one file: its lines, and where its problems are put."""

    def __init__(self, file: str, lines: Sequence[TshLine], problems: Problems) -> None:
        self.file, self.lines, self.problems = file, lines, problems
        self.rounds = max((max(len(line.opponents), len(line.scores)) for line in lines), default=0)
        # Rounds of matches without a known first player.
        self.no_first: set[int] = set()

    def read(self, name: str, config: Config, caps: tuple[int, ...]) -> FileDivision:
        spreads = config.spreads_of(name)
        if self.rounds > MOST_ROUNDS:
            error = RuleViolation(
                "rounds_out_of_range", _("A division has 1 to {most} rounds."), most=MOST_ROUNDS
            )
            self.problems.fault(self.file, None, error)
            self.rounds = MOST_ROUNDS
        matches = tuple(match for index in range(self.rounds) for match in self._round(index, spreads))
        rounds: dict[int, list[MatchFacts]] = {}
        for one in matches:
            for number in filter(None, (one.facts.first, one.facts.second)):
                rounds.setdefault(number, []).append(one.facts)
        self._remark_on_firsts()
        self._remark_on_penalties()
        return FileDivision(
            name=config.names.get(name, name)[:80],
            players=tuple(
                self._player(number, line, rounds.get(number, []))
                for number, line in enumerate(self.lines, start=1)
                if line.is_read
            ),
            matches=matches,
            rounds_planned=min(MOST_ROUNDS, max(config.rounds(name) or 1, self.rounds, 1)),
            begun=self._last_begun(matches, config.begun.get(name)),
            bye_spread=spreads[0],
            forfeit_spread=spreads[1],
            spread_caps=caps,
        )

    def _last_begun(self, matches: Sequence[FileMatch], told: int | None) -> int:
        """Return the last round that has a result, or has begun as the files tell; where they do not, one in which
        everybody has a score and nobody an opponent has begun as well.
        """
        paired = {match.facts.round for match in matches if match.facts.second}
        begun = {
            match.facts.round for match in matches if match.facts.second and match.facts.outcome != "open"
        }
        if told is None:
            for number in set(range(1, self.rounds + 1)) - paired:
                if all(line.score(number - 1) is not None for line in self.lines):
                    begun.add(number)
        return max((told or 0, *begun))

    def _player(self, number: int, line: TshLine, rounds: Sequence[MatchFacts]) -> FilePlayer:
        name, licence = split_number(line.name)
        people = read_people(name)
        there = (round_.round for round_ in rounds if round_.second is not None or round_.is_bye)
        return FilePlayer(
            number=number,
            people=people,
            rating=line.rating or None,
            group=line.text("class"),
            team=line.text("team"),
            first_round=min((round_.round for round_ in rounds), default=1),
            last_round=max(there, default=0) if "off" in line.fields else None,
            licence="" if len(people) > 1 else licence,
            rated_games=_rated_games(line),
        )

    def _round(self, index: int, spreads: tuple[int, int]) -> list[FileMatch]:
        """Return the matches of a round; one without a table of its own in the file gets the next that is free."""
        facts = list(self._facts(index, spreads))
        at_board: dict[int, set[int]] = {}
        for number, line in enumerate(self.lines, start=1):
            forfeit = forfeit_of(line, index)
            if line.opponent(index) or forfeit:
                board = forfeit.table if forfeit else line.round_number("board", index)
                at_board.setdefault(board, set()).add(number)
        own = {frozenset(numbers): board for board, numbers in at_board.items() if board}
        boards = [
            own.get(frozenset({fact.first, fact.second}), 0) for fact in facts if fact.second is not None
        ]
        taken = set(boards)
        free = (table for table in count(1) if table not in taken)
        tables = iter(boards)
        return [
            FileMatch(fact, None if fact.second is None else next(tables) or next(free)) for fact in facts
        ]

    def _facts(self, index: int, spreads: tuple[int, int]) -> Iterator[MatchFacts]:
        seen: set[int] = set()
        for number, line in enumerate(self.lines, start=1):
            opponent, score = line.opponent(index), line.score(index)
            if number in seen or opponent is None:
                continue
            if two := self._forfeit(number, index):
                seen.add(two[0].opponent)
                yield forfeit_facts(index + 1, *two)
            elif opponent == 0:
                self._check_spread(line, score or 0)
                yield from _free_round(index + 1, number, score, spreads, word_of(line, index))
            elif self._is_mutual(number, opponent, index):
                seen.add(opponent)
                yield self._match(number, opponent, index)

    def _forfeit(self, number: int, index: int) -> tuple[Forfeit, Forfeit] | None:
        """Return the forfeited match of a number as both lines have it; None if there is none on which they agree."""
        own = forfeit_of(self._line(number), index)
        if own is None or not 1 <= own.opponent <= len(self.lines):
            return None
        other = forfeit_of(self._line(own.opponent), index)
        return (own, other) if other is not None and own.is_of_one_match(number, other) else None

    def _is_mutual(self, number: int, opponent: int, index: int) -> bool:
        """Tell whether both lines have the match; a line that cannot be read is a fault already."""
        if opponent <= len(self.lines) and not self._line(opponent).is_read:
            return False
        theirs = self._line(opponent).opponent(index) if opponent <= len(self.lines) else None
        if theirs == number != opponent:
            return True
        error = RuleViolation(
            "tsh_pairing",
            _("Round {round}: number {number} plays {opponent}, who does not play {number}."),
            round=index + 1,
            number=number,
            opponent=opponent,
        )
        self.problems.fault(self.file, self._line(number).number, error)
        return False

    def _match(self, number: int, opponent: int, index: int) -> MatchFacts:
        first, second = self._sides(number, opponent, index)
        scores = self._line(first).score(index), self._line(second).score(index)
        # Woogles writes 0 where a match has not been played yet.
        if not any(scores) and (None in scores or word_of(self._line(first), index) != PLAYED):
            return MatchFacts(index + 1, first, second)
        if None in scores:
            error = RuleViolation(
                "tsh_score_of_one",
                _("Round {round}: only one of the numbers {first} and {second} has a score."),
                round=index + 1,
                first=first,
                second=second,
            )
            self.problems.fault(self.file, self._line(number).number, error)
        for one, score in zip((first, second), scores, strict=True):
            self._check_score(one, score or 0)
        return MatchFacts(index + 1, first, second, "played", scores[0] or 0, scores[1] or 0)

    def _check_spread(self, line: TshLine, spread: int) -> None:
        """Note a spread of a round without an opponent that no division can set as a fault."""
        if abs(spread) > MOST_POINTS:
            error = RuleViolation(
                "impossible_spread",
                _("{spread} is not a valid spread of a bye or missed round: at most {most}."),
                spread=spread,
                most=MOST_POINTS,
            )
            self.problems.fault(self.file, line.number, error)

    def _check_score(self, number: int, score: int) -> None:
        """Note a score that no match can have as a fault of its player's line."""
        try:
            check_score(Score(score))
        except RuleViolation as error:
            self.problems.fault(self.file, self._line(number).number, error)

    def _sides(self, number: int, opponent: int, index: int) -> tuple[int, int]:
        """Return who goes first, and the other; the one whose line comes first if the file does not say."""
        mine, theirs = (self._line(one).round_number("p12", index) for one in (number, opponent))
        if {mine, theirs} != {_FIRST, _SECOND}:
            self.no_first.add(index + 1)
        return (opponent, number) if (mine, theirs) == (_SECOND, _FIRST) else (number, opponent)

    def _remark_on_firsts(self) -> None:
        if not self.no_first:
            return
        named = ", ".join(map(str, sorted(self.no_first)[:_MOST_NAMED]))
        error = RuleViolation(
            "tsh_no_first",
            _(
                "The file does not say who went first in every match of round {rounds}: the first in the list does."
            ),
            rounds=named + (" …" if len(self.no_first) > _MOST_NAMED else ""),
        )
        self.problems.remark(self.file, None, error)

    def _remark_on_penalties(self) -> None:
        for line in self.lines:
            if any(word not in {"0", "00"} for word in line.fields.get("penalty", ())):
                error = RuleViolation(
                    "tsh_penalty",
                    _("The penalties of {name} are ignored: the spread does not include them."),
                    name=line.name,
                )
                self.problems.remark(self.file, line.number, error)

    def _line(self, number: int) -> TshLine:
        return self.lines[number - 1]


def _free_round(
    round_: int, number: int, spread: int | None, spreads: tuple[int, int], word: str
) -> Iterator[MatchFacts]:
    """Yield the bye or missed round of a player without an opponent."""
    if not spread:
        if spread is None or word == BYE:
            yield MatchFacts(round_, number)
        elif word == MISSED:
            yield MatchFacts(round_, number, None, "first_forfeits")
    else:
        is_bye = spread > 0
        yield free_round(round_, number, abs(spread), spreads[0 if is_bye else 1], is_bye=is_bye)
