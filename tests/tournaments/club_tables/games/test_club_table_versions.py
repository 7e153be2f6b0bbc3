"""Club tables whose mode has had other rules since they began: each goes on by the rules of its own version."""

import json
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.modes import Setup
from engine.modes.scrabble_me.mode import SCRABBLE_ME
from engine.referee import Player
from engine.rules.game_settings import read_settings
from engine.tiles import load_tile_set
from tournaments.club_tables import tables
from tournaments.club_tables.games import state as club_tables_state
from tournaments.club_tables.games import turns
from tournaments.club_tables.models import ClubTable
from tournaments.models import Lexicon
from tournaments.time import clock

pytestmark = pytest.mark.django_db
RECORD = Path(__file__).parents[3] / "engine" / "records" / "scrabble_me" / "refilled_by_score.json"


@pytest.fixture
def record():
    return json.loads(RECORD.read_text(encoding="utf-8"))


@pytest.fixture
def table(record):
    """Return a table at which three sit."""
    lexicon = Lexicon.objects.get_or_create(
        name="english", defaults={"tile_set": "english", "word_count": 170_000}
    )[0]
    by = User.objects.create_user("opener")
    opened = tables.open_table(
        mode="scrabble_me", way="phones", lexicon=lexicon, settings=record["settings"], by=by
    )
    for name in ("Ann", "Bo", "Cy"):
        tables.sit_down(table=opened.table, name=name, phone=True)
    return ClubTable.objects.get(pk=opened.table.pk)


def test_a_game_begins_by_the_newest_rules(table):
    """Also where the table was opened, but not begun, before the rules changed."""
    assert table.mode_version == 1
    assert tables.begin(table=table).mode_version == SCRABBLE_ME.version == 2


def play_before_the_upgrade(table, record, acts):
    """Store rows as an earlier program left them: they had no version, which the column's default stands for."""
    table.seed, table.begun_at = record["seed"], clock.now() - timedelta(days=1)
    table.save()
    for number, act in enumerate(acts, start=1):
        table.acts.create(number=number, key=uuid.uuid4(), data=act)


def test_a_record_made_before_still_folds(table, record):
    play_before_the_upgrade(table, record, record["acts"])
    state = club_tables_state.state_of(ClubTable.objects.get(pk=table.pk))
    assert list(SCRABBLE_ME.scores(state)) == record["scores"]
    assert list(SCRABBLE_ME.winners(state)) == record["winners"]


def find_refused(record):
    """Return the number of the first act that the newest rules refuse."""
    players = tuple(Player(name) for name in ("Ann", "Bo", "Cy"))
    settings = read_settings(SCRABBLE_ME.settings, record["settings"])
    tiles, lexicon = load_tile_set("english"), load_lexicon("english")
    sitting = Setup(players=players, tiles=tiles, lexicon=lexicon, settings=settings, seed=record["seed"])
    state = SCRABBLE_ME.start(sitting)
    for at, act in enumerate(record["acts"]):
        try:
            state = SCRABBLE_ME.apply(state, act)
        except EngineError:
            return at
    raise AssertionError("the newest rules allow all of it")


def test_a_game_that_began_before_goes_on_by_its_rules(table, record):
    """The upgrade comes in the middle of a refill by score; the next pick is that of the old order."""
    at = find_refused(record)
    assert record["acts"][at]["act"] == "pick"
    play_before_the_upgrade(table, record, record["acts"][:at])
    table = ClubTable.objects.get(pk=table.pk)
    pick = {key: value for key, value in record["acts"][at].items() if key != "seed"}
    hand = turns.Hand(table.seats.get(number=pick["player"]))
    turns.act(table=table, hand=hand, key=uuid.uuid4(), said=pick)
    assert table.acts.count() == at + 1


def test_rules_that_this_program_does_not_know_are_named(table):
    tables.begin(table=table)
    ClubTable.objects.filter(pk=table.pk).update(mode_version=3, seed="of a newer program")
    with pytest.raises(EngineError, match="version 3 of Scrabble Me"):
        club_tables_state.state_of(ClubTable.objects.get(pk=table.pk))
