"""Pages that explain each way to play, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.modes import MODES
from tournaments.club_tables.variants import BY_CODE, GROUPS


@require_safe
def ways_to_play(request: HttpRequest) -> HttpResponse:
    return render(request, "club_tables/variants/list.html", {"groups": GROUPS})


@require_safe
def way_to_play(request: HttpRequest, way_code: str) -> HttpResponse:
    way = BY_CODE.get(way_code)
    if way is None:
        raise Http404
    context = {"way": way, "opens": any(mode.code == way.mode for mode in MODES)}
    return render(request, "club_tables/variants/variant.html", context)
