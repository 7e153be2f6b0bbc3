"""Un-Scrabble: a finished board is taken apart, word by word (RULES V10).

Nothing is hidden: players hold only points. The player who sits first begins; the table decides who that is.
`{"act": "remove", "player": 0, "squares": ["H8", "H9"]}` is a turn; `{"act": "pass", "player": 0}` is one if
players may pass. Squares are named as in classic games, columns lettered and rows numbered.

Invariants: the removed tiles and those on the board are the initial board; while the game is not over some
removal is possible.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.board import Board
from engine.errors import RuleSetError, TurnError
from engine.lexicon import Lexicon
from engine.modes.acts import kind_of, player_of, texts_of
from engine.modes.base import Act, Mode, Setup
from engine.modes.seats import check_seats
from engine.modes.unscrabble.removals import (
    can_remove,
    check_removal,
    face_value,
    is_connected,
    read_squares,
    remove_tiles,
)
from engine.racks.draw import unseen
from engine.referee.board_texts import parse_board
from engine.referee.runs import square_text
from engine.rules import (
    RuleSet,
)
from engine.rules.game_settings import check_settings, refusal
from engine.rules.setting_kinds import Flag, SettingProblem, Text, setting
from engine.squares import SQUARES
from engine.tiles import TileSet
from engine.translation import gettext_noop as _


def read_board(text: str, tiles: TileSet) -> Board:
    """Read the board in a text: a CGP position or its first field, fifteen rows, GCG, or the record of a
    game.

    Raises:
        EngineError: it cannot be read; the error names the line, round or row.
        RuleSetError: no game with these tiles ends with it.
    """
    board = parse_board(text.strip(), tiles)
    lying = [square for square in range(SQUARES) if board.cells[square]]
    if len(lying) < 2:
        raise _refusal(SettingProblem(_("there are no words on it")))
    if not is_connected(lying):
        raise _refusal(SettingProblem(_("its words are not connected")))
    if len(lying) + sum(unseen(board, tiles)) != tiles.size:
        raise _refusal(SettingProblem(_("it has tiles that the set does not have")))
    return board


def play_board(seed: str, lexicon: Lexicon, tiles: TileSet) -> Board:
    """Return the board at the end of a duplicate game that the engine plays, always with a top."""
    from engine.duplicate_games.simulate import play_rounds  # noqa: PLC0415 - imports the search

    board = Board.empty()
    for played in play_rounds(seed=seed, lexicon=lexicon, tiles=tiles, rules=RuleSet()):
        board = played.board.place(played.placed.move) if played.placed else played.board
    if board.is_empty:
        raise _refusal(SettingProblem(_("the engine finds no word to play: bring a board along")))
    return board


def _refusal(problem: SettingProblem) -> RuleSetError:
    return refusal("board", problem)


RULE = "V10"
NAME = _("Un-Scrabble")
LONGEST_BOARD = 100_000

EndReason = Literal["empty", "stuck", "passes"]


@dataclass(frozen=True, slots=True)
class UnscrabbleSettings:
    """The settings of Un-Scrabble."""

    board: str = setting(
        "",
        Text(LONGEST_BOARD),
        _("Finished board"),
        _(
            "A CGP position, fifteen rows, GCG, or the record of a game. Empty: the engine plays one to its end."
        ),
    )
    may_pass: bool = setting(
        False,
        Flag(),
        _("Players may pass"),
        _("Scores nothing. When all have passed in succession the game is over."),
    )

    def __post_init__(self) -> None:
        check_settings(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """A turn: the tiles taken and their squares; a turn without any was a pass."""

    player: int
    squares: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()
    score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Unscrabble:
    """A moment of the game."""

    setup: Setup
    board: Board
    to_move: int = 0
    turns: tuple[Removal, ...] = ()
    ended: EndReason | None = None


def check(settings: UnscrabbleSettings, tiles: TileSet) -> None:
    """Refuse a board that cannot be read, or does not fit these tiles."""
    if settings.board.strip():
        read_board(settings.board, tiles)


def start(setup: Setup) -> Unscrabble:
    """Return the game before its first turn; if nothing can be removed it is over at once."""
    check_seats(UNSCRABBLE, setup)
    text, tiles = setup.settings.board, setup.tiles
    board = read_board(text, tiles) if text.strip() else play_board(setup.seed, setup.lexicon, tiles)
    return _check_end(Unscrabble(setup=setup, board=board))


def apply(state: Unscrabble, act: Act) -> Unscrabble:
    """Return the game after the act; raise an `EngineError` if the rules do not allow it."""
    kind = kind_of(act, tuple(_ACTS), NAME, RULE)
    player = player_of(act, state.setup.players)
    if state.ended:
        raise TurnError("unscrabble_over")
    if player != state.to_move:
        raise TurnError("unscrabble_turn", player=state.setup.players[state.to_move].name)
    return _ACTS[kind](state, act)


def _remove(state: Unscrabble, act: Act) -> Unscrabble:
    squares = read_squares(texts_of(act, "squares"))
    setup, board = state.setup, state.board
    check_removal(board, squares, setup.lexicon, setup.tiles)
    squares = tuple(sorted(squares))
    removal = Removal(
        player=state.to_move,
        squares=squares,
        cells=tuple(board.cells[square] for square in squares),
        score=face_value(board, squares, setup.tiles),
    )
    return _check_end(_next(replace(state, board=remove_tiles(board, squares)), removal))


def _pass(state: Unscrabble, _act: Act) -> Unscrabble:
    if not state.setup.settings.may_pass:
        raise TurnError("unscrabble_no_pass")
    after = _next(state, Removal(player=state.to_move))
    players = len(state.setup.players)
    if len(after.turns) >= players and not any(turn.squares for turn in after.turns[-players:]):
        return replace(after, ended="passes")
    return after


def _next(state: Unscrabble, turn: Removal) -> Unscrabble:
    """Record a turn, and give the next player the turn."""
    following = (state.to_move + 1) % len(state.setup.players)
    return replace(state, turns=(*state.turns, turn), to_move=following)


def _check_end(state: Unscrabble) -> Unscrabble:
    if state.board.is_empty:
        return replace(state, ended="empty")
    return state if can_remove(state.board, state.setup.lexicon) else replace(state, ended="stuck")


_ACTS = {"remove": _remove, "pass": _pass}


def scores(state: Unscrabble) -> tuple[int, ...]:
    return tuple(
        sum(turn.score for turn in state.turns if turn.player == player)
        for player in range(len(state.setup.players))
    )


def waits_for(state: Unscrabble) -> tuple[int, ...]:
    return () if state.ended else (state.to_move,)


def winners(state: Unscrabble) -> tuple[int, ...] | None:
    """Return the players with the highest score; a tie is shared."""
    if not state.ended:
        return None
    totals = scores(state)
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


def show_game(state: Unscrabble, _viewer: int | None) -> dict[str, Any]:
    """Return the view, the same for everybody: nothing is hidden."""
    tiles, won = state.setup.tiles, winners(state)
    return {
        "players": [
            {"name": player.name, "score": score}
            for player, score in zip(state.setup.players, scores(state), strict=True)
        ],
        "waits_for": list(waits_for(state)),
        "over": state.ended is not None,
        "ended": state.ended,
        "winners": None if won is None else list(won),
        "board": state.board.tokens(tiles),
        "may_pass": state.setup.settings.may_pass,
        "turns": [
            {
                "player": turn.player,
                "squares": [square_text(square, "english") for square in turn.squares],
                "tiles": [tiles.token(cell) for cell in turn.cells],
                "score": turn.score,
            }
            for turn in state.turns
        ],
    }


UNSCRABBLE = Mode(
    code="unscrabble",
    name=NAME,
    rule=RULE,
    fewest=2,
    most=4,
    ways=("phones", "tablet", "paper"),
    settings=UnscrabbleSettings,
    start=start,
    apply=apply,
    shown=show_game,
    waits_for=waits_for,
    scores=scores,
    winners=winners,
    check=check,
)
