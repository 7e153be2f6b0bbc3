"""The players of a game at the desk: entering them, giving them a phone, taking out a mistake."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from duplicate import games
from duplicate.forms import AddPlayersForm
from duplicate.models import Game
from duplicate.views.access import arbitrator, for_arbitrators, is_htmx
from duplicate.views.desk import joining
from duplicate.views.qr import qr_svg
from tournaments.addresses import address_for_phones
from tournaments.errors import RuleViolation
from tournaments.messages import message_for


@require_http_methods(["GET", "POST"])
@for_arbitrators
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


@require_POST
@for_arbitrators
def remove(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    entry = get_object_or_404(game.event.entries.select_related("player"), pk=entry_id)
    try:
        games.remove_player(game=game, entry=entry, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        messages.success(request, gettext("%(name)s is taken out.") % {"name": entry.player.name})
    return redirect("players", game.code)


@require_http_methods(["GET", "POST"])
@for_arbitrators
def phone_link(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    """A link that makes a phone this player's. It is told once: asking again makes a new one."""
    entry = get_object_or_404(game.event.entries.select_related("player"), pk=entry_id)
    context: dict[str, Any] = {"game": game, "entry": entry, "address": ""}
    if request.method == "POST":
        token = games.give_phone(game=game, entry=entry, by=arbitrator(request))
        # Behind the # it stays in the browser: no server, proxy or log sees it.
        address = address_for_phones(request, reverse("play", args=[game.code])) + f"#t={token}"
        label = gettext("QR code for the phone of %(name)s") % {"name": entry.player.name}
        context |= {"address": address, "qr": qr_svg(address, label)}
    return render(request, "duplicate/desk/phone_link.html", context)


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
    entries = game.event.entries.select_related("player")
    return {"game": game, "form": form, "entries": entries} | joining(request, game)
