"""The built-in lexicons, and loading of a club's own word list, whole or not at all."""

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine import lexicon as engine_lexicon
from engine.lexicon import kwg, word_list
from engine.lexicon.definitions import erase_definitions, pack_definitions, save_definitions
from engine.lexicon.letter_fit import count_letters, find_misfit
from engine.tiles import TileSet, load_tile_set
from tournaments.errors import RuleViolation, WordListErrors
from tournaments.lexicons.selectors import lexicons_of, lexicons_offered
from tournaments.models import LEXICON_NAME_LENGTH, Lexicon, Organiser
from tournaments.processes.own_process import in_own_process
from tournaments.wording.engine_messages import line_message, tile_sets_message

MOST_ERRORS_TOLD = 100


def load_word_list(
    *,
    name: str,
    data: bytes,
    tile_set: str,
    file_name: str = "",
    encoding: str | None = None,
    definitions: bool = False,
    without_capitals: bool = False,
    without_abbreviations: bool = False,
    any_letters: bool = False,
    organiser: Organiser | None = None,
) -> Lexicon:
    """Compile a word list, or a KWG file by its file name, and register it as `name`.

    Only `organiser` may use it; everybody, if none is given. Its file has a name that no other organiser can take:
    so a refusal never tells what others have.

    The list `data` has a word a line, in `encoding` (UTF-8 if it is left out). If `definitions` is set, the
    text after the word is its definition, and is stored for look-ups. Words with a capital in front, as names have, are
    faulty lines `without_capitals`, abbreviations `without_abbreviations`. A name is given once: games keep the
    very words that they were played with. Letters that do not fit the tiles are taken only if `any_letters` is set.

    Raises:
        WordListErrors: lines that are no words, each named; nothing is changed.
        RuleViolation: a name that is taken, or no name.
        EngineError: no such tile set, no word at all, letters that do not fit, or a KWG file that is damaged.
    """
    name = free_name(name, organiser)
    built, packed = _compile(
        name,
        data,
        load_tile_set(tile_set),
        file_name,
        encoding,
        definitions=definitions,
        without_capitals=without_capitals,
        without_abbreviations=without_abbreviations,
        any_letters=any_letters,
    )
    return register_lexicon(built, packed, name=name, organiser=organiser)


@in_own_process()
def _compile(
    name: str,
    data: bytes,
    tiles: TileSet,
    file_name: str,
    encoding: str | None,
    *,
    any_letters: bool,
    **marks: bool,
) -> tuple[engine_lexicon.Lexicon, bytes]:
    """Return the lexicon of a list and its packed definitions; the arguments are those of `load_word_list`."""
    if file_name.lower().endswith(kwg.SUFFIX):
        read = kwg.read_kwg(data, tiles, name)
        built, meanings, misfit = read.lexicon, {}, read.misfit
    else:
        words = word_list.read_word_list(data, tiles, encoding, **marks)
        built, meanings = _build(words, tiles, name), words.definitions
        misfit = find_misfit(count_letters(words.words), tiles, words.words, len(words.words))
    if misfit and not any_letters:
        raise misfit.error(tiles)
    return built, pack_definitions(meanings) if meanings else b""


def register_lexicon(
    built: engine_lexicon.Lexicon,
    definitions: bytes,
    *,
    name: str,
    organiser: Organiser | None,
) -> Lexicon:
    """Store a compiled lexicon, and its packed definitions, under a name from `free_name`."""
    with transaction.atomic():
        lexicon = Lexicon.objects.create(
            name=name, tile_set=built.tile_set, word_count=built.word_count, organiser=organiser
        )
        if definitions:
            save_definitions(name, definitions)
        # The file comes last: it is put in place in one step, and a failure rolls the row back.
        engine_lexicon.save(built, engine_lexicon.lexicon_path(name))
    return lexicon


def _build(words: word_list.WordList, tiles: TileSet, name: str) -> engine_lexicon.Lexicon:
    if words.errors:
        raise WordListErrors(
            [line_message(error) for error in words.errors[:MOST_ERRORS_TOLD]],
            words.error_count,
            codes=words.codes,
            says_more=words.says_more,
            tile_sets=tile_sets_message(words, tiles),
        )
    return engine_lexicon.build_lexicon(words.words, tiles, name)


def register_built_in(name: str = engine_lexicon.BUILTIN) -> Lexicon:
    """Put a built-in lexicon in place if need be, and register it."""
    built = engine_lexicon.load_lexicon(engine_lexicon.ensure_builtin(name))
    lexicon, _created = Lexicon.objects.update_or_create(
        name=name, defaults={"tile_set": built.tile_set, "word_count": built.word_count}
    )
    return lexicon


def register_all_built_in() -> None:
    for name in engine_lexicon.builtin_names():
        register_built_in(name)


def lexicon_for_language(language: str) -> Lexicon | None:
    """Return the likeliest lexicon for a language.

    It is the latest that a club loaded in this language, else the built-in one of this language, else the
    built-in one in English. A club that has loaded a list wants to play with it.
    """
    latest = list(lexicons_offered().order_by("-loaded_at"))
    spoken = language.partition("-")[0]
    fitting = [lexicon for lexicon in latest if load_tile_set(lexicon.tile_set).language == spoken]
    if fitting:
        return min(fitting, key=lambda lexicon: lexicon.name in engine_lexicon.builtin_names())
    return min(latest, key=lambda lexicon: lexicon.name != engine_lexicon.BUILTIN, default=None)


def erase_lexicons(organiser: Organiser) -> None:
    """Delete the lexicons of an organiser with their files."""
    for lexicon in Lexicon.objects.filter(organiser=organiser):
        with transaction.atomic():
            lexicon.delete()
            # The files go last: a failure leaves the row, and the next erasure finds it.
            erase_definitions(lexicon.name)
            engine_lexicon.lexicon_path(lexicon.name).unlink(missing_ok=True)


def free_name(name: str, organiser: Organiser | None) -> str:
    """Return the name of the file: that of the lexicon, and behind it the key of an organiser that is not alone.

    Raises:
        RuleViolation: it is no name, or taken.
    """
    try:
        validate_slug(name)
    except ValidationError:
        raise RuleViolation(
            "lexicon_name",
            _("“{name}” is not a valid lexicon name: use letters, digits, - and _."),
            name=name,
        ) from None
    # No slug has this sign: a name with it collides with none that anybody typed.
    behind = "" if organiser is None or organiser.holds_everybody else f"~{organiser.pk}"
    most = LEXICON_NAME_LENGTH - len(behind)
    if len(name) > most:
        raise RuleViolation(
            "lexicon_name_long", _("The name of a lexicon has at most {most} characters."), most=most
        )
    seen = Lexicon.objects.all() if not behind else lexicons_of([organiser.pk] if organiser else [])
    # Case is ignored: on some systems the files of ODS and ods would be one.
    taken = seen.filter(Q(name__iexact=name) | Q(name__iexact=name + behind))
    if name.lower() in engine_lexicon.builtin_names() or taken.exists():
        raise RuleViolation(
            "lexicon_taken", _("A lexicon “{name}” already exists: choose another name."), name=name
        )
    return name + behind
