"""Lists of seasons."""

from django.db.models import QuerySet

from tournaments.models import Season
from tournaments.querysets import words_in


def list_seasons(text: str = "", *, public_only: bool = False) -> QuerySet[Season]:
    """Return the seasons that match a text, the newest first; with `public_only`, those for everybody."""
    seasons = (
        Season.objects.select_related("organiser")
        .filter(words_in(text, "name"))
        .order_by("-first_day", "-pk")
    )
    return seasons.filter(public=True) if public_only else seasons
