"""The top of a round, worked out in the background as soon as the rack is out, and kept with the round."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from duplicate.models import Game, Round
from duplicate.positions import convention_of, position_of
from duplicate.prepared_path import prepared_move
from engine.choice import preferred_top

P = ParamSpec("P")
R = TypeVar("R")


def top_first(act: Callable[P, R]) -> Callable[P, R]:
    """An act that needs the top of round `number` of its `game`, or of the last one: where nobody has worked it out
    yet that is done before the act's transaction begins, since slips are stored meanwhile.
    """

    @wraps(act)
    def with_top(*args: P.args, **kwargs: P.kwargs) -> R:
        game, number = cast("Game", kwargs["game"]), cast("int | None", kwargs.get("number"))
        rounds = game.rounds.standing().exclude(state=Round.State.DRAWN)
        asked_for = rounds.filter(number=number) if number else rounds
        last = asked_for.values_list("pk", "tops").last()
        if last and last[1] is None:
            find_top(last[0])
        return act(*args, **kwargs)

    return with_top


def find_top(round_id: int) -> None:
    """Work out the top and its isotops of a round, once; secret until the round is announced."""
    round_ = Round.objects.select_related("game").filter(pk=round_id, tops__isnull=True).first()
    if round_ is None:
        return
    from engine import simulate  # noqa: PLC0415 - a process that never searches never loads the search

    position, rules = position_of(round_), round_.game.rule_set
    found = simulate.find_top(position.board, position.rack, position.lexicon, position.tiles, rules)
    prepared = prepared_move(round_)
    best = next((scored for scored in found.moves if scored.move == prepared), None)
    if not best and found.moves:
        best = preferred_top(found.moves, position.rack, position.tiles, rules.top.order)
    convention = convention_of(round_.game)
    tops = []
    for scored in found.moves:
        reference, word = scored.move.text(position.tiles, convention)
        tops.append({"reference": reference, "word": word, "preferred": scored == best})
    Round.objects.filter(pk=round_id, tops__isnull=True).update(top_score=found.score, tops=tops)
