"""Rating systems: one module a system, and one registry. Pure.

`SYSTEMS["naspa"].rate(players, matches, rounds)` returns a `RatingLine` for each player, in their order, always the
same for the same values. `templates/classic/rating_systems/` has the system in words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.classic.rating import absp, elo, glicko2, naspa, wespa
from tournaments.classic.rating.values import RatedPlayer, RatingLine
from tournaments.classic.rules.values import MatchFacts

__all__ = ["SYSTEMS", "RatedPlayer", "RatingLine", "RatingSystem", "system_choices"]

Rate = Callable[[Sequence[RatedPlayer], Sequence[MatchFacts], int], tuple[RatingLine, ...]]


@dataclass(frozen=True, slots=True)
class RatingSystem:
    """A rating system: its title and its function, from players, matches and the planned number of rounds.

    Ratings over fewer than `provisional_games` are provisional. In a system without such a number, those with
    a larger deviation than `sure` are, and no number of games before has to be known.
    """

    title: Promise
    rate: Rate
    provisional_games: int | None = None
    sure: float | None = None

    def is_provisional(self, games: int, deviation: float | None) -> bool:
        if self.provisional_games is not None:
            return games < self.provisional_games
        return self.sure is not None and (deviation is None or deviation > self.sure)


SYSTEMS: dict[str, RatingSystem] = {
    "elo": RatingSystem(
        _("Elo, with the numbers of FIDE"), elo.rate_elo, elo.RatingRules().provisional_games
    ),
    "naspa": RatingSystem(_("NASPA (North America)"), naspa.rate_naspa, naspa.PROVISIONAL_GAMES),
    "wespa": RatingSystem(_("WESPA (world, English)"), wespa.rate_wespa, wespa.PROVISIONAL_GAMES),
    "absp": RatingSystem(_("ABSP (United Kingdom)"), absp.rate_absp, absp.PROVISIONAL_GAMES),
    "glicko2": RatingSystem(_("Glicko-2"), glicko2.rate_glicko2, sure=glicko2.SURE),
}


def system_choices() -> list[tuple[str, str]]:
    """Return code and title of each system."""
    return [(code, str(system.title)) for code, system in SYSTEMS.items()]
