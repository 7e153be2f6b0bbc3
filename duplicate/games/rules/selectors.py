"""The rule sets of the club: its list, and as choices of a form."""

from django.db.models import QuerySet

from duplicate.models import ClubRules
from tournaments.querysets import words_in


def list_rules(text: str = "") -> QuerySet[ClubRules]:
    """Return the club's rule sets that match a text, by name."""
    return ClubRules.objects.filter(words_in(text, "name")).select_related("changed_by").order_by("name")


def rules_by_name() -> list[tuple[int, str]]:
    """Return keys and names of the club's rule sets."""
    return list(ClubRules.objects.order_by("name").values_list("pk", "name"))
