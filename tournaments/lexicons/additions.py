"""An organiser's additions to a lexicon: words that the games it makes from then on have besides.

The lexicon itself stays as it was, also one of the organiser's own. A game copies them when it is made.
"""

from collections.abc import Collection
from typing import Final, Protocol

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.lexicons.word_text import read_word
from tournaments.models import AddedWord, Lexicon, Organiser, organiser_in_scope
from tournaments.organisers.rights import Right, has_right
from tournaments.time import clock
from tournaments.wording.engine_messages import message_for

MOST_WORDS: Final = 10_000
_MOST_SHOWN: Final = 5
# Messages after a word was kept or removed.
KEPT: Final = _("{word} added: games created from now on accept it.")
REMOVED: Final = _("{word} removed from our additions. Games that have it keep it.")


class DecidedWord(Protocol):
    """A word that a game or an event accepted or refused."""

    @property
    def word(self) -> str: ...

    @property
    def accepted(self) -> bool: ...

    @property
    def reason(self) -> str: ...


def additions_to(lexicon: str | OuterRef) -> QuerySet[AddedWord]:
    """Return what the organiser in scope adds to the lexicon of that name, in order."""
    rows = AddedWord.objects.filter(lexicon__name=lexicon, removed_at__isnull=True)
    return rows.select_related("by").order_by("word")


def count_additions() -> dict[int, int]:
    """Return how many words the organiser in scope adds, by the key of the lexicon."""
    rows = AddedWord.objects.filter(removed_at__isnull=True).order_by()
    return dict(rows.values_list("lexicon").annotate(Count("pk")))


def may_add_words(user: User) -> bool:
    """Tell whether the user may change the additions of the organiser in scope."""
    return has_right(user, organiser_in_scope(), Right.ADMINISTER)


def added_among(lexicon: str, words: Collection[str]) -> frozenset[str]:
    """Return those of the words that the organiser in scope adds to the lexicon of that name."""
    if not words:
        return frozenset()
    return frozenset(additions_to(lexicon).filter(word__in=words).values_list("word", flat=True))


def keep_word(decided: DecidedWord, *, lexicon: str, by: User) -> None:
    """Add a word that a game or an event with the lexicon of that name accepted, with its reason as the note.

    Raises:
        RuleViolation: it is refused there; it is among the additions; there would be too many.
    """
    if not decided.accepted:
        raise RuleViolation("addition_refused", _("{word} is refused here."), word=decided.word)
    if not add_words(lexicon=_find_lexicon(lexicon), text=decided.word, note=decided.reason, by=by):
        raise RuleViolation(
            "addition_there", _("{word} is already in the lexicon or our additions."), word=decided.word
        )


def remove_kept_word(decided: DecidedWord, *, lexicon: str, by: User) -> None:
    """Remove a word from the additions that a game or an event with the lexicon of that name decided.

    Raises:
        RuleViolation: it is not among the additions.
    """
    remove_word(lexicon=_find_lexicon(lexicon), word=decided.word, by=by)


@transaction.atomic
def add_words(*, lexicon: Lexicon, text: str, note: str, by: User) -> int:
    """Add the words of a text, a word a line or apart by blanks; return how many are new.

    Words that the lexicon has, or that are added already, are left out. Either all others are added or none.

    Raises:
        RuleViolation: something in the text is no word of these tiles; there would be too many.
    """
    Organiser.objects.select_for_update(no_key=True).get(pk=organiser_in_scope())
    tiles, words = load_tile_set(lexicon.tile_set), load_lexicon(lexicon.name)
    wrong: list[str] = []
    read: dict[str, None] = {}
    for written in text.split():
        try:
            read[read_word(written, tiles)] = None
        except (EngineError, RuleViolation) as error:
            wrong.append(message_for(error))
    if wrong:
        raise RuleViolation(
            "additions_wrong",
            _("Nothing was added. {problems}"),
            problems=" ".join(dict.fromkeys(wrong[:_MOST_SHOWN])),
        )
    there = set(additions_to(lexicon.name).values_list("word", flat=True))
    new = [word for word in read if word not in there and not words.contains(tiles.encode_plain(word))]
    if len(there) + len(new) > MOST_WORDS:
        raise RuleViolation(
            "additions_enough", _("A lexicon has at most {most} additions."), most=f"{MOST_WORDS:,}"
        )
    now = clock.now()
    AddedWord.objects.bulk_create(
        AddedWord(
            organiser_id=organiser_in_scope(), lexicon=lexicon, word=word, note=note.strip(), by=by, at=now
        )
        for word in new
    )
    return len(new)


@transaction.atomic
def remove_word(*, lexicon: Lexicon, word: str, by: User) -> None:
    """Remove an added word; games that have it keep it.

    Raises:
        RuleViolation: it is not among the additions.
    """
    row = additions_to(lexicon.name).filter(word=word)
    if not AddedWord.objects.filter(pk__in=row.values("pk")).update(removed_by=by, removed_at=clock.now()):
        raise RuleViolation("addition_gone", _("{word} is not in our additions."), word=word)


def _find_lexicon(name: str) -> Lexicon:
    lexicon = lexicons_offered().filter(name=name).first()
    if lexicon is None:
        raise RuleViolation("additions_no_lexicon", _("There is no lexicon {name} here."), name=name)
    return lexicon
