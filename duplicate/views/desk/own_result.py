"""A club's own result of a simultaneous game, at the desk of the game that it played."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from duplicate.models import Game
from duplicate.prepared_games.results import club_result
from duplicate.prepared_games.results.file_format import write_file
from duplicate.prepared_games.results.forms import ResultForm
from duplicate.prepared_games.results.text_lines import lines_of_result
from duplicate.printing.data.result_lines import write_result_lines
from duplicate.views.permissions import for_chief
from tournaments.errors import RuleViolation
from tournaments.names.folding import slug
from tournaments.views.downloads import file_response
from tournaments.views.permissions import arbitrator
from tournaments.wording.engine_messages import message_for


@require_http_methods(["GET", "POST"])
@for_chief
def own_result(request: HttpRequest, game: Game) -> HttpResponse:
    """Save the club's result as a file, or send it to the organiser's server."""
    sends = "send" in request.POST
    played = club_result.simultaneous_of(game)
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
    result = club_result.result_of_game(game, club=data["club"], arbitrator=data["arbitrator"])
    if "lines" in request.POST:
        name = f"{slug(result.name) or 'result'}-{slug(result.club) or 'club'}.csv"
        return file_response(
            write_result_lines(lines_of_result(result)).encode("utf-8-sig"), "text/csv", name
        )
    if not sends:
        signed = club_result.signed_result(game=game, result=result, token=data["token"], by=by)
        number = signed.get("number", "")
        name = "-".join(
            filter(None, (slug(result.name) or "result", slug(result.club) or "club", str(number)))
        )
        return file_response(write_file(signed).encode(), "application/json", f"{name}.json")
    answer = club_result.send_result(game=game, result=result, token=data["token"], by=by)
    messages.success(request, _describe_answer(answer))
    for warning in answer.warnings:
        messages.warning(request, warning)
    return redirect("own-result", game.code)


def _describe_answer(answer: club_result.ResultAnswer) -> str:
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
    played: club_result.PlayedSimultaneous | None,
) -> HttpResponse:
    context: dict[str, Any] = {"game": game, "form": form, "played": played}
    try:
        context["result"] = club_result.result_of_game(game, club="-", arbitrator="")
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
