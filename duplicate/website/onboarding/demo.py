"""The demonstration: one finished evening and one in progress, with simulated players.

Everything goes through the use cases, as in a real evening. The program plays only the players and, when
nobody else does anything for a while, the arbitrator.
"""

import logging
import random
import threading
import time
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.contrib.auth.models import User
from django.db import close_old_connections

from duplicate.games import services as game_services
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.live.frame import phase_of
from duplicate.models import Game, Round
from duplicate.positions.board_state import convention_of, position_of
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from engine.errors import EngineError
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import TimeRules
from engine.scoring import ScoredMove
from tournaments.errors import RuleViolation
from tournaments.models import FIRST_ORGANISER, Entry
from tournaments.organisers.scope import scope_to_organiser
from tournaments.time import clock

if TYPE_CHECKING:
    from engine.movegen import Moves

logger = logging.getLogger(__name__)

NAMES: Final = (
    "Agnès", "Bertrand", "Céline", "David", "Élise", "Florian",
    "Gwenaëlle", "Hugo", "Inès", "Joseph", "Katarzyna", "Łukasz",
)  # fmt: skip
VISITOR = "You"
PLAYED_ROUNDS = 5
# The probability that a player settles for the next best move, from the strongest to the weakest.
WEAKNESS = [0.25 + 0.05 * place for place in range(len(NAMES))]
LOOK_SECONDS = 1.0
# After so much time without an act at the desk, the program acts for the arbitrator.
PATIENCE = timedelta(seconds=25)


def ensure_evenings(by: User) -> None:
    """Play the finished evening and begin the running one, unless that has been done."""
    if not Game.objects.exists():
        _play_evening(by)
    if not Game.objects.filter(state=Game.State.PLAYING).exists():
        begin_evening(by)


def begin_evening(by: User) -> Game:
    """Begin the running evening: a game in its sixth round, its clock running."""
    game = _new_game("Tuesday evening", by, RuleSet(time=TimeRules(grace_seconds=0)))
    for _round in range(PLAYED_ROUNDS):
        play_round(game, by)
    round_services.draw_rack(game=game, by=by)
    round_services.open_round(game=game, by=by)
    round_services.start_clock(game=game, by=by)
    return game


def visitors_token(game: Game, by: User) -> str:
    """Return a token for the visitor's own phone, at a table of the running evening."""
    entry = game.event.entries.filter(player__name=VISITOR).first()
    if entry is None:
        entry = player_services.add_player(game=game, name=VISITOR, by=by).entry
    return phone_links.give_phone(game=game, entry=entry, by=by)


def run(stop: threading.Event) -> None:
    """Let the players of the running evening play, until `stop` is set."""
    chance = random.Random()  # noqa: S311 - a demonstration, no secret
    while not stop.wait(LOOK_SECONDS):
        try:
            for game in Game.objects.filter(state=Game.State.PLAYING):
                _go_on(game, chance)
            _begin_again()
        except (RuleViolation, EngineError) as refused:
            logger.info("Somebody was quicker: %s", refused)
        except Exception:
            logger.exception("The demonstration stumbled, and goes on")
        finally:
            close_old_connections()


def _play_evening(by: User) -> None:
    game = _new_game("Monday evening", by, RuleSet(time=TimeRules(grace_seconds=0)))
    while game.state == Game.State.PLAYING:
        play_round(game, by)
        game.refresh_from_db()


def _new_game(name: str, by: User, rules: RuleSet) -> Game:
    with scope_to_organiser(FIRST_ORGANISER):
        game = game_services.create_game(
            name=name, by=by, lexicon="english", notation="duplicate", rules=rules
        )
    for player in NAMES:
        player_services.add_player(game=game, name=player, by=by)
    return game


def play_round(game: Game, by: User) -> None:
    """Play a whole round at once: everybody hands in, the round is ended early, the top goes on the board."""
    round_ = round_services.draw_rack(game=game, by=by)
    round_services.open_round(game=game, by=by)
    moves = _moves(round_)
    chance = random.Random(f"{game.seed}/{round_.number}")  # noqa: S311 - a demonstration, no secret
    for entry, weakness in zip(game.event.entries.all(), WEAKNESS, strict=False):
        _hand_in(round_, entry, moves, weakness, chance)
    round_services.end_round(game=game, by=by)
    # The clock of a running server may close the round first.
    while Round.objects.filter(pk=round_.pk, state=Round.State.OPEN).exists():
        closing.close_overdue_rounds()
        time.sleep(0.01)
    _announce(round_, by)


def _go_on(game: Game, chance: random.Random) -> None:
    """Advance a running game: some players hand in, and the arbitrator acts if nobody has for a while."""
    by = game.event.arbitrators.first()
    assert by is not None
    round_ = game.rounds.in_progress().first()
    if round_ is not None and round_.state == Round.State.OPEN:
        _some_hand_in(round_, chance)
    last = game.log.last()
    if last is not None and clock.now() - last.at > PATIENCE:
        _next_act(game, round_, by)


def _some_hand_in(round_: Round, chance: random.Random) -> None:
    """Hand in the slips of some waiting players, so that all have handed in within about a minute."""
    handed_in = set(round_.slips.on_record().values_list("entry_id", flat=True))
    waiting = [
        (entry, weakness)
        for entry, weakness in zip(round_.game.event.entries.all(), WEAKNESS, strict=False)
        if entry.pk not in handed_in and chance.random() < LOOK_SECONDS / 25
    ]
    if waiting:
        moves = _moves(round_)
        for entry, weakness in waiting:
            _hand_in(round_, entry, moves, weakness, chance)


def _next_act(game: Game, round_: Round | None, by: User) -> None:
    if round_ is None:
        round_services.draw_rack(game=game, by=by)
        round_services.open_round(game=game, by=by)
        round_services.start_clock(game=game, by=by)
    elif round_.state == Round.State.CLOSED:
        _announce(round_, by)
    elif phase_of(round_) == "ready":
        round_services.start_clock(game=game, by=by)


def _begin_again() -> None:
    finished = Game.objects.first()
    if finished is not None and not Game.objects.filter(state=Game.State.PLAYING).exists():
        by = finished.event.arbitrators.first()
        assert by is not None
        begin_evening(by)


def _hand_in(
    round_: Round, entry: Entry, moves: Sequence[ScoredMove], weakness: float, chance: random.Random
) -> None:
    """Hand in the slip of a player.

    The player misses each better move with a probability of `weakness`, and errs at times.
    """
    game, place = round_.game, 0
    while chance.random() < weakness and place < len(moves) - 1:
        place += chance.randint(1, 4)
    if not moves:
        return
    chosen = moves[min(place, len(moves) - 1)]
    reference, word = chosen.move.text(game.tiles, convention_of(game))
    if chance.random() < weakness / 12:
        word = word[::-1]
    slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=round_.number,
        word=word,
        reference=reference,
        score=chosen.score + (chance.random() < weakness / 6),
        received_at=clock.now(),
    )


def _moves(round_: Round) -> "Moves":
    from engine import movegen  # noqa: PLC0415 - imports the search, which few commands need

    here = position_of(round_)
    return movegen.all_moves(
        here.board, here.rack, here.lexicon, here.tiles, here.bonuses, most_played=here.most_played
    )


def _announce(round_: Round, by: User) -> None:
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    top = next((top for top in round_.tops or () if top["preferred"]), {"reference": "", "word": ""})
    round_services.announce(
        game=round_.game, number=round_.number, reference=top["reference"], word=top["word"], by=by
    )
