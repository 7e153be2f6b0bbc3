"""Results of a simultaneous game: a club's own at its desk, and those of all clubs at their organiser's."""

from collections import Counter
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.forms.simultaneous import ResultFileForm, ResultForm, SeenForm
from duplicate.models import Game
from duplicate.models.simultaneous import ResultFile, ResultVersion, Simultaneous
from duplicate.simultaneous import result_batch, result_export, result_review
from duplicate.simultaneous.club_ranking import clubs_table, rank_clubs
from duplicate.simultaneous.result_format import ResultRefused, read_result, write_file
from duplicate.simultaneous.result_text import lines_of_result, write_result_lines
from duplicate.simultaneous.result_uploads import read_uploads
from duplicate.simultaneous.result_validation import differences
from duplicate.simultaneous.standings import Merged
from duplicate.simultaneous.standings_table import merged_table
from duplicate.views.permissions import for_chief
from duplicate.views.prepared.merged_page import find_merged, merged_page
from duplicate.views.prepared.simultaneous import game_page, of_organiser
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


# --- The club's own ---------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
@for_chief
def own_result(request: HttpRequest, game: Game) -> HttpResponse:
    """Save the club's result as a file, or send it to the organiser's server."""
    sends = "send" in request.POST
    played = result_export.simultaneous_of(game)
    form = ResultForm(
        request.POST or None,
        initial=_usual(request, game),
        known_club=played.club if played else "",
        known_token=played.token if played else "",
        sends=sends,
    )
    if request.method == "POST" and form.is_valid():
        try:
            return _save_or_send(request, game, form, sends=sends)
        except RuleViolation as error:
            form.add_error(None, message_for(error))
    return _own_page(request, game, form, played)


def _save_or_send(request: HttpRequest, game: Game, form: ResultForm, *, sends: bool) -> HttpResponse:
    data, by = form.cleaned_data, arbitrator(request)
    result = result_export.result_of_game(game, club=data["club"], arbitrator=data["arbitrator"])
    if "lines" in request.POST:
        name = f"{slug(result.name) or 'result'}-{slug(result.club) or 'club'}.csv"
        return file_response(
            write_result_lines(lines_of_result(result)).encode("utf-8-sig"), "text/csv", name
        )
    if not sends:
        signed = result_export.signed_result(game=game, result=result, token=data["token"], by=by)
        number = signed.get("number", "")
        name = "-".join(
            filter(None, (slug(result.name) or "result", slug(result.club) or "club", str(number)))
        )
        return file_response(write_file(signed).encode(), "application/json", f"{name}.json")
    answer = result_export.send_result(game=game, result=result, token=data["token"], by=by)
    messages.success(request, _describe_answer(answer))
    for warning in answer.warnings:
        messages.warning(request, warning)
    return redirect("own-result", game.code)


def _describe_answer(answer: result_export.ResultAnswer) -> str:
    if answer.state == "again":
        return gettext("The organiser already has this result.")
    if answer.state == "correction":
        said = gettext("The organiser accepted it as a correction, version %(version)s.")
        return said % {"version": answer.version}
    return gettext("The organiser has your result.")


def _own_page(
    request: HttpRequest,
    game: Game,
    form: ResultForm,
    played: result_export.PlayedSimultaneous | None,
) -> HttpResponse:
    context: dict[str, Any] = {"game": game, "form": form, "played": played}
    try:
        context["result"] = result_export.result_of_game(game, club="-", arbitrator="")
    except RuleViolation as error:
        context["problem"] = message_for(error)
    return render(
        request, "duplicate/desk/simultaneous/own_result.html", context, status=422 if form.errors else 200
    )


def _usual(request: HttpRequest, game: Game) -> dict[str, str]:
    clubs = Counter(filter(None, game.event.entries.values_list("player__club__name", flat=True)))
    by = arbitrator(request)
    return {
        "club": clubs.most_common(1)[0][0] if clubs else "",
        "arbitrator": by.get_full_name() or by.get_username(),
    }


# --- The organiser's --------------------------------------------------------------------------------------------------


@takes_upload(result_batch.MOST_BYTES)
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
        kept = result_review.keep_file(sent=sent, data=data, file_name=name, by=by, club=club)
        return redirect("look-at-result", sent.pk, kept.pk)
    result_batch.keep_files(sent=sent, files=files, by=by, club=club)
    return redirect("result-files", sent.pk)


def _files_page(request: HttpRequest, sent: Simultaneous, form: ResultFileForm) -> HttpResponse:
    waiting = result_batch.list_files(sent, arbitrator(request))
    counts = Counter(one.state for one in waiting)
    context = {
        "sent": sent,
        "form": form,
        "part": take_part(request.GET, waiting, per_page=LINES),
        "counts": [(state, counts[state]) for state in result_batch.STATES if counts[state]],
        "acceptable": sum(one.state in result_batch.ACCEPTABLE for one in waiting),
        "settled": sum(one.state in result_batch.SETTLED for one in waiting),
        "stamp": result_batch.stamp_of(waiting),
    }
    status = 422 if form.errors else 200
    return render(request, "duplicate/desk/simultaneous/result_files.html", context, status=status)


@require_POST
@of_organiser
def accept_results(request: HttpRequest, sent: Simultaneous) -> HttpResponse:
    """Accept all files that can be, or clear the list."""
    by = arbitrator(request)
    if "clear" in request.POST:
        result_batch.clear_files(sent=sent, by=by)
        return redirect("result-files", sent.pk)
    try:
        done = result_batch.accept_files(sent=sent, by=by, seen=request.POST.get("seen", ""))
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
            arrival = result_review.accept_file(kept=kept, by=arbitrator(request), seen=seen)
        except RuleViolation as error:
            messages.error(request, message_for(error))
        else:
            said = gettext("Result of %(club)s accepted, version %(version)s.")
            messages.success(
                request, said % {"club": arrival.version.club, "version": arrival.version.number}
            )
            return redirect("simultaneous-game", sent.pk)
    shown = result_review.look_at(kept)
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
        "warnings": result_review.odd_licences(sent, result),
    }
    return render(request, "duplicate/desk/simultaneous/version.html", context)


@require_POST
@of_organiser
def restore(request: HttpRequest, sent: Simultaneous, version_id: int) -> HttpResponse:
    shown = get_object_or_404(ResultVersion, simultaneous=sent, pk=version_id)
    try:
        now = result_review.restore_version(version=shown, by=arbitrator(request))
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
    from duplicate.printing.pdf.standings import merged_pdf  # noqa: PLC0415 - ReportLab loads slowly

    if kind == "pdf":
        heading = heading_of(sent.name, timezone.localdate(sent.opens_at))
        return merged_pdf(merged, table, Paper(heading, cast("PageSize", letterhead().size)))
    return table_bytes(table, cast("TableKind", kind))
