"""Cases with their verdicts as pages show them, from the square to the page: worked ones, and one that somebody
typed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.cases.addresses import what_if_address
from duplicate.cases.judged_cases import JudgedCase, judge_cases
from duplicate.cases.verdicts import CaseVerdict
from duplicate.cases.what_if import WhatIf
from duplicate.cases.worked_cases import cases_for
from duplicate.judging import RoundPosition, Verdict, WrittenSlip
from duplicate.judging.words import rule_text, sanction_text, verdict_text
from duplicate.positions.shown_boards import Square, board_labels, make_square
from duplicate.rounds.moves import Tokens, tokens_of
from duplicate.standings.words import average_rule, average_text
from engine.errors import EngineError
from engine.notation import Move
from engine.rules import (
    load_rule_set,
)
from engine.squares import CENTRE, SIZE
from engine.tiles import BLANK, BLANK_TEXT, Direction, TileSet

SECTIONS: dict[str, Promise] = {
    "good": _("What counts"),
    "warnings": _("Warnings"),
    "penalties": _("Penalties"),
    "zeros": _("Zeros"),
    "scores": _("Stated scores"),
    "blanks": _("Blanks"),
    "two-letters": _("Tiles of two letters"),
    "first-round": _("The first round"),
    "extensions": _("Extensions"),
    "second-zeros": _("Two zeros in a row"),
}

CASES: dict[str, Promise] = {
    "good": _("Word, reference and score as they must be"),
    "blank-marked": _("The blank is marked"),
    "extension": _("A word of the board made longer"),
    "score-missing": _("No score"),
    "score-wrong": _("A wrong score"),
    "score-understated": _("A score stated too low"),
    "score-overstated": _("A score stated too high"),
    "score-far-over": _("A score so high that the excess exceeds the value of the move"),
    "blank-not-marked": _("The blank is not marked"),
    "blank-wrong-letter": _("The wrong letter is marked as the blank"),
    "illegible": _("Hard to read, but deciphered"),
    "third-warning": _("The third warning of a game"),
    "fourth-warning": _("The fourth warning of a game"),
    "sixth-warning": _("The sixth warning of a game"),
    "reference-wrong": _("A wrong reference"),
    "one-square-off": _("A reference one square off"),
    "reference-missing": _("No reference, and the score fits"),
    "reference-off-board": _("A reference to no square of the board"),
    "wrong-direction": _("The reference of the other direction"),
    "no-place-fits": _("No reference, and the score fits nothing"),
    "last-letter-missing": _("The last letter lies on the board and is left out"),
    "last-letter-altered": _("The last letter lies on the board and another one is written"),
    "small-move": _("A penalty on a small move"),
    "never-below-zero": _("A penalty never goes below zero"),
    "no-slip": _("No slip"),
    "blank-slip": _("A blank slip"),
    "several": _("Several different slips"),
    "late": _("Written after time"),
    "letter-lacking": _("A letter that the rack lacks"),
    "letter-of-no-tile": _("A letter that is no tile"),
    "not-in-full": _("The word is not written in full"),
    "not-connected": _("A word that touches nothing"),
    "not-a-word": _("A word that is not in the lexicon"),
    "cross-word": _("A word across that is not in the lexicon"),
    "square-taken": _("A letter of the board is written as another one"),
    "nothing-laid": _("A word that lies there already"),
    "off-board": _("A word that runs off the board"),
    "one-letter": _("Only the letter that is added"),
    "two-letters-one-tile": _("Two letters are one tile, in brackets or not"),
    "two-letters-apart": _("The rack has two single tiles instead"),
    "two-tiles-written": _("Two single tiles are written instead"),
    "first-good": _("The first word, with its reference"),
    "first-without-reference": _("The first word without a reference"),
    "first-elsewhere": _("The first word at a lower-scoring place, with the score of the best place"),
    "first-lesser-score": _("The first word with the score of a lower-scoring place"),
    "first-blank": _("The first word with the blank on the other of two equal letters"),
    "first-not-a-word": _("A first word that is not in the lexicon"),
    "first-off-centre": _("A first word that misses the centre"),
    "first-one-tile": _("A first move of one tile"),
    "extension-wrong-reference": _("The whole new word, with a wrong reference"),
    "extension-without-reference": _("The whole new word, without a reference"),
    "extension-part": _("Only the letter that is added to a word"),
    "second-zero": _("The same fault again, before the first zero was announced"),
    "other-fault": _("A different fault from the round before"),
    "second-word-not-good": _("Twice a word that is not in the lexicon"),
}


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

    `rule` is the rule in words. `worth` is the move's own score where a penalty took something off.
    """

    score: int
    sanction: str
    sanction_text: str
    text: str
    rule: str
    worth: int | None
    meant: tuple[tuple[str, str, int], ...]


