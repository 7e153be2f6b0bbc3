"""A game as its sheet, and as the record that the engine replays."""

from duplicate.models import Game, Round
from duplicate.positions.board_state import convention_of, progress_of
from duplicate.positions.game_words import list_announced_words, words_of
from duplicate.positions.tops import is_no_top, top_of
from duplicate.printing.values.games import GameSheet, SheetRound, SheetTop, SheetWord
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.words import solo_text
from engine.duplicate_games.records import GameRecord, RecordRound


def sheet_for_game(game: Game) -> GameSheet:
    """Return what the game sheet prints: the announced rounds and the board after them."""
    tiles, running = game.tiles, 0
    rounds = []
    announced = list(game.rounds.announced())
    for round_, solo in zip(announced, standings_for_game(game).solos, strict=False):
        running += round_.top_score or 0
        rounds.append(
            SheetRound(
                number=round_.number,
                rack=round_.rack,
                word=round_.word,
                reference=round_.reference,
                score=round_.score or 0,
                running_total=running,
                isotops=len(round_.tops or ()),
                solo=solo_text(solo) if solo else "",
                top=_sheet_top(round_),
            )
        )
    words = list_announced_words(game)
    return GameSheet(
        rounds=tuple(rounds),
        board=progress_of(game).board.tokens(tiles),
        values=tiles.values_by_text(),
        convention=convention_of(game),
        accepted=tuple(SheetWord(word.word, word.reason) for word in words if word.accepted),
        refused=tuple(SheetWord(word.word, word.reason) for word in words if not word.accepted),
    )


def _sheet_top(round_: Round) -> SheetTop | None:
    top = top_of(round_)
    return SheetTop(top.word, top.reference, top.score) if is_no_top(round_) else None


def record_for_game(game: Game) -> GameRecord:
    """Return the game as a record that `python -m engine replay` plays again. It has the seed once the game
    is over, if its racks come from the seed.
    """
    rounds = game.rounds.announced().exclude(word="")
    words = words_of(game) if game.words_digest else ()
    accepted, refused = (
        tuple(sorted(word for word, is_accepted in words if is_accepted == wanted))
        for wanted in (True, False)
    )
    return GameRecord(
        tiles=game.tile_set,
        notation=convention_of(game),
        rounds=tuple(
            RecordRound(rack=round_.rack, word=round_.word, ref=round_.reference, score=round_.score or 0)
            for round_ in rounds
        ),
        lexicon=game.lexicon,
        seed=game.seed if game.state == Game.State.FINISHED and game.prepared_id is None else None,
        rules=game.rule_set,
        accepted=accepted,
        refused=refused,
    )
