"""Envelopes: what opens them, and everything that does not."""

import base64
import json
from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from duplicate.prepared_games.clubs import envelope
from duplicate.prepared_games.clubs.envelope import Header
from tournaments.codes import ALPHABET
from tournaments.errors import RuleViolation

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
HEADER = Header(
    name="World game",
    organiser="Fédération",
    opens_at=datetime(2026, 3, 3, 19, 30, tzinfo=UTC),
    lexicon="english",
    words="ab" * 16,
    tile_set="english",
    rules="Classic",
    address="",
    public_key=KEY.public_key().public_bytes_raw().hex(),
)
CONTENT = '{"rack": "AEINRST"}'
CODE = "KM4W-7TQZ-2HXB-9RPC-5D72"
DATA = envelope.pack(HEADER, CONTENT, code=CODE, key=KEY)


def sign(lines):
    return lines + base64.b64encode(KEY.sign(lines)) + b"\n"


def refusal(data, code=CODE):
    with pytest.raises(RuleViolation) as refused:
        envelope.open_envelope(data, code)
    assert str(refused.value)
    return refused.value.code


def test_what_was_put_in_comes_out():
    assert envelope.read_header(DATA) == HEADER
    assert envelope.open_envelope(DATA, CODE) == CONTENT


def test_a_content_that_is_no_text_is_read_as_one():
    """It cannot be played, and opening it says so."""

    class NoText(str):
        __slots__ = ()

        def encode(self):
            return b"\xff"

    assert envelope.open_envelope(envelope.pack(HEADER, NoText(), code=CODE, key=KEY), CODE) == "\ufffd"


@pytest.mark.repeats
@pytest.mark.parametrize("typed", [CODE.lower(), CODE.replace("-", ""), f"  {CODE.replace('-', ' ')}\n"])
def test_a_code_may_be_typed_as_one_likes(typed):
    assert envelope.open_envelope(DATA, typed) == CONTENT


def test_nothing_of_the_content_is_in_the_file():
    assert b"AEINRST" not in DATA
    assert envelope.pack(HEADER, CONTENT, code=CODE, key=KEY) != DATA, "salt and nonce are new each time"


def test_one_altered_byte_anywhere_is_seen():
    """Every byte, each in two ways: another case or letter, and one that no text has."""
    for place, byte in enumerate(DATA):
        for other in (byte ^ 0x20, byte ^ 0x01):
            altered = DATA[:place] + bytes([other]) + DATA[place + 1 :]
            with pytest.raises(RuleViolation) as refused:
                envelope.read_header(altered)
            assert refused.value.code in {"envelope_altered", "no_envelope", "envelope_newer"}, place


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(DATA)), st.binary(max_size=3), st.integers(0, 3))
def test_what_is_put_in_or_taken_out_is_seen(place, put_in, taken_out):
    altered = DATA[:place] + put_in + DATA[place + taken_out :]
    if altered != DATA:
        with pytest.raises(RuleViolation):
            envelope.read_header(altered)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200).filter(lambda data: not data.startswith(b"ISOTOP ENVELOPE ")))
def test_any_other_file_is_no_envelope(data):
    assert refusal(data) == "no_envelope"
    with pytest.raises(RuleViolation):
        envelope.read_header(b"ISOTOP ENVELOPE 1\n" + data)


def test_a_newer_format_says_so():
    assert refusal(DATA.replace(b"ENVELOPE 1", b"ENVELOPE 2", 1)) == "envelope_newer"


def test_who_signs_again_has_another_fingerprint():
    """A forger can write any header, but not under the organiser's key."""
    other = Ed25519PrivateKey.generate()
    forged = envelope.pack(HEADER, CONTENT, code=CODE, key=other)
    assert refusal(forged) == "envelope_altered", "the header names a key that did not sign"
    own = Header(
        **{
            **HEADER.to_data(),
            "opens_at": HEADER.opens_at,
            "public_key": other.public_key().public_bytes_raw().hex(),
        }
    )
    header = envelope.read_header(envelope.pack(own, CONTENT, code=CODE, key=other))
    assert header.fingerprint != HEADER.fingerprint


