"""The clubs of a simultaneous game at its organiser: their list, who has sent, and what is mailed to them."""

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.games.rules.presets import rules_title
from duplicate.models.simultaneous import InvitedClub, ResultVersion, Simultaneous
from duplicate.prepared_games.clubs import envelope
from duplicate.prepared_games.clubs.organiser import signing_key, token_of
from duplicate.prepared_games.clubs.selectors import newest_versions
from tournaments.errors import RuleViolation
from tournaments.models import Club
from tournaments.names import folding
from tournaments.names.folding import slug, sort_key
from tournaments.people.imports.columns import column_of
from tournaments.people.imports.files import EXCEL, decode_csv
from tournaments.people.imports.lines import bad_csv, find_headings, split_lines
from tournaments.processes.own_process import in_own_process
from tournaments.time.time_zones import moment_text

MOST_BYTES: Final = 500_000


@dataclass(frozen=True, slots=True)
class ClubState:
    """A club that has a token, or sent a result, or both; `version` is without its content."""

    name: str
    invited: InvitedClub | None
    version: ResultVersion | None


@dataclass(frozen=True, slots=True)
class ClubLetter:
    """A letter to one club of a simultaneous game: its file, and its token if it is known."""

    club: str
    file: str
    token: str


@dataclass(frozen=True, slots=True)
class ClubLetters:
    """The text that all letters about a simultaneous game share; `opens` is the hour as it is printed. None is a club
    whose token was revoked meanwhile.
    """

    organiser: str
    opens: str
    lexicon: str
    rules: str
    fingerprint: str
    address: str
    clubs: tuple[ClubLetter | None, ...]


def club_states(sent: Simultaneous) -> list[ClubState]:
    """Return all clubs by name, those whose token was revoked only if they sent a result."""
    invited = {club.key: club for club in sent.invited.filter(revoked_at=None)}
    versions = newest_versions(sent)
    states = [
        ClubState(
            invited[key].name if key in invited else versions[key].club, invited.get(key), versions.get(key)
        )
        for key in invited.keys() | versions.keys()
    ]
    return sorted(states, key=lambda state: sort_key(state.name))


def select_by_name(states: Sequence[ClubState], text: str) -> Sequence[ClubState]:
    """Return the clubs whose names have each word of a text in them."""
    words = folding.fold(text).split()
    return [state for state in states if all(word in folding.fold(state.name) for word in words)]


def reminder(sent: Simultaneous, missing: Iterable[str]) -> str:
    """Return a text for the clubs that have not sent their result, to be copied into a mail."""
    names = sorted(missing, key=sort_key)
    said = gettext(
        "Dear friends,\n\nWe have not received the result of your club in “{game}” yet. At your desk, "
        "the game’s “Result” page saves it as a file or sends it.\n\nStill missing ({count}): "
        "{clubs}.\n\n{organiser}"
    )
    return said.format(game=sent.name, count=len(names), clubs=", ".join(names), organiser=sent.organiser)


@in_own_process()
def clubs_in_list(data: bytes) -> list[str]:
    """Return the names of clubs in a text or CSV file: its column of clubs, or else the first one.

    Raises:
        RuleViolation: it is no text, or no CSV file, as a cell has no end.
    """
    if data.startswith(EXCEL):
        raise RuleViolation("clubs_in_excel", _("Excel files cannot be read here: save the list as CSV."))
    lines = split_lines(decode_csv(data), commas=False)
    if any(line.text.count('"') % 2 for line in lines):
        raise bad_csv(csv.Error("unexpected end of data"))
    if not (headed := find_headings(lines, _read_headings, within=1)):
        return [line.cells[0] for line in lines if line.cells[0]]
    place, below = headed
    return [line.cells[place] for line in below if len(line.cells) > place and line.cells[place]]


def _read_headings(cells: Sequence[str]) -> int | None:
    """Return the place of the column of clubs, or the first one; None if the cells name no columns."""
    columns = list(map(column_of, cells))
    return (columns.index("club") if "club" in columns else 0) if any(columns) else None


def clubs_of_people() -> list[str]:
    """Return the names of all clubs in the list of people."""
    return list(Club.objects.values_list("name", flat=True))


def club_file(sent: Simultaneous, club: InvitedClub) -> bytes:
    """Return the file with which a club plays: the envelope, with the club's name and token."""
    part = envelope.ClubPart(club.name, token_of(club))
    return envelope.pack_for_club(bytes(sent.envelope), part, key=signing_key())


def club_file_names(sent: Simultaneous) -> dict[int, str]:
    """Return the name of each club's file by the key of its row; a later club never renames the file of another."""
    names: dict[int, str] = {}
    used = set[str]()
    for key, club in with_token(sent).order_by("pk").values_list("pk", "name"):
        name = f"{slug(sent.name) or 'game'}-{slug(club) or key}.isotop"
        # Two names that differ in accents or signs alone.
        names[key] = f"{key}-{name}" if name in used else name
        used.add(names[key])
    return names


def with_token(sent: Simultaneous) -> QuerySet[InvitedClub]:
    """Return the clubs whose token is known, by name."""
    return sent.invited.filter(revoked_at=None, sealed_token__isnull=False)


def letters_to(sent: Simultaneous, clubs: Iterable[InvitedClub | None]) -> ClubLetters:
    """Return the letters to these clubs, None for None; the hour is in the zone in force."""
    header, files = envelope.read_header(bytes(sent.envelope)), club_file_names(sent)
    return ClubLetters(
        organiser=header.organiser,
        opens=gettext("not to be opened before {when}").format(
            when=moment_text(timezone.localtime(header.opens_at))
        ),
        lexicon=header.lexicon,
        rules=rules_title(sent.prepared.rule_set),
        fingerprint=header.fingerprint,
        address=header.address,
        clubs=tuple(
            None if club is None else ClubLetter(club.name, files[club.pk], token_of(club)) for club in clubs
        ),
    )


def folder_of(sent: Simultaneous, clubs: Iterable[InvitedClub], letters: bytes) -> bytes:
    """Return a ZIP with a file for each club, the letters, and the envelope alone for programs of before."""
    file = io.BytesIO()
    key, whole = signing_key(), bytes(sent.envelope)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as folder:
        files = club_file_names(sent)
        for club in clubs:
            part = envelope.ClubPart(club.name, token_of(club))
            folder.writestr(f"clubs/{files[club.pk]}", envelope.pack_for_club(whole, part, key=key))
        folder.writestr(f"{slug(sent.name) or 'game'}.isotop", whole)
        folder.writestr("letters.pdf", letters)
    return file.getvalue()
