"""Envelopes: a prepared game as a file that goes to clubs, signed by its organiser and opened with a code.
Pure.

The file has four lines of ASCII, each ended by a line feed:

    ISOTOP ENVELOPE 1                 what it is, and the version of the format
    {"name": …}                       the *header* in clear, as JSON: see `Header`, and salt and nonce
    BASE64                            the content, encrypted (ChaCha20-Poly1305; the header is bound to it)
    BASE64                            the signature (Ed25519) of the three lines before

A file that is made for one club (`pack_for_club`) has two lines more: the club's name and its token as JSON,
and a signature (Ed25519) of these and the envelope. The envelope in it is the same to the byte for all clubs.

The key of the content is derived (scrypt) from the *code*: 18 random characters of `codes.ALPHABET`, 90 bits,
and two check characters derived from them, which tell a misheard code from the code of another game. The code
has characters in groups of four and no words, as they are the same in every language, and no two look alike.
"""

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from dataclasses import asdict, dataclass, fields
from datetime import MAXYEAR, datetime, tzinfo
from typing import Any, Final, Self
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
from django.utils.translation import gettext_lazy as _

from tournaments.codes import ALPHABET
from tournaments.errors import RuleViolation
from tournaments.http.json_values import can_be_stored
from tournaments.models import NAME_LENGTH
from tournaments.processes.own_process import in_own_process
from tournaments.time.time_zones import zone_of_moment

MOST_BYTES: Final = 200_000
VERSION: Final = 1
KEY_LENGTH: Final = 16
_KIND: Final = b"ISOTOP ENVELOPE "
_LINES: Final = 4
_RANDOM_CHARACTERS: Final = 18
_CHECK_CHARACTERS: Final = 2
# 32 MB and about a tenth of a second. The code alone is strong enough; this is for a code that is written
# where others may read it.
_SCRYPT: Final = {"length": 32, "n": 2**15, "r": 8, "p": 1}
_TEXT_KEYS = (
    "name",
    "organiser",
    "opens_at",
    "lexicon",
    "words",
    "tile_set",
    "rules",
    "address",
    "public_key",
    "time_zone",
)


# The lengths of the database columns and of the form fields.
_LONGEST = {
    "name": 80,
    "organiser": 80,
    "lexicon": 40,
    "words": 64,
    "tile_set": 20,
    "rules": 200,
    "address": 200,
    "time_zone": 64,
}


@dataclass(frozen=True, slots=True)
class Header:
    """The part of an envelope that anybody may read.

    `words` is the fingerprint of the lexicon; `rules` the name of the rules; `address` the organiser's
    server, perhaps empty; `public_key` is in hexadecimal; `time_zone` is the IANA name of the organiser's zone,
    empty in an envelope of an older program.
    """

    name: str
    organiser: str
    opens_at: datetime
    lexicon: str
    words: str
    tile_set: str
    rules: str
    address: str
    public_key: str
    time_zone: str = ""

    @property
    def zone(self) -> tzinfo:
        return zone_of_moment(self.opens_at, self.time_zone)

    @property
    def fingerprint(self) -> str:
        return fingerprint_of(bytes.fromhex(self.public_key))

    def to_data(self) -> dict[str, str]:
        return asdict(self) | {"opens_at": self.opens_at.astimezone(self.zone).isoformat()}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Self:
        """Parse a header; raise ValueError, KeyError or TypeError if it is none."""
        data = {"time_zone": "", **data}
        values = {field.name: data[field.name] for field in fields(cls)}
        if not all(isinstance(values[key], str) for key in _TEXT_KEYS):
            raise TypeError("no text")
        if not can_be_stored(values):
            raise ValueError("signs of no text")
        if any(len(values[key]) > most for key, most in _LONGEST.items()):
            raise ValueError("too long")
        opens_at = datetime.fromisoformat(values["opens_at"])
        if opens_at.tzinfo is None:
            raise ValueError("no time zone")
        if not 1 < opens_at.year < MAXYEAR:
            raise ValueError("no moment in every zone")
        _strict_hex(values["public_key"], 32)
        if values["address"]:
            check_address(values["address"])
        return cls(**{**values, "opens_at": opens_at})


