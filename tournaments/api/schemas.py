"""Error responses of the API, for the OpenAPI schema."""

from typing import Annotated, Any, NotRequired, TypedDict

from drf_spectacular.utils import OpenApiResponse

GAME_STATES = (("playing", "in progress"), ("finished", "over"))
NOTATIONS = (
    ("duplicate", "rows are A to O, columns 1 to 15: H8 runs across, 8H down"),
    ("english", "columns are A to O, rows 1 to 15: 8H runs across, H8 down"),
)


class Failure(TypedDict):
    """The reason why a request is refused."""

    code: Annotated[str, "Reason for programs, always the same word."]
    detail: Annotated[str, "Reason for people, in the language of the request."]
    rule: NotRequired[
        Annotated[
            str, "Id of the rule of the game that it breaks, as in docs/rules.md; missing if it breaks none."
        ]
    ]
    on_record: NotRequired[
        Annotated[
            dict[str, Any],
            "What is stored with the same id: the receipt, or else what was sent. Only if that is the reason, "
            "and it came from the same sender.",
        ]
    ]


# Errors of the request's data: sentences by field, or a Failure if it cannot be read at all.
MISTAKES = {
    "type": "object",
    "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
}

UNREADABLE = {400: OpenApiResponse(MISTAKES, description="It cannot be read: sentences by field")}
FAILURES = dict.fromkeys((401, 403, 404, 409, 429), Failure)
