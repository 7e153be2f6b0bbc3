"""Files in GCG: read, printed, refused."""

import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RecordError
from engine.formats.gcg import (
    THROUGH,
    EventKind,
    GcgEvent,
    GcgGame,
    GcgPlayer,
    Pragma,
    is_gcg,
)
from engine.formats.gcg_encodings import encodings_tried
from engine.notation import Reference
from engine.referee.gcg.reader import check
from engine.squares import Direction
from engine.tiles import BLANK_FLAG, load_tile_set, tile_set_names
from tests.bounds import at_most
from tests.engine.formats.gcg_game import ENGLISH, GAME, SPANISH, parse

HEBREW = load_tile_set("hebrew")

# Reading and printing


def test_everything_that_a_file_has():
    game = parse(GAME)
    assert game.players == (GcgPlayer("Ann", "Ann Marsh"), GcgPlayer("Bo", "Bo Ek"))
    assert game.head == (Pragma("title", "Worked examples"), Pragma("lexicon", "none"))
    assert game.end == (Pragma("rack1", "Q"), Pragma("incomplete", ""))
    assert [event.kind for event in game.events] == [
        *[EventKind.MOVE] * 3,
        EventKind.EXCHANGE,
        EventKind.MOVE,
        EventKind.WITHDRAWN,
        EventKind.MOVE,
        EventKind.CHALLENGE,
        EventKind.EXCHANGE,
        *[EventKind.PASS] * 4,
        EventKind.TIME,
        *[EventKind.RACK] * 2,
    ]
    farm = game.events[1]
    assert (farm.player, farm.rack, farm.score, farm.total) == ("Bo", ENGLISH.encode_rack("FAMIIUU"), 9, 9)
    assert farm.reference == Reference(5, 7, Direction.DOWN)
    assert farm.tiles == (6, 1, THROUGH, 13)
    assert farm.line == 7
    assert game.events[2].notes == ("what the M was", "and what it is")
    assert game.events[3].tiles == ENGLISH.encode("IIU")
    assert game.events[6].tiles == ENGLISH.encode("BiT")
    assert game.events[8].count == 2
    assert game.events[-1].tiles == game.events[-1].rack == ENGLISH.encode("QUEEIOO")


def test_a_file_reads_back_as_printed():
    assert parse(GAME).text(ENGLISH) == GAME


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n\n", " \t\n"])
def test_line_ends(end):
    assert parse(GAME.replace("\n", end)) == parse(GAME)


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        (">Ann: ABC 8d cAB +5 5", ">Ann: ABC 8D cAB +5 5"),
        (">Ann: ABC d8 CAB +5 5", ">Ann: ABC D8 CAB +5 5"),
        (">Ann: ABC 8D CAB 5 5", ">Ann: ABC 8D CAB +5 5"),
        (">Ann: ABC  8D  CAB  +5  5  BE, ET, DO", ">Ann: ABC 8D CAB +5 5"),
        (">Ann:ABC 8D CAB +5 5", ">Ann: ABC 8D CAB +5 5"),
        (">Ann: 8D CAB +5 5", ">Ann: 8D CAB +5 5"),
        (">Ann: ABC -- +0 5", ">Ann: ABC -- +0 5"),
        (">Ann: -0 +0 5", ">Ann: -0 +0 5"),
        (">Ann:     (ENOR) +8 481", ">Ann: (ENOR) +8 481"),
        (">Ann: (Challenge) +5 10", ">Ann: (challenge) +5 10"),
        (">Ann: abc? - +0 10", ">Ann: ABC? - +0 10"),
        (">Ann: () +0 10", ">Ann: () +0 10"),
    ],
)
def test_other_ways_to_write_an_event(line, printed):
    assert parse(line).text(ENGLISH).splitlines()[1:] == [printed]


def test_a_line_without_a_sign_goes_on_with_the_note_before_it():
    text = "#description a long\n\n  one\n#player1 A A\n>A: AB - +0 0\n#note one\ntwo\n\nthree\n>A: - +0 0\n"
    game = parse(text)
    assert game.head == (Pragma("description", "a long one"),)
    assert game.events[0].notes == ("one two three",)


