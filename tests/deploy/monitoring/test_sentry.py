"""Reports of errors have neither persons nor secrets in them. A transport of ours keeps what would be sent."""

import json
import subprocess
import sys

import pytest
from django.conf import settings

from tests.server import ROOT, environment_for

DATA = settings.DATA_FOLDER  # with the static files that the page of an error names
PROGRAM = """
import json, logging, sys
import django
from django.conf import settings
django.setup()
from sentry_sdk.transport import Transport
from deploy import urls
from deploy.monitoring import sentry
from django.db import IntegrityError
from django.core.wsgi import get_wsgi_application
from django.urls import path
from wsgiref.util import setup_testing_defaults

sent, said = [], []


class Kept(Transport):
    def capture_envelope(self, envelope):
        sent.extend(item.payload.json for item in envelope.items if item.payload.json)


def fail(request, name):
    secret_word = "TRAINER"
    logging.getLogger("duplicate").error("Slip of %s: %s", "Mona Lind", secret_word)
    raise IntegrityError(f"duplicate key\\nDETAIL: Key (name)=(Mona Lind) and {secret_word}")


urls.urlpatterns.insert(0, path("welcome/<str:name>/", fail))
sentry.start("https://public@127.0.0.1:1/1", transport=Kept)
environ = {
    "PATH_INFO": "/welcome/one-time-link/",
    "QUERY_STRING": "t=querytoken",
    "HTTP_AUTHORIZATION": "Bearer phone-token",
    "HTTP_COOKIE": "sessionid=session-of-ann",
    "HTTP_X_REQUEST_ID": "0123456789abcdef",
    "REMOTE_ADDR": "203.0.113.9",
}
setup_testing_defaults(environ)
answer = get_wsgi_application()(environ, lambda status, _headers: said.append(status))
assert said[0].startswith("500"), said
import sentry_sdk
sentry_sdk.flush()
json.dump(sent, sys.stdout)
"""
PRIVATE = (
    *("Mona", "TRAINER", "session-of-ann", "one-time-link", "querytoken", "phone-token"),
    "203.0.113.9",
)


@pytest.mark.slow
def test_a_report_has_neither_persons_nor_secrets():
    """In a process of its own: what Sentry changes in Django stays changed."""
    pytest.importorskip("sentry_sdk")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=environment_for(DATA, DJANGO_SETTINGS_MODULE="deploy.settings"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    reports = json.loads(done.stdout)
    assert len(reports) >= 2
    for private in PRIVATE:
        assert private not in done.stdout
    [error] = [report for report in reports if "exception" in report]
    assert error["exception"]["values"][-1]["type"] == "IntegrityError"
    assert error["exception"]["values"][-1]["stacktrace"]["frames"][-1]["function"] == "fail"
    assert "fail" in error["transaction"]
    assert error["request"] == {"method": "GET"}
    assert {report["tags"]["request_id"] for report in reports} == {"0123456789abcdef"}
    assert {report["logentry"]["message"] for report in reports if "logentry" in report} == {"Slip of %s: %s"}


def test_without_a_setting_sentry_is_not_even_loaded():
    program = (
        "import django, sys; django.setup(); print({'sentry_sdk', 'prometheus_client'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment_for(DATA, DJANGO_SETTINGS_MODULE="deploy.settings"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "set()\n", done.stderr
