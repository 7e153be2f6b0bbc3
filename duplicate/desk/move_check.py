"""Check of a word or a move at the desk: can it be played, at which places, for which score, or else why not.

One line asks for it all, in the form of a slip: a word ("HOUSE"), a move ("HOUSE H8"), or a whole slip with
its score ("HOUSE H8 24"), which is judged by the rules of the game. The same line searches the moves of the
round: with a pattern ("*ING"), points ("30+", "20-30", or "24" without a word), or a reference alone.
"""

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from django.utils.translation import gettext

from duplicate.judging import RoundPosition, Verdict, WrittenSlip, judge
from duplicate.judging.interpretations import ReadMove, read_move, read_word
from duplicate.judging.words import rule_text, sanction_text, verdict_text
from duplicate.rounds.moves import Tokens, tokens_of
from engine.errors import EngineError, MoveError
from engine.lexicon.definitions import definition_of
from engine.lexicon.patterns import Pattern, is_pattern
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.notation import Move, Reference
from engine.positions.move_search import MoveQuery, Range
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove, check_played, check_rack, check_words, formed_words, score_move
from engine.tiles import BLANK, LETTER_MASK, TileSet
from tournaments.lexicons.readings import describe_reading
from tournaments.wording.engine_messages import engine_message, message_for

MOST_PLACES = 8
_REFERENCE = re.compile(r"[A-Za-z]\d{1,2}|\d{1,2}[A-Za-z]")
_NUMBER = re.compile(r"\d{1,4}")
_RANGE = re.compile(r"\d+(\+|[-–]\d+)")


@dataclass(frozen=True, slots=True)
class TypedLine:
    """A typed line in its parts; a part that was not typed is empty. `number` is a score, or points without a
    word.
    """

    word: str = ""
    pattern: str = ""
    reference: str = ""
    number: int | None = None
    points: str = ""

    @classmethod
    def parse(cls, text: str, tiles: TileSet) -> Self:
        """Split a line into its parts, in any order."""
        line = cls()
        for piece in text.split():
            if _REFERENCE.fullmatch(piece):
                line = replace(line, reference=piece.upper())
            elif _NUMBER.fullmatch(piece):
                line = replace(line, number=int(piece))
            elif _RANGE.fullmatch(piece):
                line = replace(line, points=piece)
            elif is_pattern(piece, tiles):
                line = replace(line, pattern=piece)
            else:
                line = replace(line, word=f"{line.word} {tiles.raise_small_word(piece)}".strip())
        return line

    def narrow(self, query: MoveQuery, position: RoundPosition) -> MoveQuery:
        """Return the query with the conditions of the line added.

        Raises:
            EngineError: letters, a pattern or a reference that cannot be read.
        """
        tiles = position.tiles
        if self.word:
            part = tuple(cell & LETTER_MASK for cell in tiles.encode(self.word))
            return replace(query, part=part, points=Range.parse(self.points) if self.points else query.points)
        if self.pattern:
            query = replace(query, pattern=Pattern.parse(self.pattern, tiles))
        if self.reference:
            query = replace(query, begins=Reference.parse(self.reference, position.convention))
        points = self.points or str(self.number or "")
        return replace(query, points=Range.parse(points)) if points else query


@dataclass(frozen=True, slots=True)
class FormedLine:
    """A word that the move makes, with its score."""

    tokens: Tokens
    reference: str
    score: int
    good: bool


@dataclass(frozen=True, slots=True)
class WordPlace:
    """A place for a word, with its blanks marked."""

    word: str
    tokens: Tokens
    reference: str
    score: int


@dataclass(frozen=True, slots=True)
class SlipVerdict:
    """The score of such a slip under the rules of the game, and the reason."""

    score: int
    sanction: str
    sanction_text: str
    code: str
    text: str
    rule: str
    meant: tuple[WordPlace, ...]


@dataclass(frozen=True, slots=True)
class MoveCheck:
    """The answer about a word, and about the move if the line had a reference or a score.

    `reading` says how letters of several signs were read. `unlisted` are the words that the lexicon lacks. `reasons`
    say why it cannot be played, there or anywhere; there are none if it can. `formed` are all words that it would
    make there, if it fits the board. `places` are the best places for it, `place_count` the number of all.
    """

    word: str
    reading: str
    good: bool
    definition: str
    reference: str
    score: int | None
    reasons: tuple[str, ...]
    formed: tuple[FormedLine, ...]
    unlisted: tuple[str, ...]
    places: tuple[WordPlace, ...]
    place_count: int
    verdict: SlipVerdict | None

    @property
    def is_legal(self) -> bool:
        """True if the move can be placed as it is."""
        return bool(self.reference and not self.reasons)

    @property
    def more_places(self) -> bool:
        return self.place_count > len(self.places)


def check_line(line: TypedLine, position: RoundPosition, rules: RuleSet) -> MoveCheck:
    """Check a line with a word in it.

    Raises:
        EngineError: letters or a reference that cannot be read.
    """
    return _LineCheck(line, position, rules).result()


