"""A deck as a file: an Anki package, or lines of text that Anki and spreadsheets read as well."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext

from duplicate.models import Round
from duplicate.positions.board_state import boards_after
from duplicate.positions.tops import top_of
from duplicate.recaps.anki_package import NoteKind, note_id, write_package
from duplicate.recaps.deck import Deck, MissedTop
from engine.board import Board
from engine.tiles import Direction
from tournaments.time import clock

# Cards of a file: years of evenings.
MOST = 1000
# Anki knows a kind of note and a deck by numbers of their own.
NOTES = NoteKind(
    number=1_728_401_113,
    name="Isotop",
    fields=("Rack", "Board", "Solution", "Source"),
    front='{{Board}}<p class="rack">{{Rack}}</p>',
    back='{{FrontSide}}<hr id="answer"><p class="rack">{{Solution}}</p><p>{{Source}}</p>',
    style=(
        ".card{font-family:sans-serif;text-align:center}"
        "table{margin:auto;border-collapse:collapse;font:14px monospace}"
        "td{width:1.4em;height:1.4em;border:1px solid #999}.rack{font-size:1.6em;letter-spacing:.1em}"
    ),
)


@dataclass(frozen=True, slots=True)
class ExportedCard:
    """A missed top with the board before it, row by row."""

    round_id: int
    rack: str
    board: tuple[tuple[str, ...], ...]
    word: str
    reference: str
    score: int
    lost: int
    source: str
    direction: Direction = "ltr"

    @property
    def solution(self) -> str:
        return f"{self.word} {self.reference} {self.score}"


def cards_of(deck: Deck) -> list[ExportedCard]:
    """Return the cards of a deck, the greatest loss first; of a very large one, the first `MOST`."""
    wanted = {one.round_id: one for one in deck.missed[:MOST]}
    cards = {card.round_id: card for card in _read(wanted)}
    return [cards[round_id] for round_id in wanted if round_id in cards]


def _read(wanted: dict[int, MissedTop]) -> Iterator[ExportedCard]:
    """Read the rounds game by game, so that each board is laid once."""
    games: dict[int, list[Round]] = {}
    rounds = Round.objects.announced().filter(game__rounds__in=wanted).distinct()
    for round_ in rounds.select_related("game__event").order_by("game_id", "number"):
        games.setdefault(round_.game_id, []).append(round_)
    for played in games.values():
        game = played[0].game
        board = Board.empty()
        placed = boards_after(game, ((one.rack, one.word, one.reference) for one in played))
        for round_, after in zip(played, placed, strict=True):
            if round_.pk in wanted:
                top = top_of(round_)
                yield ExportedCard(
                    round_id=round_.pk,
                    rack=round_.rack,
                    board=tuple(tuple(row) for row in board.tokens(game.tiles)),
                    word=top.word,
                    reference=top.reference,
                    score=top.score,
                    lost=wanted[round_.pk].lost,
                    source=f"{game.event.date} {game.name}, {round_.number}",
                    direction=game.tiles.direction,
                )
            board = after.board


def as_text(cards: Sequence[ExportedCard]) -> str:
    """Return a line a card: rack, board (rows between slashes, `.` for an empty square), solution, points lost,
    game and round.
    """
    lines = ["#separator:tab", "#html:false"]
    for card in cards:
        board = "/".join("".join(token or "." for token in row) for row in card.board)
        lines.append("\t".join((card.rack, board, card.solution, str(card.lost), card.source)))
    return "\n".join(lines) + "\n"


def as_anki(cards: Sequence[ExportedCard], owner: str) -> bytes:
    """Return a package; imported again it updates the same cards. `owner` tells the decks of people apart."""
    name, deck = gettext("Isotop: words I missed"), zlib.crc32(owner.encode()) + 2**31
    notes = [(note_id(owner, card.round_id), _fields_of(card)) for card in cards]
    return write_package(NOTES, deck, name, notes, now=clock.now())


def _fields_of(card: ExportedCard) -> tuple[str, ...]:
    rows = "".join(f"<tr>{''.join(f'<td>{escape(token)}</td>' for token in row)}</tr>" for row in card.board)
    board = f'<table dir="{card.direction}">{rows}</table>'
    return (escape(card.rack), board, escape(card.solution), escape(card.source))
