"""`manage.py load_lexicon NAME FILE`: load a club's own word list."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.errors import EngineError
from engine.lexicon.kwg import SUFFIX
from engine.lexicon.word_list import ENCODINGS
from engine.tiles import tile_set_names
from tournaments.core.engine_messages import message_for
from tournaments.core.errors import RuleViolation, WordListErrors
from tournaments.lexicons.services import load_word_list
from tournaments.organisers.creation import find_organiser


class Command(BaseCommand):
    help = (
        "Load a word list (text, one word a line) or a KWG file as a lexicon that games can be played with."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="how games will call it, such as my-club-2026")
        parser.add_argument("file", type=Path, help=f"the word list, or a file that ends in {SUFFIX}")
        parser.add_argument(
            "--tiles", default="english", choices=tile_set_names(), help="the tile set that it is played with"
        )
        parser.add_argument("--encoding", choices=ENCODINGS, help="of the list; by default UTF-8")
        parser.add_argument(
            "--definitions", action="store_true", help="lines say what their words mean, after them"
        )

        parser.add_argument(
            "--organiser", help="the one that alone may use it, by its name; without one, all organisers may"
        )

    def handle(
        self,
        *,
        name: str,
        file: Path,
        tiles: str,
        encoding: str | None,
        definitions: bool,
        organiser: str | None,
        **_options: Any,
    ) -> None:
        owner = find_organiser(organiser) if organiser else None
        if organiser and owner is None:
            raise CommandError(f"There is no organiser “{organiser}”.")
        try:
            lexicon = load_word_list(
                name=name,
                data=file.read_bytes(),
                tile_set=tiles,
                file_name=file.name,
                encoding=encoding,
                definitions=definitions,
                organiser=owner,
            )
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except WordListErrors as error:
            for line in error.errors:
                self.stderr.write(line)
            hints = (
                "Name the encoding of the list with --encoding." * error.misread,
                "If lines say more than the word, add --definitions." * error.says_more,
                error.tile_sets,
            )
            said = [f"Nothing was loaded. Wrong lines: {error.count}.", *filter(None, hints)]
            raise CommandError(" ".join(said)) from error
        except (RuleViolation, EngineError) as error:
            raise CommandError(message_for(error)) from error
        self.stdout.write(f"Lexicon {lexicon.name}: {lexicon.word_count} words of {tiles} tiles.")
