"""Results of all clubs of a simultaneous game, at its organiser's."""

from collections import Counter
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.models.simultaneous import ResultFile, ResultVersion, Simultaneous
from duplicate.prepared_games.results import batch, review
from duplicate.prepared_games.results.batch import read_uploads
from duplicate.prepared_games.results.file_format import ResultRefused, read_result
from duplicate.prepared_games.results.forms import ResultFileForm, SeenForm
from duplicate.prepared_games.results.standings import Merged
from duplicate.prepared_games.results.tables import clubs_table, merged_table, rank_clubs
from duplicate.prepared_games.results.validation import differences
from duplicate.prepared_games.views.merged_page import find_merged, merged_page
from duplicate.prepared_games.views.simultaneous import game_page, of_organiser
from tournaments.errors import RuleViolation
from tournaments.http.uploads import takes_upload
from tournaments.names.folding import slug
from tournaments.printing.letterhead import heading_of, letterhead
from tournaments.printing.pdf.values import PageSize, Paper
from tournaments.printing.registry import TABLE_KINDS, Kind
from tournaments.printing.render import TYPES
from tournaments.reports.spreadsheets import TableKind, table_bytes
from tournaments.reports.tables import DataTable
from tournaments.views.downloads import file_response
from tournaments.views.pagination import take_part
from tournaments.views.permissions import arbitrator
from tournaments.wording.engine_messages import message_for

LINES = 200


@takes_upload(batch.MOST_BYTES)
@require_http_methods(["GET", "POST"])
@of_organiser
def result_files(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Read results from files, and store them for review: one alone, or many on a page that says what each is."""
    if request.method == "GET":
        return _files_page(request, sent, ResultFileForm())
    form = ResultFileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            return _keep(request, sent, form)
        except ResultRefused as refused:
            for error in refused.errors:
                form.add_error("file", error)
        except RuleViolation as error:
            form.add_error("file", message_for(error))
    if "batch" in request.POST:
        return _files_page(request, sent, form)
    return game_page(request, sent, file_form=form)


def _keep(request: HttpRequest, sent: Simultaneous, form: ResultFileForm) -> HttpResponse:
    by, club = arbitrator(request), form.cleaned_data["club"]
    files = read_uploads(form.cleaned_data["file"])
    if len(files) == 1:
        (name, data), *_none = files
        kept = review.keep_file(sent=sent, data=data, file_name=name, by=by, club=club)
        return redirect("look-at-result", sent.pk, kept.pk)
    batch.keep_files(sent=sent, files=files, by=by, club=club)
    return redirect("result-files", sent.pk)


def _files_page(request: HttpRequest, sent: Simultaneous, form: ResultFileForm) -> HttpResponse:
    waiting = batch.list_files(sent, arbitrator(request))
    counts = Counter(one.state for one in waiting)
    context = {
        "sent": sent,
        "form": form,
        "part": take_part(request.GET, waiting, per_page=LINES),
        "counts": [(state, counts[state]) for state in batch.STATES if counts[state]],
        "acceptable": sum(one.state in batch.ACCEPTABLE for one in waiting),
        "settled": sum(one.state in batch.SETTLED for one in waiting),
        "stamp": batch.stamp_of(waiting),
    }
    status = 422 if form.errors else 200
    return render(request, "duplicate/desk/simultaneous/result_files.html", context, status=status)


@require_POST
@of_organiser
def accept_results(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Accept all files that can be, or clear the list."""
    by = arbitrator(request)
    if "clear" in request.POST:
        batch.clear_files(sent=sent, by=by)
        return redirect("result-files", sent.pk)
    try:
        done = batch.accept_files(sent=sent, by=by, seen=request.POST.get("seen", ""))
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("result-files", sent.pk)
    said = ngettext("%(count)s result accepted.", "%(count)s results accepted.", done.count)
    messages.success(request, said % {"count": done.count})
    return redirect("result-files" if done.left else "simultaneous-clubs", sent.pk)


@require_http_methods(["GET", "POST"])
@of_organiser
def look(request: HttpRequest, sent: Simultaneous, file_id: int) -> HttpResponse:
    """Show the effect of a file, with the button that accepts it."""
    kept = get_object_or_404(ResultFile, simultaneous=sent, read_by=arbitrator(request), pk=file_id)
    if request.method == "POST":
        try:
            seen = SeenForm(request.POST).seen()
            arrival = review.accept_file(kept=kept, by=arbitrator(request), seen=seen)
        except RuleViolation as error:
            messages.error(request, message_for(error))
        else:
            said = gettext("Result of %(club)s accepted, version %(version)s.")
            messages.success(
                request, said % {"club": arrival.version.club, "version": arrival.version.number}
            )
            return redirect("simultaneous-game", sent.pk)
    shown = review.look_at(kept)
    changes = differences(shown.before, shown.result) if shown.before else []
    context = {"sent": sent, "kept": kept, "look": shown, "changes": changes}
    return render(request, "duplicate/desk/simultaneous/look.html", context)


@require_GET
@of_organiser
def version(request: HttpRequest, sent: Simultaneous, version_id: int) -> HttpResponse:
    """Show one version of a club's result, with the others of that club."""
    shown = get_object_or_404(ResultVersion, simultaneous=sent, pk=version_id)
    versions = list(
        sent.results.filter(club_key=shown.club_key)
        .select_related("by", "via", "restores")
        .order_by("-number")
    )
    result = read_result(shown.content)
    context = {
        "sent": sent,
        "shown": shown,
        "versions": versions,
        "counts": shown.pk == versions[0].pk,
        "result": result,
        "changes": []
        if shown.pk == versions[0].pk
        else differences(read_result(versions[0].content), result),
        "warnings": review.odd_licences(sent, result),
    }
    return render(request, "duplicate/desk/simultaneous/version.html", context)


@require_POST
@of_organiser
def restore(request: HttpRequest, sent: Simultaneous, version_id: int) -> HttpResponse:
    shown = get_object_or_404(ResultVersion, simultaneous=sent, pk=version_id)
    try:
        now = review.restore_version(version=shown, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("result-version", sent.pk, shown.pk)
    said = gettext("%(club)s: version %(version)s counts again.")
    messages.success(request, said % {"club": shown.club, "version": shown.number})
    return redirect("result-version", sent.pk, now.pk)


@require_GET
@of_organiser
def standings(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Show the merged standings, all or a selection, or the ranking of clubs, a page at a time."""
    return render(request, "duplicate/desk/simultaneous/standings.html", merged_page(request, sent))


@require_GET
@of_organiser
def standings_file(request: HttpRequest, sent: Simultaneous, kind: str) -> HttpResponse:
    if kind not in {*TABLE_KINDS, "pdf"}:
        raise Http404
    merged, _selection, best = find_merged(request, sent)
    table = clubs_table(rank_clubs(merged.lines, best), best) if best else merged_table(merged)
    name = f"{slug(sent.name) or 'simultaneous'}-{slug(gettext('clubs') if best else gettext('standings'))}.{kind}"
    return file_response(
        _file(sent, merged, table, kind), TYPES[cast("Kind", kind)], name, shown=kind == "pdf"
    )


def _file(sent: Simultaneous, merged: Merged, table: DataTable, kind: str) -> bytes:
    from duplicate.prepared_games.results.paper import merged_pdf  # noqa: PLC0415 - ReportLab loads slowly

    if kind == "pdf":
        heading = heading_of(sent.name, timezone.localdate(sent.opens_at))
        return merged_pdf(merged, table, Paper(heading, cast("PageSize", letterhead().size)))
    return table_bytes(table, cast("TableKind", kind))
