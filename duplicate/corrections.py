"""Going back: taking back what has been decided, each time with a reason that goes into the log.

What always holds: nothing is deleted. A cancelled round stays on record with its slips and has no part in the
game; everything after a change follows from the rows. Only the last round can be cancelled or have its placed move
changed, since every later rack was drawn from what it left. Slips and rulings of any round are changed at the desk's
line (`arbitration`), with a reason as well.
"""

from dataclasses import asdict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate import log, play
from duplicate.confirming import EVERYTHING
from duplicate.event_results import record_that_it_goes_on
from duplicate.holding import hold_game, hold_round
from duplicate.models import Game, Round
from duplicate.placing import move_to_place
from duplicate.publishing import publish
from tournaments.errors import RuleViolation
from tournaments.posts import check_chief, check_may_judge


@transaction.atomic
def change_rack(*, game: Game, rack: str, reason: str, by: User) -> Round:
    """Put another rack in the place of one that the players have not seen.

    Raises:
        EngineError: a rack that `play.type_rack` does not take.
        RuleViolation: no reason; no rack drawn, or one that is out.
    """
    game, reason = _held(game, reason)
    check_may_judge(game.event, by)
    play.put_back_rack(game=game, by=by)
    round_ = play.type_rack(game=game, rack=rack, by=by)
    log.write(game, "rack_changed", by=by, number=round_.number, rack=round_.rack, why=reason)
    return round_


@transaction.atomic
def cancel_round(*, game: Game, number: int, reason: str, by: User) -> None:
    """Take the last round out of the game, whatever its state; its rack goes back into the bag and its number to
    the next one. A game that had ended with it goes on.

    Raises:
        RuleViolation: no reason; a round that is not the last.
    """
    game, reason = _held(game, reason)
    check_chief(game.event, by)
    round_ = _last_round(game, number, by)
    log.write(
        game,
        "round_cancelled",
        by=by,
        number=number,
        rack=round_.rack,
        word=round_.word,
        reference=round_.reference,
        state=round_.state,
        why=reason,
    )
    round_.state, round_.announced_at, round_.score = Round.State.CANCELLED, None, None
    round_.full_clean()
    round_.save(update_fields=["state", "announced_at", "score"])
    _go_on(game)
    _publish(game)


@transaction.atomic
def change_placed_move(*, game: Game, number: int, reference: str, word: str, reason: str, by: User) -> None:
    """Put another move of the last announced round on the board. The reason covers whatever is lost by it. The game
    ends, or goes on, as the rules say of the new board.

    Raises:
        EngineError: the move cannot be played.
        RuleViolation: no reason; a round that is not the last, or not announced; the move lies there already.
    """
    game, reason = _held(game, reason)
    check_may_judge(game.event, by)
    round_ = _last_round(game, number, by)
    if round_.state != Round.State.ANNOUNCED:
        raise RuleViolation("round_not_announced", _("Round {number} is not announced yet."), number=number)
    placed = move_to_place(round_, reference=reference, word=word, confirmed=EVERYTHING)
    if (placed.word, placed.reference) == (round_.word, round_.reference):
        raise RuleViolation("same_move", _("{word} {reference} is on the board already."), **asdict(placed))
    log.write(
        game,
        "placed_move_changed",
        by=by,
        number=number,
        why=reason,
        word=placed.word,
        reference=placed.reference,
        score=placed.score,
        before_word=round_.word,
        before_reference=round_.reference,
    )
    round_.word, round_.reference, round_.score = placed.word, placed.reference, placed.score
    round_.full_clean()
    round_.save(update_fields=["word", "reference", "score"])
    _go_on(game)
    play.finish_if_over(game)
    _publish(game)


@transaction.atomic
def resume_game(*, game: Game, reason: str, by: User) -> None:
    """Let a game go on that an arbitrator had ended.

    Raises:
        RuleViolation: no reason; a game that is not over, or that the rules have ended.
    """
    game, reason = _held(game, reason)
    check_chief(game.event, by)
    if game.state != Game.State.FINISHED:
        raise RuleViolation("game_not_finished", _("This game is not over."))
    if game.end_reason != "arbitrator":
        raise RuleViolation(
            "ended_by_the_rules", _("The rules have ended this game: cancel its last round to go on.")
        )
    log.write(game, "game_resumed", by=by, why=reason)
    _go_on(game)
    _publish(game)


def _last_round(game: Game, number: int, by: User) -> Round:
    """The round, held, if it is the last one. A rack that only the desk has seen was drawn for what the round had
    left: it goes back first.
    """
    if game.rounds.filter(state=Round.State.DRAWN, number=number + 1).exists():
        play.put_back_rack(game=game, by=by)
    round_ = hold_round(game, number, fully=True)
    if round_ is None or game.rounds.standing().filter(number__gt=number).exists():
        raise RuleViolation("not_the_last_round", _("Round {number} is not the last one."), number=number)
    return round_


def _go_on(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(state=Game.State.PLAYING, end_reason="")


def _publish(game: Game) -> None:
    """Tell the screens, and the event if the game was over and is not any more."""
    record_that_it_goes_on(game)
    publish(game)


def _held(game: Game, reason: str) -> tuple[Game, str]:
    """The game, held, and the reason: a decision that takes something back says why."""
    reason = reason.strip()
    if not reason:
        raise RuleViolation("reason_missing", _("Say why: the reason goes into the log."))
    return hold_game(game), reason
