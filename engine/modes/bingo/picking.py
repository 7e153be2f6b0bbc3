"""The words of the players: picked, or drawn at random."""

from collections import Counter

from engine.errors import TurnError
from engine.modes.acts import texts_of, value_of
from engine.modes.base import Act
from engine.modes.bingo.state import Bingo, Card
from engine.modes.bingo.words import LETTERS, WORDS, missing_letters, random_pair
from engine.tiles import Cells


def pick(game: Bingo, player: int, act: Act) -> Bingo:
    """Give the player the words of the act, or random ones."""
    if game.calls:
        raise TurnError("bingo_calling_begun")
    words = read_words(game, act) if "words" in act else _draw_words(game, player, act)
    return game.with_card(player, Card.of(words))


def read_words(game: Bingo, act: Act) -> tuple[Cells, ...]:
    """Return the words of an act, which must be two of the lexicon that the set can spell together."""
    tiles, written = game.tiles, texts_of(act, "words")
    if len(written) != WORDS:
        raise TurnError("bingo_two_words", given=len(written))
    words = tuple(tiles.encode_plain(text.strip()) for text in written)
    for word in words:
        if len(word) != LETTERS:
            raise TurnError("bingo_word_length", word=tiles.decode(word), given=len(word), wanted=LETTERS)
    bad = [tiles.decode(word) for word in words if not game.setup.lexicon.contains(word)]
    if bad:
        raise TurnError("bingo_not_in_lexicon", words=", ".join(bad))
    if len(set(words)) < WORDS:
        raise TurnError("bingo_same_word", word=tiles.decode(words[0]))
    counts = Counter(dict(enumerate(tiles.counts)))
    if lacking := missing_letters(words, counts, with_blanks=game.blanks_spell):
        raise TurnError("bingo_not_spelled", letters=", ".join(dict.fromkeys(map(tiles.token, lacking))))
    return words


def _draw_words(game: Bingo, player: int, act: Act) -> tuple[Cells, ...]:
    seed = f"{value_of(act, 'seed', str)}/{player}"
    return random_pair(game.setup.lexicon, game.tiles, seed=seed, with_blanks=game.blanks_spell)


def pick_for_others(game: Bingo, act: Act) -> Bingo:
    """Give random words to all who have not picked."""
    if game.calls:
        raise TurnError("bingo_calling_begun")
    without = [player for player, card in enumerate(game.cards) if card is None]
    if not without:
        raise TurnError("bingo_started")
    for player in without:
        game = game.with_card(player, Card.of(_draw_words(game, player, act)))
    return game
