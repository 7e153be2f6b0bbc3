"""The move of a round that goes on the board.

RULES D6 says the top. The arbitrator may place any other move that the rack allows, after confirming what it
loses; players' scores are compared with the top all the same.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from duplicate.judging import RoundPosition
from duplicate.models import Round
from duplicate.positions.board_state import position_of
from duplicate.rounds.confirmations import (
    WASTED_BLANK,
    WASTED_BLANK_MESSAGE,
    WORSE_MOVE,
    WORSE_MOVE_MESSAGE,
    require,
)
from engine.duplicate_games.tie_break import choose_top
from engine.notation import Move
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove, check_played, check_rack, check_words, score_move
from tournaments.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class ToPlace:
    """A move as it is stored with its round; word and reference are empty if no move is possible."""

    word: str = ""
    reference: str = ""
    score: int = 0


def move_to_place(round_: Round, *, reference: str, word: str, confirmed: Collection[str]) -> ToPlace:
    """Check the move that the arbitrator wants on the board, and return it. The top of the round must have
    been found.

    Raises:
        EngineError: the move cannot be played; the error says why.
        ConfirmationNeeded: the move is no top, or spends a blank that an isotop keeps.
        RuleViolation: no move is given, though one is possible.
    """
    if not word and not reference:
        if round_.tops:
            raise RuleViolation(
                "move_missing", _("Round {number} can be played: choose a move."), number=round_.number
            )
        return ToPlace()
    position, rules = position_of(round_), round_.game.rule_set
    scored = legal_move(position, reference, word)
    tops = [legal_move(position, top["reference"], top["word"]) for top in round_.tops or ()]
    _check_worth(scored, tops, position, rules, confirmed)
    reference, word = scored.move.text(position.tiles, position.convention)
    return ToPlace(word, reference, scored.score)


def legal_move(position: RoundPosition, reference: str, word: str) -> ScoredMove:
    """Return the move with its score.

    Raises:
        EngineError: it cannot be read or does not fit, the rack lacks a tile, or a word is not in the
            lexicon.
    """
    move = Move.parse(reference, word, position.tiles, position.convention)
    scored = score_move(
        position.board, move, position.tiles, position.bonuses, convention=position.convention
    )
    check_rack(scored, position.rack, position.tiles)
    check_played(scored, position.tiles, position.most_played)
    check_words(position.board, move, position.tiles, position.lexicon)
    return scored


def _check_worth(
    scored: ScoredMove,
    tops: list[ScoredMove],
    position: RoundPosition,
    rules: RuleSet,
    confirmed: Collection[str],
) -> None:
    """Require a confirmation for a move that loses points, or a blank."""
    params = _move_params(scored, position)
    best = choose_top(tops, position.rack, position.tiles, rules.top.order)
    if scored.score < best.score:
        params |= {"lost": best.score - scored.score, **_move_params(best, position, "top_")}
        require(WORSE_MOVE, WORSE_MOVE_MESSAGE, confirmed, **params)
        return
    keeping = [top for top in tops if top.blanks < scored.blanks]
    # A rule set that returns played blanks loses none.
    if keeping and rules.rack.blanks == "stay":
        best = choose_top(keeping, position.rack, position.tiles, rules.top.order)
        params |= _move_params(best, position, "top_")
        require(WASTED_BLANK, WASTED_BLANK_MESSAGE, confirmed, **params)


def _move_params(scored: ScoredMove, position: RoundPosition, prefix: str = "") -> dict[str, object]:
    reference, word = scored.move.text(position.tiles, position.convention)
    return {f"{prefix}word": word, f"{prefix}reference": reference, f"{prefix}score": scored.score}