def check_address(address: str) -> None:
    """Check the address of a server: http or https, a name, perhaps a port and a path.

    Raises:
        ValueError: it is no such address.
    """
    parts = urlsplit(address)
    # Reading the port raises ValueError if it is no port.
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.port == 0:
        raise ValueError("no address")
    if (
        parts.username
        or parts.query
        or parts.fragment
        or any(not " " < letter < "\x7f" for letter in address)
    ):
        raise ValueError("no plain address")


def fingerprint_of(public_key: bytes) -> str:
    """Return the fingerprint that two people compare on the telephone: eight groups of four, of 160 bits."""
    digest = hashlib.sha256(public_key).digest()[:20]
    return _group_characters(_characters(digest, 32))


def digest_of(data: bytes) -> str:
    """Return the digest that identifies an envelope, to the last byte."""
    return hashlib.sha256(data).hexdigest()


def new_code() -> str:
    written = "".join(secrets.choice(ALPHABET) for _ in range(_RANDOM_CHARACTERS))
    return _group_characters(written + _check_of(written))


def tidy_code(typed: str) -> str:
    """Return a typed code in its one form.

    Raises:
        RuleViolation: it can be no code: too long or short, or misheard.
    """
    written = "".join(letter for letter in typed.upper() if letter.isalnum())
    whole = _RANDOM_CHARACTERS + _CHECK_CHARACTERS
    if len(written) != whole:
        raise RuleViolation(
            "code_length",
            _("A code has {whole} characters; this one has {given}."),
            whole=whole,
            given=len(written),
        )
    strange = sorted(set(written) - set(ALPHABET))
    if strange:
        raise RuleViolation(
            "code_letters", _("Codes never contain {letters}: it was misheard."), letters=" ".join(strange)
        )
    if _check_of(written[:_RANDOM_CHARACTERS]) != written[_RANDOM_CHARACTERS:]:
        raise RuleViolation("code_misheard", _("At least one character of the code is wrong."))
    return _group_characters(written)


def pack(header: Header, content: str, *, code: str, key: Ed25519PrivateKey) -> bytes:
    """Return the file of an envelope. `header` must have the public key that belongs to `key`."""
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    told = header.to_data() | {"salt": salt.hex(), "nonce": nonce.hex()}
    head = _KIND + str(VERSION).encode() + b"\n" + json.dumps(told).encode() + b"\n"
    sealed = ChaCha20Poly1305(_key_of(code, salt)).encrypt(nonce, content.encode(), head)
    signed = head + base64.b64encode(sealed) + b"\n"
    return signed + base64.b64encode(key.sign(signed)) + b"\n"


@dataclass(frozen=True, slots=True)
class ClubPart:
    """The part of a file that is made for one club: its name, and the token that signs its results."""

    club: str
    token: str


def pack_for_club(data: bytes, part: ClubPart, *, key: Ed25519PrivateKey) -> bytes:
    """Return the file of one club: the envelope, with the club's name and token."""
    told = json.dumps(asdict(part)).encode() + b"\n"
    return data + told + base64.b64encode(key.sign(data + told)) + b"\n"


def split_club_file(data: bytes) -> tuple[bytes, ClubPart | None]:
    """Return the envelope in a file, and the part of the club that it is made for, if there is one.

    Raises:
        RuleViolation: the club's part was altered.
    """
    lines = data.split(b"\n")
    if len(data) > MOST_BYTES or not data.startswith(_KIND) or len(lines) != _LINES + 3:
        return data, None
    whole = b"\n".join(lines[:_LINES]) + b"\n"
    told, signature, rest = lines[_LINES:]
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(read_header(whole).public_key))
        public.verify(_strict_base64(signature), whole + told + b"\n")
        part = ClubPart(**json.loads(told))
    except (ValueError, TypeError, RecursionError, InvalidSignature) as error:
        raise _altered_violation() from error
    texts = part.club, part.token
    fit = all(isinstance(text, str) and 0 < len(text) <= NAME_LENGTH for text in texts)
    if rest or not fit or not can_be_stored(texts):
        raise _altered_violation()
    return whole, part


