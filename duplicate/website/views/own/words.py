"""A player's missed tops, repeated on the phone: today's cards, how well each was known, and the deck as a file."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from duplicate.models import Round, Slip
from duplicate.positions.board_state import convention_of, progress_of
from duplicate.positions.shown_boards import board_labels, make_square
from duplicate.positions.tops import top_of
from duplicate.recaps import deck
from duplicate.recaps.deck import MissedTop
from duplicate.recaps.devices import entry_of
from duplicate.recaps.export import as_anki, as_text, cards_of
from duplicate.recaps.schedule import RATINGS
from tournaments.models import Entry
from tournaments.organisers.scope import disable_scope
from tournaments.views.board_strings import board_strings

View = Callable[..., HttpResponse]
LABELS = {
    "again": pgettext_lazy("how well a word was known", "Not known"),
    "hard": pgettext_lazy("how well a word was known", "Hard"),
    "good": pgettext_lazy("how well a word was known", "Known"),
    "easy": pgettext_lazy("how well a word was known", "Easy"),
}


def for_known_phone(view: View) -> View:
    """Guard a view for the phones of players; others are told where theirs is."""

    @never_cache
    @wraps(view)
    def known(request: HttpRequest, **more: Any) -> HttpResponse:
        with disable_scope():
            entry = entry_of(request)
            if entry is None:
                return render(request, "website/recap/unknown.html", {"game": None}, status=403)
            return view(request, entry, **more)

    return known


@require_safe
@for_known_phone
def words(request: HttpRequest, entry: Entry) -> HttpResponse:
    """Show the next card of today."""
    own = deck.deck_of(entry)
    context: dict[str, Any] = {"deck": own, "is_pair": entry.partner_id is not None}
    if own.today:
        context |= _card(own.today[0]) | {"left": len(own.today), "ratings": LABELS.items()}
    return render(request, "website/recap/words.html", context)


@require_POST
@for_known_phone
def rate_word(request: HttpRequest, entry: Entry, round_id: int) -> HttpResponse:
    """Store how well the player knew a card, and show the next one."""
    rating = request.POST.get("rating", "")
    if rating in RATINGS and not deck.rate(entry=entry, round_id=round_id, rating=rating):
        raise Http404
    return redirect("own-words")


@require_safe
@for_known_phone
def words_file(_request: HttpRequest, entry: Entry, kind: str) -> HttpResponse:
    """Send the whole deck as an Anki package or as text."""
    cards = cards_of(deck.deck_of(entry))
    if kind == "apkg":
        content: bytes | str = as_anki(cards, str(entry.player_id))
    elif kind == "txt":
        content = as_text(cards)
    else:
        raise Http404
    types = {"apkg": "application/octet-stream", "txt": "text/plain; charset=utf-8"}
    name = f'attachment; filename="isotop.{kind}"'
    return HttpResponse(content, content_type=types[kind], headers={"Content-Disposition": name})


def _card(missed: MissedTop) -> dict[str, Any]:
    round_ = get_object_or_404(Round.objects.select_related("game__event"), pk=missed.round_id)
    game, values = round_.game, round_.game.tiles.values_by_text()
    rows, columns = board_labels(convention_of(game))
    tokens = progress_of(game, before=round_.number).board.tokens(game.tiles)
    squares = [
        [make_square(row, column, token, values) for column, token in enumerate(line)]
        for row, line in enumerate(tokens)
    ]
    placed = game.rounds.announced().filter(number__lt=round_.number).exclude(word="")
    return {
        "round": round_,
        "game": game,
        "missed": missed,
        "board": list(zip(rows, squares, strict=True)),
        "columns": columns,
        "board_strings": board_strings(),
        "placed": list(placed),
        "top": top_of(round_),
        "others": [top for top in round_.tops or () if top["word"] != top_of(round_).word],
        "slip": Slip.objects.counting().filter(entry=missed.entry_id, round=round_).first(),
    }
