"""The pages of events: the list, a new one, one event with its games, its settings, and a further game."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.forms.games import NewGameForm
from duplicate.games import event_changes
from duplicate.games import services as game_services
from duplicate.games.selectors import usual_lexicon
from duplicate.models import Game
from duplicate.website.events.forms import EventForm, EventSettingsForm
from duplicate.website.events.next_step import EventStep, find_next_step
from duplicate.website.events.selectors import list_events
from tournaments.classic.models import Division, DivisionEntry, DivisionRound
from tournaments.classic.rounds.selectors import round_counts
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.actions import act_text
from tournaments.events.check_in import find_missing
from tournaments.events.selectors import MINE, OVER, RUNNING, usual_filter
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.models import Event, organiser_in_scope
from tournaments.organisers.rights import Right, has_right
from tournaments.querysets import count_of
from tournaments.views.pagination import PageOfList, chosen_filter, find_part
from tournaments.views.permissions import arbitrator, for_event_chief, for_event_desk, for_organiser
from tournaments.views.refusals import refusals_in
from tournaments.wording.engine_messages import message_for

ACTS_SHOWN = 20
FILTERS = (
    (MINE, pgettext_lazy("events", "Mine")),
    (RUNNING, pgettext_lazy("events", "In progress")),
    (OVER, pgettext_lazy("events", "Over")),
)


@require_GET
@login_required
@never_cache
def event_list(request: HttpRequest) -> HttpResponse:
    """List the user's events, the newest first."""
    by = arbitrator(request)
    of = chosen_filter(request.GET, FILTERS, usual_filter(by))
    part: PageOfList[Event] = find_part(
        request.GET, lambda text: list_events(by, of, text), filters=FILTERS, of=of
    )
    return render(request, "website/events/list.html", {"part": part})


@require_http_methods(["GET", "POST"])
@for_organiser(Right.RUN_EVENTS)
def new_event(request: HttpRequest) -> HttpResponse:
    """Make an event with its first game: both or none."""
    by = arbitrator(request)
    form = EventForm(request.POST or None, prefix="event")
    # The game has a name already: the browser focuses the first field that asks for it.
    form.fields["name"].widget.attrs["autofocus"] = True
    game_form = NewGameForm(request.POST or None, by=by, initial=_game_initial(request, 1))
    if request.method == "POST" and form.is_valid() and game_form.is_valid():
        data = form.cleaned_data
        try:
            game = game_services.create_event_with_game(
                name=data["name"], day=data["date"], settings=game_form.settings(), by=by
            )
        except ValidationError as error:
            form.add_error(None, error)
        except RuleViolation as error:
            game_form.add_error(None, message_for(error))
        else:
            return redirect("event", game.event_id)
    return _game_page(request, game_form, event_form=form)


@require_http_methods(["GET", "POST"])
@for_event_chief
def new_event_game(request: HttpRequest, event: Event) -> HttpResponse:
    """Add a game with a rule set of its own."""
    by = arbitrator(request)
    form = NewGameForm(request.POST or None, by=by, initial=_game_initial(request, event.games.count() + 1))
    if request.method == "POST" and form.is_valid():
        with refusals_in(form):
            game_services.create_game(**form.settings(), by=by, event=event)
            return redirect("event", event.pk)
    return _game_page(request, form, event=event)


