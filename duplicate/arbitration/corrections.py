"""Corrections: acts that reverse a decision, each with a reason that goes into the log.

Invariant: nothing is deleted. A cancelled round stays on record with its slips and has no part in the game;
everything after a change is derived from the rows. Only the last round can be cancelled or have its placed
move changed, since every later rack was drawn from its leftover tiles. Slips and rulings of any round are
changed at the desk's line (`arbitration`), with a reason as well.
"""

from collections.abc import Collection
from dataclasses import asdict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game, lock_round
from duplicate.acts.publish import publish
from duplicate.acts.round_shown import RoundShown
from duplicate.arbitration.questions import answer_open_questions
from duplicate.games.services import BY_ARBITRATOR
from duplicate.log import audit_log
from duplicate.models import Game, Round
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING, require_prepared_move
from duplicate.rounds.placement import move_to_place
from duplicate.standings.rows.event_results import record_that_it_goes_on
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_chief, check_may_judge


@transaction.atomic
def change_rack(
    *,
    game: Game,
    rack: str,
    reason: str,
    by: User,
    confirmed: Collection[str] = (),
    shown: RoundShown | None = None,
) -> Round:
    """Replace a rack that the players have not seen.

    Raises:
        EngineError: `rounds.services.type_rack` refuses the rack.
        ConfirmationNeeded: it leaves the prepared game.
        RuleViolation: no reason; no rack is drawn, or it is out already.
    """
    game, reason = _lock_game(game, reason)
    check_may_judge(game.event, by)
    round_services.put_back_rack(game=game, by=by, shown=shown)
    round_ = round_services.type_rack(game=game, rack=rack, by=by, confirmed=confirmed)
    audit_log.write(game, "rack_changed", by=by, number=round_.number, rack=round_.rack, why=reason)
    return round_


@transaction.atomic
def cancel_round(*, game: Game, number: int, reason: str, by: User) -> None:
    """Cancel the last round, whatever its state.

    Its rack goes back into the bag, and the next round gets its number. A game that had ended with it goes
    on. Open questions about it are answered with the reason.

    Raises:
        RuleViolation: no reason; a round that is not the last.
    """
    game, reason = _lock_game(game, reason)
    check_chief(game.event, by)
    round_ = _last_round(game, number, by)
    answer_open_questions(round_, answer=reason, by=by)
    audit_log.write(
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
    round_.check_fields()
    round_.save(update_fields=["state", "announced_at", "score"])
    _go_on(game)
    _publish(game)


@transaction.atomic
def change_placed_move(
    *,
    game: Game,
    number: int,
    reference: str,
    word: str,
    reason: str,
    by: User,
    confirmed: Collection[str] = (),
) -> None:
    """Put another move of the last announced round on the board.

    The reason confirms every loss but that of the prepared game. The game ends or goes on, as the rules say for
    the new board; a game that an arbitrator has ended stays over.

    Raises:
        EngineError: the move cannot be played.
        ConfirmationNeeded: it leaves the prepared game.
        RuleViolation: no reason; a round that is not the last, or not announced; the move lies there already.
    """
    game, reason = _lock_game(game, reason)
    check_may_judge(game.event, by)
    round_ = _last_round(game, number, by)
    if round_.state != Round.State.ANNOUNCED:
        raise RuleViolation("round_not_announced", _("Round {number} is not announced yet."), number=number)
    placed = move_to_place(round_, reference=reference, word=word, confirmed=EVERYTHING)
    if (placed.word, placed.reference) == (round_.word, round_.reference):
        raise RuleViolation("same_move", _("{word} {reference} is on the board already."), **asdict(placed))
    require_prepared_move(round_, placed.reference, placed.word, confirmed)
    audit_log.write(
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
    round_.check_fields()
    round_.save(update_fields=["word", "reference", "score"])
    if game.end_reason != BY_ARBITRATOR:
        _go_on(game)
        round_services.finish_if_over(game)
    _publish(game)


@transaction.atomic
def resume_game(*, game: Game, reason: str, by: User) -> None:
    """Resume a game that an arbitrator had ended, unless the rules end it with the present board.

    Raises:
        RuleViolation: no reason; the game is not over, or the rules have ended it.
    """
    game, reason = _lock_game(game, reason)
    check_chief(game.event, by)
    if game.state != Game.State.FINISHED:
        raise RuleViolation("game_not_finished", _("This game is not over."))
    if game.end_reason != BY_ARBITRATOR:
        raise RuleViolation(
            "ended_by_the_rules", _("The rules have ended this game. To continue it, cancel its last round.")
        )
    audit_log.write(game, "game_resumed", by=by, why=reason)
    _go_on(game)
    round_services.finish_if_over(game)
    _publish(game)


def _last_round(game: Game, number: int, by: User) -> Round:
    """Lock the round and return it, if it is the last one. A next rack that only the desk has seen is put
    back first: it was drawn from the leftover tiles of this round.
    """
    if game.rounds.filter(state=Round.State.DRAWN, number=number + 1).exists():
        round_services.put_back_rack(game=game, by=by)
    round_ = lock_round(game, number, fully=True)
    if round_ is None or game.rounds.standing().filter(number__gt=number).exists():
        raise RuleViolation("not_the_last_round", _("Round {number} is not the last one."), number=number)
    return round_


def _go_on(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(state=Game.State.PLAYING, end_reason="")


def _publish(game: Game) -> None:
    """Update the screens, and the event's results if the game was over and goes on."""
    record_that_it_goes_on(game)
    publish(game)


def _lock_game(game: Game, reason: str) -> tuple[Game, str]:
    """Lock the game, and return it with the reason, which must not be empty."""
    reason = reason.strip()
    if not reason:
        raise RuleViolation("reason_missing", _("Give a reason: it goes into the log."))
    return lock_game(game), reason
