"""Documents as tests read them: made as the Print page makes them, their text taken out of the file."""

import csv
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO, StringIO

from pypdf import PdfReader

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.models import Game
from duplicate.website.onboarding import demo
from engine.rules import (
    load_rule_set,
)
from engine.rules.rule_settings import TimeRules
from tests.factories.games import create_arbitrator
from tournaments.lexicons.services import register_built_in
from tournaments.printing.pdf.values import Paper, ReportHeading
from tournaments.printing.registry import documents_of
from tournaments.printing.render import make

HEADING = ReportHeading(
    event="Saint Nicholas evening",
    club="Scrabble-Club de Châteauroux",
    day=date(2026, 3, 21),
    generated_at=datetime(2026, 3, 21, 20, 15, tzinfo=UTC),
)
PAPER = Paper(HEADING, site="https://play.example")


def document(kind, name):
    return next(one for one in documents_of(kind) if one.name == name)


def made(subject, name, kind="pdf", *, of="game", paper=PAPER, **given):
    """Return the file as bytes."""
    wanted = document(of, name)
    return make(wanted, subject, wanted.options(subject, given), kind=kind, paper=paper).data


def pages(pdf):
    """Return the text of each page, with one blank for each run of blanks and lines."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(pdf)).pages]


def printed(subject, name, **more):
    return pages(made(subject, name, **more))


def written(subject, name, kind, **more):
    """Return a text or a table as it is saved."""
    return made(subject, name, kind, **more).decode().removeprefix("\ufeff")


def begin_evening(**extent):
    """Tell the story of a chief who plays an evening; return both."""
    register_built_in()
    chief = create_arbitrator()
    return chief, play_evening(chief, **extent)


def play_evening(by, *, players=3, rounds=3, name="Tuesday", event=None):
    """Play a game by the FISF's rules with simulated players, the same each time."""
    rules = replace(load_rule_set("fisf"), time=TimeRules(grace_seconds=0))
    game = game_services.create_game(
        name=name, by=by, lexicon="english", notation="duplicate", rules=rules, event=event
    )
    Game.objects.filter(pk=game.pk).update(seed="an evening")
    game.refresh_from_db()
    for player in demo.NAMES[:players] if event is None else ():
        player_services.add_player(game=game, name=player, by=by)
    for _round in range(rounds):
        demo.play_round(game, by)
    return Game.objects.select_related("event").get(pk=game.pk)


def words_in_places(pdf, page=0):
    """Return every piece of text with its place on the page, in points from the lower left."""
    found = []

    def visit(text, matrix, text_matrix, font, size):
        if text.strip():
            x = text_matrix[4] * matrix[0] + matrix[4]
            y = text_matrix[5] * matrix[3] + matrix[5]
            found.append((text.strip(), x, y))

    PdfReader(BytesIO(pdf)).pages[page].extract_text(visitor_text=visit)
    return found


def rows_of(text):
    return list(csv.reader(StringIO(text)))