@require_GET
@for_event_desk
def event_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the games, the entries, and the acts on record for the event."""
    results = {row.game: row for row in event.results.select_related("by").order_by("version")}
    games = event.games.annotate(
        played=Game.count_played_rounds(), begun=Game.count_opened_rounds()
    ).order_by("number")
    divisions = list(
        event.divisions.annotate(
            players=count_of(DivisionEntry.objects.all(), "division"),
            paired=count_of(DivisionRound.objects.all(), "division"),
        )
    )
    entries, expected = event.entries.count(), len(find_missing(event))
    begun = any(game.begun for game in games) or any(division.paired for division in divisions)
    context = {
        "event": event,
        "games": [(game, results.get(game.code)) for game in games],
        "entries": entries,
        "teams": event.teams.count(),
        "divisions": divisions,
        "steps": EventStep.choices,
        **_what_comes_next(event, list(games), divisions, entries=entries, expected=expected, begun=begun),
        "rooms": list(event.rooms.all()),
        "expected": expected,
        "acts": [
            (row, act_text(row)) for row in event.acts.select_related("by").order_by("-pk")[:ACTS_SHOWN]
        ],
        "choices": Event.Released.choices,
        "takes_files": has_right(arbitrator(request), organiser_in_scope(), Right.ENTER_PEOPLE),
    }
    return render(request, "website/events/event.html", context)


def _what_comes_next(
    event: Event, games: Sequence[Game], divisions: Sequence[Division], **facts: Any
) -> dict[str, Any]:
    """Return the next step, and the game or division to play with its address."""
    played = [
        *(
            (game, game.state == Game.State.FINISHED, reverse("dashboard", args=[game.code]))
            for game in games
        ),
        *((one, _is_over(one), reverse("division", args=[event.pk, one.pk])) for one in divisions),
    ]
    is_final = event.released == Event.Released.FINAL
    step = find_next_step(over=[over for _one, over, _address in played], is_final=is_final, **facts)
    return {"step": step, "plays": next(((one, address) for one, over, address in played if not over), None)}


def _is_over(division: Division) -> bool:
    counts = round_counts(division)
    return len(counts) >= division.rounds_planned and not any(one.missing for one in counts)


@require_http_methods(["GET", "POST"])
@for_event_chief
def event_settings(request: HttpRequest, event: Event) -> HttpResponse:
    form = EventSettingsForm.of(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            event_changes.change_settings(event=event, settings=form.settings(event), by=arbitrator(request))
        except RuleViolation as error:
            field = "groups" if error.code == "group_in_use" else "categories"
            form.add_error(field, message_for(error))
        else:
            messages.success(request, gettext("Saved."))
            return redirect("event", event.pk)
    context = {"event": event, "form": form}
    return render(request, "website/events/settings.html", context, status=422 if form.errors else 200)


@require_POST
@for_event_chief
def release(request: HttpRequest, event: Event) -> HttpResponse:
    """Hide the standings from the public, or show them as provisional or final."""
    released = request.POST.get("released", "")
    if released in Event.Released.values:
        try:
            event_changes.release_standings(
                event=event, released=Event.Released(released), by=arbitrator(request)
            )
        except RuleViolation as error:
            messages.error(request, message_for(error))
    division = request.POST.get("division", "")
    if division.isascii() and division.isdigit() and event.divisions.filter(pk=division[:9]).exists():
        return redirect("division-standings", event.pk, int(division))
    return redirect("event", event.pk)


@require_POST
@for_event_chief
def show(request: HttpRequest, event: Event) -> HttpResponse:
    """Make the event and its games public, or put on record that they are not shown; redirect to the desk of
    the game from which that was asked.
    """
    if request.POST.get("answer") == "no":
        event_services.keep_games_back(event=event, by=arbitrator(request))
    else:
        event_changes.show_to_everybody(event=event, by=arbitrator(request))
    game = event.games.filter(code=request.POST.get("game", "")).first()
    return redirect("dashboard", game.code) if game else redirect("event", event.pk)


def _game_initial(request: HttpRequest, number: int) -> dict[str, Any]:
    name = gettext("Game %(number)s") % {"number": number}
    return {"lexicon": usual_lexicon(arbitrator(request)), "name": name}


def _game_page(request: HttpRequest, form: NewGameForm, **more: Any) -> HttpResponse:
    event_form = more.get("event_form")
    context = {"form": form, "lexicons": lexicons_offered().exists()} | more
    wrong = form.errors or (event_form and event_form.errors)
    return render(request, "website/events/new_game.html", context, status=422 if wrong else 200)
