"""The arbitrator's desk: a new game, and the dashboard of one.

The dashboard is made of *regions* (templates/duplicate/desk/regions). A request of htmx is answered with all
regions, and the page takes those that changed; forms lie outside of them, so that nothing typed or focused is
lost. An act without JavaScript is answered with the whole page.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.arbitration.progress import posts_for_desk
from duplicate.desk.dashboard import Desk, desk_for_game
from duplicate.desk.script import language_of_script, script_for
from duplicate.desk.table_rows import playable_round
from duplicate.forms.corrections import RackCorrectionForm
from duplicate.forms.desk import TypeRackForm
from duplicate.forms.games import NewGameForm
from duplicate.forms.moves import MoveSearchForm
from duplicate.forms.screens import ScreensForm
from duplicate.games import services as game_services
from duplicate.games.refused_joins import find_refused_joins
from duplicate.games.rules.descriptions import find_changed_settings
from duplicate.games.rules.presets import rules_title
from duplicate.games.selectors import usual_lexicon
from duplicate.log.messages import END_REASONS
from duplicate.models import Game
from duplicate.positions.board_state import convention_of
from duplicate.rounds.confirmations import ConfirmationNeeded
from duplicate.rounds.screens import on_screens
from duplicate.standings.rules.ranking import Standing
from duplicate.standings.tables.game_table import game_table
from duplicate.views.desk.actions import ACTS, EMPTIED, FormRefused
from duplicate.views.desk.command_line import steps_for
from duplicate.views.desk.confirmations import Confirmation, confirmation_for
from duplicate.views.desk.table_pages import first_page
from duplicate.views.permissions import check_act, for_arbitrators
from duplicate.views.strings import clock_strings, desk_strings, line_strings
from duplicate.visibility.public_games import public_page_of
from engine.errors import EngineError
from tournaments.accounts import rate_limit
from tournaments.errors import RuleViolation
from tournaments.events.door import note_hall
from tournaments.events.services import may_still_be_asked
from tournaments.http.addresses import address_for_phones
from tournaments.installation import degradation
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.organisers.rights import Right
from tournaments.people.look_alikes import LookAlikeMark, marks_of, newest_marks
from tournaments.views.board_strings import board_strings
from tournaments.views.entry_search import PER_PAGE
from tournaments.views.permissions import arbitrator, for_organiser, is_htmx
from tournaments.views.qr import qr_svg
from tournaments.views.refusals import refusals_in
from tournaments.wording.engine_messages import message_for

# Problems of an act, and what it says when it is done.
Answer = tuple[Sequence[str], str]


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def new_game(request: HttpRequest) -> HttpResponse:
    """Create a new game with its rules; it opens on its dashboard."""
    by = arbitrator(request)
    initial = {"lexicon": usual_lexicon(by), "prepared": request.GET.get("prepared")}
    form = NewGameForm(request.POST or None, by=by, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            game = game_services.create_game(**form.settings(), by=by)
            return redirect("dashboard", game.code)
    context = {"form": form, "lexicons": lexicons_offered().exists()}
    return render(request, "duplicate/desk/new_game.html", context, status=422 if form.errors else 200)


@require_GET
@for_arbitrators
def dashboard(request: HttpRequest, game: Game) -> HttpResponse:
    """Show everything of a game on one screen."""
    rate_limit.note_open_desk(request.META["REMOTE_ADDR"], game.code)
    return render(request, "duplicate/desk/dashboard.html", _page(request, game))


@require_GET
@for_arbitrators
def panel(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the regions of the dashboard as they are now."""
    return render(request, "duplicate/desk/panel.html", _regions(request, game))


@require_POST
@for_arbitrators
def act(request: HttpRequest, game: Game, act: str) -> HttpResponse:
    """Do one act; see `duplicate.views.desk.actions`."""
    if act not in ACTS:
        raise Http404
    check_act(request, act)
    try:
        done = ACTS[act].do(game, request.POST, arbitrator(request))
    except FormRefused as refused:
        return _refusal(request, game, act, refused.form.problems())
    except ConfirmationNeeded as needed:
        return _refusal(request, game, act, [], confirmation=confirmation_for(needed, act, request.POST))
    except (RuleViolation, EngineError) as error:
        return _refusal(request, game, act, [message_for(error)])
    if act == "one-address":
        note_hall(game.event, request.META["REMOTE_ADDR"])
    said = done if isinstance(done, str) else ""
    if not is_htmx(request):
        if said:
            messages.success(request, said)
        pages = [page for page in ("joining", "words") if page in request.POST]
        return redirect(*pages or ["dashboard"], game.code)
    game.refresh_from_db()
    context = _regions(request, game) | {"answers": _answers(act, said=said)}
    return render(request, "duplicate/desk/panel.html", context)


def _answers(act: str, *, problems: Sequence[str] = (), said: str = "") -> dict[str, Answer]:
    """Return what elements of the dashboard say after an act, by their ids; most are empty then."""
    empty: dict[str, Answer] = dict.fromkeys(EMPTIED, ((), ""))
    return empty | dict.fromkeys(ACTS[act].places, (problems, said))