class _LineCheck:
    """The check of one line."""

    def __init__(self, line: TypedLine, position: RoundPosition, rules: RuleSet) -> None:
        self.line, self.position, self.rules = line, position, rules
        self.word = position.tiles.encode(line.word)
        self.plain = tuple(cell & LETTER_MASK for cell in self.word)
        self.reading: ReadMove | None = None
        self.lying: ScoredMove | None = None  # the move on the board, regardless of the rack and the lexicon
        self.reasons: list[str] = []
        if line.reference:
            self._lay(Reference.parse(line.reference, position.convention))
        elif not self.places:
            self._explain_no_place()

    def result(self) -> MoveCheck:
        position = self.position
        laid = self.reading.scored if self.reading else self.lying
        good = position.lexicon.contains(self.plain)
        return MoveCheck(
            word=position.tiles.decode(laid.move.word if laid else self.word),
            reading=describe_reading(self.word, position.tiles),
            good=good,
            definition=definition_of(position.lexicon.name, self.plain) if good else "",
            reference=self.line.reference,
            score=laid.score if laid else None,
            reasons=tuple(self.reasons),
            formed=self._form_words(laid) if laid else (),
            unlisted=self._unlisted(laid),
            places=tuple(_place(scored, position) for scored in self.places[:MOST_PLACES]),
            place_count=len(self.places),
            verdict=self._verdict(),
        )

    @cached_property
    def places(self) -> list[ScoredMove]:
        """The places for the word, the best first: one move for each place, the one that keeps the most
        tiles.
        """
        there: dict[Reference, ScoredMove] = {}
        for reading in read_word(self.word, self.position, forgive_marks=True):
            there.setdefault(reading.scored.move.reference, reading.scored)
        return sorted(there.values(), key=lambda scored: -scored.score)

    def _lay(self, reference: Reference) -> None:
        """Lay the word at the reference: as a legal move, or else as far as possible, with all that is wrong
        with it.
        """
        position = self.position
        move = Move(reference, self.word)
        try:
            self.lying = score_move(
                position.board, move, position.tiles, position.bonuses, convention=position.convention
            )
            self.reading = read_move(move, position, forgive_marks=True)
        except EngineError as error:
            self.reasons = self._find_reasons(error)

    def _find_reasons(self, error: EngineError) -> list[str]:
        """List everything that is wrong, not only the first error: letters that the rack lacks, and words
        that are none.
        """
        position, lying = self.position, self.lying
        if lying is None:
            return [message_for(error)]
        reasons = []
        lacking = self._lacking(lying)
        if lacking:
            reasons.append(engine_message("not_in_rack", {"letters": position.tiles.list_tiles(lacking)}))
        try:
            check_played(lying, position.tiles, position.most_played)
        except MoveError as too_many:
            reasons.append(message_for(too_many))
        try:
            check_words(position.board, lying.move, position.tiles, position.lexicon)
        except MoveError as bad:
            reasons.append(message_for(bad))
        return reasons or [message_for(error)]

    def _lacking(self, lying: ScoredMove) -> list[int]:
        """Return the tiles that the rack lacks, with its blanks counted for any letter."""
        try:
            check_rack(lying, self.position.rack, self.position.tiles)
        except MoveError:
            return _missing(lying.tiles, self.position.rack)
        return []

    def _explain_no_place(self) -> None:
        position = self.position
        if not position.lexicon.contains(self.plain):
            word = position.tiles.decode(self.plain)
            self.reasons = [engine_message("not_in_lexicon", {"words": word})]
            return
        lacking = _missing(self.plain, position.rack)
        letters = position.tiles.list_tiles(lacking)
        self.reasons = [
            gettext("The rack lacks {letters}, and the word fits nowhere on the board.").format(
                letters=letters
            )
            if lacking
            else gettext("The rack has the letters, but the word fits nowhere on the board.")
        ]

    def _unlisted(self, laid: ScoredMove | None) -> tuple[str, ...]:
        """Return the words that the lexicon lacks among those that the move makes, or the word alone."""
        position = self.position
        formed = [self.plain]
        if laid:
            formed = [
                formed_word.word for formed_word in formed_words(position.board, laid.move, position.tiles)
            ]
        plain = dict.fromkeys(tuple(cell & LETTER_MASK for cell in word) for word in formed)
        return tuple(
            position.tiles.decode(word)
            for word in plain
            if not position.lexicon.contains(word) and SHORTEST <= len(word) <= LONGEST
        )

    def _form_words(self, laid: ScoredMove) -> tuple[FormedLine, ...]:
        position = self.position
        return tuple(
            FormedLine(
                tokens_of(formed.word, position.tiles),
                formed.reference.text(position.convention),
                formed.score,
                position.lexicon.contains(formed.word),
            )
            for formed in formed_words(position.board, laid.move, position.tiles)
        )

    def _verdict(self) -> SlipVerdict | None:
        """Judge a move with its true score as the stated one, unless the line states another."""
        line = self.line
        if not line.reference and line.number is None:
            return None
        stated = line.number
        if stated is None and self.reading:
            stated = self.reading.scored.score
        written = WrittenSlip(line.word, line.reference, stated)
        return _slip_verdict(judge(written, self.position, self.rules), self.position)


def _missing(wanted: tuple[int, ...], rack: tuple[int, ...]) -> list[int]:
    """Return the tiles that the rack lacks, if its blanks cannot stand for all of them."""
    lacking = Counter(wanted) - Counter(rack)
    to_spare = rack.count(BLANK) - wanted.count(BLANK)
    return sorted(lacking.elements()) if lacking.total() > max(0, to_spare) else []


def _slip_verdict(verdict: Verdict, position: RoundPosition) -> SlipVerdict:
    text = verdict_text(verdict.code, verdict.params)
    return SlipVerdict(
        score=verdict.score,
        sanction=verdict.sanction,
        sanction_text=sanction_text(verdict.sanction, verdict.warnings),
        code=verdict.code,
        text=text,
        rule=rule_text(verdict.code) if text else "",
        meant=tuple(_place(scored, position) for scored in verdict.also),
    )


def _place(scored: ScoredMove, position: RoundPosition) -> WordPlace:
    reference, word = scored.move.text(position.tiles, position.convention)
    return WordPlace(word, tokens_of(scored.move.word, position.tiles), reference, scored.score)
