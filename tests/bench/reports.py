"""Measurement of printed documents in a hall of 1,500; on a database of its own, gone afterwards.

Goals: the standings in 1.5 s, from the rows to the file; 1,500 players' sheets in 60 s and 500 MB, made part
by part and joined as in the background (`tournaments.printing.jobs`); the Print page in 100 ms.
"""

import random
import resource
import statistics
import sys
import time
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.test import Client
from django.urls import reverse
from pypdf import PdfWriter

from duplicate.models import Game
from duplicate.positions.board_state import position_of
from duplicate.rounds import closing
from tests.bench.hall import SECOND, Hall
from tests.bench.measuring import milliseconds, own_database
from tournaments.models import Event
from tournaments.printing.jobs import PAGES_A_PART
from tournaments.printing.letterhead import paper_for
from tournaments.printing.pdf.values import Paper
from tournaments.printing.registry import Document, documents_of
from tournaments.printing.render import make

TIMES = 7
ALONE = ("standings", "arbitration", "statistics")


class Command(BaseCommand):
    help = "Measure documents of 1,500 players after 20 rounds: seconds, and megabytes at the most."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with own_database():
            game = _game_of_twenty_rounds()
            self.paper = paper_for(game.event, site="https://play.example")
            self._measure_page(game)
            documents = {document.name: document for document in documents_of("game")}
            for name in ALONE:
                self._measure(documents[name], game)
            for name in ("player-sheets", "slips"):
                self._measure_parts(documents[name], game)
            badges = next(document for document in documents_of("event") if document.name == "badges")
            self._measure_parts(badges, game.event)

    def _measure_page(self, game: Game) -> None:
        """Measure the page as a chief sees it who has printed a few documents already."""
        desk, page = Client(), reverse("print", args=[game.event_id])
        desk.force_login(User.objects.get(username="bench"))
        for name in ALONE:
            desk.get(reverse("document-file", args=[game.event_id, "game", game.pk, name, "pdf"]))
        took = [milliseconds(lambda: desk.get(page)) for _time in range(TIMES)]
        self._say("the Print page", f"median {statistics.median(took):.0f} ms, at most {max(took):.0f} ms")

    def _measure(self, document: Document, game: Game) -> None:
        def made() -> None:
            # A new version makes the cached values of the one before invalid.
            Game.objects.filter(pk=game.pk).update(version=next(versions))
            make(document, game, options, kind="pdf", paper=self.paper)

        versions, options = iter(range(1000, 2000)), document.options(game, {})
        begun = time.process_time()
        took = [milliseconds(made) for _time in range(TIMES)]
        busy = 1000 * (time.process_time() - begun) / TIMES
        self._say(
            document.name,
            f"median {statistics.median(took):.0f} ms, at most {max(took):.0f} ms, {busy:.0f} ms of them CPU",
        )

    def _measure_parts(self, document: Document, subject: Game | Event) -> None:
        assert document.keys is not None, "measured of long documents"
        options = document.options(subject, {})
        keys = document.keys(subject, options)
        size = PAGES_A_PART * document.keys_a_page
        parts: list[bytes] = []
        begun = time.process_time()
        took = [
            milliseconds(lambda: parts.append(_part(document, subject, options, part, self.paper)))  # noqa: B023 - called at once
            for part in (keys[first : first + size] for first in range(0, len(keys), size))
        ]
        joining = milliseconds(lambda: _joined(parts))
        busy, page = time.process_time() - begun, statistics.median(took) / PAGES_A_PART
        self._say(
            document.name,
            f"{len(keys)} in {(sum(took) + joining) / 1000:.1f} s, {busy:.1f} s of them CPU,"
            f" {joining / 1000:.1f} s to join {len(parts)} parts; a page {page:.1f} ms;"
            f" {sum(map(len, parts)) / 1e6:.1f} MB of parts",
        )

    def _say(self, name: str, what: str) -> None:
        # Kilobytes, but bytes on macOS.
        unit = 1e6 if sys.platform == "darwin" else 1e3
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
        self.stdout.write(f"{name}: {what}; so far at most {peak:.0f} MB in memory")


def _part(
    document: Document, subject: Game | Event, options: dict[str, str], keys: Sequence[int], paper: Paper
) -> bytes:
    return document.draw(document.gather(subject, options, keys), paper)


def _joined(parts: Sequence[bytes]) -> bytes:
    writer, joined = PdfWriter(), BytesIO()
    for part in parts:
        writer.append(BytesIO(part))
    writer.write(joined)
    return joined.getvalue()


def _game_of_twenty_rounds() -> Game:
    hall = Hall()
    round_ = hall.close_round(SECOND)
    slips = hall.slips_like_those_of_people(position_of(round_), random.Random(4))
    hall.hand_in(round_, slips)
    closing.judge_round(round_.pk)
    hall.play_on(round_, slips)
    return Game.objects.select_related("event").get(pk=hall.game.pk)