def test_pragmas_that_are_not_known_are_kept():
    game = parse("#style wsc2001\n#note before all\n#ID org.x 12\n>A: - +0 0\n#tile-set english\n")
    assert game.head == (Pragma("style", "wsc2001"), Pragma("note", "before all"), Pragma("id", "org.x 12"))
    assert game.end == (Pragma("tile-set", "english"),)


def test_nicknames_are_told_apart_by_the_longest():
    game = parse("#player1 A: Ann\n#player2 A Anna\n>A:: X - +0 0\n>A: X - +0 0\n")
    assert [event.player for event in game.events] == ["A:", "A"]


def test_tiles_of_two_letters():
    text = ">A: CHORROX 8D [CH]ORRO +20 20\n>B: [C][H]A D8 .[C][H] +5 5\n"
    game = parse(text, SPANISH)
    assert len(game.events[0].tiles) == 4
    assert len(game.events[1].tiles) == 3
    assert parse(game.text(SPANISH), SPANISH) == game


# Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
@pytest.mark.parametrize("name", ["Élise Núñez", "Søren Ærø", "Zoë Lecœur", "Bob O’Brien Šimic"])
def test_a_file_that_does_not_say_how_it_is_encoded(encoding, name):
    """Programs write UTF-8 without saying so; other bytes are the standard's Latin-1, as Windows extends it."""
    file = f"#player1 Ann {name}\n#player2 Bo Bo\n>Ann: AEINRST 8D RETAINS +66 66\n#note {name}\n"
    game = parse(file.encode(encoding))
    assert (game.players[0].name, game.events[0].notes) == (name, (name,))


def test_what_a_file_says_of_its_encoding_holds():
    """The statement wins even if the bytes are valid UTF-8."""
    said = "#character-encoding ISO-8859-1\n#player1 Ann Élise".encode()
    assert parse(said).players[0].name == "Ã‰lise"


def test_a_file_is_latin_1_unless_it_says_otherwise():
    name = "#player1 josé José Arcadio\n"
    assert parse(name.encode("latin-1")).players[0].name == "José Arcadio"
    assert parse(codecs.BOM_UTF8 + name.encode()).players[0].name == "José Arcadio"
    for said, encoding in [
        ("UTF-8", "utf-8"),
        ("utf8", "utf-8"),
        ("ISO-8859-1", "cp1252"),
        ("windows-1252", "cp1252"),
    ]:
        data = f"#character-encoding {said}\r\n{name}".encode(encoding)
        assert parse(data).players[0].nick == "josé", said


@pytest.mark.parametrize(
    ("data", "tried"),
    [
        (b"#title x\n", ["UTF-8"]),
        ("#title \u00e9\n".encode(), ["UTF-8"]),
        (codecs.BOM_UTF8 + b"#title x\n", ["UTF-8"]),
        ("#title \u00e9\n".encode("utf-16"), ["UTF-16 LE"]),
        (b"#character-encoding UTF-16\n#title x\n", ["UTF-16", "UTF-8"]),
        (b"#title \xe9\n", ["UTF-8", "Windows-1252"]),
        (b"#title \xe9\n#note \x81", ["UTF-8", "Windows-1252", "ISO 8859-1"]),
        (b"#character-encoding ISO-8859-1\n#title \xe9\n", ["ISO-8859-1"]),
        (b"#character-encoding klingon\n#title x\n", ["klingon", "UTF-8"]),
        (b"#character-encoding klingon\n#title \xe9\n", ["klingon", "UTF-8", "Windows-1252"]),
        (b"#character-encoding UTF-8\n#title \xe9\n", ["UTF-8", "Windows-1252"]),
    ],
)
def test_encodings_are_tried_until_one_fits(data, tried):
    assert list(encodings_tried(data)) == tried
    assert parse(data).head[0].text in {"x", "\u00e9"}


def test_an_encoding_is_named_in_the_first_line():
    with pytest.raises(RecordError, match="Line 2: #character-encoding must be the first line"):
        parse(b"#title x\n#character-encoding UTF-8\n")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"#player1 A A", True),
        (b"\n>A: - +0 0", True),
        (codecs.BOM_UTF8 + b"#", True),
        ("#player1 A A".encode("utf-16"), True),
        (b'{"rounds": []}', False),
        (b"", False),
    ],
)
def test_whether_a_file_is_gcg(data, expected):
    assert is_gcg(data) is expected


