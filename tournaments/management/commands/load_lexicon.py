"""`manage.py load_lexicon NAME FILE`: load a club's own word list."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language

from engine.errors import EngineError
from engine.lexicon.definitions import pack_definitions
from engine.lexicon.kwg import SUFFIX
from engine.lexicon.list_review import ListReview
from engine.lexicon.word_list import DEFAULT_ENCODING, ENCODINGS
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation, WordListErrors
from tournaments.lexicons.imports.source import (
    FileKind,
    ListFile,
    ListReading,
    compile_source,
    guess_reading,
    list_forms,
    open_source,
    review_source,
    text_of,
)
from tournaments.lexicons.services import free_name, load_word_list, register_lexicon
from tournaments.models import Lexicon, Organiser
from tournaments.organisers.creation import find_organiser
from tournaments.wording.engine_messages import message_for

EXAMPLES = 4


class Command(BaseCommand):
    help = (
        "Load a word list (text with a word a line, or .xlsx), a KWG file, or a hunspell dictionary (.dic, with "
        ".aff beside it) as a lexicon that games can be played with. Its encoding and its tiles are guessed if "
        "they are not named. Where a line is no word, is a name or an abbreviation, nothing is loaded and the line is "
        "named, unless --skip-bad is given."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="how games will call it, such as my-club-2026")
        parser.add_argument("file", type=Path, help=f"the word list, or a file that ends in {SUFFIX}")
        parser.add_argument("--tiles", metavar="NAME", help="the tile set that it is played with")
        parser.add_argument("--encoding", choices=ENCODINGS, help="of the list")
        parser.add_argument("--column", type=int, help="of an Excel file, from 1")
        parser.add_argument(
            "--definitions", action="store_true", help="lines say what their words mean, after them"
        )
        parser.add_argument(
            "--skip-bad",
            action="store_true",
            help="load without the lines that are no words, names and abbreviations, and count them",
        )
        parser.add_argument(
            "--names", action="store_true", help="words with a capital in front are words, and no names"
        )
        parser.add_argument(
            "--abbreviations",
            action="store_true",
            help="words with other capitals are words, and no abbreviations",
        )
        parser.add_argument(
            "--any-letters", action="store_true", help="load it even if the letters do not fit the tiles"
        )
        parser.add_argument(
            "--organiser", help="the one that alone may use it, by its name; without one, all organisers may"
        )

    def handle(self, *, name: str, file: Path, organiser: str | None, skip_bad: bool, **options: Any) -> None:
        owner = find_organiser(organiser) if organiser else None
        if organiser and owner is None:
            raise CommandError(f"There is no organiser “{organiser}”.")
        try:
            source = open_source(file.read_bytes(), file.name, _affixes_beside(file))
            source = list_forms(source) if source.kind == FileKind.PAIR else source
            reading = _reading(source, options)
            load = self._load_good_lines if skip_bad or source.kind == FileKind.KWG else self._load_all_lines
            lexicon = load(source, reading, name, owner, any_letters=options["any_letters"])
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except (RuleViolation, EngineError) as error:
            raise CommandError(message_for(error)) from error
        if reading.encoding not in {options["encoding"], DEFAULT_ENCODING}:
            self.stdout.write(f"Read as {reading.encoding}; another encoding can be named with --encoding.")
        self.stdout.write(f"Lexicon {lexicon.name}: {lexicon.word_count} words of {lexicon.tile_set} tiles.")

    def _load_all_lines(
        self, source: ListFile, reading: ListReading, name: str, owner: Organiser | None, *, any_letters: bool
    ) -> Lexicon:
        try:
            return load_word_list(
                name=name,
                data=text_of(source, reading.column),
                tile_set=reading.tile_set,
                encoding=reading.encoding,
                definitions=reading.definitions,
                without_capitals=reading.without_capitals,
                without_abbreviations=reading.without_abbreviations,
                any_letters=any_letters,
                organiser=owner,
            )
        except WordListErrors as error:
            for line in error.errors:
                self.stderr.write(line)
            hints = (
                "Load without them with --skip-bad.",
                "Take words with a capital in front with --names." * ("line_capital" in error.codes),
                "Take abbreviations with --abbreviations." * ("line_abbreviation" in error.codes),
                "Name the encoding of the list with --encoding." * error.misread,
                "If lines say more than the word, add --definitions." * error.says_more,
                error.tile_sets,
            )
            said = [f"Nothing was loaded. Wrong lines: {error.count}.", *filter(None, hints)]
            raise CommandError(" ".join(said)) from error

    def _load_good_lines(
        self, source: ListFile, reading: ListReading, name: str, owner: Organiser | None, *, any_letters: bool
    ) -> Lexicon:
        name = free_name(name, owner)
        review = review_source(source, reading)
        if review.misfit and not any_letters:
            raise review.misfit.error(load_tile_set(reading.tile_set))
        built = compile_source(source, reading, review, name)
        packed = pack_definitions(review.definitions) if review.definitions else b""
        lexicon = register_lexicon(built, packed, name=name, organiser=owner)
        self._say_left_out(review)
        return lexicon

    def _say_left_out(self, review: ListReview) -> None:
        for one in review.left_out:
            examples = ", ".join(
                f"{text} ({line})" if line else text for line, text in one.examples[:EXAMPLES]
            )
            self.stdout.write(f"Left out, {one.kind}: {one.count}, such as {examples}")


def _affixes_beside(file: Path) -> bytes | None:
    """Return the affix file of a hunspell dictionary, which lies beside its list under the same name."""
    beside = file.with_suffix(".aff")
    return beside.read_bytes() if file.suffix.lower() == ".dic" and beside.exists() else None


def _reading(source: ListFile, options: dict[str, Any]) -> ListReading:
    """Return the reading that the options name, and what is guessed of the rest."""
    reading = guess_reading(source, get_language() or "en")
    column = reading.column if options["column"] is None else max(0, options["column"] - 1)
    return replace(
        reading,
        tile_set=options["tiles"] or reading.tile_set,
        encoding=options["encoding"] or reading.encoding,
        column=column,
        definitions=options["definitions"],
        without_capitals=reading.without_capitals and not options["names"],
        without_abbreviations=reading.without_abbreviations and not options["abbreviations"],
    )
