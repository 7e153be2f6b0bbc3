"""The organiser's server, as a club's server meets it: one deadline for all of its answer, and only where one may."""

import contextlib
import socket
import threading
import time

import pytest

from duplicate.prepared_games.results import club_result
from tournaments.errors import RuleViolation

HEAD = b"HTTP/1.1 200 OK\r\n\r\n"
PATH = "/api/v1/simultaneous/d/results/"


@pytest.fixture
def serve():
    """Start a server that answers one request by `answer(connection)`; its address."""
    ended, listening = threading.Event(), []

    def start(answer):
        server = socket.create_server(("127.0.0.1", 0))
        listening.append(server)

        def run():
            with contextlib.suppress(OSError):
                connection, _address = server.accept()
                with connection:
                    # To its end: a connection that is closed with unread bytes is reset.
                    request = connection.recv(65536)
                    while request and not request.endswith(b"{}"):
                        request += connection.recv(65536)
                    answer(connection, ended)

        threading.Thread(target=run, daemon=True).start()
        return f"http://127.0.0.1:{server.getsockname()[1]}"

    yield start
    ended.set()
    for server in listening:
        server.close()


def drip(connection, ended, before=b""):
    connection.sendall(before)
    while not ended.wait(0.05):
        connection.sendall(b"x")


def say_nothing(_connection, ended):
    ended.wait(30)


@pytest.mark.parametrize(
    "answer",
    [
        say_nothing,
        drip,
        lambda connection, ended: drip(connection, ended, b"HTTP/1.1 200 OK\r\nX: "),
        lambda connection, ended: drip(connection, ended, HEAD),
        lambda connection, ended: drip(
            connection, ended, HEAD.replace(b"\r\n\r\n", b"\r\nContent-Length: 9999\r\n\r\n")
        ),
    ],
)
def test_an_answer_has_one_deadline(serve, monkeypatch, answer):
    monkeypatch.setattr(club_result, "SECONDS", 1)
    address, began = serve(answer), time.monotonic()
    with pytest.raises(TimeoutError):
        club_result.post(address, PATH, b"{}", {})
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("length", [b"", b"Content-Length: 13\r\n"])
def test_an_answer_in_time_is_read(serve, length):
    said = b"HTTP/1.1 201 Created\r\n" + length + b'\r\n{"state":"x"}'
    address = serve(lambda connection, _ended: connection.sendall(said))
    assert club_result.post(address, PATH, b"{}", {}) == (201, b'{"state":"x"}')


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (409, r'{"detail": "No.\ud800"}'),
        (201, r'{"state": "first", "version": 1, "warnings": ["\u0000"]}'),
        (201, '{"state": "first", "version": Infinity, "warnings": []}'),
    ],
)
def test_an_answer_that_no_page_can_show_is_strange(status, said):
    with pytest.raises(RuleViolation) as refused:
        club_result._understood(status, said.encode(), "http://127.0.0.1:9")
    assert refused.value.code == "server_strange"


def test_no_redirect_is_followed(serve):
    asked = []
    elsewhere = serve(lambda _connection, _ended: asked.append(1))
    moved = f"HTTP/1.1 307 Moved\r\nLocation: {elsewhere}/\r\nContent-Length: 0\r\n\r\n".encode()
    address = serve(lambda connection, _ended: connection.sendall(moved))
    assert club_result.post(address, PATH, b"{}", {})[0] == 307
    assert not asked


def test_a_server_that_the_installation_does_not_name_gets_nothing(serve, settings, monkeypatch):
    settings.RESULT_HOSTS = ["isotop.example.org"]
    asked = []
    address = serve(lambda _connection, _ended: asked.append(1))
    played = club_result.PlayedSimultaneous("d" * 64, "World game", "The federation", address)
    monkeypatch.setattr(club_result, "simultaneous_of", lambda _game: played)
    with pytest.raises(RuleViolation, match="does not send results to") as error:
        club_result.send_result(game=None, result=None, token="x", by=None)
    assert error.value.code == "server_not_allowed"
    assert not asked


def test_nobody_is_there():
    with pytest.raises(OSError, match="refused"):
        club_result.post("http://127.0.0.1:9", PATH, b"{}", {})


@pytest.mark.parametrize(
    ("address", "hosts", "may"),
    [
        ("http://127.0.0.1:6379", [], True),
        ("http://127.0.0.1:6379", ["isotop.example.org"], False),
        ("https://isotop.example.org", ["isotop.example.org"], True),
        ("https://ISOTOP.example.org:443/club", ["Isotop.Example.org "], True),
        ("http://isotop.example.org:6379", ["isotop.example.org"], False),
        ("http://isotop.example.org:8000", ["other", "isotop.example.org:8000"], True),
        ("https://isotop.example.org.evil.net", ["isotop.example.org"], False),
        ("https://evil.net/isotop.example.org", ["isotop.example.org"], False),
    ],
)
def test_results_go_only_where_the_installation_lets_them(settings, address, hosts, may):
    settings.RESULT_HOSTS = hosts
    assert club_result.may_be_asked(address) is may
