"""A player's recap of a game, once it is released, and its picture."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import formats
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from duplicate.models import Game
from duplicate.recaps.charts import course_chart, rank_chart
from duplicate.recaps.devices import entry_of, keep_token
from duplicate.recaps.reading import Recap, recap_of
from duplicate.views.phone import game_asked_for
from duplicate.visibility.public_games import public_page_of, released_games
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.names import name_visibility
from tournaments.names.name_visibility import names_are_hidden_in
from tournaments.organisers.scope import disable_scope
from tournaments.printing.pdf.scripts.isolates import isolate

View = Callable[[HttpRequest, Game, Entry], HttpResponse]


def for_player(view: View) -> Callable[..., HttpResponse]:
    """Guard a view of a game for the phones of its players; others are told where theirs is."""

    @never_cache
    @wraps(view)
    def known(request: HttpRequest, code: str) -> HttpResponse:
        with disable_scope():
            game = game_asked_for(request, code)
            if game is None:
                raise Http404
            entry = entry_of(request)
            if entry is None or entry.event_id != game.event_id:
                return render(request, "website/recap/unknown.html", {"game": game}, status=403)
            with name_visibility.hidden(names_are_hidden_in(game.event), game.event):
                return view(request, game, entry)

    return known


def of_released_game(view: Callable[[HttpRequest, Game, Recap], HttpResponse]) -> View:
    """Answer 404 for a game that is not released, with a page that says so."""

    @wraps(view)
    def released(request: HttpRequest, game: Game, entry: Entry) -> HttpResponse:
        if not released_games().filter(pk=game.pk).exists():
            return render(request, "website/recap/not_released.html", {"game": game}, status=404)
        try:
            recap = recap_of(game, entry)
        except RuleViolation as not_there:
            raise Http404 from not_there
        return view(request, game, recap)

    return released


@require_POST
@for_player
def open_recap(request: HttpRequest, game: Game, _entry: Entry) -> HttpResponse:
    """Keep the token that the phone's page sends, and show the recap."""
    answer = redirect("recap", game.code)
    keep_token(answer, request)
    return answer


@require_safe
@for_player
@of_released_game
def recap(request: HttpRequest, game: Game, own: Recap) -> HttpResponse:
    steps = own.steps
    context = {
        "game": game,
        "event": game.event,
        "recap": own,
        "charts": (course_chart(steps), rank_chart(steps, own.players)) if len(steps) > 1 else None,
        "public_page": public_page_of(game),
        "others": released_games().filter(event=game.event_id).exclude(pk=game.pk).order_by("number"),
    }
    return render(request, "website/recap/recap.html", context)


@require_safe
@for_player
@of_released_game
def picture(_request: HttpRequest, game: Game, own: Recap) -> HttpResponse:
    """Send the picture that the player may share."""
    from duplicate.website.public.recap_picture import RecapPicture, recap_png  # noqa: PLC0415 - Pillow loads slowly, and a process that draws no picture never needs it
    from duplicate.website.public.social_card import title_of  # noqa: PLC0415 - as above

    best = own.best
    lines = [
        ngettext("{total} point (top: {top})", "{total} points (top: {top})", own.total).format(
            total=own.total, top=own.total - own.negative
        ),
        gettext("Tops found: {tops} of {rounds}").format(tops=own.tops, rounds=len(own.rounds)),
    ]
    if best:
        lines.append(
            gettext("Best find: {word}, {points}").format(
                word=isolate(best.move.word), points=best.move.score
            )
        )
    content = RecapPicture(
        title=title_of(game),
        day=formats.date_format(game.event.date, "DATE_FORMAT"),
        name=own.name,
        rank=gettext("Rank {rank} of {players}").format(rank=own.rank or "–", players=own.players),
        lines=tuple(lines),
        own=tuple(step.total - step.top for step in own.steps),
        field=tuple(step.field - step.top for step in own.steps),
        legend=(gettext("Points below the tops"), own.name, gettext("Average of the players")),
    )
    return HttpResponse(recap_png(content), content_type="image/png")
