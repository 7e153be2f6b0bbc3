"""Going back to a round: its slips and decisions, and the acts that change it, each with a reason."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from duplicate.arbitration import corrections
from duplicate.desk.exports import slips_table
from duplicate.desk.round_history import history_of_round, slip_history, slips_handed_in
from duplicate.desk.table_rows import rows_for_round
from duplicate.forms.corrections import CorrectionForm, LineCorrectionForm, PlacedMoveForm
from duplicate.forms.desk import LineForm
from duplicate.models import Game, Round
from duplicate.rounds.confirmations import LEAVES_PREPARED, ConfirmationNeeded
from duplicate.slips.averaged_slips import averages_in_round
from duplicate.views.desk.command_line import describe_table, do_line
from duplicate.views.file_names import name_stem
from duplicate.views.permissions import check_act, for_arbitrators
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.views.board_strings import board_strings, translate_reading
from tournaments.views.downloads import table_file
from tournaments.views.entry_search import part_of
from tournaments.views.permissions import arbitrator
from tournaments.wording.engine_messages import message_for


@dataclass(frozen=True, slots=True)
class Correction:
    """One act of this page: its form, its use case and its message. It `stays` on the page, or goes on to the
    desk.
    """

    form: type[CorrectionForm]
    do: Callable[..., object]
    done: Promise | str
    stays: bool = True


def _cancel(game: Game, number: int, said: dict[str, Any], by: User) -> None:
    corrections.cancel_round(game=game, number=number, reason=said["reason"], by=by)


def _change_move(game: Game, number: int, said: dict[str, Any], by: User) -> None:
    confirmed = [LEAVES_PREPARED] if said.pop("leaves_prepared") else []
    corrections.change_placed_move(game=game, number=number, by=by, confirmed=confirmed, **said)


def _change_slip(game: Game, number: int, said: dict[str, Any], by: User) -> str:
    """Change one table of the round, in the words of the desk's line; return its player and what it has now."""
    done = do_line(LineForm(said | {"number": number}), game, by)
    if done.problem:
        raise RuleViolation("line_refused", done.problem)
    return describe_table(game, done, number, by)


CORRECTIONS: dict[str, Correction] = {
    "cancel": Correction(CorrectionForm, _cancel, _("Round {number} cancelled."), stays=False),
    "move": Correction(PlacedMoveForm, _change_move, _("Move on the board changed.")),
    "slip": Correction(
        LineCorrectionForm, _change_slip, _("{what}. Everything that depends on it has been updated.")
    ),
}


@require_GET
@for_arbitrators
def slips_file(request: HttpRequest, game: Game, number: int, kind: str) -> HttpResponse:
    """Export the slips of a round as they count now, one line for each table."""
    round_ = game.rounds.standing().select_related("game__event").filter(number=number).first()
    if round_ is None:
        raise Http404
    table = slips_table(rows_for_round(round_, arbitrator(request)))
    return table_file(table, kind, name_stem(game, gettext("slips of round %(number)s") % {"number": number}))


@require_GET
@for_arbitrators
def round_page(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """Show everything of one round, with the acts that go back on it."""
    return _page(request, game, number, {})


@require_POST
@for_arbitrators
def correct(request: HttpRequest, game: Game, number: int, act: str) -> HttpResponse:
    """Do one correction; a refused one shows the page with the typed text and the error."""
    if act not in CORRECTIONS:
        raise Http404
    check_act(request, act)
    correction = CORRECTIONS[act]
    form = correction.form(request.POST)
    if form.is_valid():
        try:
            what = correction.do(game, number, form.cleaned_data, arbitrator(request))
        except (RuleViolation, EngineError) as error:
            form.add_error(None, message_for(error))
            if isinstance(error, ConfirmationNeeded) and isinstance(form, PlacedMoveForm):
                form.ask()
        else:
            messages.success(request, str(correction.done).format(number=number, what=what))
            return (
                redirect(_same_part(request, game, number))
                if correction.stays
                else redirect("dashboard", game.code)
            )
    return _page(request, game, number, {act: form})


def _same_part(request: HttpRequest, game: Game, number: int) -> str:
    asked = request.GET.urlencode()
    return reverse("round", args=[game.code, number]) + (f"?{asked}" if asked else "")


def _page(request: HttpRequest, game: Game, number: int, refused: dict[str, CorrectionForm]) -> HttpResponse:
    round_ = game.rounds.standing().exclude(state=Round.State.DRAWN).filter(number=number).first()
    if round_ is None:
        raise Http404
    history = history_of_round(game, round_)
    part = part_of(request, slips_handed_in(round_), "entry__", "seat")
    averages = averages_in_round(round_)
    move = {"word": round_.word, "reference": round_.reference}
    slip_form = LineCorrectionForm(initial={"line": request.GET.get("line", "")}, auto_id="slip-%s")
    context = {
        "game": game,
        "history": history,
        "part": part,
        "slips": [slip_history(slip, averages.get(slip.entry_id)) for slip in part.page],
        "round": round_,
        "cancel_form": refused.get("cancel") or CorrectionForm(auto_id="cancel-%s"),
        "move_form": refused.get("move") or PlacedMoveForm(initial=move, auto_id="move-%s"),
        "slip_form": refused.get("slip") or slip_form,
        "state": {
            "notation": game.notation,
            "board": history.board,
            "values": game.tiles.values_by_text(),
            "move": {"word": round_.word, "ref": round_.reference},
        },
        "strings": {"board": board_strings(), "readAs": translate_reading()},
    }
    return render(request, "duplicate/desk/round.html", context, status=422 if refused else 200)
