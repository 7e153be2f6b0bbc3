"""Pages of a match kept move by move: the live board, and the keeper's page."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.errors import EngineError
from engine.referee.turns import bag_after, find_exchange_problem
from engine.tiles import load_tile_set
from tournaments.classic.match_records import selectors as record_selectors
from tournaments.classic.models import Division, MatchRecord
from tournaments.classic.printing.data.match_records import gcg_of
from tournaments.classic.scores.match_rules import settings_of
from tournaments.lexicons.readings import describe_reading
from tournaments.models import Event
from tournaments.names import name_visibility
from tournaments.names.folding import slug
from tournaments.printing.render import TYPES
from tournaments.views.board_strings import exchange_strings, match_strings
from tournaments.views.downloads import file_response
from tournaments.wording.engine_messages import message_for


@require_safe
@never_cache
def live_board(request: HttpRequest, record_code: str) -> HttpResponse:
    """Render the match as everybody may see it."""
    record = _record(record_code)
    if not record.live:
        raise Http404
    return _page(request, record, keeping=False)


@require_safe
@never_cache
def keep_record(request: HttpRequest, record_code: str) -> HttpResponse:
    """Render the match with a field to enter turns; the token behind the # of the link, or of a player's
    phone, opens it.
    """
    return _page(request, _record(record_code), keeping=True)


@require_safe
@never_cache
def board_gcg(_request: HttpRequest, record_code: str) -> HttpResponse:
    """Export a live match as GCG for everybody, once it is over: the file reveals the racks."""
    record = _record(record_code)
    if not record.live or record_selectors.final_scores(record) is None:
        raise Http404
    event = record.match.round.division.event
    with name_visibility.hidden(name_visibility.names_are_hidden_in(event), event):
        return gcg_file(record)


@require_safe
@never_cache
def may_exchange(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render how many tiles are in the bag, from the tiles on the board, for a table that keeps no record."""
    event = get_object_or_404(Event.objects.filter(divisions__isnull=False).distinct(), pk=event_id)
    found = list(event.divisions.select_related("lexicon"))
    divisions = [
        {"name": division.name, "minimum": division.exchange_minimum, "tiles": _tiles(division)}
        for division in found
    ]
    context = {
        "event": event,
        "asked": _answer_exchange(request, found),
        "divisions": divisions,
        "config": {"event": event.pk, "divisions": divisions},
        "strings": exchange_strings(),
    }
    return render(request, "classic/match_records/exchange.html", context)


def _answer_exchange(request: HttpRequest, divisions: Sequence[Division]) -> dict[str, object]:
    """Answer a phone without JavaScript, which sends the tiles on the board as a text."""
    played = request.GET.get("played", "")[:200]
    if not played:
        return {}
    number = (
        int(request.GET["division"])
        if request.GET.get("division", "") in map(str, range(len(divisions)))
        else 0
    )
    tiles, settings = load_tile_set(divisions[number].lexicon.tile_set), settings_of(divisions[number])
    asked: dict[str, object] = {"played": played, "number": number}
    try:
        laid = tiles.encode_rack("".join(played.split()))
        bag = bag_after(len(laid), 2, tiles, settings)
    except EngineError as error:
        return asked | {"problem": message_for(error)}
    refused = find_exchange_problem(settings, bag)
    words = exchange_strings()["yes"].format(bag=bag)
    reading = describe_reading(laid, tiles)
    return asked | {"answer": message_for(refused) if refused else words, "reading": reading}


def _tiles(division: Division) -> list[dict[str, object]]:
    """Return every tile of the set, the blank last."""
    tiles = load_tile_set(division.lexicon.tile_set)
    shown = [
        {"text": text, "value": value, "count": tiles.counts[number]}
        for number, (text, value) in enumerate(tiles.values_by_text().items())
    ]
    return [*shown[1:], shown[0]]


def _counts(tile_set: str) -> dict[str, int]:
    """Return how many the set has of each tile."""
    tiles = load_tile_set(tile_set)
    return dict(zip(tiles.values_by_text(), tiles.counts, strict=True))


def _record(record_code: str) -> MatchRecord:
    return get_object_or_404(record_selectors.records_with_names(), code=record_code)


def gcg_file(record: MatchRecord) -> HttpResponse:
    round_ = record.match.round
    name = slug(f"{round_.division.name}-{round_.number}-{record.match.table}")
    return file_response(gcg_of(record), TYPES["gcg"], f"{name}.gcg")


def _page(request: HttpRequest, record: MatchRecord, *, keeping: bool) -> HttpResponse:
    config = {
        "id": record.code,
        "event": record.match.round.division.event_id,
        "keeping": keeping,
        "tiles": _counts(record.tile_set) if keeping else {},
        "frame": reverse("api-board", args=[record.code]),
        "stream": f"/live/board/{record.code}/",
        "best": reverse("api-best-plays", args=[record.code]),
        "record": reverse("api-record", args=[record.code]),
        "turns": reverse("api-record-turns", args=[record.code]),
        "takeBack": reverse("api-take-back", args=[record.code]),
        "gcg": reverse("board-gcg", args=[record.code]) if record.live else "",
    }
    context = {"keeping": keeping, "config": config, "strings": match_strings()}
    return render(request, "classic/match_records/board.html", context)
