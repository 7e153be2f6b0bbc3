"""The import of a word list: stored as it was read, reviewed, then compiled. Lines are left out only if a user has
said so.

The review that was shown is the one that is carried out: the request sends how many lines it leaves out and how the
file was read, and nothing is done if that is no longer so. Compiling is background work; the file's row has the
progress. If it is interrupted, nothing is there, and it can be asked for again.
"""

from dataclasses import asdict
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.lexicon import Lexicon
from engine.lexicon.definitions import pack_definitions
from tournaments.errors import RuleViolation
from tournaments.jobs import finish, job_of, lock_idle, move, start
from tournaments.lexicons.imports.source import (
    FileKind,
    ListFile,
    ListReading,
    compile_source,
    guess_reading,
    list_forms,
    open_source,
    possible,
    reading_of,
    review_data,
    review_source,
    unpack,
)
from tournaments.lexicons.services import free_name, register_lexicon
from tournaments.models import Organiser, WordListFile
from tournaments.processes.memory import returns_memory
from tournaments.processes.own_process import in_own_process
from tournaments.time import clock

# As the proxy lets through: a list of 5 million words.
MOST_BYTES: Final = 64 << 20
# A larger file is reviewed as background work, as it would keep a request waiting: a million words take seconds.
REVIEWED_AT_ONCE: Final = 8 << 20


def keep_file(
    *, data: bytes, file_name: str, language: str, by: User, affixes: bytes | None = None
) -> WordListFile:
    """Store a file for review, in place of those that this user did not load; `affixes` as in `open_source`.

    A large file, and the forms of a hunspell dictionary, are reviewed as background work.

    Raises:
        RuleViolation: it is too large, or has no words.
        EngineError: a KWG file or a hunspell dictionary that is damaged or too large.
    """
    if len(data) + len(affixes or b"") > MOST_BYTES:
        raise RuleViolation(
            "file_too_big", _("The file is too large: at most {most} MB."), most=MOST_BYTES >> 20
        )
    read = _read_new(data, file_name, affixes, language)
    word_list_file = WordListFile(file_name=file_name[-100:], read_by=by, read_at=clock.now(), **read)
    with transaction.atomic():
        not_loaded = WordListFile.objects.filter(read_by=by, lexicon=None)
        not_loaded.filter(~Q(state=WordListFile.State.RUNNING) | Q(review={})).delete()
        if "review" in read:
            word_list_file.save()
        else:
            start(word_list_file, list_forms_of, language)
    return word_list_file


@in_own_process()
def _read_new(data: bytes, file_name: str, affixes: bytes | None, language: str) -> dict[str, Any]:
    """Return the fields of a new file; without a review if that is background work."""
    source = open_source(data, file_name, affixes)
    if _is_reviewed_later(source):
        return {"kind": source.kind, "packed": source.pack(), "step": _first_step(source)}
    return _reviewed(source, language)


def _is_reviewed_later(source: ListFile) -> bool:
    return source.kind == FileKind.PAIR or len(source.data) > REVIEWED_AT_ONCE


def _first_step(source: ListFile) -> WordListFile.Step:
    return WordListFile.Step.LISTING if source.kind == FileKind.PAIR else WordListFile.Step.READING


@in_own_process()
def _reviewed(source: ListFile, language: str, reading: ListReading | None = None) -> dict[str, Any]:
    """Return the fields of a file that is read in the way that the user chose, or in the likeliest."""
    reading = reading or guess_reading(source, language)
    review = review_data(review_source(source, reading))
    return {"kind": source.kind, "packed": source.pack(), "review": review, **asdict(reading)}


@job_of(WordListFile)
@returns_memory
def list_forms_of(kept: WordListFile, language: str) -> None:
    """Review a file, a hunspell dictionary by its forms, unless it is reviewed."""
    if kept.review:
        return
    source = unpack(kept)
    if source.kind == FileKind.PAIR:
        source = in_own_process()(list_forms)(source)
        move(kept, step=WordListFile.Step.REVIEWING)
    read = _reviewed(source, language, reading_of(kept) if kept.tile_set else None)
    move(kept, state=WordListFile.State.NEW, step="", **read)


