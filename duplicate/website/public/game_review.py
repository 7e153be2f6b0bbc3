"""The public review of a finished game: the board by round, how hard each round was, and what was played.

Invariants: callers review only games that are public (`duplicate.visibility.public_games.games_to_look_at`).
Names obey `tournaments.names.name_visibility`. Nothing that an arbitrator or a player wrote by hand is shown
except the slips themselves. Results that cost more than reading a row are cached in memory for the game's
version.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from duplicate.attendance.seating import entries_of
from duplicate.models import Game, Round
from duplicate.positions.board_state import boards_after, convention_of
from duplicate.positions.shown_boards import Square, make_square
from duplicate.positions.tops import RoundMove, is_no_top, top_of
from duplicate.slips.averaged_slips import apply_average, averages_in_round
from duplicate.slips.selectors import RuledSlip, slips_by_entry
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rules.ranking import Solo, rank_players
from duplicate.standings.rules.round_statistics import RoundFacts, facts_of_rounds
from duplicate.website.public.visibility import people_version
from engine.board import Board
from engine.notation import Convention
from tournaments.names import name_visibility

GAMES_KEPT, ROUNDS_KEPT = 50, 200
MOST_PLAYED, MOST_NAMES = 40, 12


@dataclass(frozen=True, slots=True)
class RoundReview:
    """An announced round, with how hard it was for the players."""

    number: int
    rack: str
    placed: RoundMove
    top: RoundMove
    below_top: bool
    isotops: int
    total: int
    facts: RoundFacts
    solo: Solo | None

    @property
    def solo_name(self) -> str:
        return name_visibility.visible_name(self.solo.name, self.solo.table) if self.solo else ""

    @property
    def difficulty(self) -> float | None:
        """The average part of the top that players missed, in per cent."""
        return None if self.facts.percent is None else 100 - self.facts.percent


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of a game.

    `laid` has the rounds in which the squares were covered, by row and column; `cells` the board after each
    round, the empty one first.
    """

    rounds: tuple[RoundReview, ...]
    cells: tuple[list[list[str]], ...]
    laid: Mapping[tuple[int, int], int]
    values: Mapping[str, int]
    convention: Convention

    @property
    def hardest(self) -> RoundReview | None:
        """The round in which players missed most of the top; the first of several."""
        played = [one for one in self.rounds if one.difficulty is not None]
        return max(played, key=lambda one: one.difficulty or 0, default=None)

    @property
    def percent(self) -> float | None:
        """The average part of the tops that players reached, in per cent, over all rounds."""
        shares = [one.facts.percent for one in self.rounds if one.facts.percent is not None]
        return sum(shares) / len(shares) if shares else None

    @property
    def tops_found(self) -> int:
        return sum(one.facts.found for one in self.rounds)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that some players wrote in a round.

    `who` has the keys, names and tables of the first `MOST_NAMES` of them.
    """

    word: str
    reference: str
    score: int
    sanction: str
    verdict: str
    has_top: bool
    count: int
    who: tuple[tuple[int, str, int], ...]

    @property
    def people(self) -> list[tuple[int, str]]:
        return [(pk, name_visibility.visible_name(name, table)) for pk, name, table in self.who]

    @property
    def more(self) -> int:
        return self.count - len(self.who)


def review_of(game: Game) -> GameReview:
    return _review(game.pk, game.seed, game.version, people_version())


def board_after(review: GameReview, number: int) -> list[list[Square]]:
    """Return the squares of the board after a round, row by row; the tiles of its move are fresh."""
    return [
        [
            make_square(
                row,
                column,
                token,
                review.values,
                is_fresh=bool(token) and review.laid.get((row, column)) == number,
            )
            for column, token in enumerate(tokens)
        ]
        for row, tokens in enumerate(review.cells[number])
    ]


def find_played_moves(round_: Round, version: int) -> tuple[Sequence[PlayedMove], int]:
    """Return the moves written in a round, the best first, and how many more different ones there are."""
    played = _count_played_moves(round_.pk, version, people_version(), get_language() or "")
    return played[:MOST_PLAYED], max(0, len(played) - MOST_PLAYED)


# The seed is in the cache key as a restored database may give a key to another game.
@lru_cache(maxsize=GAMES_KEPT)
def _review(game_id: int, _seed: str, _version: int, _people: int) -> GameReview:
    game = Game.objects.select_related("event").get(pk=game_id)
    rounds = list(game.rounds.announced())
    cells = _boards(game, rounds)
    return GameReview(
        rounds=tuple(_round_reviews(game, rounds)),
        cells=cells,
        laid=_rounds_of_squares(cells),
        values=game.tiles.values_by_text(),
        convention=convention_of(game),
    )


def _boards(game: Game, rounds: Sequence[Round]) -> tuple[list[list[str]], ...]:
    """Return the board before the first round, and after each."""
    placed = boards_after(game, ((one.rack, one.word, one.reference) for one in rounds))
    boards = (Board.empty(), *(after.board for after in placed))
    return tuple(board.tokens(game.tiles) for board in boards)


def _rounds_of_squares(boards: Sequence[list[list[str]]]) -> dict[tuple[int, int], int]:
    laid: dict[tuple[int, int], int] = {}
    for number, cells in enumerate(boards):
        for row, tokens in enumerate(cells):
            for column, token in enumerate(tokens):
                if token:
                    laid.setdefault((row, column), number)
    return laid


def _round_reviews(game: Game, rounds: Sequence[Round]) -> Iterator[RoundReview]:
    scored, total = scores_for_game(game), 0
    # Rank with the full names: names are hidden only when they are shown.
    solos = rank_players(scored.players, scored.tops, game.rule_set, scored.averages).solos
    facts = facts_of_rounds(scored.players, scored.tops, scored.averages)
    for round_, solo, told in zip(rounds, solos, facts, strict=True):
        total += told.top
        yield RoundReview(
            number=round_.number,
            rack=round_.rack,
            placed=RoundMove(round_.word, round_.reference, round_.score or 0),
            top=top_of(round_),
            below_top=is_no_top(round_),
            isotops=len(round_.tops or ()),
            total=total,
            facts=told,
            solo=solo,
        )


@lru_cache(maxsize=ROUNDS_KEPT)
def _count_played_moves(round_id: int, _version: int, _people: int, _language: str) -> tuple[PlayedMove, ...]:
    round_ = Round.objects.select_related("game__event").get(pk=round_id)
    entries = {entry.pk: entry for entry in entries_of(round_.game).select_related("player", "partner")}
    top = top_of(round_).score
    groups: dict[tuple[str, str, int, str, str, bool], list[RuledSlip]] = {}
    averages = averages_in_round(round_)
    for entry_id, chosen in slips_by_entry(round_.slips.all()).items():
        ruled = apply_average(chosen, averages.get(entry_id))
        slip = ruled.slip
        if slip.shows_presence and slip.entry_id in entries:
            has_top = ruled.worth == top > 0
            key = (
                slip.shown_word,
                slip.reference,
                ruled.score or 0,
                ruled.sanction_text,
                ruled.verdict,
                has_top,
            )
            groups.setdefault(key, []).append(ruled)
    played = []
    for (word, reference, score, sanction, verdict, has_top), slips in groups.items():
        # Sort by table: with hidden names, another order would give names away.
        who = sorted((entries[ruled.slip.entry_id] for ruled in slips), key=lambda entry: entry.table)
        played.append(
            PlayedMove(
                word=word,
                reference=reference,
                score=score,
                sanction=sanction,
                verdict=verdict,
                has_top=has_top,
                count=len(who),
                who=tuple((entry.pk, entry.written_name(), entry.table) for entry in who[:MOST_NAMES]),
            )
        )
    return tuple(sorted(played, key=lambda move: (-move.score, -move.count, move.word, move.reference)))
