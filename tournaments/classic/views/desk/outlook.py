"""The outlook of a division, for its director: chances of places and prizes."""

from collections.abc import Hashable, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from tournaments.classic.models import Division
from tournaments.classic.rules.outlook import Outlook, breaks_left_out
from tournaments.classic.rules.prizes import Prize
from tournaments.classic.rules.standings import rank_division
from tournaments.classic.standings.outlook import OutlookShown, read_outlook
from tournaments.classic.views.desk.permissions import for_division_chief

# Players named for each prize.
LIKELIEST = 5


@require_GET
@for_division_chief
def outlook(request: HttpRequest, division: Division) -> HttpResponse:
    """Render the figures; while they are worked out the page asks for this part again."""
    shown = read_outlook(division)
    part = "#outlook" if getattr(request, "htmx", False) else ""
    return render(request, "classic/outlook.html" + part, _context(division, shown))


def _context(division: Division, shown: OutlookShown) -> dict[str, Any]:
    state, figures = shown.state, shown.outlook
    context: dict[str, Any] = {
        "event": division.event,
        "division": division,
        "shown": shown,
        "begun": max((match.round for match in state.matches), default=0),
        "left": state.rounds_left,
        "open": sum(match.outcome == "open" and match.second is not None for match in state.matches),
        "paired": max((match.round for match in state.paired), default=None),
        "left_out": [str(Division.TieBreak(name).label) for name in breaks_left_out(state.rules)],
    }
    if figures is None:
        return context
    lines = {
        line.contestant.key: line for line in rank_division(state.contestants, state.matches, state.rules)
    }
    # Players may have been entered, or left, since these figures.
    players = [(lines[player.key], player) for player in figures.players if player.key in lines]
    return context | {
        "figures": figures,
        "players": players,
        "places": range(1, 1 + max((len(one.places) for _line, one in players), default=0)),
        "compared": any(one.unpaired for _line, one in players),
        "prizes": _prizes(shown, figures),
    }


def _prizes(shown: OutlookShown, figures: Outlook) -> list[tuple[str, list[tuple[str, float]]]]:
    """Return the prizes with those who win them most often; none while the figures are of another list."""
    if not shown.is_current:
        return []
    names = {contestant.key: contestant.name for contestant in shown.state.contestants}
    prizes = shown.state.prizes
    single = [(prize.name, _likeliest(figures, [at], names)) for at, prize in enumerate(prizes)]
    return single + [
        (_band(prizes[band[0]], prizes[band[-1]]), _likeliest(figures, band, names))
        for band in _bands(prizes)
    ]


def _bands(prizes: Sequence[Prize]) -> list[list[int]]:
    """Return prizes for the places from the first on that differ in their place only, as indexes in the list."""
    found: dict[Hashable, dict[int, int]] = {}
    for at, prize in enumerate(prizes):
        found.setdefault(prize.series, {})[prize.place] = at
    bands = [
        [at for number, (place, at) in enumerate(sorted(places.items()), 1) if place == number]
        for places in found.values()
    ]
    return [band for band in bands if len(band) > 1]


def _band(first: Prize, last: Prize) -> str:
    said = gettext("Places %(first)s–%(last)s") % {"first": first.place, "last": last.place}
    return f"{said} ({first.class_name})" if first.class_name else said


def _likeliest(figures: Outlook, band: Sequence[int], names: dict[int, str]) -> list[tuple[str, float]]:
    """Return who wins one of these prizes most often; nobody wins two of one band."""
    won = sorted(
        ((sum(player.prizes[at] for at in band), player.key) for player in figures.players), reverse=True
    )
    return [(names[key], share) for share, key in won[: LIKELIEST + len(band) - 1] if share]
