"""Pages of games that are over, played later against the field of the evening; for everybody, as training is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from duplicate.forms.training import LaterForm
from duplicate.models.training import Training
from duplicate.training import devices, later, sessions
from duplicate.views.training import COOKIE, begin_session, keep_token, trainee_of
from duplicate.visibility.public_games import games_to_look_at
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.models import Season
from tournaments.organisers.scope import disable_scope
from tournaments.views.permissions import arbitrator
from tournaments.wording.engine_messages import message_for


@require_http_methods(["GET", "POST"])
@never_cache
def play_later(request: HttpRequest, game_id: int) -> HttpResponse:
    """Show what it means to play this game later, and begin; a device that has begun goes on."""
    game = get_object_or_404(games_to_look_at(), pk=game_id)
    trainee = trainee_of(request)
    begun = trainee and trainee.trainings.filter(source=Training.Source.LATER, game=game).first()
    if begun:
        return redirect("training-round", begun.pk)
    form = LaterForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return begin_session(
                request,
                lambda trainee: sessions.start_later(
                    trainee=trainee,
                    game=game,
                    name=form.cleaned_data["name"],
                    tokens=form.tokens(),
                    by=arbitrator(request) if request.user.is_authenticated else None,
                ),
            )
        except (RuleViolation, EngineError) as error:
            form.add_error(None, message_for(error))
    context = {
        "game": game,
        "form": form,
        "rounds": game.rounds.announced().count(),
        "seconds": game.rule_set.time.round_seconds,
        "codes": list(games_to_look_at().filter(event=game.event_id).values_list("code", flat=True)),
    }
    answer = render(request, "duplicate/training/later.html", context, status=422 if form.errors else 200)
    if trainee is None and request.method == "GET":
        # If the answer to “Begin” is lost, the same device asks again, and its name is taken by itself.
        keep_token(answer, request, devices.make_token(request.COOKIES.get(COOKIE, "")))
    return answer


@require_safe
@never_cache
def season_games(request: HttpRequest, season_id: int) -> HttpResponse:
    """Show the games of a season's latest month to play, with what this device has made of them."""
    with disable_scope():
        season = get_object_or_404(Season.objects.select_related("organiser"), public=True, pk=season_id)
        games = later.month_of_season(season, trainee_of(request))
        context = {"season": season, "games": games, "sums": later.sums_of(games)}
        return render(request, "duplicate/training/season_games.html", context)
