"""The contents of pages with merged standings, at the desk and for everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from duplicate.models.simultaneous import Simultaneous
from duplicate.prepared_games.results.forms import SelectionForm
from duplicate.prepared_games.results.standings import FieldSelection, Merged, merged_standings
from duplicate.prepared_games.results.tables import BEST, clubs_table, merged_table, rank_clubs
from duplicate.standings.selection_form import all_of
from tournaments.time.time_zones import in_zone
from tournaments.views.pagination import PageOfList, take_part

LINES = 200


@require_GET
def public_standings(request: HttpRequest, simultaneous_id: int) -> HttpResponse:
    """Show the merged standings to everybody, if the organiser publishes them; without licences."""
    sent = (
        Simultaneous.objects.filter(pk=simultaneous_id, published_at__isnull=False)
        .select_related("prepared")
        .defer("envelope")
        .first()
    )
    if sent is None:
        raise Http404
    with in_zone(sent.zone):
        context = merged_page(request, sent, is_public=True)
        context["clubs"] = sent.invited.filter(revoked_at=None).count()
        return render(request, "duplicate/simultaneous_standings.html", context)


def merged_page(request: HttpRequest, sent: Simultaneous, *, is_public: bool = False) -> dict[str, Any]:
    """Return the contents of a page with the standings of players or clubs that a request asks for.

    The public one is without licences, and does not wait while results are merged.
    """
    merged, selection, best = find_merged(request, sent, perhaps_older=is_public)
    lines = rank_clubs(merged.lines, best) if best else merged.lines
    part: PageOfList[Any] = take_part(request.GET, lines, per_page=LINES)
    shown: Sequence[Any] = list(part.page)
    table = clubs_table(shown, best) if best else merged_table(merged, shown)
    chosen = {key: value for key, value in asdict(selection).items() if value}
    ranking = {"by": "clubs", "best": best} if best else {}
    return {
        "sent": sent,
        "merged": merged,
        "table": table.without(("licence",)) if is_public else table,
        "choices": [(*choice, all_of(choice[0])) for choice in _choices(merged, chosen)],
        "best": best or BEST,
        "by_clubs": bool(best),
        "asked": urlencode(chosen | ranking),
        "part": part,
    }


def find_merged(
    request: HttpRequest, sent: Simultaneous, *, perhaps_older: bool = False
) -> tuple[Merged, FieldSelection, int]:
    """Return the standings of a request's selection, and how many players of a club count, 0 for players."""
    form = SelectionForm(request.GET)
    selection, best = form.chosen(), form.best_of()
    wanted = selection if selection != FieldSelection() else None
    return merged_standings(sent, wanted, perhaps_older=perhaps_older), selection, best


def _choices(merged: Merged, chosen: Mapping[str, str]) -> list[tuple[str, str, tuple[str, ...], str]]:
    """Return the selections that make a difference: the name of the field, its label, its values, the chosen one."""
    offered = (
        ("category", gettext("Category"), tuple(category.name for category in merged.categories)),
        ("series", gettext("Series"), merged.series),
        ("club", gettext("Club"), merged.clubs),
        ("committee", gettext("Committee"), merged.committees),
        ("country", gettext("Country"), merged.countries),
    )
    return [(name, label, values, chosen.get(name, "")) for name, label, values in offered if values]
