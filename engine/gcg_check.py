"""Checking the record of a classic game: scores, totals and tiles, event by event.

Each event is told with what is wrong with it. After a wrong total the check goes on from the total that the
record has, so that every fault is told once. Racks need not be whole, as long as they have the tiles played.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Board
from engine.draw import unseen
from engine.errors import MoveError, RackError
from engine.gcg import THROUGH, Event, GcgGame, Kind
from engine.notation import Move, Reference
from engine.scoring import ScoredMove, WordSource, bad_words, check_rack, score_move
from engine.squares import SIZE, Direction
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class CheckedEvent:
    """What an event scores; `found` is None if the move cannot lie there, and the check ends with it."""

    event: Event
    found: int | None
    problems: tuple[str, ...]


def check(game: GcgGame, tiles: TileSet, lexicon: WordSource | None = None) -> Iterator[CheckedEvent]:
    """Play the game again; without a lexicon the words are not looked up."""
    table = _Table(tiles, lexicon)
    totals: Counter[str] = Counter()
    for event in game.events:
        try:
            found, problems = table.play(event)
        except MoveError as error:
            yield CheckedEvent(event, None, (str(error),))
            return
        # Some programs write that a move that was withdrawn has scored nothing.
        said = found if event.kind is Kind.WITHDRAWN and event.score == 0 else event.score
        if said != found:
            problems.insert(0, f"The score is {found}, not {said}.")
        total = totals[event.player] + said
        if event.total != total:
            problems.append(f"The total is {total}, not {event.total}.")
        totals[event.player] = event.total
        yield CheckedEvent(event, found, tuple(problems))


class _Table:
    """The board as the game goes on, and as it was before the latest move."""

    def __init__(self, tiles: TileSet, lexicon: WordSource | None) -> None:
        self.tiles = tiles
        self.lexicon = lexicon
        self.board = self.before = Board.empty()
        self.latest: Event | None = None

    def play(self, event: Event) -> tuple[int, list[str]]:
        """What an event scores, and what is wrong with it besides the score."""
        found, problems = event.score, list[str]()
        if event.kind is Kind.MOVE:
            scored = _scored(event, self.board, self.tiles)
            problems = list(_tile_problems(scored, event, self.board, self.tiles, self.lexicon))
            self.before, self.board, found = self.board, self.board.place(scored.move), scored.score
        elif event.kind is Kind.WITHDRAWN:
            move = self.latest
            if move and move.kind is Kind.MOVE and move.player == event.player:
                self.board, found = self.before, -move.score
            else:
                problems = ["There is no move of this player to withdraw."]
        elif event.kind in {Kind.PASS, Kind.EXCHANGE}:
            found, problems = 0, list(_exchange_problems(event, self.tiles))
        elif event.kind is Kind.RACK:
            found = _rack_points(event, self.tiles)
        self.latest = event
        return found, problems


def _scored(event: Event, board: Board, tiles: TileSet) -> ScoredMove:
    """The move of an event, with the letters that lie there put into its word."""
    reference = event.reference
    assert reference is not None  # a move has one
    along = reference.row if reference.direction is Direction.DOWN else reference.column
    if along + len(event.tiles) > SIZE:
        letters = tiles.decode(cell for cell in event.tiles if cell != THROUGH)
        raise MoveError("off_board", word=letters, reference=reference.text("english"))
    word = []
    for place, cell in enumerate(event.tiles):
        index = reference.index + place * reference.direction.step
        if cell == THROUGH and not board.cells[index]:
            square = Reference(*divmod(index, SIZE), reference.direction).text("english")
            raise MoveError("nothing_lies_there", square=square)
        word.append(cell or board.cells[index])
    return score_move(board, Move(reference, tuple(word)), tiles, convention="english")


def _tile_problems(
    scored: ScoredMove, event: Event, board: Board, tiles: TileSet, lexicon: WordSource | None
) -> Iterator[str]:
    if event.rack:
        try:
            check_rack(scored, event.rack, tiles)
        except MoveError as error:
            yield str(error)
    supply = Counter(dict(enumerate(unseen(board, tiles))))
    missing = Counter(event.rack or scored.tiles) - supply
    if missing:
        yield str(RackError("rack_not_in_bag", letters=tiles.decode_rack(sorted(missing.elements()))))
    bad = bad_words(board, scored.move, tiles, lexicon) if lexicon else ()
    if bad:
        words = ", ".join(tiles.decode(formed.word).upper() for formed in bad)
        yield str(MoveError("not_in_lexicon", words=words))


def _exchange_problems(event: Event, tiles: TileSet) -> Iterator[str]:
    missing = Counter(event.tiles) - Counter(event.rack)
    if event.rack and missing:
        yield str(MoveError("not_in_rack", letters=tiles.decode_rack(sorted(missing.elements()))))


def _rack_points(event: Event, tiles: TileSet) -> int:
    """What the tiles left bring: their value or twice that to who has gone out, or a loss to who has them."""
    value = sum(tiles.values[tile] for tile in event.tiles)
    if event.score in {value, -value}:
        return event.score
    return -value if event.score < 0 else 2 * value
