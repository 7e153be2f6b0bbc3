"""Going back to a round: what was handed in and decided there, and the acts that change it, each with a reason."""

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

from duplicate import corrections
from duplicate.correction_forms import CorrectionForm, LineCorrectionForm, PlacedMoveForm
from duplicate.models import Game, Round
from duplicate.paging import part_of
from duplicate.round_history import history_of_round, slip_history, slips_handed_in
from duplicate.shown_tables import slips_table
from duplicate.tables import rows_for_round
from duplicate.views.access import check_act, for_arbitrators
from duplicate.views.printing import stem
from duplicate.views.tables import LineForm, do_line, said_of_tables
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.messages import message_for
from tournaments.views.access import arbitrator
from tournaments.views.board_strings import board_strings
from tournaments.views.files import table_file


@dataclass(frozen=True, slots=True)
class Correction:
    """What one act of this page reads, does and says afterwards; `stays` on the page, or goes on to the desk."""

    form: type[CorrectionForm]
    do: Callable[..., object]
    done: Promise | str
    stays: bool = True


def _cancel(game: Game, number: int, said: dict[str, Any], by: User) -> None:
    corrections.cancel_round(game=game, number=number, reason=said["reason"], by=by)


def _change_move(game: Game, number: int, said: dict[str, Any], by: User) -> None:
    corrections.change_placed_move(game=game, number=number, by=by, **said)


def _change_slip(game: Game, number: int, said: dict[str, Any], by: User) -> str:
    """One table of the round, in the words of the desk's line; whose it is and what it has now."""
    done = do_line(LineForm(said | {"number": number}), game, by)
    if done.problem:
        raise RuleViolation("line_refused", done.problem)
    return said_of_tables(game, done, number, by)


CORRECTIONS: dict[str, Correction] = {
    "cancel": Correction(CorrectionForm, _cancel, _("Round {number} is cancelled."), stays=False),
    "move": Correction(PlacedMoveForm, _change_move, _("The move on the board is changed.")),
    "slip": Correction(
        LineCorrectionForm, _change_slip, _("{what}. All that follows from it is changed too.")
    ),
}


@require_GET
@for_arbitrators
def slips_file(request: HttpRequest, game: Game, number: int, kind: str) -> HttpResponse:
    """The slips of a round as they count now, a line a table."""
    round_ = game.rounds.standing().select_related("game__event").filter(number=number).first()
    if round_ is None:
        raise Http404
    table = slips_table(rows_for_round(round_, arbitrator(request)))
    return table_file(table, kind, stem(game, gettext("slips of round %(number)s") % {"number": number}))


@require_GET
@for_arbitrators
def round_page(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """Everything of one round, with the acts that go back on it."""
    return _page(request, game, number, {})


@require_POST
@for_arbitrators
def correct(request: HttpRequest, game: Game, number: int, act: str) -> HttpResponse:
    """Do one correction; a refused one shows the page with what was typed and what is wrong."""
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
    move = {"word": round_.word, "reference": round_.reference}
    slip_form = LineCorrectionForm(initial={"line": request.GET.get("line", "")}, auto_id="slip-%s")
    context = {
        "game": game,
        "history": history,
        "part": part,
        "slips": [slip_history(slip) for slip in part.page],
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
        "strings": {"board": board_strings()},
    }
    return render(request, "duplicate/desk/round.html", context, status=422 if refused else 200)
