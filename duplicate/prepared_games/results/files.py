"""Files with results, read at the organiser's: whose they are, whether they were edited, and whether they add up.

A file is a signed result (`signature`), one without a signature, or lines of another program
(`text_lines`). Nothing is stored here.
"""

import codecs
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final, TypeVar

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duplicate.models.simultaneous import InvitedClub, ResultFile, Simultaneous
from duplicate.prepared_games.clubs.organiser import token_of
from duplicate.prepared_games.results.file_format import (
    ClubResult,
    ResultRefused,
    check_format,
    parse_file,
    read_result,
)
from duplicate.prepared_games.results.sent_result import MOST_BYTES
from duplicate.prepared_games.results.signature import Sending, find_misfits, read_sending
from duplicate.prepared_games.results.text_lines import club_in, read_result_lines
from duplicate.prepared_games.results.validation import check_result
from engine.duplicate_games.records import GameRecord
from tournaments.errors import RuleViolation
from tournaments.http.json_values import can_be_stored
from tournaments.models import NAME_LENGTH
from tournaments.names import folding
from tournaments.time import clock
from tournaments.time.time_zones import moment_text

MOST_MISFITS: Final = 8
_Value = TypeVar("_Value")
Refusal = ResultFile.Refusal


class FileRefused(ResultRefused):
    """A file that is refused; `refusal` says why in one word, `club` is the one that it names."""

    def __init__(self, refusal: ResultFile.Refusal, errors: list[str], club: str = "") -> None:
        super().__init__(errors)
        self.refusal = refusal
        self.club = club


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A result that adds up; `sending` and `signer` are those of a signed one."""

    result: ClubResult
    sending: Sending | None = None
    signer: InvitedClub | None = None


class ResultReader:
    """A reader of results of one simultaneous game, whose record it opens once.

    `club` is that of lines that do not name theirs.
    """

    def __init__(self, sent: Simultaneous, club: str = "") -> None:
        self.sent = sent
        self._club = club
        self._rules = sent.prepared.rule_set
        self._facts = sent.prepared.game_facts

    @cached_property
    def _record(self) -> GameRecord:
        return self.sent.prepared.open_record()

    def read_file(self, data: bytes) -> ReadResult:
        """Return the result in a file.

        Raises:
            FileRefused: it is no result of this game, was edited, or does not add up.
            RuleViolation: lines without a club, or of a game whose tops are not known yet; it is too early.
        """
        if data.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in {b"{", b"["}:
            return self.read_values(_or_refuse(Refusal.INVALID, parse_file, data))
        return self._check_sums(self._read_lines(data))

    def read_values(self, content: object) -> ReadResult:
        """Return the result in plain values.

        Raises:
            FileRefused: as for a file.
            RuleViolation: it is too early.
        """
        data = _or_refuse(Refusal.INVALID, check_format, content)
        club = _club_named(data)
        # Before its texts are looked up, stored or quoted.
        if not can_be_stored(data):
            said = gettext("The file contains control characters, such as NUL: it is damaged.")
            raise FileRefused(Refusal.INVALID, [said], club)
        sending = _or_refuse(Refusal.EDITED, read_sending, data, club=club)
        signer = self._find_signer(data, sending, club) if sending else None
        if data.get("game") != self.sent.digest:
            name = str(data.get("name", ""))[:NAME_LENGTH]
            said = gettext("This is the result of another game (“{name}”).").format(name=name)
            raise FileRefused(Refusal.OTHER_GAME, [said], club)
        if sending and signer is None:
            said = gettext("It is signed with a token that belongs to no club of this game.")
            raise FileRefused(Refusal.TOKEN, [said], club)
        result = _or_refuse(Refusal.INVALID, read_result, data, club=club)
        if signer and folding.fold(result.club) != signer.key:
            raise FileRefused(Refusal.TOKEN, [token_of_another(signer, result)], result.club)
        return self._check_sums(result, sending, signer)

    def _find_signer(self, data: dict[str, Any], sending: Sending, club: str) -> InvitedClub | None:
        """Return the club whose token signed the file, if it is one of this game."""
        # A club whose token is stored as a hash alone has no name of a key, and cannot sign.
        able = self.sent.invited.exclude(key_id="")
        signer = able.filter(key_id=sending.key).order_by("pk").last()
        if signer is None:
            return None
        misfits = find_misfits(data, token_of(signer))
        if misfits:
            raise FileRefused(Refusal.EDITED, [_edited(misfits)], club)
        if signer.revoked_at is not None:
            said = gettext("It is signed with a token of {club} that was revoked or replaced.")
            raise FileRefused(Refusal.TOKEN, [said.format(club=signer.name)], club)
        return signer

    def _check_sums(
        self, result: ClubResult, sending: Sending | None = None, signer: InvitedClub | None = None
    ) -> ReadResult:
        self._check_hour()
        try:
            check_result(result, self._record, self._facts, self._rules)
        except ResultRefused as error:
            raise FileRefused(Refusal.WRONG, error.errors, result.club) from None
        return ReadResult(result, sending, signer)

    def _check_hour(self) -> None:
        """Check that the game may be open: what is wrong with a result tells its rounds and tops.

        Raises:
            RuleViolation: it is too early.
        """
        if clock.now() < self.sent.opens_at:
            raise RuleViolation(
                "result_early",
                _("Results cannot be read before {when}, when clubs may open the envelope."),
                when=moment_text(timezone.localtime(self.sent.opens_at)),
            )

    def _read_lines(self, data: bytes) -> ClubResult:
        if len(data) > MOST_BYTES:
            said = gettext("This file is too large for the result of one club.")
            raise FileRefused(Refusal.INVALID, [said])
        self._check_hour()
        club = club_in(data) or self._club
        if not club:
            raise RuleViolation("lines_of_whom", _("These lines do not name their club: enter its name."))
        read = partial(
            read_result_lines, game=self.sent.digest, name=self.sent.name, club=club, tops=self._tops
        )
        return _or_refuse(Refusal.INVALID, read, data, club=club)

    @cached_property
    def _tops(self) -> tuple[int, ...]:
        """Return the tops from the record; if a move below a top was placed, those of the first club's result."""
        tops = tuple(round_.score for round_ in self._record.rounds)
        if tuple(sorted(tops, reverse=True)) == self._facts.tops:
            return tops
        other = self.sent.results.order_by("pk").first()
        if other is None:
            raise RuleViolation(
                "lines_without_tops",
                _("This game places moves below the top: import the full result of one club first."),
            )
        return read_result(other.content).tops


def token_of_another(holder: InvitedClub, result: ClubResult) -> str:
    said = gettext("The token belongs to “{club}”, but the result names “{other}”.")
    return said.format(club=holder.name, other=result.club)


def _or_refuse(
    refusal: ResultFile.Refusal, read: Callable[..., _Value], *values: Any, club: str = ""
) -> _Value:
    try:
        return read(*values)
    except ResultRefused as error:
        raise FileRefused(refusal, error.errors, club) from None


def _club_named(data: dict[str, Any]) -> str:
    club = data.get("club")
    return folding.tidy(club)[:NAME_LENGTH] if isinstance(club, str) else ""


def _edited(misfits: list[str]) -> str:
    more = len(misfits) - MOST_MISFITS
    named = ", ".join(misfits[:MOST_MISFITS])
    if more > 0:
        named += " " + ngettext("and {count} more", "and {count} more", more).format(count=more)
    said = gettext("The file was edited after it was signed. The signature does not fit: {parts}.")
    return said.format(parts=named)
