"""The order of players in Scrabble Me: for refilling, swapping boards and the extra turn (RULES V13).

Terms. Players sit around the table in the order of their numbers: on the *left* of each sits the next one,
and on the left of the last one the first.

Version 1 of the mode refilled by score, and gave the extra turn to the lowest score even if that was a pass.
Games that began under it keep its order, because their acts follow from it.
"""

from engine.modes.scrabble_me.state import ScrabbleMe
from engine.tiles import LETTER_MASK

BY_SCORE_VERSION = 1


def list_lowest_first(state: ScrabbleMe) -> tuple[int, ...]:
    """Return the players by their scores of the round, the lowest first.

    Ties are broken by the word: the one with the letter nearest to A is first, then by the next nearest
    letter; a word that runs out of letters is before longer ones, and a player without a word before all.
    Then the lower total decides, then the seat.
    """

    def key(player: int) -> tuple[int, list[int], int, int]:
        play = state.round.plays[player]
        scored = play.stands if play else None
        letters = sorted(cell & LETTER_MASK for cell in scored.move.word) if scored else []
        return scored.score if scored else 0, letters, state.seats[player].score, player

    return tuple(sorted(state.players, key=key))


def find_left(state: ScrabbleMe, player: int) -> int:
    """Return the player on the left of this player."""
    return (player + 1) % len(state.seats)


def find_refill_order(state: ScrabbleMe) -> tuple[int, ...]:
    """Return who picks tiles: the lowest score of those who lack some, then around the table from there."""
    lacking = [
        player
        for player in list_lowest_first(state)
        if len(state.seats[player].rack) < state.settings.rack_size
    ]
    if not lacking or state.setup.version == BY_SCORE_VERSION:
        return tuple(lacking)
    around = [lacking[0]]
    while len(around) < len(state.seats):
        around.append(find_left(state, around[-1]))
    return tuple(player for player in around if player in lacking)


def find_extra_player(state: ScrabbleMe) -> int | None:
    """Return who has the extra turn: the player of the round's lowest standing word; None if none stands."""
    for player in list_lowest_first(state):
        play = state.round.plays[player]
        assert play
        by_pass = state.setup.version == BY_SCORE_VERSION and play.kind in {"place", "pass"}
        if play.stands or by_pass:
            return player
    return None
