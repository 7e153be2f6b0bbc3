"""The game and the round of an arbitrator's act, locked until the end of its transaction."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game
from duplicate.acts.round_shown import RoundShown, check_shown
from duplicate.models import Game, Round
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge


def lock_between_rounds(game: Game, by: User) -> Game:
    """Lock a game that is not over and has no round in progress; return it as it stands."""
    game = lock_game(game)
    check_may_judge(game.event, by)
    if game.state == Game.State.FINISHED:
        raise RuleViolation("game_finished", _("This game is over."))
    in_progress = game.rounds.in_progress().first()
    if in_progress:
        raise RuleViolation(
            "round_in_progress", _("Round {number} is in progress."), number=in_progress.number
        )
    return game


def lock_current_round(
    game: Game, by: User, shown: RoundShown | None = None, *, fully: bool = False
) -> tuple[Game, Round]:
    """Lock the game and its round in progress until the end of the transaction; return both."""
    game = lock_game(game)
    check_may_judge(game.event, by)
    round_ = game.rounds.in_progress().select_for_update(no_key=not fully).first()
    if round_ is None:
        raise RuleViolation("no_round", _("No round is in progress."))
    check_shown(shown, round_.number, round_.pk)
    round_.game = game
    return game, round_


def lock_open_round(
    game: Game, by: User, shown: RoundShown | None = None, *, fully: bool = False
) -> tuple[Game, Round]:
    """Lock the game and its round in progress, which must be open; return both."""
    game, round_ = lock_current_round(game, by, shown, fully=fully)
    if round_.state != Round.State.OPEN:
        raise RuleViolation("round_not_open", _("Round {number} is not open."), number=round_.number)
    return game, round_


def change_round(round_: Round, **values: object) -> None:
    """Store the values after a check of the model's constraints."""
    for name, value in values.items():
        setattr(round_, name, value)
    round_.check_fields()
    round_.save(update_fields=list(values))