# Problems of a file


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("CAT", "this is neither a pragma (#) nor an event (>)"),
        ("#player2", "the player has no name"),
        ("#player1 Eve Eve", "there is a player 1 or a “Eve” already"),
        ("#player3 Ann Ann", "there is a player 3 or a “Ann” already"),
        (">Eve: ABC - +0 0", "there is no player “Eve”"),
        (">", "an event begins with a player's nickname and a colon"),
        ("> : AB - +0 0", "an event begins with a player's nickname and a colon"),
        (">Ann ABC - +0 0", "an event begins with a player's nickname and a colon"),
        (">Ann:", "what was played is missing"),
        (">Ann: ABC", "what was played is missing"),
        (">Ann: A7B - +0 0", "“7” in “A7B” is not a letter of this tile set"),
        (">Ann: ABC 8D +5 5", "the word is missing"),
        (">Ann: ABC 8D", "the word is missing"),
        (">Ann: ABC 8D C.4T +5 5", "“4” in “4T” is not a letter of this tile set"),
        (">Ann: ABC 8D (C)AT +5 5", "“(C)AT” has a parenthesis: a letter that lies there is written “.”"),
        (">Ann: ABC 16D CAT +5 5", "Reference 16D is off the board"),
        (">Ann: ABC P8 CAT +5 5", "“P8” is nothing that a player can do"),
        (">Ann: ABC pass +0 5", "“pass” is nothing that a player can do"),
        (">Ann: ABC -1X +0 5", "“1” in “1X” is not a letter of this tile set"),
        (">Ann: (7) +5 5", "“7” in “7” is not a letter of this tile set"),
        (">Ann: ABC 8D CAT", "the score is missing"),
        (">Ann: ABC 8D CAT +5", "the total is missing"),
        (">Ann: ABC 8D CAT five 5", "“five” is no score"),
        (">Ann: ABC 8D CAT +5 ٣", "“٣” is no total"),
    ],
)
def test_what_is_wrong_with_a_line(line, problem):
    with pytest.raises(RecordError) as caught:
        parse(f"#character-encoding UTF-8\n#player1 Ann Ann\n{line}\n")
    assert str(caught.value).startswith(f"Line 3: {problem}")
    assert (caught.value.code, caught.value.params["line"]) == ("bad_gcg", 3)


@pytest.mark.parametrize(
    ("rack", "word", "letter", "fitting"),
    [
        ("AŁPKOWZ", "ŁAPKO", "Ł", "polish"),
        ("ŁAPKOWZ", "ŁAPKO", "Ł", "polish"),
        ("ØLETDEN", "ØLET", "Ø", "norwegian, danish, faroese"),
        ("ŁØABCDE", "AB", "Ł", ""),
    ],
)
def test_a_letter_that_no_tile_has_leads_to_the_tile_sets_of_the_file(rack, word, letter, fitting):
    data = f">Ann: {rack} 8D {word} +20 20\n>Bo: ADE 9D ADE +5 5\n"
    with pytest.raises(RecordError) as caught:
        parse(data)
    said = str(caught.value)
    assert said.startswith(f"Line 1: “{letter}” in “{rack}” is not a letter of this tile set")
    assert said.partition("All letters of the file are in: ")[2].removesuffix(".") == fitting
    for name in filter(None, fitting.split(", ")):
        assert parse(data, load_tile_set(name)).events[0].tiles


PASS = ">A: AB - +0 0\n"


@pytest.mark.repeats
@pytest.mark.parametrize("tiles", [ENGLISH, HEBREW], ids=lambda tiles: tiles.name)
@pytest.mark.parametrize(
    "text",
    [
        PASS + "#note\n" * 33_000,
        f"{PASS}#note\n" + "ab\n" * 66_000,
        "#a\n" * 66_000 + PASS,
        "#playerX\n" * 22_000 + PASS,
        PASS * 14_000,
        f">A: AB 8D {'AB' * 99_000} +0 0\n",
    ],
    ids=["notes", "one note", "pragmas", "players", "events", "a word"],
)
def test_the_largest_files_are_read_or_refused_soon(text, tiles):
    with at_most(6), suppress(RecordError):
        parse(text, tiles)


