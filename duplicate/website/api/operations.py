"""What the public API is asked for, for the OpenAPI schema."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter


def _query_parameter(name: str, description: str, values: tuple[str, ...] = ()) -> OpenApiParameter:
    return OpenApiParameter(
        name, OpenApiTypes.STR, description=description, enum=list(values) if values else None
    )


PAGE = OpenApiParameter(
    "page", OpenApiTypes.INT, description="Number of the page, from 1; past the end comes the last one."
)
OF_EVENTS = [
    PAGE,
    _query_parameter("q", "Only events whose names have all these words."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="Only events from this day on."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Only events up to this day."),
]
SELECTIONS = [
    _query_parameter("series", "Only this series."),
    _query_parameter("category", "Only this age category, by its name."),
    _query_parameter("club", "Only this club."),
    _query_parameter("country", "Only this country."),
    _query_parameter("committee", "Only this committee of a federation."),
    _query_parameter("sort", "Order of the lines; `rank` without it.", ("rank", "name")),
]
OF_EVENT = [
    _query_parameter(
        "show", "Players alone, pairs, or teams; without it players and pairs.", ("single", "pair", "teams")
    ),
    _query_parameter("group", "Only this group of the event."),
    _query_parameter("room", "Only this room of the event."),
    *SELECTIONS,
]
OF_SEASON = [_query_parameter("show", "Clubs; without it players.", ("clubs",)), *SELECTIONS]
