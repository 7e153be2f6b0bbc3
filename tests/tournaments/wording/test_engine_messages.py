"""Messages of the engine, shown by the apps in the active language."""

from engine.errors import MESSAGES
from engine.tiles import tile_set_names
from tournaments.wording.engine_messages import ENGINE_MESSAGES, TILE_SETS, engine_message


def test_every_sentence_of_the_engine_has_its_twin():
    assert {code: str(message) for code, message in ENGINE_MESSAGES.items()} == MESSAGES


def test_every_tile_set_has_a_name():
    assert tuple(TILE_SETS) == tile_set_names()


def test_a_reference_that_is_missing_is_not_quoted():
    assert engine_message("bad_reference", {"text": " "}) == (
        "The reference is missing: write a letter and a number, such as H8 or 8H."
    )
    assert engine_message("bad_reference", {"text": "8"}).startswith("“8” is not a reference")
