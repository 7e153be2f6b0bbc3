"""Accepting and refusing words for one game: use cases, each one transaction on the locked game.

All that follows from the words is judged again (`rejudging`). Tops and verdicts of announced rounds change on all
screens at once, as after any correction; what changed in a round in progress is told at its announcement.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game
from duplicate.acts.publish import publish
from duplicate.arbitration.rejudging import GameChanges, judge_again
from duplicate.log import audit_log
from duplicate.log.messages import act_text
from duplicate.models import Game, GameWord
from duplicate.positions.game_words import MOST_WORDS, are_words_fixed, lexicon_of, note_words, words_of
from duplicate.rounds.analysis import forget_analysis
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge
from tournaments.lexicons.word_text import read_word
from tournaments.time import clock


@dataclass(frozen=True, slots=True)
class WordChange:
    """A word that was accepted, refused or taken back, and what follows from it."""

    word: GameWord
    rejudged: GameChanges
    act: str

    def text(self) -> str:
        """Return the act in words, with what players know of the changes."""
        tops, verdicts = len(self.rejudged.params()["tops"]), len(self.rejudged.ruled)
        changes = [
            ngettext(
                "The top of {count} announced round changed.",
                "The tops of {count} announced rounds changed.",
                tops,
            ).format(count=tops)
            * bool(tops),
            ngettext("{count} verdict changed.", "{count} verdicts changed.", verdicts).format(count=verdicts)
            * bool(verdicts),
        ]
        said = " ".join(filter(None, changes)) or gettext("No top and no verdict changed.")
        return f"{act_text(self.act, {'word': self.word.word})}. {said}"


def accept_word(*, game: Game, word: str, reason: str, by: User) -> WordChange:
    """Accept a word for this game that its lexicon lacks.

    Raises:
        EngineError: letters that the tiles lack.
        RuleViolation: no reason; it is a word already, too short or too long; a simultaneous game.
    """
    return _decide(game=game, word=word, accepted=True, reason=reason, by=by)


def refuse_word(*, game: Game, word: str, reason: str, by: User) -> WordChange:
    """Refuse a word for this game that its lexicon has.

    Raises:
        EngineError: letters that the tiles lack.
        RuleViolation: as in `accept_word`; or it is no word.
    """
    return _decide(game=game, word=word, accepted=False, reason=reason, by=by)


@transaction.atomic
def take_word_back(*, game: Game, word: str, by: User) -> WordChange:
    """Take back that a word was accepted or refused for this game: its lexicon decides again.

    Raises:
        RuleViolation: nothing is in force for that word.
    """
    game = _lock_game(game, by)
    return take_back(game, find_word(game, word), by=by)


def find_word(game: Game, word: str) -> GameWord:
    """Return the word that is in force in the game.

    Raises:
        RuleViolation: nothing is in force for that word.
    """
    row = game.words.in_force().filter(word=word).first()
    if row is None:
        raise RuleViolation(
            "word_not_decided", _("{word} is neither accepted nor refused for this game."), word=word
        )
    return row


def put_word(game: Game, word: GameWord, *, by: User) -> WordChange:
    """Put a new word of a locked game in force, on record and published."""
    rejudged = set_word(game, word, in_force=True, by=by)
    return _write(game, "word_accepted" if word.accepted else "word_refused", word, rejudged, by=by)


def take_back(game: Game, word: GameWord, *, by: User) -> WordChange:
    """Take back a word of a locked game, on record and published."""
    rejudged = set_word(game, word, in_force=False, by=by)
    return _write(game, "word_taken_back", word, rejudged, by=by)


def new_word(game: Game, word: str, *, accepted: bool, reason: str, by: User) -> GameWord:
    """Return a word of a game, not stored yet.

    Raises:
        EngineError: letters that the tiles lack.
        RuleViolation: it is too short or too long.
        ValidationError: the reason is too long.
    """
    text = read_word(word, game.tiles)
    row = GameWord(game=game, word=text, accepted=accepted, reason=reason, by=by, at=clock.now())
    row.full_clean(exclude=["game", "by"], validate_unique=False, validate_constraints=False)
    return row


def set_word(game: Game, word: GameWord, *, in_force: bool, by: User) -> GameChanges:
    """Put a word of a locked game in force, as a row of its own, or take it back, and judge the game again.

    The caller writes the log and publishes.

    Raises:
        RuleViolation: the game has `MOST_WORDS` already.
    """
    before = words_of(game)
    if in_force and game.words.in_force().count() >= MOST_WORDS:
        raise RuleViolation(
            "too_many_words",
            _("A game can have at most {most} accepted or refused words."),
            most=MOST_WORDS,
        )
    if in_force:
        word.save(force_insert=True)
    else:
        word.taken_back_by, word.taken_back_at = by, clock.now()
        word.save(update_fields=["taken_back_by", "taken_back_at"])
    note_words(game)
    rejudged = judge_again(game, before, words_of(game))
    forget_analysis(game)
    return rejudged


@transaction.atomic
def _decide(*, game: Game, word: str, accepted: bool, reason: str, by: User) -> WordChange:
    game, reason = _lock_game(game, by), reason.strip()
    if not reason:
        raise RuleViolation("reason_missing", _("Give a reason: it goes into the log."))
    text = read_word(word, game.tiles)
    _check_open(game, text, accepted=accepted)
    row = new_word(game, text, accepted=accepted, reason=reason, by=by)
    return put_word(game, row, by=by)


def _lock_game(game: Game, by: User) -> Game:
    game = lock_game(game)
    check_may_judge(game.event, by)
    if are_words_fixed(game):
        raise RuleViolation(
            "simultaneous_words",
            _("Several clubs play this game: only the organiser’s lexicon counts for all of them."),
        )
    return game


def _check_open(game: Game, word: str, *, accepted: bool) -> None:
    """Check that accepting or refusing the word would change something."""
    if game.words.in_force().filter(word=word).exists():
        raise RuleViolation(
            "word_decided",
            _("{word} is already accepted or refused for this game: withdraw that decision first."),
            word=word,
        )
    if lexicon_of(game).contains(game.tiles.encode_plain(word)) != accepted:
        return
    if accepted:
        raise RuleViolation("word_is_good", _("{word} is already valid in this game."), word=word)
    raise RuleViolation("word_is_none", _("{word} is already not valid in this game."), word=word)


def _write(game: Game, act: str, word: GameWord, rejudged: GameChanges, *, by: User) -> WordChange:
    audit_log.write(
        game, act, by=by, word=word.word, accepted=word.accepted, why=word.reason, **rejudged.params()
    )
    publish(game)
    return WordChange(word, rejudged, act)
