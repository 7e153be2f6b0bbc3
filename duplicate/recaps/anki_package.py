"""Packages that Anki imports: a ZIP file with a database of the schema that all its versions read, 11. Pure."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

# Cards are new, of the first card of their note type, and not synchronised.
_SCHEMA = """
create table col (id integer primary key default 1, crt, mod, scm, ver default 11, dty default 0, usn default 0,
    ls default 0, conf default '{}', models, decks, dconf default '{}', tags default '{}');
create table notes (id integer primary key, guid, mid, mod, usn default -1, tags default '', flds, sfld, csum,
    flags default 0, data default '');
create table cards (id integer primary key, nid, did, ord default 0, mod, usn default -1, type default 0,
    queue default 0, due, ivl default 0, factor default 0, reps default 0, lapses default 0, left default 0,
    odue default 0, odid default 0, flags default 0, data default '');
create table revlog (id integer primary key, cid, usn, ease, ivl, lastIvl, factor, time, type);
create table graves (usn, oid, type);
"""
_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~"


@dataclass(frozen=True, slots=True)
class NoteKind:
    """What Anki calls a note type, with one card a note; its number is the same in all packages."""

    number: int
    name: str
    fields: Sequence[str]
    front: str
    back: str
    style: str

    def to_data(self, deck: int, moment: int) -> dict[str, object]:
        fields = [
            {"name": name, "ord": place, "sticky": False, "rtl": False, "font": "Arial", "size": 20}
            for place, name in enumerate(self.fields)
        ]
        card = {"name": self.name, "ord": 0, "qfmt": self.front, "afmt": self.back}
        data = {
            "id": self.number,
            "name": self.name,
            "mod": moment,
            "usn": -1,
            "did": deck,
            "type": 0,
        }
        return data | {"sortf": 0, "flds": fields, "tmpls": [card], "css": self.style}


def note_id(*parts: object) -> str:
    """Return the id by which Anki finds a note again: the same for the same parts."""
    number = int.from_bytes(hashlib.sha256("__".join(map(str, parts)).encode()).digest()[:8], "big")
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def write_package(
    kind: NoteKind, deck: int, name: str, notes: Iterable[tuple[str, Sequence[str]]], *, now: datetime
) -> bytes:
    """Return a package with one deck of new cards; `notes` are ids with the values of their fields."""
    moment = int(now.timestamp())
    today = dict.fromkeys(("newToday", "revToday", "lrnToday", "timeToday"), (0, 0))
    about = {"id": deck, "name": name, "mod": moment, "usn": -1, "conf": 1, "dyn": 0, "desc": "", **today}
    about |= {"collapsed": False, "extendNew": 0, "extendRev": 0}
    models, decks = json.dumps({kind.number: kind.to_data(deck, moment)}), json.dumps({deck: about})
    with closing(sqlite3.connect(":memory:")) as store:
        store.executescript(_SCHEMA)
        head = (moment, moment * 1000, moment * 1000, models, decks)
        store.execute("insert into col (crt, mod, scm, models, decks) values (?, ?, ?, ?, ?)", head)
        for key, (guid, values) in enumerate(notes, start=moment * 1000):
            checksum = int(hashlib.sha1(values[0].encode()).hexdigest()[:8], 16)  # noqa: S324 - what Anki asks for
            note = (key, guid, kind.number, moment, "\x1f".join(values), values[0], checksum)
            store.execute(
                "insert into notes (id, guid, mid, mod, flds, sfld, csum) values (?, ?, ?, ?, ?, ?, ?)", note
            )
            card = (key, key, deck, moment, key - moment * 1000)
            store.execute("insert into cards (id, nid, did, mod, due) values (?, ?, ?, ?, ?)", card)
        store.commit()
        content = store.serialize()
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as package:
        package.writestr("collection.anki2", content)
        package.writestr("media", "{}")
    return file.getvalue()
