"""The checklist of the first evening, on the desk's home: the next steps of an arbitrator who has not yet
played.

The steps are computed from the rows and not stored. A user can dismiss them, which the browser remembers.
They end with the first rack that was opened, samples aside.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, Exists, OuterRef, Value, When
from django.utils.translation import gettext_lazy as _

from duplicate.games.selectors import games_for
from duplicate.models import Game, Round
from engine.lexicon import builtin_names
from tournaments.errors import RuleViolation
from tournaments.lexicons.selectors import lexicons_of
from tournaments.models import NAME_LENGTH, Club, Letterhead, Lexicon, Organiser
from tournaments.organisers.rights import Right, organisers_of
from tournaments.organisers.scope import scope_to_organiser
from tournaments.people.services import club_named
from tournaments.printing.letterhead import letterhead, set_letterhead

# A server may have very many; these, the loaded ones first, tell that there are some.
LEXICONS = 12


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """The state of the steps; `game` is the one that waits for its first rack, with its number of `players`.

    Clubs and lexicons are the administrator's task: for others `club` is None, as the step is not theirs.
    """

    club: bool | None
    lexicons: Sequence[Lexicon]
    own_lexicon: bool
    game: Game | None
    players: int

    @property
    def next(self) -> str:
        """The step that comes next; an optional step is never it."""
        if self.game is None:
            return "game"
        return "start" if self.players else "players"


def first_steps_for(user: User) -> FirstSteps | None:
    """Return the steps of a user; None when they are over."""
    own = games_for(user).filter(event__sample=None)
    begun = Round.objects.filter(game=OuterRef("pk")).exclude(state=Round.State.DRAWN)
    if own.filter(Exists(begun)).exists():
        return None
    game = own.filter(state=Game.State.PLAYING).order_by("-created_at", "-pk").first()
    players = game.event.entries.count() if game else 0
    administered = organisers_of(user, Right.ADMINISTER).first()
    if game is not None and administered is None:
        return FirstSteps(None, (), own_lexicon=True, game=game, players=players)
    loaded_first = Case(When(name__in=builtin_names(), then=Value(1)), default=Value(0))
    lexicons = list(lexicons_of(organisers_of(user, *Right)).order_by(loaded_first, "name")[:LEXICONS])
    return FirstSteps(
        club=None if administered is None else _has_club(administered),
        lexicons=lexicons,
        own_lexicon=any(lexicon.name not in builtin_names() for lexicon in lexicons),
        game=game,
        players=players,
    )


def _has_club(organiser: Organiser) -> bool:
    with scope_to_organiser(organiser.pk):
        return Club.objects.exists()


@transaction.atomic
def name_club(*, name: str, by: User) -> None:
    """Put the club's name into the list of clubs, for players, and on a letterhead that has none.

    Raises:
        RuleViolation: the name is too long.
    """
    if len(name) > NAME_LENGTH:
        raise RuleViolation(
            "name_too_long", _("This name is too long: at most {most} characters."), most=NAME_LENGTH
        )
    club_named(name)
    kept = letterhead()
    if not kept.club:
        set_letterhead(club=name, size=Letterhead.Size(kept.size), by=by)
