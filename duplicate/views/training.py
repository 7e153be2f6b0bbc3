"""Pages of training: for everybody, without an account. A device is known by a cookie, whose token only it
has.

The server computes everything about a round; a page has nothing of a top before the answer or a hint.
"""

from collections.abc import Callable
from functools import wraps
from types import SimpleNamespace
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from duplicate.forms.training import AtRandomForm, BringGameForm, TrainingAnswerForm, WithClock
from duplicate.models import Game
from duplicate.models.training import Trainee, Training, TrainingRound
from duplicate.prepared_games.drawing.parsing import GameRefused
from duplicate.training import devices, later, rounds, sessions, views_data
from duplicate.views import strings
from duplicate.visibility.public_games import games_to_look_at
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.http.addresses import network_of
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.organisers.scope import scope_to_public
from tournaments.people.forms import PlainForm
from tournaments.views.board_strings import board_strings
from tournaments.views.pagination import take_part
from tournaments.views.permissions import arbitrator
from tournaments.wording.engine_messages import message_for

P = ParamSpec("P")
COOKIE = "isotop_training"
GAMES_LISTED = 50
TRAININGS_LISTED = 10
PLAYERS = 100


class PerDeviceThrottle(SimpleRateThrottle):
    """Two acts a second for each device: more than anybody plays."""

    rate = "120/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - framework signature
        return f"training-{request.auth.pk}"


class NewDeviceThrottle(SimpleRateThrottle):
    """A club shares one address: a whole room may begin within a minute."""

    rate = "120/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - framework signature
        return f"new-trainee-{request.auth}"


class BringThrottle(SimpleRateThrottle):
    """Imported games are replayed as a whole, which takes time, and nobody has ten a minute."""

    rate = "10/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - framework signature
        return f"bringing-{request.auth}"


