"""The moves of finished games, searched once in the background and stored, so that viewers trigger no search.

A game is *analysed* when it ends, if its event shows its games, or else when somebody first looks at it:
round by round, each a background task of its own.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet

from duplicate.acts.locks import lock_game
from duplicate.models import Game, Round
from duplicate.models.analysis import RoundMoves
from duplicate.positions.board_state import position_of
from duplicate.positions.game_words import lexicon_of
from duplicate.rounds.moves import FoundMove, rank_moves
from tournaments.errors import RuleViolation
from tournaments.processes.background import run_when_idle
from tournaments.time import clock

# Two blanks on a full board make some 150,000 moves; nobody reads the worst of them.
MOST_KEPT = 5000
# Time during which a request for the same game is not repeated.
PATIENCE_SECONDS = 60
# A failed analysis (unreadable lexicon) is reported as failed, and retried after so long.
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
    """Search and store the moves of the first announced round without them, and queue a task for the next
    round.

    One task a round keeps a worker free for others: nobody waits for a whole game.
    """
    game = Game.objects.filter(pk=game_id, state=Game.State.FINISHED).first()
    round_ = select_unanalysed(game).first() if game else None
    if round_ is None:
        return
    cache.set(_request_key(game_id), value=True, timeout=PATIENCE_SECONDS)
    try:
        position = position_of(round_)
        moves, count = rank_moves(position, MOST_KEPT)
    except RuleViolation:
        # Too many moves to list: those who look find the top alone.
        moves, count = [], 0
    except Exception:
        cache.set(_failure_key(game_id), value=True, timeout=FAILED_SECONDS)
        raise
    found = {"count": count, "packed": _pack(moves), "found_at": clock.now()}
    with transaction.atomic():
        # Words that were accepted or refused during the search make its result outdated.
        if lexicon_of(lock_game(round_.game)) is position.lexicon:
            RoundMoves.objects.get_or_create(round=round_, defaults=found)
    run_when_idle("duplicate.rounds.analysis.analyse_game", game_id)


def forget_analysis(game: Game) -> None:
    """Delete the moves of a game whose words have changed; they are searched again as after its end."""
    RoundMoves.objects.filter(round__game=game).delete()
    if game.state == Game.State.FINISHED and game.event.shows_games:
        run_when_idle("duplicate.rounds.analysis.analyse_game", game.pk)


def want_analysis(round_: Round) -> Analysis:
    """Return the state of the analysis of a round, and queue a search if moves of its game are missing.

    The cache limits requests to one in `PATIENCE_SECONDS`, however many people look.
    """
    game_id = round_.game_id
    missing = set(select_unanalysed(round_.game).values_list("pk", flat=True))
    failed = bool(missing) and cache.get(_failure_key(game_id)) is not None
    if missing and not failed and cache.add(_request_key(game_id), value=True, timeout=PATIENCE_SECONDS):
        run_when_idle("duplicate.rounds.analysis.analyse_game", game_id)
    if round_.pk not in missing:
        return "done"
    return "failed" if failed else "under_way"


def _request_key(game_id: int) -> str:
    return f"analysis/{game_id}"


def _failure_key(game_id: int) -> str:
    return f"analysis/{game_id}/failed"


def read_best_moves(round_: Round) -> tuple[Sequence[KeptMove], int] | None:
    """Return the best moves of a round and the number of all its moves; None if they have not been searched
    yet.
    """
    row = RoundMoves.objects.filter(round=round_).first()
    return None if row is None else (_unpack(row), row.count)


def read_best_moves_of(rounds: Sequence[Round]) -> dict[int, Sequence[KeptMove]]:
    """Return the best moves of several rounds by their keys; rounds that have not been searched are
    left out.
    """
    rows = RoundMoves.objects.filter(round__in=[round_.pk for round_ in rounds])
    return {row.round_id: _unpack(row) for row in rows}


def _unpack(row: RoundMoves) -> Sequence[KeptMove]:
    lines: list[list[Any]] = json.loads(zlib.decompress(row.packed))
    return [KeptMove(*line) for line in lines]


def select_unanalysed(game: Game) -> QuerySet[Round]:
    """Return the announced rounds without stored moves."""
    return game.rounds.announced().filter(moves=None).select_related("game")


def _pack(moves: Sequence[FoundMove]) -> bytes:
    lines = [
        (move.rank, move.word, move.reference, move.score, move.has_bonus, move.left_over) for move in moves
    ]
    return zlib.compress(json.dumps(lines, separators=(",", ":")).encode())
