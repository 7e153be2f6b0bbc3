"""Invitations by a link, which is told once: only its hash is stored."""

from datetime import timedelta
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.models import LinkInvitation
from tournaments.organisers.rights import Right, has_right
from tournaments.time import clock
from tournaments.tokens import create_token, hash_token

INVITATION = timedelta(days=7)
AnInvitation = TypeVar("AnInvitation", bound=LinkInvitation)


def make_link(model: type[LinkInvitation], *, by: User | None, **into: Any) -> str:
    """Store an invitation into a team or a federation; return its token."""
    token, now = create_token(), clock.now()
    rows = model._default_manager  # noqa: SLF001 - Django's documented way to the rows of any model
    rows.create(token_hash=hash_token(token), made_by=by, made_at=now, ends_at=now + INVITATION, **into)
    return token


def find_link(model: type[AnInvitation], token: str, *related: str) -> AnInvitation | None:
    """Return the invitation of a link; None if it was used, has ended, or is not ours."""
    rows = model._default_manager.select_related(*related)  # noqa: SLF001 - Django's documented way to the rows of any model
    return rows.filter(token_hash=hash_token(token), ends_at__gt=clock.now()).first()


def is_from_administrator(found: LinkInvitation, organiser: int) -> bool:
    """Tell whether the operator made the invitation, or a user who still administers the organiser."""
    return found.made_by is None or has_right(found.made_by, organiser, Right.ADMINISTER)


def use_link(found: LinkInvitation | None) -> None:
    """Delete an invitation, which works once.

    Raises:
        RuleViolation: it was used at this moment, or has ended.
    """
    if found is None or not type(found)._default_manager.filter(pk=found.pk).delete()[0]:  # noqa: SLF001 - Django's documented way to the rows of any model
        raise invitation_gone()


def invitation_gone() -> RuleViolation:
    return RuleViolation("invitation_gone", _("This invitation is no longer valid: ask for a new one."))
