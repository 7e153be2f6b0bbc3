"""Rounds as positions in play: those in progress of all games, and who is told the top of one.

A round that is being played in another game is neither opened nor searched. It may have been open before the
other one was drawn, so it is compared again whenever its top is told. `telling_to` is in force while a page
of the desk is made: each round that the page reads comes without a top that is withheld. Acts that need the
top ask `check_top_is_told`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from duplicate.core import audit_log
from duplicate.core.board_state import boards_after, progress_of
from duplicate.models import AuditLogEntry, Game, Round, RoundQuerySet, tops_told
from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import ReceivedEnvelope, Simultaneous
from engine.notation import RackRecord
from engine.positions.same_position import PositionTiles
from engine.tiles import load_tile_set
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.positions.in_play import (
    Asker,
    History,
    InPlay,
    check_may_be_told,
    is_going_on,
    is_withheld,
    position_in_play,
    reading_positions,
)

RACKS_OUT = ("rack_typed", "rack_drawn", "rack_prepared")
PLACES_MOVE = (*audit_log.ANNOUNCED, "placed_move_changed")
# A server of fifty clubs has about 200 rounds in progress.
POSITIONS_KEPT = 1024
# The limit for one user, in different games: nobody arbitrates so many at once.
MOST_DRAWN = 50


@receiver(reading_positions)
def read_rounds(own: InPlay | None = None, **_more: Any) -> Iterator[InPlay]:
    """Yield the rounds in progress of all games."""
    # In a club there is no other round, which this finds at a third of the cost of the query below.
    kind, key = own.key if own else ("", 0)
    if kind == "round" and not Round.objects.in_progress().exclude(pk=key).order_by().exists():
        return
    columns = ("pk", "rack", "game__code", "number", "game__tile_set", "game__event_id")
    for key, rack, code, number, tile_set, event_id in _rounds().order_by("pk").values_list(*columns):
        yield _make_position(key, rack, code, number, tile_set=tile_set, event_id=event_id)


def in_play_of(round_: Round) -> InPlay:
    """Return a round as a position in play, over or not."""
    game = round_.game
    return _make_position(
        round_.pk, round_.rack, game.code, round_.number, tile_set=game.tile_set, event_id=game.event_id
    )


def asker_of(round_: Round, by: User | None) -> Asker:
    """Return somebody as asking about a round of a game that they arbitrate."""
    return Asker(by, own=in_play_of(round_))


def check_may_draw(by: User) -> None:
    """Refuse one more rack to somebody who has drawn those of many games in play: each is compared on every
    page of a desk that tells a top.

    Raises:
        RuleViolation: there are `MOST_DRAWN` already.
    """
    drawn = AuditLogEntry.objects.filter(game=OuterRef("game"), act__in=RACKS_OUT, by=by)
    if _rounds().filter(Exists(drawn)).count() >= MOST_DRAWN:
        raise RuleViolation(
            "too_many_rounds",
            _("You have rounds in progress in {most} games: finish some of them, or put their racks back."),
            most=MOST_DRAWN,
        )


def check_may_open(game: Game, by: User) -> None:
    """Refuse to open a round that is being played in another game: its top is computed from then on.

    Raises:
        RuleViolation: see `check_may_be_told`.
    """
    round_ = game.rounds.in_progress().select_related("game").first()
    if round_ is not None:
        check_may_search_round(round_, by)


def check_may_search_round(round_: Round, by: User) -> None:
    """Refuse to search a round that is being played in another game.

    Raises:
        RuleViolation: see `check_may_be_told`.
    """
    asker = asker_of(round_, by)
    assert asker.own is not None
    check_may_be_told([asker.own.position], asker)


def check_top_is_told(round_: Round, by: User) -> None:
    """Refuse an act that would tell the top of a round which is being played in another game by now.

    Raises:
        RuleViolation: it is being played there.
    """
    if round_.state in tops_told.SECRET and not tops_told.is_told(round_, partial(is_top_told, by=by)):
        raise position_in_play()


def is_top_told(round_: Round, by: User | None) -> bool:
    """Tell whether the top of a round may be told to somebody at its desk."""
    asker = asker_of(round_, by)
    assert asker.own is not None
    return not is_withheld([asker.own.position], asker, log=False)


@contextmanager
def telling_to(by: User, game: Game) -> Iterator[None]:
    """Read rounds inside without the tops that are withheld from the user, who is at the desk of this game; ask
    about each round once.
    """
    known: dict[int, bool] = {}

    def may_be_told(round_: Round) -> bool:
        if round_.pk not in known:
            if round_.game_id == game.pk:
                round_.game = game
            # Asking reads this round as well.
            known[round_.pk] = True
            known[round_.pk] = is_top_told(round_, by)
        return known[round_.pk]

    with tops_told.asking(may_be_told):
        yield


def _rounds() -> RoundQuerySet:
    """Return the rounds that are being played."""
    acts = AuditLogEntry.objects.filter(game=OuterRef("game"))
    rounds = Round.objects.of_whole_events().in_progress().filter(game__state=Game.State.PLAYING)
    return rounds.filter(is_going_on(acts, "game__event"))


def _make_position(key: int, rack: str, code: str, number: int, *, tile_set: str, event_id: int) -> InPlay:
    return InPlay(
        ("round", key),
        event_id,
        _rack(rack, tile_set),
        partial(_position, key, rack, code, number),
        partial(_history, key, rack, code, number),
        partial(_log_attempt, key),
    )


@lru_cache(maxsize=POSITIONS_KEPT)
def _rack(rack: str, tile_set: str) -> PositionTiles:
    tiles = load_tile_set(tile_set)
    return PositionTiles.of(None, RackRecord.parse(rack, tiles).tiles, tiles)


@lru_cache(maxsize=POSITIONS_KEPT)
def _position(round_id: int, rack: str, code: str, number: int) -> PositionTiles:  # noqa: ARG001 - a part of the key
    """Return the position of a round: while it stands, the rounds before it do not change."""
    game = Game.objects.get(code=code)
    return PositionTiles.of(
        progress_of(game, before=number).board, RackRecord.parse(rack, game.tiles).tiles, game.tiles
    )


@lru_cache(maxsize=POSITIONS_KEPT)
def _history(round_id: int, rack: str, code: str, number: int) -> History:  # noqa: ARG001 - a part of the key
    """Return how a game came to a round, which stays as long as the round stands."""
    round_ = Round.objects.select_related("game").get(pk=round_id)
    game = round_.game
    acts = list(game.log.order_by("pk").values_list("act", "number", "at", "params"))
    out = [
        (act, at)
        for act, of_round, at, params in acts
        if act in RACKS_OUT and of_round == number and params.get("rack") == rack
    ]
    # A round that is cancelled and played again keeps its place; a move that was changed counts from its
    # change.
    moves: dict[tuple[int | None, str, str], datetime] = {}
    for act, of_round, at, params in acts:
        if act in PLACES_MOVE:
            moves.setdefault((of_round, params.get("word", ""), params.get("reference", "")), at)
    rounds = list(game.rounds.announced().filter(number__lt=number))
    placed = boards_after(game, ((one.rack, one.word, one.reference) for one in rounds))
    boards = []
    for one, after in zip(rounds, placed, strict=True):
        at = moves.get((one.number, one.word, one.reference)) or one.announced_at or clock.now()
        boards.append((at, PositionTiles.of(after.board, None, game.tiles)))
    act, rack_out = out[0] if out else ("", clock.now())
    return History(
        rack_out=rack_out,
        boards=boards,
        envelopes=_envelopes_of(game.prepared) if game.prepared and act == "rack_prepared" else frozenset(),
        is_drawn=round_.attempt == 0,
    )


def _envelopes_of(prepared: PreparedGame) -> frozenset[str]:
    """Return the digests of a game's envelope, which its organiser and all its clubs have in common."""
    sent, received = (
        model.objects.filter(prepared=prepared).values_list("digest", flat=True)
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
