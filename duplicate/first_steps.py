"""The first evening by the hand: what an arbitrator who has not yet played does next, on the desk's home.

The steps follow from what is there, and are not kept; whoever does not want them says so, which the browser remembers.
They are over with the first rack that went out, samples aside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from tournaments.errors import RuleViolation
from tournaments.letterhead import letterhead, set_letterhead
from tournaments.lexicons import BUILT_IN
from tournaments.models import NAME_LENGTH, Club, Letterhead, Lexicon
from tournaments.people import club_named


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """What is done; `game` is the one that waits for its first rack, with how many `players` it has.

    Clubs and lexicons are the administrator's: for others `club` is None, as the step is not theirs.
    """

    club: bool | None
    lexicons: Sequence[Lexicon]
    own_lexicon: bool
    game: Game | None
    players: int

    @property
    def next(self) -> str:
        """The step that comes next; what can be left out is never it."""
        if self.game is None:
            return "game"
        return "start" if self.players else "players"


# Any: the type checker does not know what queries add to the games.
def first_steps_for(user: User, playing: Sequence[Any], finished: Sequence[Any]) -> FirstSteps | None:
    """The steps of a user at whose desk these games are (with `begun` and `players`); None when they are over."""
    own = [game for game in (*playing, *finished) if not hasattr(game.event, "sample")]
    if any(game.begun for game in own):
        return None
    game = next((game for game in own if game.state == Game.State.PLAYING), None)
    if game is not None and not user.is_superuser:
        return FirstSteps(None, (), own_lexicon=True, game=game, players=game.players)
    lexicons = list(Lexicon.objects.order_by("name"))
    return FirstSteps(
        club=Club.objects.exists() if user.is_superuser else None,
        lexicons=lexicons,
        own_lexicon=any(lexicon.name != BUILT_IN for lexicon in lexicons),
        game=game,
        players=game.players if game else 0,
    )


@transaction.atomic
def name_club(*, name: str, by: User) -> None:
    """Put the club's name into the list of clubs, where players can be given it, and on a letterhead that has none.

    Raises:
        RuleViolation: the name is too long.
    """
    if len(name) > NAME_LENGTH:
        raise RuleViolation(
            "name_too_long", _("This name is too long: {most} letters at most."), most=NAME_LENGTH
        )
    club_named(name)
    kept = letterhead()
    if not kept.club:
        set_letterhead(club=name, size=Letterhead.Size(kept.size), by=by)
