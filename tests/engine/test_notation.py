"""References, moves and racks as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import MoveError, NotationError, TileError
from engine.notation import CONVENTIONS, Move, RackRecord, Reference
from engine.squares import SIZE, Direction
from engine.tiles import BLANK_FLAG, load_tile_set

ENGLISH = load_tile_set("english")
SPANISH = load_tile_set("spanish")
ACROSS, DOWN = Direction.ACROSS, Direction.DOWN

conventions = st.sampled_from(CONVENTIONS)
lines = st.integers(0, SIZE - 1)
references = st.builds(Reference, lines, lines, st.sampled_from(Direction))
tile_sets = st.sampled_from([ENGLISH, SPANISH])


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("H8", Reference(7, 7, ACROSS)),
        ("8H", Reference(7, 7, DOWN)),
        ("A15", Reference(0, 14, ACROSS)),
        ("15A", Reference(0, 14, DOWN)),
        ("O1", Reference(14, 0, ACROSS)),
        ("1O", Reference(14, 0, DOWN)),
    ],
)
def test_d5_letter_first_is_across_number_first_is_down(text, reference):
    assert Reference.parse(text) == reference
    assert reference.text() == text


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("8F", Reference(7, 5, ACROSS)),
        ("F8", Reference(7, 5, DOWN)),
        ("15A", Reference(14, 0, ACROSS)),
        ("O1", Reference(0, 14, DOWN)),
    ],
)
def test_english_convention_letters_the_columns(text, reference):
    assert Reference.parse(text, "english") == reference
    assert reference.text("english") == text


def test_small_letters_and_spaces_around_are_read():
    assert Reference.parse(" h8 ") == Reference.parse("H8") == Reference.parse("h08")


@pytest.mark.parametrize("text", ["", "H", "8", "HH", "88", "H8H", "H-8", "H 8", "H100", "Ä8", "H８", "8\n8"])
def test_what_is_no_reference_is_refused(text):
    with pytest.raises(NotationError) as caught:
        Reference.parse(text)
    assert (caught.value.code, caught.value.params) == ("bad_reference", {"text": text})


@pytest.mark.parametrize("text", ["P1", "A0", "A16", "16A", "0A", "Z99", "1p"])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_references_off_the_board_are_refused(text, convention):
    with pytest.raises(NotationError) as caught:
        Reference.parse(text, convention)
    assert (caught.value.code, caught.value.params) == ("reference_off_board", {"text": text.upper()})


def test_reading_order_is_row_column_across_first():
    written = ["B1", "1B", "A2", "2A", "A1", "1A"]
    assert sorted(map(Reference.parse, written)) == list(
        map(Reference.parse, ["A1", "1A", "A2", "2A", "B1", "1B"])
    )


def test_a_move_needs_a_word_and_known_letters():
    with pytest.raises(MoveError) as caught:
        Move.parse("H8", "  ", ENGLISH)
    assert caught.value.code == "empty_word"
    with pytest.raises(TileError):
        Move.parse("H8", "CAÑ0N", ENGLISH)
    assert Move.parse("H8", " CAT ", ENGLISH).word == ENGLISH.encode("CAT")


@given(references, conventions)
def test_references_read_back_as_printed(reference, convention):
    assert Reference.parse(reference.text(convention), convention) == reference
    assert reference.transposed().transposed() == reference


@given(st.data(), tile_sets, references, conventions)
def test_moves_read_back_as_printed(data, tiles, reference, convention):
    letter = st.integers(1, len(tiles.letters))
    cell = st.one_of(letter, letter.map(lambda number: number | BLANK_FLAG))
    move = Move(reference, tuple(data.draw(st.lists(cell, min_size=1, max_size=SIZE))))
    assert Move.parse(*move.text(tiles, convention), tiles, convention) == move
    assert move.transposed().transposed() == move


@pytest.mark.parametrize(
    ("text", "kept", "drawn", "redrawn"),
    [
        ("RU+ZXTEU", "RU", "ZXTEU", False),
        ("-ABCDEFG", "", "ABCDEFG", True),
        ("ABCDEFG", "", "ABCDEFG", False),
        ("A?+?", "A?", "?", False),
        ("AB+", "AB", "", False),
        ("", "", "", False),
    ],
)
def test_racks_of_records(text, kept, drawn, redrawn):
    rack = RackRecord.parse(text, ENGLISH)
    assert rack == RackRecord(ENGLISH.encode_rack(kept), ENGLISH.encode_rack(drawn), redrawn)
    assert rack.tiles == ENGLISH.encode_rack(kept + drawn)
    assert rack.text(ENGLISH) == text


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("AB+CD+EF", "+"),
        ("-AB+CD", "+"),
        ("AB-CD", "-"),
        ("--AB", "-"),
        ("A1", "1"),
        ("AÑ+0", "0"),
        ("A B", " "),
    ],
)
def test_what_is_no_rack_is_refused_and_the_letter_named(text, letter):
    with pytest.raises(NotationError) as caught:
        RackRecord.parse(text, ENGLISH)
    assert (caught.value.code, caught.value.params) == ("bad_rack", {"text": text, "letter": letter})


@given(st.data(), tile_sets, st.booleans())
def test_racks_read_back_as_printed(data, tiles, redrawn):
    rack = st.lists(st.integers(0, len(tiles.letters)), max_size=7).map(tuple)
    kept = () if redrawn else data.draw(rack)
    record = RackRecord(kept, data.draw(rack), redrawn)
    assert RackRecord.parse(record.text(tiles), tiles) == record
