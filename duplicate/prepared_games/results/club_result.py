"""A club's own result in a simultaneous game: made from the rows of the game that it played, and sent.

It is posted to permitted hosts only, within one deadline.
"""

import http.client
import io
import json
import socket
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game
from duplicate.log import audit_log
from duplicate.models import Game
from duplicate.models.simultaneous import ReceivedEnvelope, Simultaneous
from duplicate.positions.prepared_path import path_of
from duplicate.prepared_games.clubs import envelope
from duplicate.prepared_games.clubs.participant import own_token
from duplicate.prepared_games.results.file_format import ClubResult, EntryResult, write_file
from duplicate.prepared_games.results.signature import sign_result
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rules.ranking import NO_AVERAGES, PlayerScores, Standing, rank_players
from tournaments.errors import RuleViolation
from tournaments.http.json_values import can_be_stored
from tournaments.models import Entry
from tournaments.names.folding import tidy
from tournaments.names.name_parts import join_pair
from tournaments.people.services import Person, person_of
from tournaments.time import clock

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

SECONDS: Final = 15
MOST_ANSWER: Final = 100_000
_PORTS: Final = {"http": 80, "https": 443}


def may_be_asked(address: str) -> bool:
    """Tell whether the installation's settings let results go to the server of this address."""
    if not settings.RESULT_HOSTS:
        return True
    parts = urlsplit(address)
    usual = _PORTS[parts.scheme]
    port = parts.port or usual
    names = {f"{parts.hostname}:{port}", *([parts.hostname] if port == usual else [])}
    return any(host.strip().lower() in names for host in settings.RESULT_HOSTS)


def post(address: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, bytes]:
    """Return status and body of the answer; no redirect is followed.

    Raises:
        OSError: there is no such server, or the answer is not complete after `SECONDS`.
        HTTPException: it speaks no HTTP.
        ValueError: the address is none.
    """
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or _PORTS[parts.scheme]
    deadline = _Deadline(SECONDS)
    with _connect(host, port, deadline, secure=parts.scheme == "https") as sock:
        connection_class = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        connection = connection_class(host, port)
        connection.sock = cast("socket.socket", _TimedSocket(sock, deadline))
        connection.request("POST", f"{parts.path.rstrip('/')}{path}", body, headers)
        response = connection.getresponse()
        return response.status, response.read(MOST_ANSWER)


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def seconds_left(self) -> float:
        """Return the seconds left; raise TimeoutError when none are."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _connect(host: str, port: int, deadline: _Deadline, *, secure: bool) -> socket.socket:
    """Connect to the first address of the host that answers, all of them within the deadline."""
    error: OSError = OSError("no address")
    for family, kind, protocol, _name, place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        sock = socket.socket(family, kind, protocol)
        try:
            sock.settimeout(deadline.seconds_left())
            sock.connect(place)
            sock.settimeout(deadline.seconds_left())
            return ssl.create_default_context().wrap_socket(sock, server_hostname=host) if secure else sock
        except OSError as failure:
            sock.close()
            error = failure
    raise error


class _TimedSocket:
    """The socket methods that `http.client` uses; no call waits beyond the deadline."""

    def __init__(self, sock: socket.socket, deadline: _Deadline) -> None:
        self._sock, self._deadline = sock, deadline

    def sendall(self, data: bytes) -> None:
        self._sock.settimeout(self._deadline.seconds_left())
        self._sock.sendall(data)

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self._sock, self._deadline))

    def close(self) -> None:
        """Leave the socket open: `http.client` closes before the body is read, and `post` closes at its end."""


class _TimedReader(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: _Deadline) -> None:
        self._sock, self._deadline = sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer") -> int:
        self._sock.settimeout(self._deadline.seconds_left())
        return self._sock.recv_into(buffer)


# The act whose rows number the files of a game.
MADE: Final = "result_made"


@dataclass(frozen=True, slots=True)
class PlayedSimultaneous:
    """The simultaneous game that a game is a club's part of; `address` of the organiser's server may be empty.

    `club` and `token` are those that an envelope brought which was made for this club, else empty.
    """

    digest: str
    name: str
    organiser: str
    address: str
    club: str = ""
    token: str = ""


@dataclass(frozen=True, slots=True)
class ResultAnswer:
    """The answer of the organiser's server to a result: `state` is "first", "again" or "correction"."""

    state: str
    version: int
    warnings: tuple[str, ...]


def simultaneous_of(game: Game) -> PlayedSimultaneous | None:
    """Return the simultaneous game that a game is part of, if any.

    It comes from the envelope that was opened, or from the organiser's own row.
    """
    if game.prepared_id is None:
        return None
    received = ReceivedEnvelope.objects.filter(prepared=game.prepared_id).first()
    if received is not None:
        header = envelope.read_header(bytes(received.data))
        told = header.name, header.organiser, header.address
        return PlayedSimultaneous(received.digest, *told, received.club, own_token(received))
    sent = Simultaneous.objects.filter(prepared=game.prepared_id).order_by("-pk").first()
    return PlayedSimultaneous(sent.digest, sent.name, sent.organiser, "") if sent else None


