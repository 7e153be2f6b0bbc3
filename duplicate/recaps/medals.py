"""The medals that a player won in a game, against those games of the person that the link opens."""

from collections.abc import Sequence

from duplicate.models import Game
from duplicate.recaps.reach import games_opened_by
from tournaments.models import Entry, ResultLine
from tournaments.seasons.records import before_by_player, game_of_line
from tournaments.seasons.services import final_results
from tournaments.standings.medals import Before, Medal, medals_in_game


def medals_for(game: Game, entry: Entry) -> Sequence[Medal]:
    """Return the medals of a player in a finished game; a pair wins none."""
    lines = ResultLine.objects.filter(result__in=final_results(), absent=False, entry__partner=None)
    own = lines.filter(result__game=game.code, entry=entry).select_related("entry").first()
    if own is None:
        return ()
    played, is_before = game_of_line(own)
    opened = lines.filter(
        entry__player=entry.player_id, result__game__in=games_opened_by(entry).values("code")
    )
    before = before_by_player(opened.filter(is_before), "entry__player_id")
    return medals_in_game(played, before.get(entry.player_id, Before()))
