"""The forms of seasons and of the selection in their index, checked for form only."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.standings.selection_form import StandingsForm
from tournaments.models import Season
from tournaments.names.folding import tidy
from tournaments.people.forms import DayField, PlainForm
from tournaments.seasons.services import SeasonSettings, usual_season
from tournaments.standings.performance_index import IndexRules
from tournaments.standings.ranking import Competitor

MOST_GAMES = 1000


class SeasonForm(PlainForm):
    """A season, and the rules of its index."""

    name = forms.CharField(label=_("Name of the season"), max_length=40)
    first_day = DayField(label=_("First day"))
    last_day = DayField(label=_("Last day"))
    least_games = forms.IntegerField(
        label=_("Minimum number of games"),
        min_value=1,
        max_value=MOST_GAMES,
        help_text=_("Players with fewer games are listed without a rank."),
    )
    best_games = forms.IntegerField(
        label=_("Best games"),
        min_value=1,
        max_value=MOST_GAMES,
        required=False,
        help_text=_("How many of each player’s games count, best per cent first; empty for all."),
    )
    club_players = forms.IntegerField(
        label=_("Players of a club"),
        min_value=1,
        max_value=MOST_GAMES,
        help_text=_("A club’s index is the mean of this many of its best ranked players."),
    )
    public = forms.BooleanField(
        label=_("Public: everybody can see the index over the games of public events"), required=False
    )

    @classmethod
    def of(cls, season: Season | None, data: Any = None) -> "SeasonForm":
        """Return the form filled with the season's settings; for a new season, with the club's year."""
        usual = usual_season(timezone.localdate())
        name, first, last = usual.name, usual.first_day, usual.last_day
        rules = usual.rules
        if season:
            name, first, last, rules = season.name, season.first_day, season.last_day, season.rules
        initial = {
            "name": name,
            "first_day": first,
            "last_day": last,
            "least_games": rules.least_games,
            "best_games": rules.best_games,
            "club_players": rules.club_players,
            "public": season is not None and season.public,
        }
        return cls(data, initial=initial)

    def settings(self) -> SeasonSettings:
        data = self.cleaned_data
        return SeasonSettings(
            name=tidy(data["name"]),
            first_day=data["first_day"],
            last_day=data["last_day"],
            rules=IndexRules(data["least_games"], data["best_games"], data["club_players"]),
            public=data["public"],
        )


class IndexForm(StandingsForm):
    """The selection in an index: of players or clubs, selected and sorted as standings are."""

    def kinds(self, competitors: list[Competitor]) -> list[tuple[str, str]]:
        clubs = any(person.club for one in competitors for person in one.persons)
        return [("", gettext("players")), *([("clubs", gettext("clubs"))] if clubs else [])]

    @property
    def clubs(self) -> bool:
        return self.cleaned_data.get("show") == "clubs"
