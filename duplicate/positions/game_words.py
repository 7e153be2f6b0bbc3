"""The lexicon of a game: that of its name, with the words that were accepted or refused for the game.

Every reader of a game takes its lexicon from here. Amended lexicons are cached by the digest that the game has
of its words, so a reader asks the database only for words that its process has not met yet.
"""

import hashlib
from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import Final

from django.db.models import Max, Q, QuerySet

from duplicate.models import Game, GameAdditions, GameWord
from engine.lexicon import Lexicon, amend_lexicon, load_lexicon
from engine.tiles import TileSet
from tournaments.lexicons.additions import additions_to
from tournaments.time import clock

# An amended lexicon takes a megabyte or two.
LEXICONS_KEPT: Final = 16
# Words in force in one game: the desk lists them all.
MOST_WORDS: Final = 500


# Words as text, each with whether it is accepted or refused.
Words = frozenset[tuple[str, bool]]


def words_of(game: Game) -> Words:
    """Return the words that are in force in a game."""
    return _over_additions(game, game.words.in_force())


def words_at(game: Game, moment: datetime) -> Words:
    """Return the words that were in force in a game at that moment."""
    return _over_additions(game, _rows_at(game, moment))


def _rows_at(game: Game, moment: datetime) -> QuerySet[GameWord]:
    there = Q(taken_back_at__isnull=True) | Q(taken_back_at__gt=moment)
    return game.words.filter(there, at__lte=moment)


def _over_additions(game: Game, rows: QuerySet[GameWord]) -> Words:
    """Return the words of these rows, and the organiser's additions about which no row says anything."""
    words = dict(rows.values_list("word", "accepted"))
    added = GameAdditions.objects.filter(game=game).values_list("words", flat=True).first() or ""
    return frozenset((dict.fromkeys(added.split(), True) | words).items())


def digest_of(words: Words) -> str:
    """Return the digest of the words, 32 hexadecimal digits; empty if there are none."""
    if not words:
        return ""
    lines = (f"{word} {accepted:d}" for word, accepted in sorted(words))
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()


def lexicon_of(game: Game) -> Lexicon:
    """Return the lexicon by which a game is judged.

    Raises:
        LexiconError: there is no lexicon of its name, or its file is damaged.
    """
    base = load_lexicon(game.lexicon)
    if not game.words_digest:
        return base
    # Another act may change the words meanwhile: the cache goes by those that are read.
    return _cache.get(base, game.words_digest) or lexicon_with(game, words_of(game))


def lexicon_with(game: Game, words: Words) -> Lexicon:
    """Return the lexicon that a game would have with these words."""
    base, digest = load_lexicon(game.lexicon), digest_of(words)
    found = _cache.get(base, digest)
    if found is None:
        found = _amend(base, words, game.tiles)
        _cache.put(base, digest, found)
    return found


def _amend(lexicon: Lexicon, words: Words, tiles: TileSet) -> Lexicon:
    accepted = [tiles.encode_plain(word) for word, is_accepted in words if is_accepted]
    refused = [tiles.encode_plain(word) for word, is_accepted in words if not is_accepted]
    return amend_lexicon(lexicon, accepted, refused)


def note_words(game: Game) -> None:
    """Store the digest of the words in force, after an act has changed them in a locked game."""
    game.words_digest = digest_of(words_of(game))
    Game.objects.filter(pk=game.pk).update(words_digest=game.words_digest)


def are_words_fixed(game: Game) -> bool:
    """Tell whether no word can be accepted or refused: many clubs play the game, and are judged alike."""
    return game.prepared is not None and game.prepared.is_simultaneous


def copy_words(game: Game) -> None:
    """Give a new game the organiser's additions and the words of its event.

    It has them as they are now, whatever becomes of them: a finished game keeps the words it was played with. A
    prepared game was made with the lexicon alone, and keeps to it.
    """
    if game.prepared is not None:
        return
    added = additions_to(game.lexicon).values_list("word", flat=True)
    if added:
        GameAdditions.objects.create(game=game, words=" ".join(added))
    of_event = game.event.words.in_force().filter(lexicon=game.lexicon)
    GameWord.objects.bulk_create(
        GameWord(
            game=game,
            word=one.word,
            accepted=one.accepted,
            reason=one.reason,
            from_event=True,
            by=one.by,
            at=clock.now(),
        )
        for one in of_event.select_related("by").order_by("pk")
    )
    note_words(game)


def list_words(game: Game) -> list[GameWord]:
    """Return the words in force, in the order of the tiles' letters."""
    return list(game.words.in_force().select_related("by").order_by("word"))


def list_announced_words(game: Game) -> list[GameWord]:
    """Return the words that the hall may know, in the order of their letters: during a round those of the last
    announcement. One that is accepted or refused meanwhile may be a top, or stand on a player's slip.
    """
    if not game.rounds.in_progress().exists():
        return list(game.words.in_force().order_by("word"))
    last = game.rounds.announced().aggregate(at=Max("announced_at"))["at"]
    return list(_rows_at(game, last).order_by("word")) if last else []


class _Cache:
    """The last amended lexicons of this process. A search caches by the lexicon itself, so each is kept."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: OrderedDict[tuple[Lexicon, str], Lexicon] = OrderedDict()

    def get(self, base: Lexicon, digest: str) -> Lexicon | None:
        with self._lock:
            found = self._found.get((base, digest))
            if found is not None:
                self._found.move_to_end((base, digest))
            return found

    def put(self, base: Lexicon, digest: str, lexicon: Lexicon) -> None:
        with self._lock:
            self._found[base, digest] = lexicon
            if len(self._found) > LEXICONS_KEPT:
                self._found.popitem(last=False)


_cache = _Cache()
