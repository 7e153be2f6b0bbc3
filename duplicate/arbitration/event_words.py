"""Accepting and refusing words for all games of an event: use cases of its chief, each one transaction.

A word goes to the games of that lexicon that are not over, each of which is judged again, and to those made later.
Games that are over keep the words that they were played with.
"""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_all_games
from duplicate.arbitration.game_words import new_word, put_word, take_back
from duplicate.models import Game
from duplicate.positions.game_words import MOST_WORDS, are_words_fixed, lexicon_of
from engine.lexicon import load_lexicon
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.events.services import write_act
from tournaments.events.staff import check_chief
from tournaments.lexicons.word_text import read_word
from tournaments.models import Event, EventWord, Lexicon
from tournaments.time import clock


@transaction.atomic
def decide_event_word(
    *, event: Event, lexicon: Lexicon, word: str, accepted: bool, reason: str, by: User
) -> int:
    """Accept or refuse a word for the games of an event with that lexicon; return how many games have it now.

    Raises:
        EngineError: letters that the tiles lack.
        RuleViolation: no reason; not the chief; it is decided already, or the lexicon says the same anyway.
    """
    games = lock_all_games(event)
    check_chief(event, by)
    reason, tiles = reason.strip(), load_tile_set(lexicon.tile_set)
    if not reason:
        raise RuleViolation("reason_missing", _("Give a reason: it goes into the log."))
    text = read_word(word, tiles)
    decided = set(event.words.in_force().filter(lexicon=lexicon.name).values_list("word", flat=True))
    if len(decided) >= MOST_WORDS:
        raise RuleViolation(
            "too_many_words",
            _("An event can have at most {most} accepted or refused words."),
            most=MOST_WORDS,
        )
    if text in decided:
        raise RuleViolation(
            "event_word_decided",
            _("{word} is already accepted or refused for this event: withdraw that decision first."),
            word=text,
        )
    if load_lexicon(lexicon.name).contains(tiles.encode_plain(text)) == accepted:
        raise RuleViolation("event_word_same", _("The lexicon already says so for {word}."), word=text)
    EventWord.objects.create(
        event=event,
        lexicon=lexicon.name,
        word=text,
        accepted=accepted,
        reason=reason,
        by=by,
        at=clock.now(),
    )
    act = "event_word_accepted" if accepted else "event_word_refused"
    write_act(event, act, by=by, word=text, lexicon=lexicon.name, why=reason)
    count = 0
    for game in _games_concerned(games, lexicon.name):
        if (
            game.words.in_force().filter(word=text).exists()
            or lexicon_of(game).contains(tiles.encode_plain(text)) == accepted
        ):
            continue
        row = new_word(game, text, accepted=accepted, reason=reason, by=by)
        row.from_event = True
        put_word(game, row, by=by)
        count += 1
    return count


@transaction.atomic
def take_event_word_back(*, event: Event, key: int, by: User) -> int:
    """Take back a word of an event, also in its games that are not over; return how many games lost it.

    Raises:
        RuleViolation: not the chief; it is taken back already.
    """
    games = lock_all_games(event)
    check_chief(event, by)
    row = find_event_word(event, key)
    row.taken_back_by, row.taken_back_at = by, clock.now()
    row.save(update_fields=["taken_back_by", "taken_back_at"])
    write_act(event, "event_word_taken_back", by=by, word=row.word, lexicon=row.lexicon)
    count = 0
    for game in _games_concerned(games, row.lexicon):
        word = game.words.in_force().filter(word=row.word, accepted=row.accepted, from_event=True).first()
        if word is not None:
            take_back(game, word, by=by)
            count += 1
    return count


def find_event_word(event: Event, key: int) -> EventWord:
    """Return a word of the event that is in force.

    Raises:
        RuleViolation: it is taken back already.
    """
    row = event.words.in_force().filter(pk=key).first()
    if row is None:
        raise RuleViolation("event_word_gone", _("This decision has already been withdrawn."))
    return row


def _games_concerned(games: list[Game], lexicon: str) -> Iterator[Game]:
    """Yield the games with that lexicon that are not over and have words of their own."""
    for game in games:
        if game.state != Game.State.FINISHED and game.lexicon == lexicon and not are_words_fixed(game):
            yield game
