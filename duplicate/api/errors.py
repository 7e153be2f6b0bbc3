"""Refusals of the API, in the shape of `tournaments.api.schemas.Failure`."""

import logging

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler

from duplicate.slips.services import TryAgain
from engine.errors import EngineError
from tournaments.api.authentication import TooLarge
from tournaments.api.schemas import PROBLEM, Failure, failure, field_failures, invalid
from tournaments.errors import RuleViolation
from tournaments.installation import outages
from tournaments.repeats import IdUsed
from tournaments.wording.engine_messages import message_for

logger = logging.getLogger(__name__)

WORD_CODES = {"unknown_letter", "empty_word"}
REFERENCE_CODES = {"bad_reference", "reference_off_board"}
NAME_CODES = {
    *("name_missing", "name_too_long", "name_taken", "pair_of_two", "same_name_twice"),
    *("no_such_licence", "licence_not_expected"),
}
TEXT_CODES = {"text_missing", "text_too_long"}
FIELDS = {"word": WORD_CODES, "ref": REFERENCE_CODES, "name": NAME_CODES, "text": TEXT_CODES}


def answer_error(error: Exception, context: dict[str, object]) -> Response | None:
    """Return the answer to an error that a view raised; None for a bug, which is logged and answered with
    500.
    """
    if isinstance(error, EngineError | RuleViolation):
        return _refusal(error)
    if isinstance(error, RequestDataTooBig):
        error = TooLarge()
    if isinstance(error, Http404):
        error = exceptions.NotFound(*error.args)
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    if outage := outages.recognize(error):
        logger.error("Not answered: %s", outage.state, exc_info=error)
        error = Unavailable(outage)
    elif isinstance(error, TryAgain):
        error = Busy()
    response = exception_handler(error, context)
    if response is not None and isinstance(error, exceptions.APIException):
        response.data, response.content_type = _failure_of(error), PROBLEM
    return response


def _failure_of(error: exceptions.APIException) -> Failure:
    if isinstance(error, exceptions.ValidationError):
        return invalid([*field_failures(error.get_full_details())])
    return failure(error.status_code, str(error.get_codes()), str(error.detail))


def _refusal(error: EngineError | RuleViolation) -> Response:
    message = message_for(error)
    for field, codes in FIELDS.items():
        if error.code in codes:
            wrong = invalid([{"field": field, "code": error.code, "detail": message}])
            return Response(wrong, status=wrong["status"], content_type=PROBLEM)
    refused = failure(status.HTTP_409_CONFLICT, error.code, message)
    if isinstance(error, IdUsed) and error.on_record:
        refused["on_record"] = dict(error.on_record)
    if isinstance(error, EngineError) and error.rule:
        refused["rule"] = error.rule
    return Response(refused, status=refused["status"], content_type=PROBLEM)


class Busy(exceptions.APIException):
    """Nothing is stored, and the same request may succeed at once."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = _("Too many requests: send the slip again.")
    default_code = "busy"
    wait = 1  # seconds, told in Retry-After


class Unavailable(exceptions.APIException):
    """Nothing is stored, because of an outage of the database."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    wait = outages.RETRY_SECONDS

    def __init__(self, outage: outages.Outage) -> None:
        super().__init__(str(outage.detail), outage.code)
