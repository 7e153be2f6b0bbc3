"""`manage.py load_lexicon NAME FILE`: a club's own word list."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.errors import EngineError
from engine.tiles import tile_set_names
from tournaments.errors import RuleViolation, WordListErrors
from tournaments.lexicons import load_word_list
from tournaments.messages import message_for


class Command(BaseCommand):
    help = "Load a word list (UTF-8 text, one word a line) as a lexicon that games can be played with."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="how games will call it, such as my-club-2026")
        parser.add_argument("file", type=Path, help="the word list")
        parser.add_argument(
            "--tiles", default="english", choices=tile_set_names(), help="the tile set that it is played with"
        )

    def handle(self, *, name: str, file: Path, tiles: str, **_options: Any) -> None:
        try:
            lexicon = load_word_list(name=name, data=file.read_bytes(), tile_set=tiles)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except WordListErrors as error:
            for line in error.errors:
                self.stderr.write(line)
            raise CommandError(f"{error.count} lines are wrong; nothing was loaded.") from error
        except (RuleViolation, EngineError) as error:
            raise CommandError(message_for(error)) from error
        self.stdout.write(f"Lexicon {lexicon.name}: {lexicon.word_count} words.")
