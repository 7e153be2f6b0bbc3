"""gunicorn reads large bodies at pages that take files alone, and from known senders."""

import io

import pytest
from django.conf import settings

from deploy.wsgi import application
from tournaments.http import uploads


def status_of(path, length, cookie=""):
    """Return the status of a request whose body is announced; a page that reads it finds nothing there."""
    told = []
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "CONTENT_LENGTH": str(length),
        "HTTP_COOKIE": cookie,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "wsgi.input": io.BytesIO(),
    }
    list(application(environ, lambda status, _headers: told.append(int(status.split()[0]))))
    return told[0]


@pytest.mark.django_db
def test_a_large_body_of_a_stranger_is_refused(client, admin_user):
    client.force_login(admin_user)
    cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
    large = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1
    assert status_of("/people/import/", large) == 413
    assert status_of("/login/", large, cookie) == 413
    assert status_of("/people/import/", 1 << 30, cookie) == 413
    assert status_of("/people/import/", large, cookie) != 413
    assert status_of("/people/import/", 10) != 413


def test_a_long_body_leaves_room_for_slips(monkeypatch):
    monkeypatch.setattr("tournaments.http.uploads.COPIES", 1 << 40)
    assert status_of("/login/", uploads.SHORT + 1) == 507
    assert status_of("/login/", 10) == 403
