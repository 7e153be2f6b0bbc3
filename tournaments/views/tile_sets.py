"""Pages of tile sets: those that an organiser may use, one with its letters, and the loading of an own one.

Users who run events see them; administrators load, since games are scored by a set for good.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from engine.tiles import BLANK, TileSet, load_tile_set
from tournaments.errors import ContentRefused
from tournaments.http.uploads import takes_upload
from tournaments.lexicons.forms import TileSetForm
from tournaments.lexicons.tile_sets import MOST_TILE_FILE, load_tile_file, tile_set_text, tile_sets_offered
from tournaments.organisers.rights import Right, has_right
from tournaments.views.permissions import arbitrator, for_organiser, organiser_of
from tournaments.views.refusals import refusals_in
from tournaments.wording.engine_messages import tile_set_title


@require_safe
@for_organiser(Right.RUN_EVENTS)
def tile_set_list(request: HttpRequest) -> HttpResponse:
    """List the tile sets that the organiser may use."""
    sets = [(name, tile_set_title(name), load_tile_set(name)) for name in tile_sets_offered()]
    may_load = has_right(arbitrator(request), organiser_of(request).pk, Right.ADMINISTER)
    return render(request, "tournaments/lexicons/tile_sets.html", {"sets": sets, "may_load": may_load})


@require_safe
@for_organiser(Right.RUN_EVENTS)
def tile_set_page(request: HttpRequest, tile_set: str) -> HttpResponse:
    """Show the letters of a tile set with the number of tiles and the value of each."""
    tiles = _offered_set(tile_set)
    rows = [
        (letter, tiles.counts[number], tiles.values[number], _kind(tiles, number))
        for number, letter in enumerate(tiles.letters, start=1)
    ]
    context = {"title": tile_set_title(tile_set), "tiles": tiles, "rows": rows, "blanks": tiles.counts[BLANK]}
    return render(request, "tournaments/lexicons/tile_set.html", context)


@require_safe
@for_organiser(Right.RUN_EVENTS)
def tile_set_file(_request: HttpRequest, tile_set: str) -> HttpResponse:
    """Return the file of a tile set, as a pattern for another one."""
    text = tile_set_text(_offered_set(tile_set).name)
    headers = {"Content-Disposition": f'attachment; filename="{tile_set.partition("~")[0]}.toml"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@takes_upload(MOST_TILE_FILE)
@require_http_methods(["GET", "POST"])
@for_organiser(Right.ADMINISTER)
def load_file(request: HttpRequest) -> HttpResponse:
    """Load a tile set from a file."""
    posted = request.method == "POST"
    form = TileSetForm(request.POST if posted else None, request.FILES if posted else None)
    if form.is_bound and form.is_valid():
        said = form.cleaned_data
        try:
            with refusals_in(form, "name"):
                tiles = load_tile_file(
                    name=said["name"], data=said["file"].read(), organiser=organiser_of(request)
                )
                messages.success(request, gettext("The tile set {name} is loaded.").format(name=said["name"]))
                return redirect("tile-set", tiles.name)
        except ContentRefused as error:
            for problem in error.errors:
                form.add_error("file", problem)
    return render(
        request, "tournaments/lexicons/load_tiles.html", {"form": form}, status=422 if form.errors else 200
    )


def _offered_set(name: str) -> TileSet:
    if name not in tile_sets_offered():
        raise Http404
    return load_tile_set(name)


def _kind(tiles: TileSet, number: int) -> str:
    if number in tiles.vowels & tiles.consonants:
        return gettext("vowel or consonant")
    return gettext("vowel") if number in tiles.vowels else gettext("consonant")
