"""Written games, parsed and played by the rules; each error is reported with its line or round.

Invariants: either a game is right from its first line to its last, or `GameRefused` names each wrong line.
Lines after one that leaves the board unknown cannot be judged, and the errors say so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from engine.duplicate_games.records import RecordRound
from engine.formats.text_games import PublishedGame, read_published
from engine.lexicon import Lexicon
from engine.notation import Convention
from engine.rules import (
    RuleSet,
)
from engine.tiles import TileSet
from tournaments.errors import ContentRefused
from tournaments.positions.in_play import SearchAsker
from tournaments.positions.search import play_written
from tournaments.processes.own_process import in_own_process
from tournaments.wording.clauses import label_clause
from tournaments.wording.engine_messages import message_for, message_for_published

if TYPE_CHECKING:
    from engine.duplicate_games.simulate import PlayedRound
    from engine.duplicate_games.typed_games import WrittenRound


class GameRefused(ContentRefused):
    """A game that was not prepared; `errors` are sentences, one for each faulty line or round."""


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A round as it was written, with the number and the name of its line or round."""

    number: int
    where: str
    round: RecordRound
    score_stated: bool = False


@dataclass(frozen=True, slots=True)
class ParsedGame:
    """A game as it was written: its rounds up to the first unreadable line, and the unreadable lines.

    `published` is the text that it was read from, if that has totals.
    """

    lines: Sequence[WrittenLine]
    unread: Sequence[tuple[int, str]] = ()
    published: PublishedGame | None = field(default=None, repr=False)


def parse_record_rounds(rounds: Iterable[RecordRound]) -> ParsedGame:
    return ParsedGame(
        [
            WrittenLine(number, gettext("Round {number}").format(number=number), line, score_stated=True)
            for number, line in enumerate(rounds, start=1)
        ]
    )


@in_own_process()
def parse_published(text: str, tiles: TileSet) -> ParsedGame:
    """Parse a text as clubs publish it (`engine.formats.text_games`)."""
    game = read_published(text, tiles)
    lines = [
        WrittenLine(round_.line, _line_name(round_.line), round_.round, score_stated=round_.scored)
        for round_ in game.rounds
    ]
    return ParsedGame(lines, published=game)


def parse_typed(text: str, tiles: TileSet) -> ParsedGame:
    """Parse a round a line: "RACK WORD REF", or "RACK" if nobody can play."""
    lines, unread = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        parts = line.split()
        if len(parts) in {1, 3}:
            rack, word, reference = [*parts, "", ""][:3]
            round_ = RecordRound(rack=rack, word=tiles.raise_small_word(word), ref=reference, score=0)
            lines.append(WrittenLine(number, _line_name(number), round_))
        elif parts:
            problem = gettext("write rack, word and reference, such as “AEINRST RETAINS H4”.")
            unread.append((number, label_clause(_line_name(number), problem)))
    if unread:
        lines = [line for line in lines if line.number < unread[0][0]]
    return ParsedGame(lines, unread)


def play(
    written: ParsedGame,
    lexicon: Lexicon,
    tiles: TileSet,
    rules: RuleSet,
    notation: Convention,
    *,
    asker: SearchAsker,
) -> list["PlayedRound"]:
    """Play the rounds by the rules and return them.

    Raises:
        GameRefused: each line that cannot be read, or that the rules forbid, or in which a number is wrong.
        RuleViolation: a round is being played here, in a game that the asker does not arbitrate.
    """
    judged = play_written(
        asker,
        (line.round for line in written.lines),
        lexicon=lexicon,
        tiles=tiles,
        rules=rules,
        notation=notation,
    )
    errors = [*written.unread, *_faults(written, judged)]
    if written.published is not None:
        scores = [one.score for one in judged if one.score is not None]
        errors += [(error.line, message_for_published(error)) for error in written.published.problems(scores)]
    if errors:
        raise GameRefused([sentence for _, sentence in sorted(errors, key=lambda error: error[0])])
    if not judged:
        raise GameRefused([gettext("There are no rounds.")])
    return [one.played for one in judged if one.played is not None]


def _line_name(number: int) -> str:
    return gettext("Line {line}").format(line=number)


def _faults(written: ParsedGame, judged: Sequence["WrittenRound"]) -> Iterable[tuple[int, str]]:
    for line, one in zip(written.lines, judged, strict=False):
        problems = [message_for(problem) for problem in one.problems]
        if one.score is None and len(judged) < len(written.lines):
            problems.append(gettext("Later rounds could not be checked."))
        if line.score_stated and one.score not in {None, line.round.score}:
            problem = gettext("the score is {found}, not {said}.")
            # It comes first, as its sentence continues the name of the line; the others begin a new sentence.
            problems.insert(0, problem.format(found=one.score, said=line.round.score))
        if problems:
            yield line.number, label_clause(line.where, " ".join(problems))
