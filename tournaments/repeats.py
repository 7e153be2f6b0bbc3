"""Acts that clients send again, each with an id that its client made: the same act is stored once, and another one
with its id is refused.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation


class IdUsed(RuleViolation):
    """Another act has the id. `on_record` is that act as the API tells it, empty if somebody else sent it."""

    def __init__(self, on_record: Mapping[str, object], code: str = "key_taken") -> None:
        super().__init__(code, _("This id has already been used: create a new one."))
        self.on_record = on_record


def check_repeat(
    sent: Mapping[str, object], on_record: Mapping[str, object], *, code: str = "key_taken"
) -> None:
    """Check that an act whose id is known is the act on record: all that is sent equals it.

    Raises:
        IdUsed: it is another one.
    """
    if not on_record or {**on_record, **sent} != on_record:
        raise IdUsed(on_record, code)