def swapped(code):
    """Return the code with its first two different neighbours exchanged, as when misheard."""
    plain = code.replace("-", "")
    place = next(place for place in range(17) if plain[place] != plain[place + 1])
    return plain[:place] + plain[place + 1] + plain[place] + plain[place + 2 :]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "code_length"),
        (CODE[:-1], "code_length"),
        (CODE + "A", "code_length"),
        ("O" + CODE[1:], "code_letters"),
        ("É" + CODE[1:], "code_letters"),
        (swapped(CODE), "code_misheard"),
        ("AAAA-AAAA-AAAA-AAAA-AA4K", "code_wrong"),
    ],
)
def test_a_wrong_code_says_what_is_wrong_with_it(typed, code):
    assert refusal(DATA, typed) == code


def test_codes_are_long_enough_to_keep_and_short_enough_to_say():
    codes = {envelope.new_code() for _ in range(200)}
    assert len(codes) == 200
    for code in codes:
        assert [len(group) for group in code.split("-")] == [4] * 5
        assert set(code) <= {*ALPHABET, "-"}
    assert len(ALPHABET) ** 18 >= 2**80


@pytest.mark.parametrize("missing", [*sorted(HEADER.to_data().keys() - {"time_zone"}), "salt", "nonce"])
def test_a_header_lacks_nothing(missing):
    head = json.loads(DATA.split(b"\n")[1])
    del head[missing]
    signed = b"ISOTOP ENVELOPE 1\n" + json.dumps(head).encode() + b"\n" + DATA.split(b"\n")[2] + b"\n"
    assert refusal(sign(signed)) == "envelope_altered"


@pytest.mark.parametrize(
    ("named", "offset"), [("America/Toronto", -5), ("Europe/Atlantis", 1), ("", 1), (None, 1)]
)
def test_the_hour_is_one_moment_whatever_its_zone_is_called(named, offset):
    """Older programs name no zone, and this machine may not know the zone: then the offset remains."""
    head = json.loads(DATA.split(b"\n")[1]) | {"opens_at": "2026-03-03T20:30:00+01:00", "time_zone": named}
    if named is None:
        del head["time_zone"]
    lines = (b"ISOTOP ENVELOPE 1", json.dumps(head).encode(), DATA.split(b"\n")[2])
    header = envelope.read_header(sign(b"\n".join(lines) + b"\n"))
    assert header.opens_at == HEADER.opens_at
    assert header.opens_at.astimezone(header.zone).utcoffset() == timedelta(hours=offset)


@pytest.mark.parametrize(
    "opens_at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-03-03T20:30:00", "soon"]
)
def test_an_hour_that_no_zone_can_show_is_refused(opens_at):
    head = json.loads(DATA.split(b"\n")[1]) | {"opens_at": opens_at}
    lines = (b"ISOTOP ENVELOPE 1", json.dumps(head).encode(), DATA.split(b"\n")[2])
    assert refusal(sign(b"\n".join(lines) + b"\n")) == "envelope_altered"


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "x" * 81},
        {"organiser": "x" * 81},
        {"lexicon": "x" * 41},
        {"public_key": " " + HEADER.public_key},
        {"public_key": HEADER.public_key[:2] + " " + HEADER.public_key[2:]},
        {"address": "https://[1"},
        {"address": "https://club.example:port"},
        {"address": "file:///etc/passwd"},
        {"address": "https://a:b@club.example"},
        {"address": "https://club.example/ x"},
        {"name": "World\ud800"},
        {"organiser": "Fédération\0"},
    ],
    ids="-".join,
)
def test_a_header_that_this_program_would_not_write_is_refused(wrong):
    with pytest.raises(ValueError, match=r".+"):
        Header.from_data(HEADER.to_data() | wrong)


@pytest.mark.parametrize("name", ["club", "token"])
@pytest.mark.parametrize("sign", ["\ud800", "\0"])
def test_a_part_with_signs_that_no_text_may_have_is_refused(name, sign):
    part = envelope.ClubPart(**{"club": "Namur", "token": "abc", name: f"a{sign}"})
    with pytest.raises(RuleViolation, match="altered or damaged"):
        envelope.split_club_file(envelope.pack_for_club(DATA, part, key=KEY))
