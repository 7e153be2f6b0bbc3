"""`/metrics`: there for whoever shows the operator's token, and not there for everybody else."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare

from deploy.monitoring import requests

PATH = "/metrics"


def switch_on() -> None:
    """Count requests from now on, if the operator has set a token."""
    if settings.METRICS_TOKEN:
        from deploy.monitoring.metrics import observe  # noqa: PLC0415 - needs the apps, and is heavy

        if observe not in requests.observers:
            requests.observers.append(observe)


def answer(request: HttpRequest) -> HttpResponse | None:
    """Return the metrics; None to anybody without the token, who gets the page of any unknown address."""
    asked = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(asked, f"Bearer {settings.METRICS_TOKEN}"):
        return None
    from prometheus_client import CONTENT_TYPE_LATEST  # noqa: PLC0415 - not there in the embedded setting

    from deploy.monitoring.metrics import page  # noqa: PLC0415 - needs the apps, and is heavy

    return HttpResponse(page(), content_type=CONTENT_TYPE_LATEST)
