"""The public pages of finished games: a whole game, a round, a player's slips, and a picture of the game."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext, ngettext

from duplicate.attendance.seating import entries_of
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.models import Game, Round
from duplicate.positions.shown_boards import board_labels
from duplicate.rounds.analysis import Analysis, read_best_moves, want_analysis
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.tables.game_table import NOT_PUBLIC, game_table
from duplicate.visibility.public_games import games_to_look_at
from duplicate.website.public.game_review import GameReview, board_after, find_played_moves, review_of
from duplicate.website.public.visibility import freshness_of_game, visible_events
from tournaments.errors import RuleViolation
from tournaments.http.addresses import address_for_phones
from tournaments.names import name_visibility
from tournaments.names.name_visibility import names_are_hidden_in
from tournaments.views.board_strings import board_strings
from tournaments.views.conditional import Freshness, answer_if_changed, for_everybody, page
from tournaments.views.pagination import take_part

PLAYERS, MOVES = 100, 50
# How long a page may be cached while its moves are being searched for.
SEARCHING_SECONDS = 2


def of_shown_game(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Guard a page of a game that everybody may look at. A game that its visible event does not show yet is
    answered by a page that says so.
    """

    @for_everybody
    def shown(request: HttpRequest, /, event_id: int, number: int, **more: int) -> HttpResponse:
        # Look up `event__id`: Django knows its range, and SQLite fails on larger numbers.
        asked = {"event__id": event_id, "number": number}
        game = games_to_look_at().filter(**asked).first()
        if game is not None:
            return view(request, game, **more)
        listed = Game.objects.select_related("event").filter(event__in=visible_events())
        answer = page("website/public/not_shown.html", {"game": get_object_or_404(listed, **asked)})
        answer.status_code = 404
        return answer

    return shown


@of_shown_game
def public_game(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the final board, the rounds with their difficulty, and the standings."""
    with name_visibility.hidden(names_are_hidden_in(game.event), game.event):

        def respond() -> HttpResponse:
            review, standings = review_of(game), standings_for_game(game)
            part = take_part(request.GET, standings.rows, per_page=PLAYERS)
            more = {
                "standings": standings,
                "standings_table": game_table(standings, NOT_PUBLIC, part.page.object_list),
                "within": (game.event_id, game.number),
                "part": part,
                "shown": None,
            }
            return page("website/public/game.html", _context(request, game, review) | more)

        return answer_if_changed(request, freshness_of_game(game, "whole"), respond)


@of_shown_game
def public_round(request: HttpRequest, game: Game, round_number: int) -> HttpResponse:
    """Show the board after a round, all possible moves, and what was played."""
    round_ = get_object_or_404(game.rounds.announced(), number=round_number)
    # Start the search before the page is made, so that the version tells whether the moves are there.
    analysis = want_analysis(round_)
    freshness = freshness_of_game(game, "round", round_number, analysis)
    if analysis != "done":
        freshness = Freshness(freshness.version, SEARCHING_SECONDS)
    with name_visibility.hidden(names_are_hidden_in(game.event), game.event):

        def respond() -> HttpResponse:
            review = review_of(game)
            more = _round_context(round_, review, request.GET, analysis) | {"analysis": analysis}
            return page("website/public/round.html", _context(request, game, review, round_number) | more)

        return answer_if_changed(request, freshness, respond)


def _round_context(round_: Round, review: GameReview, asked: QueryDict, analysis: Analysis) -> dict[str, Any]:
    """Return the context of a round: what was played in it, and one page of the possible moves."""
    played, more_played = find_played_moves(round_, round_.game.version)
    moves, count = (read_best_moves(round_) if analysis == "done" else None) or ((), 0)
    return {
        "shown": review.rounds[round_.number - 1],
        "played": played,
        "more_played": more_played,
        "move_count": count,
        "cut": len(moves) if len(moves) < count else None,
        "part": take_part(asked, moves, per_page=MOVES),
    }


@of_shown_game
def public_sheet(request: HttpRequest, game: Game, entry_id: int) -> HttpResponse:
    """Show a player's slips, round by round, beside the top."""
    entry = get_object_or_404(entries_of(game).select_related("player", "partner"), pk=entry_id)
    with name_visibility.hidden(names_are_hidden_in(game.event), game.event):

        def respond() -> HttpResponse:
            try:
                sheet = sheet_for_entry(game, entry)
            except RuleViolation as not_there:
                raise Http404 from not_there
            return page(
                "website/public/sheet.html", _context(request, game, review_of(game)) | {"sheet": sheet}
            )

        return answer_if_changed(request, freshness_of_game(game, "sheet", entry_id), respond)


@of_shown_game
def public_picture(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the picture that other programs show beside a link to the game."""

    def respond() -> HttpResponse:
        return HttpResponse(_picture(game, review_of(game)), content_type="image/png")

    return answer_if_changed(request, freshness_of_game(game, "picture"), respond)


def _context(
    request: HttpRequest, game: Game, review: GameReview, round_number: int | None = None
) -> dict[str, Any]:
    """Return the context of all pages of a game: the board, and the description of a link to it."""
    last = len(review.rounds) if round_number is None else round_number
    rows, columns = board_labels(review.convention)
    picture = reverse("public-game-picture", args=[game.event_id, game.number])
    return {
        "event": game.event,
        "game": game,
        "review": review,
        "board": list(zip(rows, board_after(review, last), strict=True)),
        "columns": columns,
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
    from duplicate.website.public.social_card import Picture, PictureTile, picture_png, title_of  # noqa: PLC0415 - Pillow loads slowly, and a process that draws no picture never needs it

    squares = tuple(
        tuple(PictureTile(square.token, square.is_blank, square.premium) for square in row)[
            :: -1 if game.tiles.direction == "rtl" else 1
        ]
        for row in board_after(review, len(review.rounds))
    )
    return picture_png(Picture(squares, title_of(game), _facts(game, review)))
