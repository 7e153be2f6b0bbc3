"""Annotated games as they are shown: the moves on the board step by step, and the file for other programs.

The board is played again from the text of the game, which never changes. Names are shown as far as the event shows
them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext

from engine.formats.gcg import GcgGame, Pragma
from engine.referee import ClassicGame, Exchange, Pass, Place, Player, replay, state_of
from engine.referee.acts import Act
from engine.referee.gcg.reader import from_gcg
from engine.referee.gcg.writer import gcg_text
from engine.referee.state import State
from engine.tiles import TileSet, load_tile_set
from tournaments.classic.match_records.frames import TurnLine, line_of
from tournaments.classic.match_records.selectors import NOTATION
from tournaments.classic.models import AnnotatedGame, Division
from tournaments.names import name_visibility

NAMELESS = (Player("player1"), Player("player2"))
_KEPT = 64


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A line of the history, with the game after it.

    `rack` has the tiles that the player held, as far as they are known. `changed` are the squares, from 0 at the top
    left, on which the line laid a tile or took one away, each with what is there now.
    """

    line: TurnLine
    scores: tuple[int, ...]
    to_move: int | None
    rack: str
    changed: tuple[tuple[int, str], ...]


def game_in_text(text: str, tile_set: str) -> ClassicGame:
    """Return the game in a text that our writer wrote.

    Raises:
        EngineError: it cannot be played.
    """
    tiles = load_tile_set(tile_set)
    return from_gcg(GcgGame.parse(text.encode(), tiles), tiles)


def steps_of(game: ClassicGame) -> Iterator[ReplayStep]:
    """Yield the lines of the game, with the board and the scores after each."""
    tiles = load_tile_set(game.tiles)
    squares = _squares_of(game.start(), tiles)
    for step in replay(game):
        line = line_of(step.act, step.before, step.after)
        if line is None:
            continue
        before, squares = squares, _squares_of(step.after, tiles)
        yield ReplayStep(
            line=line,
            scores=step.after.scores,
            to_move=None if step.after.is_over or step.after.end_reason else step.after.to_move,
            rack=_rack_of(step.act, step.before, tiles),
            changed=tuple(
                (square, now)
                for square, (was, now) in enumerate(zip(before, squares, strict=True))
                if was != now
            ),
        )


def replay_values(game: AnnotatedGame) -> dict[str, Any]:
    """Return all that the page of a game shows, the same for everybody who may see it."""
    return _values(game.text, game.tile_set) | {"names": shown_names(game)}


@lru_cache(maxsize=_KEPT)
def _values(text: str, tile_set: str) -> dict[str, Any]:
    game = game_in_text(text, tile_set)
    start, steps = game.start(), list(steps_of(game))
    return {
        "turns": [asdict(line) for line in lines_with_withdrawn(steps)],
        "scores": [start.scores, *(step.scores for step in steps)],
        "sides": [start.to_move, *(step.to_move for step in steps)],
        "racks": [step.rack for step in steps],
        "changed": [step.changed for step in steps],
        "values": load_tile_set(tile_set).values_by_text(),
        "notation": NOTATION,
        "over": state_of(game).is_over,
    }


def lines_with_withdrawn(steps: Sequence[ReplayStep]) -> list[TurnLine]:
    """Return the lines; a challenge takes the play off that comes right before it."""
    withdrawn = {place - 1 for place, step in enumerate(steps) if step.line.kind == "upheld"}
    return [replace(step.line, withdrawn=place in withdrawn) for place, step in enumerate(steps)]


def shown_names(game: AnnotatedGame) -> list[str]:
    """Return the names of both players as the reader may see them."""
    if name_visibility.are_hidden():
        return [gettext("Player {number}").format(number=number) for number in (1, 2)]
    return [game.first_name, game.second_name]


def annotated_lines(division: Division) -> list[tuple[AnnotatedGame, str]]:
    """Return the games of a division in the order in which they came, each with its names as one text."""
    return [(game, " – ".join(shown_names(game))) for game in division.annotated_games.defer("text")]


def gcg_of_game(game: AnnotatedGame) -> str:
    """Return the game as the content of a GCG file, with names as they may be shown."""
    played, division = game_in_text(game.text, game.tile_set), game.division
    title = Pragma("title", " ".join(f"{division.event.name}, {division.name}".split()))
    players = tuple(Player(name) for name in shown_names(game))
    return gcg_text(replace(played, players=players, lexicon=game.lexicon), head=(title,))


def _squares_of(state: State, tiles: TileSet) -> list[str]:
    return [token for row in state.board.tokens(tiles) for token in row]


def _rack_of(act: Act, before: State, tiles: TileSet) -> str:
    if not isinstance(act, Place | Exchange | Pass):
        return ""
    return tiles.decode_rack(before.seats[act.player].known)
