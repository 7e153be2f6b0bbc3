"""The arbitrator's desk: the list of games, a new game, and the dashboard of one.

The dashboard is made of *regions* (templates/duplicate/desk/regions). A request of htmx is answered with all
regions, and the page takes those that changed; forms lie outside of them, so that nothing typed or focused is
lost. Without JavaScript an act answers with the whole page.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate import games
from duplicate.desk import Desk, desk_for_game
from duplicate.forms import KeySlipForm, NewGameForm, TypeRackForm
from duplicate.messages import END_REASONS
from duplicate.models import Game, Round
from duplicate.presets import rule_set_title
from duplicate.selectors import games_for
from duplicate.views.access import arbitrator, for_arbitrators, is_htmx
from duplicate.views.acts import ACTS, Refused
from duplicate.views.qr import qr_svg
from duplicate.views.strings import board_strings, clock_strings
from engine.errors import EngineError
from tournaments import troubles
from tournaments.addresses import address_for_phones
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.models import Lexicon

# The acts whose form stays on the page: what was typed is in its field, and the reason stands below it.
FORMS_OF_ACTS = {"type-rack", "key-slip"}


@require_GET
@login_required
@never_cache
def game_list(request: HttpRequest) -> HttpResponse:
    """The games that one may run, those in progress first."""
    played = Count("rounds", filter=Q(rounds__state=Round.State.ANNOUNCED), distinct=True)
    listed = (
        games_for(arbitrator(request))
        .annotate(played=played, players=Count("event__entries", distinct=True))
        .order_by("-created_at")
    )
    return render(
        request,
        "duplicate/desk/game_list.html",
        {
            "playing": listed.filter(state=Game.State.PLAYING),
            "finished": listed.filter(state=Game.State.FINISHED),
        },
    )


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def new_game(request: HttpRequest) -> HttpResponse:
    """A new game with its rules; it opens on its dashboard."""
    form = NewGameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            game = games.create_game(
                name=form.cleaned_data["name"],
                by=arbitrator(request),
                lexicon=form.cleaned_data["lexicon"].name,
                notation=form.cleaned_data["notation"],
                rules=form.cleaned_data["rules"],
            )
        except RuleViolation as error:
            form.add_error(None, message_for(error))
        else:
            return redirect("dashboard", game.code)
    context = {"form": form, "lexicons": Lexicon.objects.exists()}
    return render(request, "duplicate/desk/new_game.html", context, status=422 if form.errors else 200)


@require_GET
@for_arbitrators
def dashboard(request: HttpRequest, game: Game) -> HttpResponse:
    """Everything of a game on one screen."""
    return render(request, "duplicate/desk/dashboard.html", _page(request, game))


@require_GET
@for_arbitrators
def panel(request: HttpRequest, game: Game) -> HttpResponse:
    """The regions of the dashboard as they are now."""
    return render(request, "duplicate/desk/panel.html", _regions(game))


@require_POST
@for_arbitrators
def act(request: HttpRequest, game: Game, act: str) -> HttpResponse:
    """Do one act; see `duplicate.views.acts`."""
    if act not in ACTS:
        raise Http404
    try:
        ACTS[act](game, request.POST, arbitrator(request))
    except Refused as refused:
        return _refusal(request, game, act, refused.form.problems())
    except (RuleViolation, EngineError) as error:
        return _refusal(request, game, act, [message_for(error)])
    if not is_htmx(request):
        return redirect("dashboard", game.code)
    game.refresh_from_db()
    return render(request, "duplicate/desk/panel.html", _regions(game) | {"answer": True})


def _refusal(request: HttpRequest, game: Game, act: str, problems: list[str]) -> HttpResponse:
    """What is wrong, beside things as they are: somebody else may have changed them in the meantime."""
    game.refresh_from_db()
    if is_htmx(request):
        where = (
            {"form_problems": {act.replace("-", "_"): problems}}
            if act in FORMS_OF_ACTS
            else {"problems": problems}
        )
        context = _regions(game) | {"answer": True} | where
        return render(request, "duplicate/desk/panel.html", context, status=422)
    for problem in problems:
        messages.error(request, problem)
    return render(request, "duplicate/desk/dashboard.html", _page(request, game, act), status=422)


def _page(request: HttpRequest, game: Game, act: str = "") -> dict[str, Any]:
    """What the whole page shows: the regions, the forms (with what was typed for a refused act), the address."""
    rack_data = request.POST if act == "type-rack" else None
    slip_data = request.POST if act == "key-slip" else None
    regions = _regions(game)
    return (
        regions
        | joining(request, game)
        | {
            "rack_form": TypeRackForm(rack_data, auto_id="rack-%s"),
            "slip_form": KeySlipForm(
                slip_data, game=game, auto_id="slip-%s", initial={"number": regions["state"]["number"]}
            ),
            "strings": {"desk": _desk_strings(), "clock": clock_strings(), "board": board_strings()},
        }
    )


def joining(request: HttpRequest, game: Game) -> dict[str, str]:
    """Where phones join the game, as text and as a QR code."""
    address = address_for_phones(request, reverse("join", args=[game.code]))
    label = gettext("QR code: %(address)s") % {"address": address}
    return {"join_address": address, "join_qr": qr_svg(address, label)}


def _regions(game: Game) -> dict[str, Any]:
    desk = desk_for_game(game)
    return {
        "desk": desk,
        "game": game,
        "round": desk.round,
        "next_number": len(desk.history) + 1,
        "all_in": desk.players > 0 and desk.round is not None and not desk.round.missing,
        "state": _state(desk),
        "winners": [row for row in desk.standings.rows if row.rank == 1 and desk.standings.rounds],
        "troubles": troubles.recent(),
        "rules": rule_set_title(desk.rules.name),
        "end_reason": END_REASONS.get(game.end_reason, ""),
    }


def _state(desk: Desk) -> dict[str, Any]:
    """What the page's script needs: the board, the clock, and whether to look often."""
    round_ = desk.round
    return {
        "code": desk.game.code,
        "step": desk.step,
        "number": round_.number if round_ else None,
        "notation": desk.game.notation,
        "board": desk.board,
        "values": desk.values,
        "rack": round_.rack if round_ else [],
        "rackText": round_.rack_text if round_ else "",
        "last": {"word": desk.history[-1].word, "ref": desk.history[-1].reference} if desk.history else None,
        "clock": round_
        and {
            "phase": "ready" if round_.phase == "drawn" else round_.phase,
            "closes_at": round_.closes_at,
            "remaining": round_.seconds * 1000 if round_.phase == "drawn" else round_.remaining,
            "calls": round_.calls,
        },
    }


def _desk_strings() -> dict[str, str]:
    """What desk.js says by itself."""
    return {
        "noAnswer": gettext("No answer from the server. Look at how things stand, then try again."),
        "polling": gettext("No live link: looking every few seconds"),
        "offline": gettext("No connection to the server"),
    }
