"""Open rounds of all games as positions that nobody else may search (`tournaments.positions.in_play`)."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from django.contrib.auth.models import User
from django.dispatch import receiver

from duplicate.log import audit_log
from duplicate.models import Game, Round
from duplicate.models.simultaneous import ReceivedEnvelope, Simultaneous
from duplicate.positions.board_state import progress_of
from engine.notation import RackRecord
from engine.tiles import load_tile_set
from tournaments.positions.in_play import InPlay, PositionTiles, Tiles, reading_positions

# A server of fifty clubs has about 200 rounds in progress.
POSITIONS_KEPT = 1024


@receiver(reading_positions)
def read_rounds(**_more: Any) -> Iterator[InPlay]:
    """Yield the open rounds of all games."""
    rounds = Round.objects.of_whole_events().filter(state=Round.State.OPEN).order_by("pk")
    columns = ("pk", "rack", "game__code", "number", "game__tile_set", "game__event_id")
    for key, rack, code, number, tile_set, event_id in rounds.values_list(*columns):
        yield InPlay(
            event_id,
            _rack(rack, tile_set),
            partial(_position, key, rack, code, number),
            partial(_envelopes_of, code),
            partial(_log_attempt, key),
        )


@lru_cache(maxsize=POSITIONS_KEPT)
def _rack(rack: str, tile_set: str) -> Tiles:
    tiles = load_tile_set(tile_set)
    return PositionTiles.of(None, RackRecord.parse(rack, tiles).tiles, tiles).rack


@lru_cache(maxsize=POSITIONS_KEPT)
def _position(round_id: int, rack: str, code: str, number: int) -> PositionTiles:  # noqa: ARG001 - a part of the key
    """Return the position of a round: while it is open, the rounds before it do not change."""
    game = Game.objects.get(code=code)
    board = progress_of(game, before=number).board
    return PositionTiles.of(board, RackRecord.parse(rack, game.tiles).tiles, game.tiles)


def _envelopes_of(code: str) -> frozenset[str]:
    """Return the digests of a game's envelope, which its organiser and all its clubs have in common."""
    sent, received = (
        model.objects.filter(prepared__games__code=code).values_list("digest", flat=True)
        for model in (Simultaneous, ReceivedEnvelope)
    )
    return frozenset([*sent, *received])


def _log_attempt(round_id: int, by: User | None) -> None:
    """Put an attempt on the log, once for each person who asks, so that nobody can fill the log."""
    round_ = Round.objects.select_related("game").get(pk=round_id)
    rows = round_.game.log.filter(act="position_asked", number=round_.number, by=by)
    if not rows.filter(params__rack=round_.rack).exists():
        user = by.get_username() if by else "–"
        audit_log.write(
            round_.game, "position_asked", by=by, number=round_.number, user=user, rack=round_.rack
        )
