"""The players of a game at the desk: entering them, pairs, phones, who drops out, removing a mistake."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.attendance.absences import first_rounds
from duplicate.attendance.seating import entries_of
from duplicate.desk.exports import players_table
from duplicate.forms.players import AddPlayersForm, PartnerForm, PlayingArbitratorsForm
from duplicate.games import playing_arbitrators
from duplicate.games.players import phone_links
from duplicate.games.players import services as player_services
from duplicate.games.players.entering import add_players, enter_reviewed, review_list
from duplicate.models import Game, Slip
from duplicate.views.desk.dashboard import joining_context
from duplicate.views.file_names import name_stem
from duplicate.views.permissions import for_chief, for_helpers, for_registrars
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.registration.pasted import read_typed
from tournaments.http.addresses import address_for_phones
from tournaments.models import Entry
from tournaments.names import name_visibility
from tournaments.people.look_alikes import marks_of, newest_marks
from tournaments.people.services import are_spelled_otherwise
from tournaments.views.answers import read_answers
from tournaments.views.desk_messages import NOBODY_ENTERED, last_entry, show_refused, warn_of_looks
from tournaments.views.downloads import table_file
from tournaments.views.entry_search import part_of, rows_shown
from tournaments.views.pasted_lists import review_shown
from tournaments.views.permissions import arbitrator, at_desk, is_htmx
from tournaments.views.qr import qr_svg
from tournaments.wording.engine_messages import message_for

# How many names that look alike are told above the list; all have their marks in it.
MOST_MARKS = 20


@require_http_methods(["GET", "POST"])
@for_registrars
def players(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the list, and add names: all of them or none, and then each wrong line with its reason. A list that is not
    plain is shown first, as it was read.
    """
    if request.method == "GET":
        template = "duplicate/desk/players.html" + ("#player_table" if is_htmx(request) else "")
        return render(request, template, _page(request, game, AddPlayersForm()))
    form = AddPlayersForm(request.POST)
    review: dict[str, Any] = {}
    if form.is_valid():
        last, names = last_entry(game.event), form.cleaned_data["names"]
        added = _enter(request, game, form)
        if added:
            text = ngettext("%(count)s player entered.", "%(count)s players entered.", added)
            messages.success(request, text % {"count": added})
            warn_of_looks(request, game.event, after=last)
            return redirect("players", game.code)
        if added is None:
            read = review_list(game, names, read_answers(request))
            review = review_shown(read, reverse("players", args=[game.code]))
    page = _page(request, game, form) | review
    return render(request, "duplicate/desk/players.html", page, status=422 if form.errors else 200)


def _enter(request: HttpRequest, game: Game, form: AddPlayersForm) -> int | None:
    """Enter the lines, or a list that was reviewed; return how many entries these are: 0 if lines were refused, None if
    the list is to be reviewed.
    """
    by, text, lines = arbitrator(request), form.cleaned_data["names"], None
    if "mark" not in request.POST:
        lines = read_typed(text, tables=True)
    if lines and are_spelled_otherwise([line.name for line in lines]):
        lines = None
    try:
        if lines is not None:
            return add_players(game=game, lines=lines, by=by)
        if "mark" in request.POST:
            mark, answers = request.POST["mark"], read_answers(request)
            return enter_reviewed(game=game, text=text, answers=answers, mark=mark, by=by)
    except LinesRefused as error:
        if any(one.code == "namesakes" for _line, one in error.refused):
            return None
        messages.error(request, NOBODY_ENTERED)
        show_refused(form, "names", error)
    except RuleViolation as error:
        form.add_error("names", message_for(error))
    return None if lines is None else 0


@require_GET
@for_registrars
def players_file(request: HttpRequest, game: Game, kind: str) -> HttpResponse:
    """Export the players of the search, from all pages."""
    found = list(rows_shown(request, entries_of(game).select_related("player", "partner"), table="seat"))
    first = first_rounds(game, game.event.entries.filter(pk__in=[entry.pk for entry in found]))
    table = players_table((entry, first.get(entry.pk, 1)) for entry in found)
    return table_file(table, kind, name_stem(game, gettext("players")))


