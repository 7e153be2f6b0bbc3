"""The round that an arbitrator's page showed: an act is done in no other one, whatever happened meanwhile."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class RoundShown:
    """The round that the desk showed while somebody typed or pressed a button. A round that is drawn again has the
    same number and another key; one that was not drawn yet has no key.
    """

    number: int | None
    key: int | None = None


def check_shown(shown: RoundShown | None, number: int, key: int | None) -> None:
    """Check that the page showed the round in progress of a locked game, or the next one, which has no key yet. A
    page that said no number passes.

    Raises:
        RuleViolation: it showed another round.
    """
    if shown and shown.number not in {None, number}:
        raise RuleViolation(
            "another_round",
            _("Your page showed round {number}. The game is in round {now}. Nothing was changed."),
            number=shown.number,
            now=number,
        )
    if shown and shown.key not in {None, key}:
        raise RuleViolation(
            "round_drawn_again",
            _("Round {number} was cancelled and drawn again. Nothing was changed."),
            number=number,
        )
