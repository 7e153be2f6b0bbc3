"""The documents that are cut, handed out or framed: slips, cards, badges, certificates, of games and of
events.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game, Round
from duplicate.printing.data.cards import (
    BADGES_A_PAGE,
    CARDS_A_PAGE,
    SLIPS_A_PAGE,
    arrange_slips,
    badge_choices,
    badge_keys,
    badges,
    blank_slips,
    cards_to_print,
    people_of,
    slip_choices,
    slip_keys,
    slips_to_print,
    table_card_choices,
    table_card_keys,
    table_cards,
)
from duplicate.printing.data.certificates import (
    certificate_choices,
    event_certificate_keys,
    event_certificates,
    event_is_provisional,
    game_certificate_keys,
    game_certificates,
    game_is_provisional,
)
from duplicate.printing.groups import PLAYERS, STANDINGS, TABLES
from duplicate.printing.invalidation import ENDED, ENTERED, EXPECTED, HEADED, POINTS, RELEASED, SEATED
from duplicate.printing.values.games import Poster
from tournaments.models import Event
from tournaments.people.changes import NAMED, WITH_CLUBS, WITH_FACTS
from tournaments.printing.letterhead import WITH_LETTERHEAD
from tournaments.printing.registry import Document, Options, Words, add_documents
from tournaments.printing.won_prizes import who_knows_names
from tournaments.wording import units


def _count_of_game(game: Game) -> int:
    """Return the number of certificates if nothing else is chosen; equal players share a place."""
    return len(game_certificate_keys(game, {})) if game.rounds.announced().exists() else 0


def _count_of_event(event: Event) -> int:
    return len(event_certificate_keys(event, {})) if _has_begun(event) else 0


def _caution(provisional: bool) -> Words:
    return _("Places may still change: the certificates are marked as provisional.") if provisional else ""


def _joinable(game: Game) -> int:
    return int(game.state == Game.State.PLAYING)


def _has_begun(event: Event) -> bool:
    return event.games.filter(rounds__state=Round.State.ANNOUNCED).exists()


def _certificates(
    about: Words,
    gather: Callable[..., Any],
    count: Callable[[Any], int],
    keys: Callable[[Any, Options], Sequence[int]],
    caution: Callable[[Any], Words],
) -> Document:
    """Return the certificates of a game, or of an event."""
    return Document(
        name="certificates",
        title=_("Certificates"),
        about=about,
        group=STANDINGS,
        gather=gather,
        count=count,
        unit=units.CERTIFICATES,
        choices=certificate_choices,
        keys=keys,
        caution=caution,
        pdf="tournaments.printing.pdf.certificates.certificates_pdf",
        may=who_knows_names,
        acts=POINTS | RELEASED | {"game_created"} | WITH_FACTS | WITH_LETTERHEAD,
    )


# The code on badges is that of the game in progress, or of the event's public page.
BADGES = (
    ENTERED
    | EXPECTED
    | SEATED
    | ENDED
    | HEADED
    | WITH_CLUBS
    | {"game_created", "event_changed"}
    | {"division_made", "division_changed", "division_removed", "division_left"}
)

add_documents(
    "game",
    Document(
        name="slips",
        title=_("Slips"),
        about=_(
            "Blank slips with table and round, eight per page. Cut the stack: the piles placed on each "
            "other form a pack for each table."
        ),
        group=TABLES,
        gather=blank_slips,
        count=slips_to_print,
        unit=units.SLIPS,
        choices=slip_choices,
        keys=slip_keys,
        keys_a_page=SLIPS_A_PAGE,
        arranged=arrange_slips,
        pdf="duplicate.printing.pdf.cards.slips_pdf",
        acts=ENTERED | EXPECTED | SEATED | HEADED | NAMED,
    ),
    Document(
        name="table-cards",
        title=_("Table cards"),
        about=_("A number for each table, with a code to join the game; four per page, or on labels."),
        group=TABLES,
        gather=table_cards,
        count=cards_to_print,
        unit=units.CARDS,
        choices=table_card_choices,
        keys=table_card_keys,
        keys_a_page=CARDS_A_PAGE,
        pdf="duplicate.printing.pdf.cards.table_cards_pdf",
        acts=ENTERED | EXPECTED | SEATED | ENDED | HEADED | NAMED,
    ),
    Document(
        name="poster",
        title=_("Poster for the door"),
        about=_("The code to join the game, large enough for two people to scan at once."),
        group=TABLES,
        gather=lambda game, _options: Poster(reverse("join", args=[game.code]), game.code),
        count=_joinable,
        unit=units.PAGES,
        pdf="duplicate.printing.pdf.poster.poster_pdf",
        acts=HEADED | WITH_LETTERHEAD,
    ),
    _certificates(
        _("One page each for the winners of the game or of each category, or for everybody."),
        game_certificates,
        _count_of_game,
        game_certificate_keys,
        lambda game: _caution(game_is_provisional(game)),
    ),
)
add_documents(
    "event",
    _certificates(
        _("One page each for the winners over all games or of each category, or for everybody."),
        event_certificates,
        _count_of_event,
        event_certificate_keys,
        lambda event: _caution(event_is_provisional(event)),
    ),
    Document(
        name="badges",
        title=_("Badges"),
        about=_(
            "A name badge for each person, with club, table or division and a code for the phone; eight "
            "per page, or on labels."
        ),
        group=PLAYERS,
        gather=badges,
        count=people_of,
        unit=units.BADGES,
        choices=badge_choices,
        keys=badge_keys,
        keys_a_page=BADGES_A_PAGE,
        pdf="duplicate.printing.pdf.cards.badges_pdf",
        may=who_knows_names,
        acts=BADGES,
    ),
)
