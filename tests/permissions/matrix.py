"""The table of docs/permissions.md, as `make permissions` writes it and tests read it: every address, and what
it answers to whom.

A *route* is an address as the table writes it: `/desk/<code>/draw/`. One that ends in `…` stands for all below it.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from duplicate.views import live
from duplicate.views.desk.actions import ACTS
from duplicate.views.desk.rounds import CORRECTIONS
from duplicate.views.setup.rooms import ROOM_ACTS
from tournaments.classic.views.clocks import ACTS as CLOCK_ACTS
from tournaments.classic.views.desk.players import ENTRANT_ACTS
from tournaments.classic.views.desk.rounds import ROUND_ACTS
from tournaments.views.printing import JOB_ACTS

PAGE = Path(__file__).parents[2] / "docs/permissions.md"
HEADING = ["address", "asked by"]
# The values of an address part that names an act.
EXPANDED = {
    "/desk/<code>/<act>/": ACTS,
    "/desk/<code>/rounds/<number>/<act>/": CORRECTIONS,
    "/desk/<code>/rooms/<room_id>/<act>/": ROOM_ACTS,
    "/events/<event_id>/divisions/<division_id>/rounds/<number>/<act>/": ROUND_ACTS,
    "/events/<event_id>/divisions/<division_id>/players/<entrant_id>/<act>/": ENTRANT_ACTS,
    "/events/<event_id>/clocks/<clock_id>/<act>/": CLOCK_ACTS,
    "/events/<event_id>/print/jobs/<job_code>/<act>/": JOB_ACTS,
    "/desk/simultaneous/<simultaneous_id>/clubs/letters/<act>/": JOB_ACTS,
}
# Answered before Django is asked, and before its addresses are looked at.
OUTSIDE = {
    f"{live.PREFIX}{followed}/"
    for followed in (
        "<code>",
        "board/<record_code>",
        "clock/<clock_id>",
        "clocks/<event_id>",
        "table/<table_code>",
    )
}
BEFORE = {"/healthz", "/metrics", "/readyz"}
# Refusals by their status, in the words of the table.
REFUSED = {401: "no token", 403: "no", 404: "not there", 405: "never"}


@dataclass(frozen=True)
class Row:
    """The expected answers of a route, asked by these methods, to each kind of person."""

    route: str
    methods: frozenset[str]
    answers: dict[str, str]


def table():
    """Return the rows of the document, in its order."""
    lines = [line for line in PAGE.read_text().splitlines() if line.startswith("|")]
    cells = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]
    start = next(number for number, row in enumerate(cells) if row[:2] == HEADING)
    people = cells[start][2:]
    return [
        Row(row[0], frozenset(row[1].split(", ")), dict(zip(people, row[2:], strict=True)))
        for row in cells[start + 2 :]
    ]


def write(rows):
    """Put the rows into the document, in the place of its table."""
    prose = PAGE.read_text().partition("\n| ")[0]
    PAGE.write_text(f"{prose}\n{in_text(rows)}")


def in_text(rows):
    """Return the table with its rows in the order of their routes."""
    rows = sorted(rows, key=lambda row: (row.route, sorted(row.methods)))
    heading = [*HEADING, *rows[0].answers]
    lines = [[f"`{row.route}`", ", ".join(sorted(row.methods)), *row.answers.values()] for row in rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (heading, ["---"] * len(heading), *lines))


def covers(route, address):
    return address == route or (route.endswith("…") and address.startswith(route[:-1]))


def routes():
    """Return every route that the program answers."""
    found = OUTSIDE | BEFORE
    for route in _routes("/", get_resolver().url_patterns):
        acts = EXPANDED.get(route)
        found |= {route.replace("<act>", act) for act in acts} if acts else {route}
    return found


def _routes(before, patterns):
    for each in patterns:
        if not isinstance(each.pattern, RoutePattern):
            continue  # the support desk's, for what it does not know
        route = before + re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", str(each.pattern))
        if isinstance(each, URLResolver):
            yield from _routes(route, each.url_patterns)
        elif isinstance(each, URLPattern):
            yield route
