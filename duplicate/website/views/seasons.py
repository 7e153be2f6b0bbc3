"""Seasons, for those who maintain the list of players: the list, settings, the index as a page and as a file."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from duplicate.printing.data.words_poster import hardest_tops_of
from duplicate.website.events.season_forms import SeasonForm
from duplicate.website.events.season_index import ShownIndex, index_table, read_index
from duplicate.website.events.season_records import read_records
from duplicate.website.views.events.standings import LINES
from tournaments.models import Season
from tournaments.names.folding import slug
from tournaments.printing.letterhead import paper_called
from tournaments.printing.render import TYPES
from tournaments.seasons.selectors import list_seasons
from tournaments.seasons.services import save_season, usual_season
from tournaments.views.downloads import file_response, table_file
from tournaments.views.pagination import PageOfList, find_part, take_part
from tournaments.views.people.players import for_keepers


@require_http_methods(["GET", "POST"])
@for_keepers
def season_list(request: HttpRequest) -> HttpResponse:
    """List all seasons and make a new one; the form offers the club's year."""
    form = SeasonForm(request.POST or None, instance=usual_season(timezone.localdate()))
    if (season := _save_season(form)) is not None:
        return redirect("season", season.pk)
    part: PageOfList[Season] = find_part(request.GET, list_seasons)
    context = {"form": form, "part": part}
    return render(request, "website/seasons/list.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
@for_keepers
def season_settings(request: HttpRequest, season_id: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=season_id)
    form = SeasonForm(request.POST or None, instance=season)
    if _save_season(form) is not None:
        messages.success(request, gettext("Saved."))
        return redirect("season", season.pk)
    context = {"form": form, "season": Season.objects.get(pk=season_id)}
    return render(request, "website/seasons/settings.html", context, status=422 if form.errors else 200)


@require_GET
@for_keepers
def season_index(request: HttpRequest, season_id: int) -> HttpResponse:
    shown = read_index(request.GET, get_object_or_404(Season, pk=season_id))
    return render(request, "website/seasons/index.html", index_context(request, shown, licences=True))


@require_GET
@for_keepers
def export_index(request: HttpRequest, season_id: int, kind: str) -> HttpResponse:
    """Send all lines of the page's selection as a file."""
    return index_file(read_index(request.GET, get_object_or_404(Season, pk=season_id)), kind)


@require_GET
@for_keepers
def season_records(request: HttpRequest, season_id: int) -> HttpResponse:
    shown = read_records(get_object_or_404(Season, pk=season_id))
    return render(request, "website/seasons/records.html", {"shown": shown})


@require_GET
@for_keepers
def words_poster(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the poster of the tops that fewest players of a season found; `?paper=A3` enlarges it."""
    from duplicate.printing.pdf.words_poster import words_poster_pdf  # noqa: PLC0415 - few processes print

    season = get_object_or_404(Season, pk=season_id)
    tops = hardest_tops_of(season)
    if not tops:
        messages.info(request, gettext("There is nothing to print."))
        return redirect("season-records", season.pk)
    large = request.GET.get("paper") == "A3"
    pdf = words_poster_pdf(tops, paper_called(season.name), large=large)
    name = f"{slug(gettext('The words that beat us'))}-{slug(season.name) or season.pk}.pdf"
    return file_response(pdf, TYPES["pdf"], name, shown=True)


def index_file(shown: ShownIndex, kind: str) -> HttpResponse:
    """Return the lines as a spreadsheet of that kind, to be saved."""
    name = f"{slug(gettext('index'))}-{slug(shown.season.name) or shown.season.pk}"
    return table_file(index_table(shown), kind, name)


def index_context(request: HttpRequest, shown: ShownIndex, *, licences: bool = False) -> dict[str, Any]:
    """Return one page of the shown lines, and the query for links to the other pages."""
    asked = request.GET.copy()
    asked.pop("page", None)
    table = index_table(shown, licences=licences)
    return {
        "season": shown.season,
        "form": shown.form,
        "clubs": shown.form.clubs,
        "index": table,
        "part": take_part(request.GET, table.lines, per_page=LINES),
        "asked": asked.urlencode(),
    }


def _save_season(form: SeasonForm) -> Season | None:
    """Return the saved season; None if the form was not sent or shows why it cannot be saved."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return save_season(form.instance)
    except ValidationError as error:
        form.add_error(None, error)
    return None