def test_tile_sets_are_looked_for_with_any_notes_but_no_more_events_than_a_game_has():
    said = []
    for more in ("#note\n" * 10_000, PASS * 1_000):
        with pytest.raises(RecordError) as caught:
            parse(">A: AŁ 8D AŁ +5 5\n" + more)
        said.append((caught.value.code, caught.value.params.get("fitting")))
    assert said == [("gcg_tiles", "polish"), ("bad_gcg", None)]


def test_players_come_before_the_game():
    with pytest.raises(RecordError, match="Line 2: players must come before the first event"):
        parse(">A: - +0 0\n#player1 A A\n")


# Any game reads back as printed

words = st.text("abcXYZéß'.", min_size=1, max_size=8)
sentences = st.lists(words, max_size=4).map(" ".join)
notes = st.lists(sentences, max_size=2).map(tuple)
KEYWORDS = st.sampled_from(["title", "description", "id", "lexicon", "style", "rack1", "incomplete", "x"])


@st.composite
def events(draw, tiles, nicks):
    letter = st.integers(1, len(tiles.letters))
    rack = st.lists(st.integers(0, len(tiles.letters)), max_size=9).map(tuple)
    kind = draw(st.sampled_from(EventKind))
    more = {}
    if kind is EventKind.MOVE:
        cell = st.one_of(st.just(THROUGH), letter, letter.map(lambda number: number | BLANK_FLAG))
        more["reference"] = Reference(
            draw(st.integers(0, 14)), draw(st.integers(0, 14)), draw(st.sampled_from(Direction))
        )
        more["tiles"] = tuple(draw(st.lists(cell, min_size=1, max_size=15)))
    elif kind is EventKind.EXCHANGE:
        more["tiles"] = draw(rack)
        more["count"] = 0 if more["tiles"] else draw(st.integers(0, 99))
    elif kind is EventKind.RACK:
        more["tiles"] = draw(rack)
    return GcgEvent(
        kind=kind,
        player=draw(st.sampled_from(nicks)),
        rack=draw(rack),
        score=draw(st.integers(-999, 999)),
        total=draw(st.integers(-999, 9999)),
        notes=draw(notes),
        **more,
    )


@st.composite
def games(draw):
    tiles = load_tile_set(draw(st.sampled_from(tile_set_names())))
    nicks = draw(st.lists(words, min_size=1, max_size=4, unique=True))
    pragmas = st.lists(st.builds(Pragma, KEYWORDS, sentences), max_size=3).map(tuple)
    played = tuple(draw(st.lists(events(tiles, nicks), max_size=6)))
    return tiles, GcgGame(
        players=tuple(GcgPlayer(nick, draw(sentences)) for nick in nicks),
        head=draw(pragmas),
        events=played,
        end=draw(pragmas) if played else (),
    )


@pytest.mark.parametrize(
    ("tile_set", "word"), [("hebrew", "א(ב)"), ("arabic", "(ا)"), ("turkish", "(I).A"), ("turkish", "a(I)b")]
)
def test_a_blank_without_a_small_letter_is_in_parentheses(tile_set, word):
    line = f">a: 8H {word} +5 5\n"
    tiles = load_tile_set(tile_set)
    assert line in parse(f"#character-encoding UTF-8\n#player1 a\n{line}", tiles).text(tiles)


def test_a_letter_in_parentheses_is_no_blank_where_letters_have_small_ones():
    with pytest.raises(RecordError, match="parenthesis"):
        parse("#character-encoding UTF-8\n#player1 a\n>a: 8H A(B) +5 5\n")


@pytest.mark.slow
@given(games())
def test_a_game_reads_back_as_printed(case):
    tiles, game = case
    assert parse(game.text(tiles), tiles) == game


@given(
    st.lists(
        st.sampled_from([*GAME.splitlines(), ">", "#", "x", ">Ann:", "\x00", "é"]) | st.text(max_size=20)
    )
)
def test_any_file_is_read_or_refused(lines):
    data = "\n".join(lines).encode()
    try:
        game = GcgGame.parse(data, ENGLISH)
    except RecordError:
        return
    assert GcgGame.parse(game.text(ENGLISH).encode(), ENGLISH) == game
    for checked in check(game, ENGLISH):
        assert checked.found is not None or checked.faults
