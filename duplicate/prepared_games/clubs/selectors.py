"""The simultaneous games of their organiser, with the newest result of each club, and the envelopes of a club."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db.models import Count, OuterRef, QuerySet, Subquery

from duplicate.models.simultaneous import ReceivedEnvelope, ResultVersion, Simultaneous
from tournaments.models import organiser_in_scope
from tournaments.querysets import words_in


def simultaneous_for(user: User) -> QuerySet[Simultaneous]:
    """Return the simultaneous games that a user sends for the organiser in scope."""
    own = Simultaneous.objects.filter(made_by=user, prepared__organiser=organiser_in_scope())
    return own.select_related("prepared")


def list_simultaneous(user: User, text: str = "") -> QuerySet[Simultaneous]:
    """Return the simultaneous games that match a text, the newest first, with the number of `clubs` that sent
    a result.
    """
    found = simultaneous_for(user).select_related(None).filter(words_in(text, "name"))
    found = found.defer("envelope", "sealed_code")
    return found.annotate(clubs=Count("results__club_key", distinct=True)).order_by("-made_at", "-pk")


def envelopes_for(user: User) -> QuerySet[ReceivedEnvelope]:
    """Return the envelopes that a user imported."""
    return ReceivedEnvelope.objects.filter(received_by=user).select_related("prepared")


def list_envelopes(user: User) -> QuerySet[ReceivedEnvelope]:
    """Return the envelopes that a user imported, the newest first."""
    return envelopes_for(user).select_related(None).order_by("-received_at", "-pk")


def newest_versions(sent: Simultaneous, keys: Iterable[str] | None = None) -> dict[str, ResultVersion]:
    """Return the current versions without their content, by the key of the club; of some clubs or of all."""
    rows = sent.results.all() if keys is None else sent.results.filter(club_key__in=list(keys))
    return {
        version.club_key: version
        for version in only_newest(rows)
        .select_related("by", "via", "restores")
        .defer("content", "restores__content")
    }


def only_newest(rows: QuerySet[ResultVersion]) -> QuerySet[ResultVersion]:
    """Return the newest version of each club among results."""
    same = ResultVersion.objects.filter(simultaneous=OuterRef("simultaneous"), club_key=OuterRef("club_key"))
    return rows.filter(number=Subquery(same.order_by("-number").values("number")[:1]))
