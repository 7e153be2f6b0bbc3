"""Medals: pure, won by a player in one game, or over the games of a season.

`MEDALS` is the whole list; a further medal is one more line of it. Nobody's medal depends on anybody else's, but
for the most improved player of a season.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.standings.records import PlayerGame

# A player's best game is one only against a few others.
GAMES_BEFORE_BEST = 5
# The first and the last games of a season that tell who has improved.
COMPARED = 3


@dataclass(frozen=True, slots=True)
class Before:
    """A player's games before one: how many, the highest per cent, and the number of solos."""

    games: int = 0
    best: float = 0
    solos: int = 0

    def with_game(self, game: PlayerGame) -> "Before":
        return replace(
            self,
            games=self.games + 1,
            best=max(self.best, game.percent),
            solos=self.solos + game.solos,
        )


@dataclass(frozen=True, slots=True)
class Medal:
    """A medal and how it is won in a game."""

    code: str
    title: str | Promise
    about: str | Promise
    is_won: Callable[[PlayerGame, Before], bool]


@dataclass(frozen=True, slots=True)
class WonMedal:
    """A medal with the game in which the player won it."""

    medal: Medal
    game: PlayerGame


MEDALS: Sequence[Medal] = (
    Medal(
        "perfect",
        _("Perfect game"),
        _("Every top of a game."),
        lambda game, _before: game.total - game.solo_points >= game.top_total,
    ),
    Medal(
        "ten_tops",
        _("Ten in a row"),
        _("Ten tops in a row in one game."),
        lambda game, _before: game.top_run >= 10,
    ),
    Medal(
        "first_solo",
        _("First solo"),
        _("For the first time the only one with the best move of a round."),
        lambda game, before: game.solos > 0 and not before.solos,
    ),
    Medal(
        "personal_best",
        _("Personal best"),
        _("A higher share of the tops than in all games before, from the sixth game on."),
        lambda game, before: before.games >= GAMES_BEFORE_BEST and game.percent > before.best,
    ),
    Medal(
        "comeback",
        _("Comeback"),
        _("Five ranks or more won in the second half of a game."),
        lambda game, _before: game.climb >= 5,
    ),
)
MOST_IMPROVED = Medal(
    "most_improved",
    _("Most improved"),
    _("In the last three games the most above the first three of the season, from six games on."),
    lambda _game, _before: False,
)


def medals_in_game(game: PlayerGame, before: Before) -> list[Medal]:
    """Return the medals that a player won in a game, after those before it."""
    return [medal for medal in MEDALS if medal.is_won(game, before)]


def medals_of_season(
    games: Iterable[PlayerGame], before: Mapping[int, Before] = MappingProxyType({})
) -> list[WonMedal]:
    """Return all medals of these games, those won first first, and that of the most improved player last.

    `before` is what each player had before the season.
    """
    ordered = sorted(games, key=lambda game: (game.place, game.player))
    by_player: dict[int, list[PlayerGame]] = {}
    known, won = dict(before), []
    for game in ordered:
        so_far = known.get(game.player, Before())
        won += [WonMedal(medal, game) for medal in medals_in_game(game, so_far)]
        known[game.player] = so_far.with_game(game)
        by_player.setdefault(game.player, []).append(game)
    return [*won, *_most_improved(by_player.values())]


def improvement(games: Sequence[PlayerGame]) -> float | None:
    """Return by how many per cent a player's last games are above the first ones; None of too few games."""
    if len(games) < 2 * COMPARED:
        return None
    first, last = games[:COMPARED], games[-COMPARED:]
    return sum(game.percent for game in last) / COMPARED - sum(game.percent for game in first) / COMPARED


def _most_improved(players: Iterable[Sequence[PlayerGame]]) -> list[WonMedal]:
    gains = [(gain, games[-1]) for games in players if (gain := improvement(games)) is not None and gain > 0]
    best = max((gain for gain, _game in gains), default=None)
    return [WonMedal(MOST_IMPROVED, game) for gain, game in gains if gain == best]