@require_http_methods(["GET", "POST"])
@for_registrars
def player(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    """Show one player, or a pair: the partner can be named here, until their first slip."""
    entry = _entry(game, entry_id)
    partner = name_visibility.visible_name(entry.partner.name, entry.table) if entry.partner else ""
    form = PartnerForm(request.POST or None, initial={"partner": partner})
    if request.method == "POST" and form.is_valid():
        try:
            player_services.set_partner(
                game=game, entry=entry, name=form.cleaned_data["partner"], by=arbitrator(request)
            )
        except RuleViolation as error:
            form.add_error("partner", message_for(error))
        else:
            return redirect("player", game.code, entry_id)
    context = {"game": game, "entry": entry, "form": form, "has_slips": entry.slips.on_record().exists()}
    context["marks"] = marks_of(game.event).get(entry_id, []) if game.state == Game.State.PLAYING else []
    context["first_round"] = first_rounds(game, game.event.entries.filter(pk=entry_id)).get(entry_id)
    return render(request, "duplicate/desk/player.html", context, status=422 if form.errors else 200)


@require_POST
@for_chief
def arbitrators(request: HttpRequest, game: Game) -> HttpResponse:
    """Set which players the arbitrators are."""
    form = PlayingArbitratorsForm(request.POST, game=game)
    if form.is_valid():
        try:
            playing_arbitrators.name_arbitrators(
                game=game,
                entries=form.players(),
                by=arbitrator(request),
                since=form.cleaned_data.get("since"),
                reason=form.cleaned_data.get("reason", ""),
            )
        except RuleViolation as error:
            form.add_error(None, message_for(error))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("players", game.code)
    context = _page(request, game, AddPlayersForm()) | {"posts_form": form}
    return render(request, "duplicate/desk/players.html", context, status=422)


@require_POST
@for_registrars
def remove(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    return _act(request, game, entry_id, player_services.remove_player, gettext("%(name)s removed."))


@require_POST
@for_helpers
def withdraw(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    return _act(request, game, entry_id, player_services.withdraw_player, gettext("%(name)s dropped out."))


@require_POST
@for_helpers
def bring_back(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    return _act(request, game, entry_id, player_services.bring_back_player, gettext("%(name)s is back."))


@require_http_methods(["GET", "POST"])
@for_registrars
def phone_link(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    """Make a link that makes a phone this player's. It is told once: asking again makes a new one."""
    entry = _entry(game, entry_id)
    context: dict[str, Any] = {"game": game, "entry": entry, "address": ""}
    if request.method == "POST":
        try:
            token = phone_links.give_phone(game=game, entry=entry, by=arbitrator(request))
        except RuleViolation as error:
            messages.error(request, message_for(error))
            return redirect("players", game.code)
        # Behind the # it stays in the browser: no server, proxy or log sees it.
        address = address_for_phones(request, reverse("play", args=[game.code])) + f"#t={token}"
        label = gettext("QR code for the phone of %(name)s") % {"name": entry.name}
        context |= {"address": address, "qr": qr_svg(address, label)}
    return render(request, "duplicate/desk/phone_link.html", context)


def _act(request: HttpRequest, game: Game, entry_id: int, do: Callable[..., None], said: str) -> HttpResponse:
    """Do something with one player, say so, and go back to the list."""
    entry = _entry(game, entry_id)
    try:
        do(game=game, entry=entry, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        messages.success(request, said % {"name": entry.name})
    return redirect(f"{reverse('players', args=[game.code])}?{request.GET.urlencode()}".removesuffix("?"))


def _entry(game: Game, entry_id: int) -> Entry:
    entry: Entry = get_object_or_404(entries_of(game).select_related("player", "partner"), pk=entry_id)
    return entry


def _page(request: HttpRequest, game: Game, form: AddPlayersForm) -> dict[str, Any]:
    has_slips = Exists(Slip.objects.on_record().filter(entry=OuterRef("pk")))
    entries = entries_of(game).select_related("player", "partner")
    part = part_of(request, entries.annotate(has_slips=has_slips), table="seat")
    first = first_rounds(game, game.event.entries.filter(pk__in=[entry.pk for entry in part.page]))
    lines = [(entry, first.get(entry.pk, 1)) for entry in part.page]
    averaged = game.rule_set.standings.arbitrators_averaged and at_desk(request).is_chief
    posts = {"posts_form": PlayingArbitratorsForm(game=game)} if averaged else {}
    # A finished game keeps its old tables, so its names are no longer compared.
    marks = marks_of(game.event) if game.state == Game.State.PLAYING else {}
    looks = {"marks": marks, "newest_marks": newest_marks(marks, MOST_MARKS)}
    return (
        {"game": game, "form": form, "lines": lines, "part": part}
        | looks
        | posts
        | joining_context(request, game)
    )
