"""The OpenAPI schema: operations by audience, and the meanings that operations share.

A view names its audience (`audience`, a key of `AUDIENCES`). Answers and parts of addresses that a view does not
describe itself are described here.
"""

from typing import Any, cast

from drf_spectacular.openapi import AutoSchema

AUDIENCES = {
    "Public": "What everybody may read, without login or token. Pages of other sites may read it with `fetch`.",
    "Phones": "A player's phone in a duplicate game or a classic event, and the device that keeps a match.",
    "Clocks": "The clock of a match at its table, and all clocks on a wall.",
    "Club tables": "Players and tablets at a club table.",
    "Simultaneous games": "Results of a club's players in a game that many clubs play, sent to its organiser.",
}
ANSWERS = {
    "200": "The answer.",
    "201": "It is stored.",
    "204": "It is done; the answer is empty.",
    "400": "It cannot be read: sentences by field, or a `Failure` if it is no JSON.",
    "401": "The token is missing, or is worth nothing any more.",
    "403": "The token does not open this.",
    "404": "There is no such thing, or it is not for everybody.",
    "408": "The body took too long to arrive: send it again.",
    "409": "A rule or the state of play refuses it: `code` says why. Nothing has changed.",
    "413": "The body is too large.",
    "415": "The body is not JSON, or does not say so in `Content-Type`.",
    "429": "Too many requests: wait for the seconds in `Retry-After`.",
    "503": "Too much at once: nothing is stored, send it again after the seconds in `Retry-After`.",
}
PARTS = {
    "clock_id": "Key of the clock.",
    "code": "Code of the game, in capital or small letters.",
    "digest": "SHA-256 of the envelope, in hexadecimal.",
    "event_id": "Key of the event.",
    "player_id": "Key of the player.",
    "question_id": "The id that the phone gave the question.",
    "record_code": "Code of the match's board.",
    "season_id": "Key of the season.",
    "table_code": "Code of the table, in capital letters.",
}


class AudienceSchema(AutoSchema):
    """The schema of a view, whose operations have the audience of the view as their tag."""

    def get_tags(self) -> list[str]:
        audience: str = cast("Any", self.view).audience
        assert audience in AUDIENCES, f"{audience} is in no list of tags"
        return [audience]


def describe_what_is_shared(result: dict[str, Any], **_given: object) -> dict[str, Any]:
    """Add tags and the descriptions of answers and parameters that have none: a hook of drf-spectacular."""
    result["tags"] = [{"name": name, "description": text} for name, text in AUDIENCES.items()]
    for path in result["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                answer["description"] = answer.get("description") or ANSWERS[status]
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter.setdefault("description", PARTS[parameter["name"]])
    return result