def show_slip(slip: WrittenSlip, tiles: TileSet) -> ShownSlip:
    """Return a slip with its letters as tiles, or as they are written if they are none."""
    try:
        tokens = tokens_of(tiles.encode(slip.word), tiles)
    except EngineError:
        tokens = tuple((letter, False) for letter in slip.word)
    return ShownSlip(tokens, slip.reference, slip.stated_score, slip.late, slip.illegible, slip.several)


def show_verdict(verdict: Verdict, position: RoundPosition, *, averaged: bool = False) -> ShownVerdict:
    """Return a verdict in words; `averaged` says that an average counts in its place."""
    text = verdict_text(verdict.code, verdict.params)
    return ShownVerdict(
        score=verdict.score,
        sanction=verdict.sanction,
        sanction_text=sanction_text("zero_averaged" if averaged else verdict.sanction, verdict.warnings),
        text=text or gettext("Written correctly."),
        rule=rule_text(verdict.code),
        worth=verdict.worth if verdict.sanction == "penalty" else None,
        meant=tuple(_meant(verdict, position)),
    )


def _meant(verdict: Verdict, position: RoundPosition) -> Iterator[tuple[str, str, int]]:
    for scored in verdict.also:
        reference, word = scored.move.text(position.tiles, position.convention)
        yield word, reference, scored.score


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
    direction: Direction


def show_board(position: RoundPosition, move: Move | None, words: tuple[str, ...]) -> ShownBoard:
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
    return ShownBoard(rows, tuple(columns), words, tiles.direction)


def show_rack(position: RoundPosition) -> Tokens:
    """Return the tiles of the rack, each with a flag for a blank."""
    return tuple((position.tiles.token(tile) or BLANK_TEXT, tile == BLANK) for tile in position.rack)


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


def show_typed(case: WhatIf, judged: CaseVerdict) -> ShownCase:
    """Return a case that somebody typed."""
    position = case.position
    return ShownCase(
        key="",
        title="",
        why="",
        round_number=case.round_number,
        board=show_board(position, judged.verdict.taken_for, ()),
        rack=show_rack(position),
        slip=None if case.slip is None else show_slip(case.slip, position.tiles),
        verdict=show_verdict(judged.verdict, position),
        points=judged.points,
        warnings=case.warnings,
        free_warnings=case.rules.sanctions.free_warnings,
        cost=judged.cost,
    )


def show_worked(judged: JudgedCase, rule_set: str, seen: set[str]) -> ShownCase:
    """Return a worked case for a rule set; `seen` has the reasons of the cases above it, and takes in its own."""
    file, rules = cases_for(rule_set), load_rule_set(rule_set)
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
        rack=show_rack(position),
        slip=None if case.slip is None else show_slip(case.slip, file.tiles),
        verdict=show_verdict(verdict.verdict, position, averaged=verdict.average is not None),
        points=verdict.points,
        warnings=case.warnings,
        free_warnings=rules.sanctions.free_warnings,
        cost=verdict.cost,
        address="" if before else what_if_address(case, file, rule_set),
        earlier_slip=show_slip(before.slip, file.tiles) if before else None,
        earlier=show_verdict(verdict.earlier, position) if verdict.earlier else None,
        average=average_text(verdict.average) if verdict.average else "",
        average_rule=average_rule(verdict.average) if verdict.average else "",
        others=case.others,
    )


@dataclass(frozen=True, slots=True)
class ShownSection:
    key: str
    title: str
    cases: tuple[ShownCase, ...]


def show_cases(rule_set: str) -> tuple[ShownSection, ...]:
    """Return all cases for a rule set that comes with the program, judged by it."""
    judged = judge_cases(rule_set)
    seen: set[str] = set()
    return tuple(
        ShownSection(
            section.key,
            str(SECTIONS[section.key]),
            tuple(show_worked(next(judged), rule_set, seen) for _case in section.cases),
        )
        for section in cases_for(rule_set).sections
    )