@in_own_process()
def read_envelope_file(data: bytes) -> tuple[bytes, ClubPart | None, Header]:
    """Return the envelope in a file, the part of its club, and the header; the errors are those of both."""
    whole, part = split_club_file(data)
    return whole, part, read_header(whole)


def read_header(data: bytes) -> Header:
    """Return the header of an envelope after verifying the organiser's signature.

    Raises:
        RuleViolation: it is none, of a newer version, or altered by a single byte.
    """
    return _split_envelope(data).header


def open_envelope(data: bytes, code: str) -> str:
    """Decrypt the content; the caller has to check the opening time.

    Raises:
        RuleViolation: as `read_header`, or the code is not its code.
    """
    envelope, code = _split_envelope(data), tidy_code(code)
    try:
        cipher = ChaCha20Poly1305(_key_of(code, envelope.salt))
        return cipher.decrypt(envelope.nonce, envelope.sealed, envelope.head).decode(errors="replace")
    except InvalidTag:
        raise RuleViolation(
            "code_wrong", _("This code does not open this envelope. It may be the code of another game.")
        ) from None


@dataclass(frozen=True, slots=True)
class _Envelope:
    header: Header
    head: bytes
    salt: bytes
    nonce: bytes
    sealed: bytes


def _split_envelope(data: bytes) -> _Envelope:
    _check_kind(data)
    try:
        kind, told, sealed, signature, rest = data.split(b"\n")
        head = kind + b"\n" + told + b"\n"
        values = json.loads(told)
        header = Header.from_data(values)
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(header.public_key))
        public.verify(_strict_base64(signature), head + sealed + b"\n")
        salt, nonce = _strict_hex(values["salt"], 16), _strict_hex(values["nonce"], 12)
    except (ValueError, KeyError, TypeError, RecursionError, InvalidSignature) as error:
        raise _altered_violation() from error
    if rest:
        raise _altered_violation()
    return _Envelope(header, head, salt, nonce, _strict_base64(sealed))


def _check_kind(data: bytes) -> None:
    if len(data) > MOST_BYTES or not data.startswith(_KIND):
        raise RuleViolation("no_envelope", _("This file is not the envelope of a simultaneous game."))
    version = data[len(_KIND) :].partition(b"\n")[0]
    if version.isdigit() and int(version[:9]) > VERSION:
        raise RuleViolation(
            "envelope_newer",
            _("This envelope has format {version}, from a newer release. This program reads up to {known}."),
            version=version[:9].decode(),
            known=VERSION,
        )
    if version != str(VERSION).encode():
        raise _altered_violation()


def _altered_violation() -> RuleViolation:
    return RuleViolation(
        "envelope_altered",
        _("The signature of this envelope is not valid: it was altered or damaged."),
    )


def _strict_hex(text: str, length: int) -> bytes:
    """Parse hexadecimal in its one canonical form: Python also accepts blanks and capitals."""
    data = bytes.fromhex(text)
    if data.hex() != text or len(data) != length:
        raise ValueError("another hexadecimal")
    return data


def _strict_base64(text: bytes) -> bytes:
    """Parse base64 in its one canonical form: several texts may stand for the same bytes."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("no base64") from error
    if base64.b64encode(data) != text:
        raise ValueError("another base64")
    return data


def _key_of(code: str, salt: bytes) -> bytes:
    return Scrypt(salt=salt, **_SCRYPT).derive(code.replace("-", "").encode())


def _check_of(written: str) -> str:
    return _characters(hashlib.sha256(written.encode()).digest(), _CHECK_CHARACTERS)


def _characters(data: bytes, count: int) -> str:
    """Return the first bits as `count` characters, five bits a character."""
    number = int.from_bytes(data, "big")
    return "".join(ALPHABET[number >> (len(data) * 8 - 5 * place) & 31] for place in range(1, count + 1))


def _group_characters(written: str) -> str:
    return "-".join(written[place : place + 4] for place in range(0, len(written), 4))


def key_of(token: str) -> str:
    """Return the name of a token's key, which does not reveal the token."""
    return authenticate(token, ["key"])[:KEY_LENGTH]


def authenticate(token: str, value: object) -> str:
    """Return the HMAC of a value under a token; `duplicate.prepared_games.results.signature` says of what."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hmac.new(token.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
