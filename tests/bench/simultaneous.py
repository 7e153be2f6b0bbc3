"""Measurement of a simultaneous game of many clubs: files taken in together and one by one, merged and shown. The
results are fake, and everything is undone.
"""

import json
import time
from typing import Any, Self

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from duplicate.models.prepared import PreparedGame
from duplicate.models.simultaneous import InvitedClub, Simultaneous
from duplicate.prepared_games.clubs.organiser import invite_clubs, send_out, set_published, token_of
from duplicate.prepared_games.drawing.services import prepare_imported
from duplicate.prepared_games.results.batch import accept_files, keep_files, list_files, stamp_of
from duplicate.prepared_games.results.file_format import write_file
from duplicate.prepared_games.results.review import accept_sent
from duplicate.prepared_games.results.signature import sign_result
from duplicate.prepared_games.results.standings import merged_standings
from engine.duplicate_games.records import GameRecord
from engine.lexicon import load_lexicon
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set
from tests.factories.fake_results import made_up_result
from tests.factories.top_games import play_game
from tournaments.lexicons.services import register_built_in


class Command(BaseCommand):
    help = "Measures a simultaneous game of many clubs. Everything is undone at the end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--clubs", type=int, default=1000)
        parser.add_argument("--players", type=int, default=6, help="in each club")
        parser.add_argument("--rounds", type=int, default=20)

    @transaction.atomic
    def handle(self, *, clubs: int, players: int, rounds: int, **_options: Any) -> None:
        sent = _sent(rounds)
        began = time.perf_counter()
        invite_clubs(sent=sent, names=[f"Club {number}" for number in range(1, clubs + 1)], by=sent.made_by)
        self.stdout.write(f"tokens for {clubs} clubs: {time.perf_counter() - began:.2f} s")
        files = _make_files(sent, players)
        self._take_in_files(sent, files)
        self._merge(sent)
        self._take_in_by_server(sent, files)
        self._take_in_by_api(sent, files)
        transaction.set_rollback(True)

    def _take_in_files(self, sent: Simultaneous, files: list[tuple[InvitedClub, bytes]]) -> None:
        began = time.perf_counter()
        keep_files(sent=sent, files=((f"{club.pk}.json", data) for club, data in files), by=sent.made_by)
        read = time.perf_counter()
        waiting = list_files(sent, sent.made_by)
        listed = time.perf_counter()
        # The pauses between transactions let slips be stored.
        done = accept_files(sent=sent, by=sent.made_by, seen=stamp_of(waiting))
        ended = time.perf_counter()
        assert done.count == len(files), done
        self.stdout.write(
            f"{done.count} files together: {len(files) / (ended - began):.0f} a second"
            f" (read {read - began:.2f} s, listed {listed - read:.2f} s, accepted {ended - listed:.2f} s)"
        )

    def _merge(self, sent: Simultaneous) -> None:
        began, cpu = time.perf_counter(), time.process_time()
        with CaptureQueriesContext(connection) as captured:
            merged = merged_standings(sent)
        self.stdout.write(
            f"merged: {len(merged.lines)} lines in {time.perf_counter() - began:.2f} s,"
            f" {time.process_time() - cpu:.2f} s of processor, {len(captured)} query"
        )
        set_published(sent=sent, published=True, by=sent.made_by)
        client = Client()
        client.get("/")  # the first request loads what all need
        for query in ("", "?by=clubs", "?category=Vermeil"):
            # Nothing is cached inside the transaction: each page merges anew.
            began, cpu = time.perf_counter(), time.process_time()
            answer = client.get(f"/simultaneous/{sent.pk}/{query}")
            assert answer.status_code == 200, answer
            self.stdout.write(
                f"merged and shown{query}: {time.perf_counter() - began:.2f} s,"
                f" {time.process_time() - cpu:.2f} s of processor"
            )

    def _take_in_by_server(self, sent: Simultaneous, files: list[tuple[InvitedClub, bytes]]) -> None:
        """Take in a correction of each club, as its server sends it."""
        corrections = [(club, _correct(club, data, number=2)) for club, data in files]
        with _Timed() as timed:
            for club, content in corrections:
                accept_sent(sent=sent, content=content, via=club)
        self.stdout.write(f"results by servers: {timed.told(len(files))}")

    def _take_in_by_api(self, sent: Simultaneous, files: list[tuple[InvitedClub, bytes]]) -> None:
        """Take in a further correction of each club as a whole request, from the token to the receipt."""
        client, page = Client(), f"/api/v1/simultaneous/{sent.digest}/results/"
        client.get("/")
        corrections = [
            (token_of(club), write_file(_correct(club, data, number=3)).encode()) for club, data in files
        ]
        with _Timed() as timed:
            for token, body in corrections:
                headers = {"Authorization": f"Bearer {token}"}
                answer = client.post(page, body, content_type="application/json", headers=headers)
                assert answer.status_code == 201, answer.content
        self.stdout.write(f"results by requests: {timed.told(len(files))}")


class _Timed:
    """The seconds that a block takes, by the clock and of the processor."""

    def __enter__(self) -> Self:
        self.began, self.cpu = time.perf_counter(), time.process_time()
        return self

    def __exit__(self, *_error: object) -> None:
        self.wall, self.cpu = time.perf_counter() - self.began, time.process_time() - self.cpu

    def told(self, count: int) -> str:
        return f"{count / self.wall:.0f} a second, {self.cpu / count * 1000:.1f} ms of processor each"


def _correct(club: InvitedClub, data: bytes, *, number: int) -> dict[str, Any]:
    """Return the signed result of a file with another arbitrator."""
    content = json.loads(data) | {"arbitrator": f"Somebody else {number}"}
    return sign_result(content, token_of(club), number=number, sent_at=timezone.now())


def _sent(rounds: int) -> Simultaneous:
    by, _made = User.objects.get_or_create(username="bench-simultaneous")
    return send_out(
        prepared=_prepared(rounds, by),
        name="Bench",
        organiser="Bench",
        opens_at=timezone.now(),
        by=by,
        merged_solos=True,
    )


def _prepared(rounds: int, by: User) -> PreparedGame:
    lexicon, rules = register_built_in(), load_rule_set("fisf")
    game = play_game("bench", load_lexicon(lexicon.name), load_tile_set(lexicon.tile_set), rules)
    record = GameRecord(lexicon.tile_set, "duplicate", tuple(game.rounds[:rounds]), lexicon.name, None, rules)
    return prepare_imported(name="Bench", text=record.to_json(), lexicon=None, by=by)


def _make_files(sent: Simultaneous, players: int) -> list[tuple[InvitedClub, bytes]]:
    """Return a signed file for each club."""
    record, rules = sent.prepared.open_record(), sent.prepared.rule_set
    tops = [line.score for line in record.rounds]
    made = []
    for club in sent.invited.all():
        result = made_up_result(
            game=sent.digest, club=club.name, tops=tops, rules=rules, players=players, seed=club.name
        )
        signed = sign_result(result.to_data(), token_of(club), number=1, sent_at=timezone.now())
        made.append((club, write_file(signed).encode()))
    return made
