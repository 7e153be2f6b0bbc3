"""A club's own result in a simultaneous game: made from the rows of the game that it played, and sent."""

import http.client
import json
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate import envelopes, log
from duplicate.models import Game
from duplicate.prepared_path import path_of
from duplicate.results import ClubResult, EntryResult
from duplicate.selectors import scores_for_game
from duplicate.simultaneous_models import ReceivedEnvelope, Simultaneous
from duplicate.standings import NO_AVERAGES, PlayerScores, Standing, rank_players
from tournaments.alike import tidied
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.people import Person, person_of

SECONDS: Final = 15
MOST_ANSWER: Final = 100_000


@dataclass(frozen=True, slots=True)
class Played:
    """The simultaneous game that a game is a club's part of; `address` of the organiser's server may be empty."""

    digest: str
    name: str
    organiser: str
    address: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the organiser's server said of a result: `state` is "first", "again" or "correction"."""

    state: str
    version: int
    warnings: tuple[str, ...]


def simultaneous_of(game: Game) -> Played | None:
    """What simultaneous game it is part of, if any: as the envelope that was opened says, or as its organiser does."""
    if game.prepared_id is None:
        return None
    received = ReceivedEnvelope.objects.filter(prepared=game.prepared_id).first()
    if received is not None:
        header = envelopes.read_header(bytes(received.data))
        return Played(received.digest, header.name, header.organiser, header.address)
    sent = Simultaneous.objects.filter(prepared=game.prepared_id).order_by("-pk").first()
    return Played(sent.digest, sent.name, sent.organiser, "") if sent else None


def result_of_game(game: Game, *, club: str, arbitrator: str) -> ClubResult:
    """The result of a finished game.

    Raises:
        RuleViolation: it is part of no simultaneous game, not over, or was not played as prepared.
    """
    played = simultaneous_of(game)
    if played is None:
        raise RuleViolation("not_simultaneous", _("This game is part of no simultaneous game."))
    _check_played(game)
    scored = scores_for_game(game)
    standings = rank_players(scored.players, scored.tops, game.rule_set, scored.averages)
    lines = {row.entry_id: row for row in standings.rows}
    people = {entry.pk: _people(entry) for entry in _entries(game)}
    there = [player for player in scored.players if len(player.absent) < len(scored.tops)]
    return ClubResult(
        game=played.digest,
        name=played.name,
        club=tidied(club),
        arbitrator=tidied(arbitrator),
        played_on=game.event.date.isoformat(),
        tops=tuple(scored.tops),
        entries=tuple(
            EntryResult(
                people=people[player.entry_id],
                scores=player,
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
        raise RuleViolation("game_not_over", _("The result is there when the game is over."))
    path = path_of(game)
    if path is None or path.state == "unreadable":
        raise RuleViolation("prepared_unreadable", _("The prepared game cannot be opened on this computer."))
    if path.state == "left":
        raise RuleViolation(
            "result_not_prepared",
            _(
                "This game was not played as prepared (a rack, a placed move, a cancelled round): it cannot be merged."
            ),
        )
    if path.rounds:
        raise RuleViolation(
            "result_cut_short",
            _("Rounds of the prepared game that were not played: {count}. This game cannot be merged."),
            count=len(path.rounds),
        )


def send_result(*, game: Game, result: ClubResult, token: str, by: User) -> Answer:
    """Send a result to the server that the envelope names; that it was sent is written into the game's log.

    Raises:
        RuleViolation: there is no such server, it does not answer, or does not take the result; it can be sent again.
    """
    played = simultaneous_of(game)
    if played is None or not played.address:
        raise RuleViolation("no_server", _("The envelope names no server: send the file."))
    answer = _posted(played, result, token)
    log.write(game, "result_sent", by=by, club=result.club, version=answer.version)
    return answer


def _posted(played: Played, result: ClubResult, token: str) -> Answer:
    """What the server answered. No redirect is followed: what is sent goes to the signed address alone."""
    try:
        status, body = _answer_of(played, result, token)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise RuleViolation(
            "server_silent",
            _("The server {address} does not answer: try again, or send the file."),
            address=played.address,
        ) from error
    return _understood(status, body, played.address)


def _answer_of(played: Played, result: ClubResult, token: str) -> tuple[int, bytes]:
    """Raises OSError, HTTPException, or ValueError for an address that is none."""
    parts = urlsplit(played.address)
    secure = parts.scheme == "https"
    connection = (http.client.HTTPSConnection if secure else http.client.HTTPConnection)(
        parts.hostname or "", parts.port, timeout=SECONDS
    )
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token.strip()}"}
    path = f"{parts.path.rstrip('/')}/api/v1/simultaneous/{played.digest}/results/"
    try:
        connection.request("POST", path, result.to_json().encode(), headers)
        response = connection.getresponse()
        return response.status, response.read(MOST_ANSWER)
    finally:
        connection.close()


def _understood(status: int, body: bytes, address: str) -> Answer:
    try:
        said = json.loads(body)
        if status in {200, 201}:
            return Answer(str(said["state"]), int(said["version"]), tuple(map(str, said["warnings"])))
        problem = str(said["detail"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise RuleViolation(
            "server_strange",
            _("The server {address} answers {status}: it takes no results."),
            address=address,
            status=status,
        ) from None
    raise RuleViolation(
        "server_refuses", _("The organiser’s server refuses: {problem}"), problem=problem[:2000]
    )
