"""Refusals of the API, all in one shape (RFC 9457), and values that several answers may have."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated, Any, Final, TypedDict, Unpack

from rest_framework.settings import api_settings

PROBLEM: Final = "application/problem+json"
GAME_STATES = (("playing", "in progress"), ("finished", "over"))
RELEASES = (
    ("hidden", "not released: there are none to ask for"),
    ("provisional", "released as they stand, and may change"),
    ("final", "released as final"),
)
NOTATIONS = (
    ("duplicate", "rows are A to O, columns 1 to 15: H8 runs across, 8H down"),
    ("english", "columns are A to O, rows 1 to 15: 8H runs across, H8 down"),
)


class FieldFailure(TypedDict):
    """The fault of one field of a request."""

    field: Annotated[str, "Name of the field or parameter; empty if it is about all of them."]
    code: Annotated[str, "Reason for programs, always the same word."]
    detail: Annotated[str, "Reason for people, in the language of the request."]


class FailureFacts(TypedDict, total=False):
    """What some refusals have beside their reason."""

    rule: Annotated[
        str, "Id of the rule of the game that it breaks, as in docs/rules.md; missing if it breaks none."
    ]
    on_record: Annotated[
        dict[str, Any],
        "What is stored with the same id: the receipt, or else what was sent. Only if that is the reason, "
        "and it came from the same sender.",
    ]
    errors: Annotated[list[FieldFailure], "What is wrong with which field; missing unless the status is 400."]


class Failure(FailureFacts):
    """The reason why a request is refused."""

    title: Annotated[str, "Name of the status, in English."]
    status: Annotated[int, "Status of the answer."]
    code: Annotated[str, "Reason for programs, always the same word."]
    detail: Annotated[str, "Reason for people, in the language of the request."]


def failure(status: int, code: str, detail: str, **facts: Unpack[FailureFacts]) -> Failure:
    return {"title": HTTPStatus(status).phrase, "status": status, "code": code, "detail": detail, **facts}


def invalid(errors: list[FieldFailure]) -> Failure:
    """Return the refusal of a request of which some fields are invalid."""
    detail = " ".join(dict.fromkeys(error["detail"] for error in errors))
    return failure(HTTPStatus.BAD_REQUEST, "invalid", detail, errors=errors)


def field_failures(details: Any, field: str = "") -> Iterator[FieldFailure]:
    """Yield what the framework found wrong (`ValidationError.get_full_details`), field by field."""
    if isinstance(details, list):
        for each in details:
            yield from field_failures(each, field)
    elif "code" in details and isinstance(details["code"], str):
        yield {"field": field, "code": details["code"], "detail": str(details["message"])}
    else:
        for name, each in details.items():
            inner = "" if name == api_settings.NON_FIELD_ERRORS_KEY else str(name)
            yield from field_failures(each, ".".join(filter(None, (field, inner))))


FAILURES = dict.fromkeys((401, 403, 404, 409, 429), Failure)