def result_of_game(game: Game, *, club: str, arbitrator: str) -> ClubResult:
    """Return the result of a finished game.

    Raises:
        RuleViolation: it is part of no simultaneous game, not over, or was not played as prepared.
    """
    played = simultaneous_of(game)
    if played is None:
        raise RuleViolation("not_simultaneous", _("This game is not part of a simultaneous game."))
    _check_played(game)
    scored = scores_for_game(game)
    standings = rank_players(scored.players, scored.tops, game.rule_set, scored.averages)
    lines = {row.entry_id: row for row in standings.rows}
    people = {entry.pk: _people(entry) for entry in _entries(game)}
    there = [player for player in scored.players if len(player.absent) < len(scored.tops)]
    return ClubResult(
        game=played.digest,
        name=played.name,
        club=tidy(club),
        arbitrator=tidy(arbitrator),
        played_on=game.event.date.isoformat(),
        tops=tuple(scored.tops),
        entries=tuple(
            EntryResult(
                people=people[player.entry_id],
                scores=replace(player, name=join_pair(person.name for person in people[player.entry_id])),
                averages=scored.averages.get(player.entry_id, NO_AVERAGES),
                **_sums(lines[player.entry_id]),
            )
            for player in sorted(there, key=_table)
        ),
    )


def _table(player: PlayerScores) -> int:
    return player.table


def _entries(game: Game) -> list[Entry]:
    return list(game.event.entries.select_related("player__club", "partner__club"))


def _people(entry: Entry) -> tuple[Person, ...]:
    return tuple(person_of(player) for player in (entry.player, entry.partner) if player)


def _sums(line: Standing) -> dict[str, int]:
    keys = ("total", "negative", "tops", "solos", "solo_points", "warning_points")
    return {key: getattr(line, key) for key in keys}


def _check_played(game: Game) -> None:
    if game.state != Game.State.FINISHED:
        raise RuleViolation("game_not_over", _("The result is available when the game is over."))
    path = path_of(game)
    if path is None or path.state == "unreadable":
        raise RuleViolation("prepared_unreadable", _("The prepared game cannot be opened on this computer."))
    if path.state == "left":
        raise RuleViolation(
            "result_not_prepared",
            _("This game was not played as prepared (a rack, a placed move): it cannot be merged."),
        )
    if path.rounds:
        raise RuleViolation(
            "result_cut_short",
            _("Rounds of the prepared game that were not played: {count}. This game cannot be merged."),
            count=len(path.rounds),
        )


def signed_result(*, game: Game, result: ClubResult, token: str, by: User) -> Mapping[str, Any]:
    """Return the plain values of a result, numbered and signed with the club's token; unsigned without one.

    The number is put on record first: a later file has a greater one, whatever happens to this one.
    """
    with transaction.atomic():
        game = lock_game(game)
        sending = game.log.filter(act=MADE).count() + 1
        audit_log.write(game, MADE, by=by, club=result.club, sending=sending)
    token = token.strip()
    if not token:
        return result.to_data()
    return sign_result(result.to_data(), token, number=sending, sent_at=clock.now())


def send_result(*, game: Game, result: ClubResult, token: str, by: User) -> ResultAnswer:
    """Send a result to the server that the envelope names; write that into the game's log.

    Raises:
        RuleViolation: there is no such server, it does not answer, or does not take the result; it can be
            sent again.
    """
    played = simultaneous_of(game)
    if played is None or not played.address:
        raise RuleViolation("no_server", _("The envelope names no server: send the file."))
    if not may_be_asked(played.address):
        raise RuleViolation(
            "server_not_allowed",
            _("This installation does not send results to {address}: send the file."),
            address=played.address,
        )
    signed = signed_result(game=game, result=result, token=token, by=by)
    answer = _post_result(played, write_file(signed), token)
    audit_log.write(game, "result_sent", by=by, club=result.club, version=answer.version)
    return answer


def _post_result(played: PlayedSimultaneous, body: str, token: str) -> ResultAnswer:
    """Return the server's answer. No redirect is followed: the result goes to the signed address alone."""
    try:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token.strip()}"}
        path = f"/api/v1/simultaneous/{played.digest}/results/"
        status, answer = post(played.address, path, body.encode(), headers)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise RuleViolation(
            "server_silent",
            _("The server {address} does not answer: try again, or send the file."),
            address=played.address,
        ) from error
    return _understood(status, answer, played.address)


def _understood(status: int, body: bytes, address: str) -> ResultAnswer:
    try:
        said = json.loads(body)
        if not can_be_stored(said):
            raise ValueError("signs of no text")  # noqa: TRY301 - told as all other strange answers are
        if status in {200, 201}:
            return ResultAnswer(str(said["state"]), int(said["version"]), tuple(map(str, said["warnings"])))
        problem = str(said["detail"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RuleViolation(
            "server_strange",
            _("The server {address} answered {status} and did not take the result."),
            address=address,
            status=status,
        ) from None
    raise RuleViolation(
        "server_refuses", _("The organiser’s server refuses: {problem}"), problem=problem[:2000]
    )
