"""Plays and challenges of Scrabble Me, and the transitions between phases (RULES V13).

Terms. Players sit around the table in the order of their numbers: on the *left* of each sits the next one,
and on the left of the last one the first.

Version 1 of the mode refilled by score, and gave the extra turn to the lowest score even if that was a pass.
Games that began under it keep its order, because their acts follow from it.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.errors import ChallengeError
from engine.modes.scrabble_me.refill import draw_tiles
from engine.modes.scrabble_me.state import (
    BoardPlay,
    BoardsRound,
    Phase,
    RoundKind,
    ScrabbleMe,
    can_form_a_word,
    doubtful,
    waits_for,
)
from engine.notation import Move
from engine.scoring import check_rack, check_words, formed_words, left_over, score_move
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


def advance(state: ScrabbleMe) -> ScrabbleMe:
    """Advance the game until somebody has to act, or to its end."""
    while state.phase != "over" and not waits_for(state):
        state = _NEXT[state.phase](state)
    return state


# Plays


def place_word(state: ScrabbleMe, player: int, reference: str, word: str) -> ScrabbleMe:
    """Store the player's play, which nobody else sees yet.

    Raises:
        MoveError: it does not fit the board or rack; or it has a bad word, and there are no challenges.
    """
    tiles, seat = state.setup.tiles, state.seats[player]
    move = Move.parse(reference, word, tiles, "english")
    scored = score_move(seat.board, move, tiles, state.settings.bonuses, convention="english")
    check_rack(scored, seat.rack, tiles)
    if state.settings.challenge == "void":
        check_words(seat.board, scored.move, tiles, state.setup.lexicon)
    words_made = formed_words(seat.board, scored.move, tiles)
    return state.with_play(
        player, BoardPlay(kind="place", scored=scored, words=words_made, before=seat.board)
    )


def _reveal_plays(state: ScrabbleMe) -> ScrabbleMe:
    """Place and score all plays, once all have played. If all passed the game is over."""
    for player, play in enumerate(state.round.plays):
        if play and play.scored:
            seat = state.seats[player]
            after = replace(
                seat,
                board=seat.board.place(play.scored.move),
                rack=tuple(left_over(seat.rack, play.scored.tiles)),
                score=seat.score + play.scored.score,
            )
            state = state.with_seat(player, after)
    if all(play and play.kind == "pass" for play in state.round.plays):
        return _keep_round(state).over("passes")
    return replace(state, phase="challenge", accepted=())


# Challenges


def challenge_play(state: ScrabbleMe, player: int, other: int) -> ScrabbleMe:
    """Judge all words of the other's play together (C4): take it back, or make the challenger lose a round.

    Raises:
        ChallengeError: there is nothing to challenge.
    """
    _check_challenge(state, player, other)
    play = state.round.plays[other]
    assert play
    assert play.scored
    if all(state.setup.lexicon.contains(formed.word) for formed in play.words):
        seat = state.seats[player]
        paid = state.with_seat(player, replace(seat, rounds_lost=seat.rounds_lost + 1))
        return paid.with_play(other, replace(play, verdict="good", challenger=player))
    seat = state.seats[other]
    before = replace(
        seat,
        board=play.before,
        rack=tuple(sorted((*seat.rack, *play.scored.tiles))),
        score=seat.score - play.scored.score,
    )
    return state.with_seat(other, before).with_play(
        other, replace(play, verdict="taken_back", challenger=player)
    )


def _check_challenge(state: ScrabbleMe, player: int, other: int) -> None:
    if player == other:
        raise ChallengeError("challenge_own", player=state.name(player))
    if other not in state.players:
        raise ChallengeError("no_such_player", number=other)
    if other not in doubtful(state, player):
        play = state.round.plays[other]
        raise ChallengeError("challenge_judged" if play and play.verdict else "challenge_nothing")


# From phase to phase


def open_round(state: ScrabbleMe, kind: RoundKind, only: int | None = None) -> ScrabbleMe:
    """Open a new round, in which all play or `only` one. A player who owes a round sits it out; one without
    tiles passes.

    If no player can form a word, the game is over.
    """
    those = state.players if only is None else (only,)
    if not any(can_form_a_word(state, player) for player in those):
        return state.over("stuck" if only is None else "played_out")
    number = state.round.number + 1
    plays = tuple(None if player in those else BoardPlay(kind="not_in") for player in state.players)
    state = replace(
        state, round=BoardsRound(number=number, kind=kind, plays=plays), phase="play", accepted=()
    )
    for player in those:
        seat = state.seats[player]
        if seat.rounds_lost:
            state = state.with_play(player, BoardPlay(kind="sits_out"))
            state = state.with_seat(player, replace(seat, rounds_lost=seat.rounds_lost - 1))
        elif not seat.rack:
            state = state.with_play(player, BoardPlay(kind="pass"))
    return state


def _to_swap(state: ScrabbleMe) -> ScrabbleMe:
    """Let players who used a blank swap boards, the lower scorer last; after the extra turn end the game."""
    if state.round.kind == "extra":
        return _keep_round(state).over("played_out")
    standing = [play.stands if play else None for play in state.round.plays]
    order = reversed(list_lowest_first(state))
    swapping = [player for player in order if (scored := standing[player]) and scored.blanks]
    return replace(state, phase="swap", swapping=tuple(swapping))


def _to_refill(state: ScrabbleMe) -> ScrabbleMe:
    """Let those who lack tiles pick some. After the last round, open the extra turn instead."""
    state = _keep_round(state)
    if state.round.kind == "last":
        player = find_extra_player(state)
        return state.over("played_out") if player is None else open_round(state, "extra", player)
    return replace(state, phase="refill", picking=find_refill_order(state))


def _to_play(state: ScrabbleMe) -> ScrabbleMe:
    """Fill the podium up, and begin a round: the last one, if the bag was empty before that."""
    kind: RoundKind = "usual" if state.bag else "last"
    wanted = state.settings.podium_tiles * len(state.seats) - len(state.podium)
    tiles, bag = draw_tiles(state.bag, wanted, f"{state.seed}/{state.round.number}/podium")
    return open_round(replace(state, bag=bag, podium=tuple(sorted((*state.podium, *tiles)))), kind)


def _keep_round(state: ScrabbleMe) -> ScrabbleMe:
    """Add the round to those that have been played."""
    return replace(state, rounds=(*state.rounds, state.round))


_NEXT: dict[Phase, Callable[[ScrabbleMe], ScrabbleMe]] = {
    "play": _reveal_plays,
    "challenge": _to_swap,
    "swap": _to_refill,
    "refill": _to_play,
}
