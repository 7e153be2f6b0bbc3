"""The players of a game at the desk: entering them, pairs, phones, who drops out, taking out a mistake."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate import games
from duplicate.forms import AddPlayersForm, PartnerForm, PlayingArbitratorsForm
from duplicate.models import Game, Slip
from duplicate.paging import part_of, rows_shown
from duplicate.presence import first_rounds
from duplicate.seats import entries_of
from duplicate.shown_tables import players_table
from duplicate.views.access import for_chief, for_helpers, for_registrars
from duplicate.views.desk import joining
from duplicate.views.printing import stem
from tournaments import names
from tournaments.addresses import address_for_phones
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.models import Entry
from tournaments.views.access import arbitrator, at_desk, is_htmx
from tournaments.views.files import table_file
from tournaments.views.qr import qr_svg


@require_http_methods(["GET", "POST"])
@for_registrars
def players(request: HttpRequest, game: Game) -> HttpResponse:
    """The list, and names to add: lines that cannot be entered stay in the field, each with its reason."""
    if request.method == "GET":
        template = "duplicate/desk/players.html" + ("#player_table" if is_htmx(request) else "")
        return render(request, template, _page(request, game, AddPlayersForm()))
    form = AddPlayersForm(request.POST)
    if not form.is_valid():
        return render(request, "duplicate/desk/players.html", _page(request, game, form), status=422)
    added, refused = _add_lines(request, game, form)
    if added:
        text = ngettext("%(count)s player entered.", "%(count)s players entered.", added)
        messages.success(request, text % {"count": added})
    if not refused:
        return redirect("players", game.code)
    again = AddPlayersForm({"names": "\n".join(line for line, _reason in refused)})
    for line, reason in refused:
        again.add_error("names", f"{line} – {reason}")
    return render(request, "duplicate/desk/players.html", _page(request, game, again), status=422)


@require_GET
@for_registrars
def players_file(request: HttpRequest, game: Game, kind: str) -> HttpResponse:
    """The players who are looked for, on all pages."""
    found = list(rows_shown(request, entries_of(game).select_related("player", "partner"), table="seat"))
    first = first_rounds(game, game.event.entries.filter(pk__in=[entry.pk for entry in found]))
    table = players_table((entry, first.get(entry.pk, 1)) for entry in found)
    return table_file(table, kind, stem(game, gettext("players")))


@require_http_methods(["GET", "POST"])
@for_registrars
def player(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    """One player, or a pair: the partner can be named here, until their first slip."""
    entry = _entry(game, entry_id)
    partner = names.shown(entry.partner.name, entry.table) if entry.partner else ""
    form = PartnerForm(request.POST or None, initial={"partner": partner})
    if request.method == "POST" and form.is_valid():
        try:
            games.set_partner(
                game=game, entry=entry, name=form.cleaned_data["partner"], by=arbitrator(request)
            )
        except RuleViolation as error:
            form.add_error("partner", message_for(error))
        else:
            return redirect("player", game.code, entry_id)
    context = {"game": game, "entry": entry, "form": form, "has_slips": entry.slips.exists()}
    context["first_round"] = first_rounds(game, game.event.entries.filter(pk=entry_id)).get(entry_id)
    return render(request, "duplicate/desk/player.html", context, status=422 if form.errors else 200)


@require_POST
@for_chief
def arbitrators(request: HttpRequest, game: Game) -> HttpResponse:
    """Which players the arbitrators are."""
    form = PlayingArbitratorsForm(request.POST, game=game)
    if form.is_valid():
        try:
            games.name_arbitrators(game=game, entries=form.players(), by=arbitrator(request))
        except RuleViolation as error:
            form.add_error(None, message_for(error))
        else:
            messages.success(request, gettext("Kept: which players the arbitrators are."))
            return redirect("players", game.code)
    context = _page(request, game, AddPlayersForm()) | {"posts_form": form}
    return render(request, "duplicate/desk/players.html", context, status=422)


@require_POST
@for_registrars
def remove(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    return _act(request, game, entry_id, games.remove_player, gettext("%(name)s is taken out."))


@require_POST
@for_helpers
def withdraw(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    return _act(request, game, entry_id, games.withdraw_player, gettext("%(name)s has dropped out."))


@require_POST
@for_helpers
def bring_back(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    return _act(request, game, entry_id, games.bring_back_player, gettext("%(name)s is back."))


@require_http_methods(["GET", "POST"])
@for_registrars
def phone_link(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    """A link that makes a phone this player's. It is told once: asking again makes a new one."""
    entry = _entry(game, entry_id)
    context: dict[str, Any] = {"game": game, "entry": entry, "address": ""}
    if request.method == "POST":
        try:
            token = games.give_phone(game=game, entry=entry, by=arbitrator(request))
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


def _add_lines(request: HttpRequest, game: Game, form: AddPlayersForm) -> tuple[int, list[tuple[str, str]]]:
    """How many were entered, and the lines that were not with the reason."""
    added, refused = 0, []
    for table, name in form.lines():
        try:
            games.add_player(game=game, name=name, table=table, by=arbitrator(request))
            added += 1
        except RuleViolation as error:
            refused.append((f"{table} {name}" if table is not None else name, message_for(error)))
    return added, refused


def _page(request: HttpRequest, game: Game, form: AddPlayersForm) -> dict[str, Any]:
    has_slips = Exists(Slip.objects.filter(entry=OuterRef("pk")))
    entries = entries_of(game).select_related("player", "partner")
    part = part_of(request, entries.annotate(has_slips=has_slips), table="seat")
    first = first_rounds(game, game.event.entries.filter(pk__in=[entry.pk for entry in part.page]))
    lines = [(entry, first.get(entry.pk, 1)) for entry in part.page]
    averaged = game.rule_set.standings.arbitrators_averaged and at_desk(request).is_chief
    posts = {"posts_form": PlayingArbitratorsForm(game=game)} if averaged else {}
    return {"game": game, "form": form, "lines": lines, "part": part} | posts | joining(request, game)
