"""A game that is over, for everybody to look at: the board by round, how hard each round was, and what was played.

What always holds: it is asked of games alone that everybody may look at (`public_events.games_to_look_at`); names
obey `tournaments.names`; nothing that an arbitrator or a player wrote by hand is told but the slips themselves. What
costs more than reading a row is kept in memory for the game's version, so that looking again costs little.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from duplicate.messages import sanction_text
from duplicate.models import Game, Round
from duplicate.positions import convention_of
from duplicate.public_events import known_people
from duplicate.round_facts import RoundFacts, facts_of_rounds
from duplicate.seats import entries_of
from duplicate.selectors import (
    RoundMove,
    RuledSlip,
    announced_rounds,
    is_below_top,
    scores_for_game,
    slips_by_entry,
    top_of,
)
from duplicate.standings import Solo, rank_players
from engine.board import Board
from engine.draw import Placed, place
from engine.notation import Convention, Move, RackRecord
from engine.scoring import score_move
from engine.squares import LETTER_PREMIUMS, SIZE, WORD_PREMIUMS
from tournaments import names

GAMES_KEPT, ROUNDS_KEPT = 50, 200
MOST_PLAYED, MOST_NAMES = 40, 12


@dataclass(frozen=True, slots=True)
class RoundReview:
    """An announced round, with how it was for the players."""

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
        return names.shown(self.solo.name, self.solo.table) if self.solo else ""

    @property
    def difficulty(self) -> float | None:
        """What was missed of the top on average, in per cent."""
        return None if self.facts.percent is None else 100 - self.facts.percent


@dataclass(frozen=True, slots=True)
class GameReview:
    """`laid` has the rounds in which the squares were covered, by row and column; `cells` the board after each round,
    the empty one first.
    """

    rounds: tuple[RoundReview, ...]
    cells: tuple[list[list[str]], ...]
    laid: Mapping[tuple[int, int], int]
    values: Mapping[str, int]
    convention: Convention

    @property
    def hardest(self) -> RoundReview | None:
        """The round in which most of the top was missed; the first of several."""
        played = [one for one in self.rounds if one.difficulty is not None]
        return max(played, key=lambda one: one.difficulty or 0, default=None)

    @property
    def percent(self) -> float | None:
        """What was had of the tops on average, over all rounds."""
        shares = [one.facts.percent for one in self.rounds if one.facts.percent is not None]
        return sum(shares) / len(shares) if shares else None

    @property
    def tops_found(self) -> int:
        return sum(one.facts.found for one in self.rounds)


@dataclass(frozen=True, slots=True)
class Square:
    """One square of the board as it is shown: its tile, if any, and in which round that was laid."""

    token: str
    premium: str
    value: int | None
    round: int | None
    is_blank: bool


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """What some players wrote in a round, with who they were: their keys and names, so many at most."""

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
        return [(pk, names.shown(name, table)) for pk, name, table in self.who]

    @property
    def more(self) -> int:
        return self.count - len(self.who)


def review_of(game: Game) -> GameReview:
    return _review(game.pk, game.seed, game.version, known_people())


def board_after(review: GameReview, number: int) -> list[list[Square]]:
    """The squares of the board after a round, row by row."""
    cells = review.cells[number]
    return [
        [_square(review, row, column, cells[row][column]) for column in range(SIZE)] for row in range(SIZE)
    ]


def played_in(round_: Round, version: int) -> tuple[Sequence[PlayedMove], int]:
    """What was written in a round, the best first, and how many more different slips there are."""
    played = _played(round_.pk, version, known_people(), get_language() or "")
    return played[:MOST_PLAYED], max(0, len(played) - MOST_PLAYED)


def premium_of(row: int, column: int) -> str:
    """The premium of a square as style sheets and translations know it."""
    if (row, column) == (SIZE // 2, SIZE // 2):
        return "start"
    word, letter = WORD_PREMIUMS[row][column], LETTER_PREMIUMS[row][column]
    return f"W{word}" if word > 1 else f"L{letter}" if letter > 1 else ""


def _square(review: GameReview, row: int, column: int, token: str) -> Square:
    is_blank = bool(token) and token != token.upper()
    return Square(
        token=token.upper(),
        premium=premium_of(row, column),
        value=None if is_blank else review.values.get(token),
        round=review.laid.get((row, column)) if token else None,
        is_blank=is_blank,
    )


# The seed tells games apart that had the same key, in a database that was put back from a copy.
@lru_cache(maxsize=GAMES_KEPT)
def _review(game_id: int, _seed: str, _version: int, _people: int) -> GameReview:
    game = Game.objects.select_related("event").get(pk=game_id)
    rounds = list(announced_rounds(game))
    cells = _boards(game, rounds)
    return GameReview(
        rounds=tuple(_round_reviews(game, rounds)),
        cells=cells,
        laid=_laid(cells),
        values=game.tiles.values_by_text(),
        convention=convention_of(game),
    )


def _boards(game: Game, rounds: Sequence[Round]) -> tuple[list[list[str]], ...]:
    """The board before the first round, and after each."""
    tiles, rules, convention = game.tiles, game.rule_set, convention_of(game)
    now = Placed(Board.empty(), ())
    boards = [now.board.tokens(tiles)]
    for round_ in rounds:
        if round_.word:
            scored = score_move(
                now.board, Move.parse(round_.reference, round_.word, tiles, convention), tiles
            )
            rack = RackRecord.parse(round_.rack, tiles).tiles
            now = place(board=now.board, rack=rack, scored=scored, tiles=tiles, rules=rules)
        boards.append(now.board.tokens(tiles))
    return tuple(boards)


def _laid(boards: Sequence[list[list[str]]]) -> dict[tuple[int, int], int]:
    laid: dict[tuple[int, int], int] = {}
    for number, cells in enumerate(boards):
        for row, tokens in enumerate(cells):
            for column, token in enumerate(tokens):
                if token:
                    laid.setdefault((row, column), number)
    return laid


def _round_reviews(game: Game, rounds: Sequence[Round]) -> Iterator[RoundReview]:
    scored, total = scores_for_game(game), 0
    # By the full names: whoever looks is shown what they may know.
    solos = rank_players(scored.players, scored.tops, game.rule_set, scored.averages).solos
    facts = facts_of_rounds(scored.players, scored.tops, scored.averages)
    for round_, solo, told in zip(rounds, solos, facts, strict=True):
        total += told.top
        yield RoundReview(
            number=round_.number,
            rack=round_.rack,
            placed=RoundMove(round_.word, round_.reference, round_.score or 0),
            top=top_of(round_),
            below_top=is_below_top(round_),
            isotops=len(round_.tops or ()),
            total=total,
            facts=told,
            solo=solo,
        )


@lru_cache(maxsize=ROUNDS_KEPT)
def _played(round_id: int, _version: int, _people: int, _language: str) -> tuple[PlayedMove, ...]:
    round_ = Round.objects.select_related("game__event").get(pk=round_id)
    entries = {entry.pk: entry for entry in entries_of(round_.game).select_related("player", "partner")}
    top = top_of(round_).score
    groups: dict[tuple[str, str, int, str, str, bool], list[RuledSlip]] = {}
    for ruled in slips_by_entry(round_.slips.all()).values():
        slip = ruled.slip
        if (slip.word or slip.illegible) and slip.entry_id in entries:
            has_top = ruled.worth == top > 0
            key = (slip.word, slip.reference, ruled.score or 0, ruled.sanction, ruled.verdict, has_top)
            groups.setdefault(key, []).append(ruled)
    played = []
    for (word, reference, score, sanction, verdict, has_top), slips in groups.items():
        # By table: where names are hidden, their order would tell something.
        who = sorted((entries[ruled.slip.entry_id] for ruled in slips), key=lambda entry: entry.table)
        played.append(
            PlayedMove(
                word=word,
                reference=reference,
                score=score,
                sanction=sanction_text(sanction),
                verdict=verdict,
                has_top=has_top,
                count=len(who),
                who=tuple((entry.pk, entry.full_name, entry.table) for entry in who[:MOST_NAMES]),
            )
        )
    return tuple(sorted(played, key=lambda move: (-move.score, -move.count, move.word, move.reference)))