def _refusal(
    request: HttpRequest,
    game: Game,
    act: str,
    problems: list[str],
    *,
    confirmation: Confirmation | None = None,
) -> HttpResponse:
    """Answer with the error or the confirmation, beside the current state: somebody else may have changed it."""
    game.refresh_from_db()
    if is_htmx(request):
        answers = {"answers": _answers(act, problems=problems), "confirmation": confirmation}
        context = _regions(request, game) | answers
        return render(request, "duplicate/desk/panel.html", context, status=422)
    for problem in problems:
        messages.error(request, problem)
    context = _page(request, game, act) | {"confirmation": confirmation}
    return render(request, "duplicate/desk/dashboard.html", context, status=422)


def _page(request: HttpRequest, game: Game, act: str = "") -> dict[str, Any]:
    """Return the context of the whole page: the regions, the forms (with the typed text of a refused act),
    the address.
    """
    rack_data = request.POST if act == "type-rack" else None
    change_data = request.POST if act == "change-rack" else None
    regions = _regions(request, game)
    rows, table_page = first_page(playable_round(game, None), arbitrator(request))
    return (
        regions
        | joining_context(request, game)
        | {
            "moves_form": MoveSearchForm(convention=convention_of(game)),
            "rack_form": TypeRackForm(rack_data, auto_id="rack-%s"),
            "change_rack_form": RackCorrectionForm(change_data, auto_id="change-rack-%s"),
            "screens_form": ScreensForm(None, game),
            "table_rows": mark_safe(rows),  # noqa: S308 - a template made it
            "table_page": table_page,
            "steps": steps_for(game, arbitrator(request)),
            "strings": {
                "desk": desk_strings(),
                "line": line_strings(),
                "clock": clock_strings(),
                "board": board_strings(),
            },
        }
    )


def joining_context(request: HttpRequest, game: Game) -> dict[str, str]:
    """Return where phones join the game, as text and as a QR code, and where other machines open its big
    screen.
    """
    address = address_for_phones(request, reverse("join", args=[game.code]))
    label = gettext("QR code: %(address)s") % {"address": address}
    screen = address_for_phones(request, reverse("screen", args=[game.code]))
    return {"join_address": address, "join_qr": qr_svg(address, label), "screen_address": screen}


def _regions(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return the context of the regions. `standings_known`: the page that asks has the standings of this
    version of the game already, and does not turn to another part of them.
    """
    asked = request.POST if request.method == "POST" else request.GET
    known = asked.get("version") == str(game.version) and "turn" not in asked
    desk, public_page = desk_for_game(game), public_page_of(game)
    part = None if known else Paginator(desk.standings.rows, PER_PAGE).get_page(asked.get("standings"))
    return {
        "desk": desk,
        "game": game,
        "round": desk.round,
        "next_number": len(desk.announced) + 1,
        "waits_for_choice": desk.waits_for_choice,
        "all_in": desk.players > 0 and desk.round is not None and not desk.round.counts.missing,
        "state": _state(desk),
        "standings_known": known,
        "standings_part": part,
        "standings_table": part and game_table(desk.standings, rows=part.object_list),
        "screens": on_screens(game),
        "script": script_for(desk),
        "script_language": language_of_script(desk),
        "winners": _winners(desk),
        "public_page": public_page,
        "asks_to_show": desk.step == "finished" and not public_page and may_still_be_asked(game.event),
        "posts": posts_for_desk(game, arbitrator(request)),
        "degradations": degradation.recent(),
        "newest_mark": None if known else _newest_mark(game),
        "joins_refused": find_refused_joins(game, request.META["REMOTE_ADDR"]),
        "rules": rules_title(desk.rules),
        "rules_changed": find_changed_settings(game),
        "end_reason": END_REASONS.get(game.end_reason, ""),
    }


def _newest_mark(game: Game) -> LookAlikeMark | None:
    """Return the last of the names that look like another one, while the game is played."""
    if game.state != Game.State.PLAYING:
        return None
    return next(iter(newest_marks(marks_of(game.event), 1)), None)


def _winners(desk: Desk) -> list[Standing]:
    """Return the players who share the first rank, once the game is over."""
    if desk.step != "finished" or not desk.announced:
        return []
    return [row for row in desk.standings.rows if row.rank == 1]


def _state(desk: Desk) -> dict[str, Any]:
    """Return what the page's script needs: the board, the clock, and the step, which says if it must poll."""
    round_ = desk.round
    return {
        "code": desk.game.code,
        "step": desk.step,
        "number": round_.number if round_ else None,
        "roundOut": {"number": round_.number, "key": round_.key}
        if round_ and round_.phase != "drawn"
        else None,
        "notation": desk.game.notation,
        "board": desk.board,
        "values": desk.values,
        "kept": desk.kept,
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
