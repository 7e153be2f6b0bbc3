"""The moves of games that are over, searched for once in the background and kept: who looks at them costs no search.

A game is *analysed* when it ends, if its event shows its games, or at the latest when somebody first looks: round by
round, each a piece of work of its own.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.core.cache import cache
from django.db.models import QuerySet

from duplicate.analysis_models import RoundMoves
from duplicate.models import Game, Round
from duplicate.moves import FoundMove, ranked_moves
from duplicate.positions import position_of
from tournaments import clock
from tournaments.background import run_when_idle

# Two blanks on a full board make some 150,000 moves, of which nobody reads the worst.
MOST_KEPT = 5000
# Meanwhile a game that was asked for is not asked for again.
PATIENCE_SECONDS = 60
# One that failed (its lexicon cannot be read) is said to have, and tried again after so long.
FAILED_SECONDS = 60 * 60

Analysis = Literal["done", "under_way", "failed"]


@dataclass(frozen=True, slots=True)
class KeptMove:
    """One of the ranked moves of a round; lower-case letters of the word are blanks."""

    rank: int
    word: str
    reference: str
    score: int
    has_bonus: bool
    left_over: str

    @property
    def is_top(self) -> bool:
        return self.rank == 1


def analyse_game(game_id: int) -> None:
    """Search the moves of the first announced round of which they are not kept, and leave the next round to a further
    piece of work: nobody who needs a worker meanwhile waits for a whole game.
    """
    game = Game.objects.filter(pk=game_id, state=Game.State.FINISHED).first()
    round_ = lacking(game).first() if game else None
    if round_ is None:
        return
    cache.set(_asked_for(game_id), value=True, timeout=PATIENCE_SECONDS)
    try:
        moves, count = ranked_moves(position_of(round_), MOST_KEPT)
    except Exception:
        cache.set(_failed(game_id), value=True, timeout=FAILED_SECONDS)
        raise
    found = {"count": count, "packed": _packed(moves), "found_at": clock.now()}
    RoundMoves.objects.get_or_create(round=round_, defaults=found)
    run_when_idle("duplicate.analysing.analyse_game", game_id)


def want_analysis(round_: Round) -> Analysis:
    """How it stands with the moves of a round. Where some of its game are lacking they are searched for in the
    background, asked for now and then at most, however many people look.
    """
    game_id = round_.game_id
    missing = set(lacking(round_.game).values_list("pk", flat=True))
    failed = bool(missing) and cache.get(_failed(game_id)) is not None
    if missing and not failed and cache.add(_asked_for(game_id), value=True, timeout=PATIENCE_SECONDS):
        run_when_idle("duplicate.analysing.analyse_game", game_id)
    if round_.pk not in missing:
        return "done"
    return "failed" if failed else "under_way"


def _asked_for(game_id: int) -> str:
    return f"analysis/{game_id}"


def _failed(game_id: int) -> str:
    return f"analysis/{game_id}/failed"


def kept_moves(round_: Round) -> tuple[Sequence[KeptMove], int] | None:
    """The best moves of a round and how many there are in all; None as long as they are not searched for."""
    row = RoundMoves.objects.filter(round=round_).first()
    return None if row is None else (_unpacked(row), row.count)


def kept_moves_of(rounds: Sequence[Round]) -> dict[int, Sequence[KeptMove]]:
    """The best moves of several rounds by their keys; of a round that is not searched there are none."""
    rows = RoundMoves.objects.filter(round__in=[round_.pk for round_ in rounds])
    return {row.round_id: _unpacked(row) for row in rows}


def _unpacked(row: RoundMoves) -> Sequence[KeptMove]:
    lines: list[list[Any]] = json.loads(zlib.decompress(row.packed))
    return [KeptMove(*line) for line in lines]


def lacking(game: Game) -> QuerySet[Round]:
    """The announced rounds of which the moves are not kept."""
    return game.rounds.announced().filter(moves=None).select_related("game")


def _packed(moves: Sequence[FoundMove]) -> bytes:
    lines = [
        (move.rank, move.word, move.reference, move.score, move.has_bonus, move.left_over) for move in moves
    ]
    return zlib.compress(json.dumps(lines, separators=(",", ":")).encode())
