"""The view of a bingo game for one viewer."""

from typing import Any

from engine.modes.bingo.state import Bingo, Card, scores, waits_for, winners
from engine.modes.bingo.words import LETTERS, WORDS


def show_game(game: Bingo, viewer: int | None) -> dict[str, Any]:
    """Return a viewer's view: their own card, all calls, the rest of the bag; all words once it is over."""
    tiles, points = game.tiles, scores(game)
    own = None if viewer is None else game.cards[viewer]
    players = [
        {"name": game.name(player), "score": points[player], "picked": card is not None}
        | ({"words": [tiles.decode(word) for word in card.words]} if card and game.is_over else {})
        for player, card in enumerate(game.cards)
    ]
    return {
        "players": players,
        "waits_for": list(waits_for(game)),
        "over": game.is_over,
        "winners": None if (won := winners(game)) is None else list(won),
        "calling": bool(game.calls) or all(card is not None for card in game.cards),
        "letters": WORDS * LETTERS,
        "calls": [tiles.decode_rack([tile]) for tile in game.calls],
        "bag": {tiles.decode_rack([tile]): count for tile, count in sorted(game.bag.items())},
        "bag_count": game.bag.total(),
        "card": None if own is None else _show_card(game, own),
    }


def _show_card(game: Bingo, card: Card) -> list[list[dict[str, Any]]]:
    return [
        [
            {
                "letter": game.tiles.token(letter),
                "struck": call is not None,
                "by": None if call is None else game.tiles.decode_rack([game.calls[call]]),
                "can": not game.is_over
                and call is None
                and game.find_striking_call(card, letter) is not None,
            }
            for letter, call in zip(word, row, strict=True)
        ]
        for word, row in zip(card.words, card.struck, strict=True)
    ]
