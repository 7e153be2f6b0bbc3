"""The top of a round, worked out in the background as soon as the rack is out, and kept with the round."""

from duplicate.models import Round
from duplicate.positions import convention_of, position_of
from duplicate.prepared_path import prepared_move
from engine.choice import preferred_top


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
