"""Striking letters for the tiles called, and the claim that all are struck.

A player who has overlooked a call can still strike for it, and can take a blank back to use it for another
letter, as long as nobody has won. On paper people strike on printed cards, so a claim is checked against the
calls.
"""

from dataclasses import replace

from engine.errors import TurnError
from engine.modes.acts import value_of
from engine.modes.base import Act
from engine.modes.bingo.picking import read_words
from engine.modes.bingo.state import Bingo, Card
from engine.modes.bingo.words import LETTERS, WORDS


def _read_letter(game: Bingo, player: int, act: Act) -> tuple[Card, int, int]:
    """Return the player's card, with the word and place of the letter that the act means."""
    if game.on_paper:
        raise TurnError("bingo_on_paper")
    card = game.cards[player]
    if card is None:
        raise TurnError("bingo_not_picked", players=game.name(player))
    word, place = value_of(act, "word", int), value_of(act, "place", int)
    if not (0 <= word < WORDS and 0 <= place < LETTERS):
        raise TurnError("bingo_no_letter", word=word, place=place)
    return card, word, place


def strike(game: Bingo, player: int, act: Act) -> Bingo:
    card, word, place = _read_letter(game, player, act)
    letter = card.words[word][place]
    if card.struck[word][place] is not None:
        raise TurnError("bingo_struck", letter=game.tiles.token(letter))
    call = game.find_striking_call(card, letter)
    if call is None:
        raise TurnError("bingo_not_called", letter=game.tiles.token(letter))
    return game.with_card(player, card.with_call(word, place, call))


def unstrike(game: Bingo, player: int, act: Act) -> Bingo:
    card, word, place = _read_letter(game, player, act)
    if card.struck[word][place] is None:
        raise TurnError("bingo_not_struck", letter=game.tiles.token(card.words[word][place]))
    return game.with_card(player, card.with_call(word, place, None))


def claim(game: Bingo, player: int, act: Act) -> Bingo:
    if game.on_paper and "words" in act:
        if game.cards[player] is not None:
            raise TurnError("bingo_words_known", player=game.name(player))
        game = game.with_card(player, Card.of(read_words(game, act)))
    card = game.cards[player]
    if card is None:
        raise TurnError("bingo_not_picked", players=game.name(player))
    missing = game.missing(card)
    if missing:
        raise TurnError("bingo_claim_wrong", player=game.name(player), letters=game.tiles.decode(missing))
    return replace(game, winner=player, is_over=True)
