"""Base of all addresses with results for everybody: who may ask how often, what may be asked, and how each answers.

Every answer has a version (`ETag`) and says how long it may be kept (`tournaments.views.conditional`).
"""

from collections.abc import Sequence
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.fields import DateField, Field, IntegerField
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.api.schemas import Failure
from tournaments.http.addresses import network_of
from tournaments.organisers.scope import disable_scope
from tournaments.printing.render import TYPES
from tournaments.reports.csv_format import FOR_PROGRAMS
from tournaments.reports.spreadsheets import table_bytes
from tournaments.reports.tables import DataTable

MOST_NUMBER = 999_999_999
REFUSALS: dict[Any, Any] = dict.fromkeys((400, 404, 429), Failure)
NOT_CHANGED: dict[Any, Any] = {
    304: OpenApiResponse(description="Not changed since the version that was named")
}


def answers(answer: type) -> dict[Any, Any]:
    return {200: answer} | NOT_CHANGED | REFUSALS


def file_answers(media_type: str = "text/csv") -> dict[Any, Any]:
    """Return the answers of a view that gives a file."""
    return {(200, media_type): OpenApiTypes.STR} | NOT_CHANGED | REFUSALS


def csv_answer(table: DataTable) -> HttpResponse:
    return HttpResponse(table_bytes(table, "csv", FOR_PROGRAMS), content_type=TYPES["csv"])


class PerAddressThrottle(SimpleRateThrottle):
    """A rate limit of five requests a second from one address.

    A club may share an address, and nobody needs to ask more than every few seconds.
    """

    rate = "300/min"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:  # noqa: ARG002 - the signature is the framework's
        return f"public-{network_of(request.META['REMOTE_ADDR'])}"


class PublicView(APIView):
    permission_classes = [AllowAny]
    throttle_classes = [PerAddressThrottle]
    audience = "Public"
    parameters: Sequence[OpenApiParameter] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer from the rows of all organisers: what is public is so for everybody."""
        with disable_scope():
            return cast("HttpResponse", super().dispatch(request, *args, **kwargs))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse parameters that the address does not have, as a filter that is ignored gives a wrong answer, and
        numbers and days that are none.
        """
        super().initial(request, *args, **kwargs)
        unknown = request.query_params.keys() - {parameter.name for parameter in self.parameters}
        if unknown:
            text = _("This address has no such parameter.")
            raise ValidationError(
                {name: [ErrorDetail(text, "unknown_parameter")] for name in sorted(unknown)}
            )
        fields: dict[Any, Field[Any, Any, Any, Any]] = {
            OpenApiTypes.INT: IntegerField(min_value=0, max_value=MOST_NUMBER),
            OpenApiTypes.DATE: DateField(),
        }
        wrong = {}
        for parameter in self.parameters:
            if parameter.type in fields and parameter.name in request.query_params:
                try:
                    fields[parameter.type].run_validation(request.query_params[parameter.name])
                except ValidationError as error:
                    wrong[parameter.name] = error.detail
        if wrong:
            raise ValidationError(wrong)
