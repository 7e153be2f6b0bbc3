"""The arbitrator's desk: the list of games, a new game, and the dashboard of one.

The dashboard is made of *regions* (templates/duplicate/desk/regions). A request of htmx is answered with all
regions, and the page takes those that changed; forms lie outside of them, so that nothing typed or focused is
lost. Without JavaScript an act answers with the whole page.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate import games
from duplicate.confirming import ConfirmationNeeded
from duplicate.correction_forms import RackCorrectionForm
from duplicate.desk import Desk, desk_for_game
from duplicate.forms import NewGameForm, TypeRackForm
from duplicate.messages import END_REASONS
from duplicate.models import Game, Round
from duplicate.move_forms import MoveSearchForm
from duplicate.paging import PER_PAGE
from duplicate.positions import convention_of
from duplicate.presets import rules_title
from duplicate.progress import posts_for_desk
from duplicate.public_events import public_page_of
from duplicate.rule_words import changed_since
from duplicate.screen_forms import ScreensForm
from duplicate.screens import on_screens
from duplicate.selectors import games_for, usual_lexicon
from duplicate.standings import Standing
from duplicate.tables import playable_round
from duplicate.views.access import check_act, for_arbitrators
from duplicate.views.acts import ACTS, Refused
from duplicate.views.confirming import Confirmation, confirmation_for
from duplicate.views.first_steps import sample_among, steps_context
from duplicate.views.strings import clock_strings, line_strings
from duplicate.views.table_pages import first_page
from duplicate.views.tables import steps_for
from engine.errors import EngineError
from tournaments import troubles
from tournaments.addresses import address_for_phones
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.models import Event, Lexicon
from tournaments.views.access import arbitrator, is_htmx
from tournaments.views.board_strings import board_strings
from tournaments.views.qr import qr_svg

# The acts whose form stays on the page: what was typed is in its field, and the reason stands below it.
FORMS_OF_ACTS = {"type-rack", "change-rack", "show"}


@require_GET
@login_required
@never_cache
def game_list(request: HttpRequest) -> HttpResponse:
    """The games at whose desk one is, those in progress first; on the first evening what to do, step by step."""
    by = arbitrator(request)
    played = Count("rounds", filter=Q(rounds__state=Round.State.ANNOUNCED), distinct=True)
    begun = Exists(Round.objects.filter(game=OuterRef("pk")).exclude(state=Round.State.DRAWN))
    listed = (
        games_for(by)
        .select_related("event__sample")
        .annotate(played=played, players=Count("event__entries", distinct=True), begun=begun)
        .order_by("-created_at")
    )
    playing = list(listed.filter(state=Game.State.PLAYING))
    finished = list(listed.filter(state=Game.State.FINISHED))
    context = {"playing": playing, "finished": finished, "sample": sample_among((*playing, *finished), by)}
    return render(
        request, "duplicate/desk/game_list.html", context | steps_context(request, playing, finished)
    )


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def new_game(request: HttpRequest) -> HttpResponse:
    """A new game with its rules; it opens on its dashboard."""
    by = arbitrator(request)
    initial = {"lexicon": usual_lexicon(by), "prepared": request.GET.get("prepared")}
    form = NewGameForm(request.POST or None, by=by, initial=initial)
    if request.method == "POST" and form.is_valid():
        game = made_game(form, by)
        if game is not None:
            return redirect("dashboard", game.code)
    context = {"form": form, "lexicons": Lexicon.objects.exists()}
    return render(request, "duplicate/desk/new_game.html", context, status=422 if form.errors else 200)


def made_game(form: NewGameForm, by: User, event: Event | None = None) -> Game | None:
    """The game that a valid form asks for; None when the form says why not."""
    data = form.cleaned_data
    try:
        return games.create_game(
            name=data["name"],
            by=by,
            lexicon=data["lexicon"].name,
            notation=data["notation"],
            rules=data["rules"],
            double_arbitration=data["double_arbitration"],
            names_hidden=data["names_hidden"],
            club_rules=data["club_rules"],
            prepared=data["prepared"],
            event=event,
        )
    except RuleViolation as error:
        form.add_error(None, message_for(error))
        return None


@require_GET
@for_arbitrators
def dashboard(request: HttpRequest, game: Game) -> HttpResponse:
    """Everything of a game on one screen."""
    return render(request, "duplicate/desk/dashboard.html", _page(request, game))


@require_GET
@for_arbitrators
def panel(request: HttpRequest, game: Game) -> HttpResponse:
    """The regions of the dashboard as they are now."""
    return render(request, "duplicate/desk/panel.html", _regions(request, game))


@require_POST
@for_arbitrators
def act(request: HttpRequest, game: Game, act: str) -> HttpResponse:
    """Do one act; see `duplicate.views.acts`."""
    if act not in ACTS:
        raise Http404
    check_act(request, act)
    try:
        ACTS[act](game, request.POST, arbitrator(request))
    except Refused as refused:
        return _refusal(request, game, act, refused.form.problems())
    except ConfirmationNeeded as needed:
        return _refusal(request, game, act, [], confirmation=confirmation_for(needed, act, request.POST))
    except (RuleViolation, EngineError) as error:
        return _refusal(request, game, act, [message_for(error)])
    if not is_htmx(request):
        return redirect("dashboard", game.code)
    game.refresh_from_db()
    return render(request, "duplicate/desk/panel.html", _regions(request, game) | {"answer": True})


def _refusal(
    request: HttpRequest,
    game: Game,
    act: str,
    problems: list[str],
    *,
    confirmation: Confirmation | None = None,
) -> HttpResponse:
    """What is wrong or must be confirmed, beside things as they are: somebody else may have changed them."""
    game.refresh_from_db()
    if is_htmx(request):
        where = (
            {"form_problems": {act.replace("-", "_"): problems}}
            if act in FORMS_OF_ACTS
            else {"problems": problems}
        )
        context = _regions(request, game) | {"answer": True, "confirmation": confirmation} | where
        return render(request, "duplicate/desk/panel.html", context, status=422)
    for problem in problems:
        messages.error(request, problem)
    context = _page(request, game, act) | {"confirmation": confirmation}
    return render(request, "duplicate/desk/dashboard.html", context, status=422)


def _page(request: HttpRequest, game: Game, act: str = "") -> dict[str, Any]:
    """What the whole page shows: the regions, the forms (with what was typed for a refused act), the address."""
    rack_data = request.POST if act == "type-rack" else None
    change_data = request.POST if act == "change-rack" else None
    regions = _regions(request, game)
    rows, table_page = first_page(playable_round(game, None), arbitrator(request))
    return (
        regions
        | joining(request, game)
        | {
            "moves_form": MoveSearchForm(convention=convention_of(game)),
            "rack_form": TypeRackForm(rack_data, auto_id="rack-%s"),
            "change_rack_form": RackCorrectionForm(change_data, auto_id="change-rack-%s"),
            "screens_form": ScreensForm(None, game),
            "table_rows": mark_safe(rows),  # noqa: S308 - a template made it
            "table_page": table_page,
            "steps": steps_for(game, arbitrator(request)),
            "strings": {
                "desk": _desk_strings(),
                "line": line_strings(),
                "clock": clock_strings(),
                "board": board_strings(),
            },
        }
    )


def joining(request: HttpRequest, game: Game) -> dict[str, str]:
    """Where phones join the game, as text and as a QR code."""
    address = address_for_phones(request, reverse("join", args=[game.code]))
    label = gettext("QR code: %(address)s") % {"address": address}
    return {"join_address": address, "join_qr": qr_svg(address, label)}


def _regions(request: HttpRequest, game: Game) -> dict[str, Any]:
    """`standings_known`: the page that asks has the standings of this version of the game already, and does not turn
    to another part of them.
    """
    asked = request.POST if request.method == "POST" else request.GET
    known = asked.get("version") == str(game.version) and "turn" not in asked
    desk = desk_for_game(game)
    return {
        "desk": desk,
        "game": game,
        "round": desk.round,
        "next_number": len(desk.announced) + 1,
        "waits_for_choice": desk.waits_for_choice,
        "all_in": desk.players > 0 and desk.round is not None and not desk.round.counts.missing,
        "state": _state(desk),
        "standings_known": known,
        "standings_part": None
        if known
        else Paginator(desk.standings.rows, PER_PAGE).get_page(asked.get("standings")),
        "screens": on_screens(game),
        "winners": _winners(desk),
        "public_page": public_page_of(game),
        "posts": posts_for_desk(game, arbitrator(request)),
        "troubles": troubles.recent(),
        "rules": rules_title(desk.rules),
        "rules_changed": changed_since(game),
        "end_reason": END_REASONS.get(game.end_reason, ""),
    }


def _winners(desk: Desk) -> list[Standing]:
    """Who shares the first rank, once the game is over."""
    if desk.step != "finished" or not desk.announced:
        return []
    return [row for row in desk.standings.rows if row.rank == 1]


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
        "last": {"word": desk.last.word, "ref": desk.last.reference} if desk.last else None,
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
