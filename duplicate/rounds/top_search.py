"""The top of a round, searched in the background as soon as the rack is out, and stored with the round."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from duplicate.judging import RoundPosition
from duplicate.models import Game, Round
from duplicate.positions.board_state import position_of
from duplicate.positions.prepared_path import prepared_move
from engine.duplicate_games.tie_break import choose_top
from engine.scoring import ScoredMove
from tournaments.positions import search
from tournaments.positions.search import PROGRAM

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class FoundTop:
    """The top of a round: `tops` as `Round.tops` stores them, `moves` as the search found them."""

    score: int
    tops: list[dict[str, Any]]
    moves: Sequence[ScoredMove]


def top_first(act: Callable[P, R]) -> Callable[P, R]:
    """Decorate an act that needs the top of round `number` of its `game`, or of the last round.

    A top that is still missing is searched before the act's transaction begins, so that slips can be stored
    meanwhile.
    """

    @wraps(act)
    def with_top(*args: P.args, **kwargs: P.kwargs) -> R:
        game, number = cast("Game", kwargs["game"]), cast("int | None", kwargs.get("number"))
        rounds = game.rounds.standing().exclude(state=Round.State.DRAWN)
        last = (rounds.filter(number=number) if number else rounds).last()
        if last and last.tops is None:
            find_top(last.pk)
        return act(*args, **kwargs)

    return with_top


def read_top(round_: Round) -> None:
    """Read the top of a round into the row, after a search if nobody has found it yet."""
    if round_.tops is None:
        find_top(round_.pk)
        round_.refresh_from_db(fields=["tops", "top_score"])


def find_top(round_id: int) -> None:
    """Store the top of a round and its isotops, unless they are stored already; they stay secret until the
    announcement.
    """
    round_ = Round.objects.select_related("game").filter(pk=round_id, tops__isnull=True).first()
    if round_ is None:
        return
    top = search_top(round_, position_of(round_))
    Round.objects.filter(pk=round_id, tops__isnull=True).update(top_score=top.score, tops=top.tops)


def search_top(round_: Round, position: RoundPosition) -> FoundTop:
    """Return the top of a round with this position, which may have another lexicon than its game."""
    rules = round_.game.rule_set
    top = search.find_top(PROGRAM, position.board, position.rack, position.lexicon, position.tiles, rules)
    prepared = prepared_move(round_)
    best = next((scored for scored in top.moves if scored.move == prepared), None)
    if not best and top.moves:
        best = choose_top(top.moves, position.rack, position.tiles, rules.top.order)
    tops = []
    for scored in top.moves:
        reference, word = scored.move.text(position.tiles, position.convention)
        tops.append({"reference": reference, "word": word, "preferred": scored == best})
    return FoundTop(top.score, tops, top.moves)
