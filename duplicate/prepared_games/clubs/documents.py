"""The document of a simultaneous game: letters to its clubs. Importing this module registers it.

The game belongs to no event: its own page makes the letters, and no Print page has them.
"""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from duplicate.models.simultaneous import Simultaneous
from duplicate.prepared_games.clubs.clubs import ClubLetters, letters_to, with_token
from tournaments.printing.registry import Document, Options, Subject, add_documents, add_subject
from tournaments.wording import units

KIND: Final = "simultaneous"


def _clubs(sent: Simultaneous, _options: Options) -> Sequence[int]:
    return list(with_token(sent).values_list("pk", flat=True))


def _letters(sent: Simultaneous, _options: Options, keys: Sequence[int]) -> ClubLetters:
    there = {club.pk: club for club in with_token(sent).filter(pk__in=keys)}
    return letters_to(sent, map(there.get, keys))


CLUB_LETTERS = Document(
    name="club-letters",
    title=_("Letters to the clubs"),
    about=_("A page for each club: what to do, and its token."),
    group=_("Clubs"),
    gather=_letters,
    count=lambda sent: with_token(sent).count(),
    unit=units.PAGES,
    keys=_clubs,
    pdf="duplicate.prepared_games.clubs.letters.club_letters_pdf",
    acts=frozenset(),
)

add_subject(
    Subject(
        KIND,
        lambda _event: (),
        name=lambda sent: sent.name,
        acts=(),
        alone=lambda key: Simultaneous.objects.select_related("prepared").filter(pk=key).first(),
    )
)
add_documents(KIND, CLUB_LETTERS)