def read_again(*, kept: WordListFile, reading: ListReading) -> None:
    """Store another reading of a file, with its review.

    Raises:
        RuleViolation: it is being loaded, or has been.
        EngineError: a KWG file that was made for other tiles.
    """
    if not kept.review:
        raise _asked_violation()
    source = unpack(kept)
    reading = possible(source, reading)
    changed: dict[str, Any] = asdict(reading)
    later = _is_reviewed_later(source)
    if later:
        changed |= {"review": {}, "step": _first_step(source)}
    else:
        changed["review"] = _reviewed(source, "", reading)["review"]
    with transaction.atomic():
        locked_file = _lock_file(kept)
        if later:
            start(locked_file, list_forms_of, "", **changed)
        else:
            WordListFile.objects.filter(pk=locked_file.pk).update(**changed)


def tag_word_list_review(kept: WordListFile) -> str:
    """Return the version tag of a review: another one says that the file is read differently."""
    return "|".join(map(str, (*asdict(reading_of(kept)).values(), kept.review.get("bad", 0))))


def ask_load(*, kept: WordListFile, name: str, mark: str, left_out: int, any_letters: bool = False) -> None:
    """Queue the loading of a file as background work, as it was reviewed.

    Raises:
        RuleViolation: the name is taken or none, the review has changed, lines are left out or letters do not fit
            without the user's word, or it was requested already.
    """
    organiser = Organiser.objects.get(pk=kept.organiser_id)
    free_name(name, organiser)
    with transaction.atomic():
        locked_file = _lock_file(kept)
        if mark != tag_word_list_review(locked_file):
            raise RuleViolation("reading_changed", _("The file is now read differently: review it again."))
        if left_out != locked_file.review["bad"]:
            raise RuleViolation(
                "lines_wrong",
                _("Nothing was loaded. Lines with errors: {count}."),
                count=locked_file.review["bad"],
            )
        if locked_file.review.get("misfit") and not any_letters:
            raise RuleViolation(
                "letters_unlike", _("Confirm that these are the words, or choose other tiles.")
            )
        start(locked_file, load_file, name=name, step=WordListFile.Step.WAITING)


@job_of(WordListFile)
@returns_memory
def load_file(kept: WordListFile) -> None:
    """Load a requested file."""
    organiser = Organiser.objects.get(pk=kept.organiser_id)
    move(kept, step=WordListFile.Step.COMPILING)
    name = free_name(kept.name, organiser)
    built, packed = _compile(kept, name)
    with transaction.atomic():
        move(kept)
        lexicon = register_lexicon(built, packed, name=name, organiser=organiser)
        finish(kept, lexicon=lexicon, packed=b"")


@in_own_process()
def _compile(kept: WordListFile, name: str) -> tuple[Lexicon, bytes]:
    """Return the lexicon of a file and its packed definitions, as they were reviewed."""
    source, reading = unpack(kept), reading_of(kept)
    review = review_source(source, reading)
    if review.bad_lines != kept.review["bad"]:
        raise RuleViolation("reading_changed", _("The file is now read differently: review it again."))
    built = compile_source(source, reading, review, name)
    return built, pack_definitions(review.definitions) if review.definitions else b""


def _lock_file(kept: WordListFile) -> WordListFile:
    """Lock a file that is reviewed, and neither loaded nor being loaded.

    Raises:
        RuleViolation: it is not so.
    """
    locked_idle = lock_idle(kept)
    if locked_idle is None or not locked_idle.review:
        raise _asked_violation()
    return locked_idle


def _asked_violation() -> RuleViolation:
    return RuleViolation("list_asked", _("This list has already been loaded, or is loading now."))