def of_trainee(
    view: Callable[Concatenate[HttpRequest, Trainee, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Guard a view for a known device; any other is asked to begin."""

    @never_cache
    @wraps(view)
    def known(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        trainee = trainee_of(request)
        if trainee is None:
            return redirect("training")
        if request.method == "POST" and not _may(PerDeviceThrottle(), trainee):
            return _too_many(request)
        return view(request, trainee, *args, **kwargs)

    return known


def with_rules(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Offer the rule sets of the organiser in a view for strangers, where there is only one."""

    @wraps(view)
    def offering(request: HttpRequest) -> HttpResponse:
        with scope_to_public():
            return view(request)

    return offering


@require_safe
@never_cache
@with_rules
def training(request: HttpRequest) -> HttpResponse:
    """Show what training is, how to begin, and the trainings in progress."""
    return _home(request, AtRandomForm())


@require_POST
@never_cache
@with_rules
def start_at_random(request: HttpRequest) -> HttpResponse:
    form = AtRandomForm(request.POST)
    if not form.is_valid():
        return _home(request, form, status=422)
    data = form.cleaned_data

    def begin(trainee: Trainee) -> Training:
        return sessions.start_at_random(
            trainee=trainee,
            lexicon=data["lexicon"],
            rules=data["rules"],
            notation=data["notation"],
            seconds=data["seconds"],
        )

    return begin_session(request, begin)


@require_POST
@never_cache
def start_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """Start a training on a game of the club that everybody may look at."""
    game = get_object_or_404(games_to_look_at(), pk=game_id)
    form = WithClock(request.POST)
    seconds = form.cleaned_data["seconds"] if form.is_valid() else None
    try:
        return begin_session(
            request, lambda trainee: sessions.start_game(trainee=trainee, game=game, seconds=seconds)
        )
    except (RuleViolation, EngineError) as error:
        messages.error(request, message_for(error))
        return redirect("training")


@require_http_methods(["GET", "POST"])
@never_cache
@with_rules
def bring_game(request: HttpRequest) -> HttpResponse:
    """Start a training on a game from a file or text; the text stays in the form until all of it is right."""
    form = BringGameForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        if not _may(BringThrottle(), network_of(request.META["REMOTE_ADDR"])):
            return _too_many(request)
        try:
            return begin_session(request, lambda trainee: _brought(trainee, form, request))
        except GameRefused as refused:
            for error in refused.errors:
                form.add_error("text", error)
        except (RuleViolation, EngineError) as error:
            form.add_error("text", message_for(error))
    return render(
        request, "duplicate/training/bring.html", {"form": form}, status=422 if form.errors else 200
    )


@require_safe
@of_trainee
def training_round(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:
    """Show the round that is played, or the answer to it with its top."""
    found = _training(trainee, training_id)
    round_ = rounds.current_round(found)
    if round_ is None or found.ended_at is not None:
        return render(request, "duplicate/training/ended.html", _ended(request, found))
    try:
        data = views_data.round_data(round_)
    except EngineError as error:
        messages.error(request, message_for(error))
        return redirect("training")
    context = _facts(found) | {"round": round_, "data": data, "strings": _round_strings()}
    context |= {"place": later.place_so_far(found)}
    if round_.is_answered:
        return render(
            request, "duplicate/training/answer.html", context | {"answer": views_data.view_answered(round_)}
        )
    hints = {"hints": views_data.hints_told(round_), "next_hint": views_data.next_hint(round_)}
    return render(request, "duplicate/training/round.html", context | hints)


@require_safe
@of_trainee
def replay(request: HttpRequest, trainee: Trainee, training_id: int, number: int) -> HttpResponse:
    """Show an answered round again, with the board of then."""
    found = _training(trainee, training_id)
    round_ = get_object_or_404(found.rounds.exclude(answered_at=None), number=number)
    try:
        data = views_data.round_data(round_)
    except EngineError as error:
        messages.error(request, message_for(error))
        return redirect("training")
    context = _facts(found) | views_data.neighbours(round_) | {"round": round_, "strings": _round_strings()}
    context |= {"data": data, "answer": views_data.view_answered(round_)}
    return render(request, "duplicate/training/replay.html", context)


@require_POST
@of_trainee
def hint(request: HttpRequest, trainee: Trainee, training_id: int, number: int) -> HttpResponse:
    return _do_act(request, trainee, training_id, number, lambda round_: rounds.take_hint(round_=round_))


@require_POST
@of_trainee
def answer(request: HttpRequest, trainee: Trainee, training_id: int, number: int) -> HttpResponse:
    """Take a slip, or an empty one to give up; an invalid slip changes nothing, and the page keeps the typed
    text.
    """
    form = TrainingAnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(one) for errors in form.errors.values() for one in errors))
        return redirect("training-round", training_id)
    return _do_act(
        request, trainee, training_id, number, lambda round_: rounds.answer(round_=round_, **form.slip())
    )


@require_POST
@of_trainee
def next_round(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:
    found = _training(trainee, training_id)
    try:
        rounds.open_round(training=found)
    except (RuleViolation, EngineError) as error:
        messages.error(request, message_for(error))
    return redirect("training-round", found.pk)


@require_POST
@of_trainee
def end(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:  # noqa: ARG001 - a view
    found = _training(trainee, training_id)
    rounds.stop(training=found)
    if found.is_later:  # its next rack waits in the list of trainings
        return redirect("training")
    return redirect("training-round", found.pk)


@require_POST
@of_trainee
def go_on(request: HttpRequest, trainee: Trainee, training_id: int) -> HttpResponse:
    """Resume a training that was ended too early."""
    found = _training(trainee, training_id)
    rounds.go_on(training=found)
    return next_round(request, training_id=found.pk)


@require_safe
@never_cache
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the results of all trainings of this device."""
    trainee = trainee_of(request)
    context = views_data.statistics_page(trainee) if trainee else {}
    return render(request, "duplicate/training/statistics.html", context)


@require_POST
@of_trainee
def erase(request: HttpRequest, trainee: Trainee) -> HttpResponse:
    """Delete everything that is known of this device."""
    devices.erase_device(trainee=trainee)
    messages.success(request, gettext("Your training data on this device have been deleted."))
    answered = redirect("training")
    answered.delete_cookie(COOKIE, samesite="Lax")
    return answered


# --- Inside -----------------------------------------------------------------------------------------------------------


def _home(request: HttpRequest, form: PlainForm, status: int = 200) -> HttpResponse:
    trainee = trainee_of(request)
    mine = list(trainee.trainings.filter(ended_at=None)[:TRAININGS_LISTED]) if trainee else []
    context = {
        "form": form,
        "clock": WithClock(),
        "lexicons": lexicons_offered().exists(),
        "games": games_to_look_at().order_by("-created_at")[:GAMES_LISTED],
        "mine": [(one, views_data.name_of(one), views_data.summary_so_far(one)) for one in mine],
        "known": trainee is not None,
    }
    return render(request, "duplicate/training/home.html", context, status=status)


def begin_session(request: HttpRequest, begin: Callable[[Trainee], Training]) -> HttpResponse:
    """Go on to the first round; a device that is not known yet gets its cookie here.

    A device that is refused stays: another request of it may begin at the same moment.
    """
    trainee, token = trainee_of(request), ""
    if trainee is None:
        if not _may(NewDeviceThrottle(), network_of(request.META["REMOTE_ADDR"])):
            return _too_many(request)
        known = devices.know_device(request.COOKIES.get(COOKIE, ""))
        trainee, token = known.trainee, known.token
    elif not _may(PerDeviceThrottle(), trainee):
        return _too_many(request)
    training = begin(trainee)
    rounds.open_round(training=training)
    answered = redirect("training-round", training.pk)
    if token:
        keep_token(answered, request, token)
    return answered


def keep_token(answer: HttpResponse, request: HttpRequest, token: str) -> None:
    """Keep the token of a device in its cookie."""
    answer.set_cookie(COOKIE, token, devices.KEPT, secure=request.is_secure(), httponly=True, samesite="Lax")


def _brought(trainee: Trainee, form: BringGameForm, request: HttpRequest) -> Training:
    data = form.cleaned_data
    return sessions.start_record(
        trainee=trainee,
        name=data["name"],
        text=data["record"],
        lexicon=data["lexicon"],
        rules=data["rules"],
        notation="english" if data["notation"] == Game.Notation.ENGLISH else "duplicate",
        seconds=data["seconds"],
        by=arbitrator(request) if request.user.is_authenticated else None,
    )


def _do_act(
    request: HttpRequest,
    trainee: Trainee,
    training_id: int,
    number: int,
    act: Callable[[TrainingRound], TrainingRound],
) -> HttpResponse:
    """Do an act in a round, and show the round again."""
    found = _training(trainee, training_id)
    round_ = get_object_or_404(found.rounds, number=number)
    try:
        act(round_)
    except (RuleViolation, EngineError) as error:
        messages.error(request, message_for(error))
    return redirect("training-round", found.pk)


def _round_strings() -> dict[str, Any]:
    return {
        "phone": strings.phone_strings(),
        "board": board_strings(),
        "clock": strings.clock_strings(),
    }


def _facts(training: Training) -> dict[str, Any]:
    return {
        "training": training,
        "name": views_data.name_of(training),
        "sums": views_data.summary_so_far(training),
    }


def _ended(request: HttpRequest, training: Training) -> dict[str, Any]:
    """Return the context of an ended training, with the field of a game that was played later."""
    context = _facts(training) | views_data.ended_page(training) | {"place": later.place_so_far(training)}
    if table := later.field_table(training):
        context |= {
            "table": table,
            "part": take_part(request.GET, table.lines, per_page=PLAYERS),
            "asked": "",
        }
    return context


def _training(trainee: Trainee, training_id: int) -> Training:
    """Return one of the device's own trainings; others answer as if they did not exist."""
    return get_object_or_404(trainee.trainings, pk=training_id)


def trainee_of(request: HttpRequest) -> Trainee | None:
    return devices.trainee_for_token(request.COOKIES.get(COOKIE, ""))


def _may(throttle: SimpleRateThrottle, who: object) -> bool:
    """Count a request as the API does, and tell whether it is allowed."""
    return throttle.allow_request(cast(Request, SimpleNamespace(auth=who)), cast(APIView, None))


def _too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "duplicate/training/busy.html", status=429)
