"""An annotated game of a division, imported from a file by the use cases."""

from tests.factories.annotated_matches import GAMES
from tournaments.classic.match_records import annotated_games
from tournaments.classic.match_records.annotated_games import GamePlayer
from tournaments.classic.match_records.gcg_import import tag_gcg_review, terms_of_division

FILE = (GAMES / "double.gcg").read_bytes()


def make_annotated_game(division, by, data=FILE, names=("Ann Marsh", "Bo"), **choices):
    """Import a file as an annotated game of people of these names."""
    kept = annotated_games.keep_file(division=division, data=data, file_name="game.gcg", by=by)
    first, second = (GamePlayer(name) for name in names)
    return annotated_games.import_file(
        kept=kept,
        mark=tag_gcg_review(kept, terms_of_division(division)),
        by=by,
        players=(first, second),
        by_file=choices.get("by_file", False),
    )
