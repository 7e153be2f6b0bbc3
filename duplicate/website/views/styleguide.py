"""The style guide: all elements of the screens on one page, for those who develop them."""

import re
from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.contrib.staticfiles import finders
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from duplicate.views.strings import clock_strings
from engine.tiles import load_tile_set
from tournaments.views.board_strings import board_strings
from tournaments.views.permissions import arbitrator

# The sheet with the tokens of all screens; the other sheets of colours only change their values.
BASE = "tournaments/css/base.css"
COLOUR = re.compile(r"^  (--[a-z0-9-]+): (?:#|rgb)", re.MULTILINE)
TILE_SIZES = (20, 28, 40, 56, 80)


@require_safe
@never_cache
@login_required
def styleguide(request: HttpRequest) -> HttpResponse:
    if not arbitrator(request).is_staff:
        raise PermissionDenied
    tiles = load_tile_set("english")
    config = {"values": tiles.values_by_text(), "board": board_strings(), "clock": clock_strings()}
    context = {"colours": colours(), "sizes": TILE_SIZES, "config": config}
    return render(request, "website/styleguide.html", context)


def colours() -> list[str]:
    """Return the names of the tokens that are colours, in the order of the sheet."""
    found = finders.find(BASE)
    assert found is not None, "it is one of our own"
    return COLOUR.findall(Path(found).read_text(encoding="utf-8"))
