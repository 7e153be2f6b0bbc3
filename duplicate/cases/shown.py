"""Cases with their verdicts as pages show them, in the active language."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from duplicate.cases.addresses import what_if_address
from duplicate.cases.titles import CASES, SECTIONS
from duplicate.cases.verdicts import CaseVerdict, judge_case, position_of
from duplicate.cases.what_if import WhatIf
from duplicate.cases.worked_cases import CaseFile, WorkedCase, cases_for
from duplicate.core.messages import average_rule, average_text, rule_text, sanction_text, verdict_text
from duplicate.judging import REASONS, Position, Verdict, WrittenSlip
from duplicate.rounds.moves import Tokens, tokens_of
from duplicate.values.boards import Square, board_labels, make_square
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.notation import Move
from engine.rules import RuleSet, load_rule_set
from engine.squares import CENTRE, SIZE
from engine.tiles import BLANK, BLANK_TEXT, TileSet

# Rows without tiles that a board shows above and below those with tiles.
MARGIN = 1


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """The rows of a board that matter: each its label and squares; `words` are its moves, for those who
    cannot see it.
    """

    rows: tuple[tuple[str, tuple[Square, ...]], ...]
    columns: tuple[str, ...]
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownSlip:
    """A slip as it was written; `tokens` are its letters, each with a flag for one that is marked as a blank."""

    tokens: Tokens
    reference: str
    score: int | None
    late: bool
    illegible: bool
    several: bool


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict in words.

    `rule` is the rule in words and `rule_id` its id in docs/rules.md. `worth` is the move's own score where a
    penalty took something off.
    """

    score: int
    sanction: str
    sanction_text: str
    text: str
    rule: str
    rule_id: str
    worth: int | None
    meant: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case for a page.

    `points` is what the round brings, `cost` the price of its warning. `why` is the reason whose first case
    this is, for links from a verdict.
    """

    key: str
    title: str
    why: str
    round_number: int
    board: ShownBoard
    rack: Tokens
    slip: ShownSlip | None
    verdict: ShownVerdict
    points: int
    warnings: int
    free_warnings: int
    cost: int
    address: str = ""
    earlier_slip: ShownSlip | None = None
    earlier: ShownVerdict | None = None
    average: str = ""
    average_rule: str = ""
    others: tuple[int, ...] = ()

    @property
    def is_warning(self) -> bool:
        return self.verdict.sanction == "warning"

    @property
    def number_of_warning(self) -> int:
        return self.warnings + 1


@dataclass(frozen=True, slots=True)
class ShownSection:
    key: str
    title: str
    cases: tuple[ShownCase, ...]


@dataclass(frozen=True, slots=True)
class JudgedCase:
    case: WorkedCase
    position: Position
    verdict: CaseVerdict


def show_cases(rule_set: str) -> tuple[ShownSection, ...]:
    """Return all cases for a rule set that comes with the program, judged by it."""
    file, rules = cases_for(rule_set), load_rule_set(rule_set)
    judged = _judge_all(rule_set)
    seen: set[str] = set()
    return tuple(
        ShownSection(
            section.key,
            str(SECTIONS[section.key]),
            tuple(_show_worked(next(judged), file, rules, rule_set, seen) for _case in section.cases),
        )
        for section in file.sections
    )


def lexicon_identity(rule_set: str) -> str:
    """Return the identity of the lexicon of these cases: its words may be replaced while the program runs."""
    return load_lexicon(cases_for(rule_set).lexicon).identity


def show_typed(case: WhatIf, judged: CaseVerdict) -> ShownCase:
    """Return a case that somebody typed."""
    position = case.position
    return ShownCase(
        key="",
        title="",
        why="",
        round_number=case.round_number,
        board=show_board(position, judged.verdict.taken_for, ()),
        rack=_rack(position),
        slip=None if case.slip is None else _show_slip(case.slip, position.tiles),
        verdict=_show_verdict(judged.verdict, position),
        points=judged.points,
        warnings=case.warnings,
        free_warnings=case.rules.sanctions.free_warnings,
        cost=judged.cost,
    )


def show_board(position: Position, move: Move | None, words: tuple[str, ...]) -> ShownBoard:
    """Return the rows with tiles and those beside them, with the move laid on the board as fresh tiles."""
    board, tiles = position.board, position.tiles
    laid = board.place(move) if move else board
    cells, values = laid.tokens(tiles), tiles.values_by_text()
    used = [row for row, tokens in enumerate(cells) if any(tokens)] or [CENTRE // SIZE]
    first, last = max(0, min(used) - MARGIN), min(SIZE - 1, max(used) + MARGIN)
    labels, columns = board_labels(position.convention)
    rows = tuple(
        (
            labels[row],
            tuple(
                make_square(row, column, token, values, is_fresh=not board.cell(row, column))
                for column, token in enumerate(cells[row])
            ),
        )
        for row in range(first, last + 1)
    )
    return ShownBoard(rows, tuple(columns), words)


def _judge_all(rule_set: str) -> Iterator[JudgedCase]:
    file, rules = cases_for(rule_set), load_rule_set(rule_set)
    lexicon = load_lexicon(file.lexicon)
    for section in file.sections:
        for case in section.cases:
            position = position_of(case.position, file, lexicon, rules)
            yield JudgedCase(case, position, judge_case(case, file, lexicon, rules))


def _show_worked(
    judged: JudgedCase, file: CaseFile, rules: RuleSet, rule_set: str, seen: set[str]
) -> ShownCase:
    case, position, verdict = judged.case, judged.position, judged.verdict
    code = verdict.verdict.code
    why = "" if code in seen else code
    seen.add(code)
    before = case.before
    return ShownCase(
        key=case.key,
        title=str(CASES[case.key]),
        why=why,
        round_number=case.position.round_number,
        board=show_board(position, verdict.verdict.taken_for, case.position.moves),
        rack=_rack(position),
        slip=None if case.slip is None else _show_slip(case.slip, file.tiles),
        verdict=_show_verdict(verdict.verdict, position, averaged=verdict.average is not None),
        points=verdict.points,
        warnings=case.warnings,
        free_warnings=rules.sanctions.free_warnings,
        cost=verdict.cost,
        address="" if before else what_if_address(case, file, rule_set),
        earlier_slip=_show_slip(before.slip, file.tiles) if before else None,
        earlier=_show_verdict(verdict.earlier, position) if verdict.earlier else None,
        average=average_text(verdict.average) if verdict.average else "",
        average_rule=average_rule(verdict.average) if verdict.average else "",
        others=case.others,
    )


def _show_slip(slip: WrittenSlip, tiles: TileSet) -> ShownSlip:
    try:
        tokens = tokens_of(tiles.encode(slip.word), tiles)
    except EngineError:
        tokens = tuple((letter, False) for letter in slip.word)
    return ShownSlip(tokens, slip.reference, slip.stated_score, slip.late, slip.illegible, slip.several)


def _show_verdict(verdict: Verdict, position: Position, *, averaged: bool = False) -> ShownVerdict:
    text = verdict_text(verdict.code, verdict.params)
    return ShownVerdict(
        score=verdict.score,
        sanction=verdict.sanction,
        sanction_text=sanction_text("zero_averaged" if averaged else verdict.sanction),
        text=text or gettext("Written as it must be."),
        rule=rule_text(verdict.code),
        rule_id=REASONS[verdict.code],
        worth=verdict.worth if verdict.sanction == "penalty" else None,
        meant=tuple(_meant(verdict, position)),
    )


def _meant(verdict: Verdict, position: Position) -> Iterator[tuple[str, str, int]]:
    for scored in verdict.also:
        reference, word = scored.move.text(position.tiles, position.convention)
        yield word, reference, scored.score


def _rack(position: Position) -> Tokens:
    return tuple((position.tiles.token(tile) or BLANK_TEXT, tile == BLANK) for tile in position.rack)
