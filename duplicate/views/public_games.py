"""Games that are over, for everybody to look at: as a whole, round by round, a player's slips, and a picture of it."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext, ngettext

from duplicate.analysing import kept_moves, want_analysis
from duplicate.game_review import (
    GameReview,
    board_after,
    played_in,
    review_of,
)
from duplicate.models import Game, Round
from duplicate.public_events import freshness_of_game, games_to_look_at
from duplicate.seats import entries_of
from duplicate.selectors import standings_for_game
from duplicate.sheets import sheet_for_entry
from engine.squares import SIZE
from tournaments import names
from tournaments.addresses import address_for_phones
from tournaments.errors import RuleViolation
from tournaments.names import names_are_hidden_in
from tournaments.views.board_strings import board_strings
from tournaments.views.cacheable import Freshness, for_everybody, kept, page

PLAYERS, MOVES = 100, 50
# So long a page is good that waits for moves which are being searched for.
SEARCHING_SECONDS = 2
LETTERS, NUMBERS = "ABCDEFGHIJKLMNO", [str(line) for line in range(1, SIZE + 1)]


@for_everybody
def public_game(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """The final board, the rounds with how hard they were, and the standings."""
    game = _game(event_id, number)
    with names.hidden(names_are_hidden_in(game.event)):

        def made() -> HttpResponse:
            review, standings = review_of(game), standings_for_game(game)
            more = {
                "standings": standings,
                "page": Paginator(standings.rows, PLAYERS).get_page(request.GET.get("page")),
                "shown": None,
            }
            return page("duplicate/public/game.html", _context(request, game, review) | more)

        return kept(request, freshness_of_game(game, "whole"), made)


@for_everybody
def public_round(request: HttpRequest, event_id: int, number: int, round_number: int) -> HttpResponse:
    """The board after a round, all moves that there were, and what was played."""
    game = _game(event_id, number)
    round_ = get_object_or_404(game.rounds.announced(), number=round_number)
    # Asked for here and not when the page is made, so that the version tells whether they are there.
    analysis = want_analysis(round_)
    freshness = freshness_of_game(game, "round", round_number, analysis)
    if analysis != "done":
        freshness = Freshness(freshness.version, SEARCHING_SECONDS)
    with names.hidden(names_are_hidden_in(game.event)):

        def made() -> HttpResponse:
            review = review_of(game)
            more = _round_shown(round_, review, request.GET.get("page")) | {"analysis": analysis}
            return page("duplicate/public/round.html", _context(request, game, review, round_number) | more)

        return kept(request, freshness, made)


def _round_shown(round_: Round, review: GameReview, asked: str | None) -> dict[str, Any]:
    """What was played in a round, and a page of the moves that there were."""
    played, more_played = played_in(round_, round_.game.version)
    moves, count = kept_moves(round_) or ((), 0)
    return {
        "shown": review.rounds[round_.number - 1],
        "played": played,
        "more_played": more_played,
        "move_count": count,
        "cut": len(moves) if len(moves) < count else None,
        "page": Paginator(moves, MOVES).get_page(asked),
    }


@for_everybody
def public_sheet(request: HttpRequest, event_id: int, number: int, entry_id: int) -> HttpResponse:
    """What a player wrote, round by round, beside the top."""
    game = _game(event_id, number)
    entry = get_object_or_404(entries_of(game).select_related("player", "partner"), pk=entry_id)
    with names.hidden(names_are_hidden_in(game.event)):

        def made() -> HttpResponse:
            try:
                sheet = sheet_for_entry(game, entry)
            except RuleViolation as not_there:
                raise Http404 from not_there
            return page(
                "duplicate/public/sheet.html", _context(request, game, review_of(game)) | {"sheet": sheet}
            )

        return kept(request, freshness_of_game(game, "sheet", entry_id), made)


@for_everybody
def public_picture(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """What other programs show beside a link to the game."""
    game = _game(event_id, number)

    def made() -> HttpResponse:
        return HttpResponse(_picture(game, review_of(game)), content_type="image/png")

    return kept(request, freshness_of_game(game, "picture"), made)


def _game(event_id: int, number: int) -> Game:
    # By the event's own key: of that Django knows which numbers there cannot be, and SQLite takes no larger ones.
    return get_object_or_404(games_to_look_at(), event__id=event_id, number=number)


def _context(
    request: HttpRequest, game: Game, review: GameReview, round_number: int | None = None
) -> dict[str, Any]:
    """What all pages of a game have: the board, and what other programs say of a link to it."""
    last = len(review.rounds) if round_number is None else round_number
    labels = (LETTERS, NUMBERS) if review.convention == "duplicate" else (NUMBERS, LETTERS)
    picture = reverse("public-game-picture", args=[game.event_id, game.number])
    return {
        "event": game.event,
        "game": game,
        "review": review,
        "board": list(zip(labels[0], board_after(review, last), strict=True)),
        "columns": labels[1],
        "board_strings": board_strings(),
        "after": last,
        "address": address_for_phones(request, request.path),
        "picture": address_for_phones(request, picture),
        "description": " · ".join(_facts(game, review)),
        "asked": "",
    }


def _facts(game: Game, review: GameReview) -> tuple[str, ...]:
    rounds = len(review.rounds)
    return (
        formats.date_format(game.event.date, "DATE_FORMAT"),
        ngettext("%(count)s round", "%(count)s rounds", rounds) % {"count": rounds},
        gettext("top total %(points)s") % {"points": review.rounds[-1].total if review.rounds else 0},
    )


def _picture(game: Game, review: GameReview) -> bytes:
    from duplicate.social_picture import Picture, PictureTile, picture_png  # noqa: PLC0415 - Pillow loads slowly, and a process that draws no picture never needs it

    squares = tuple(
        tuple(PictureTile(square.token, square.is_blank, square.premium) for square in row)
        for row in board_after(review, len(review.rounds))
    )
    title = game.name if game.name == game.event.name else f"{game.event.name} – {game.name}"
    return picture_png(Picture(squares, title, _facts(game, review)))
