"""The papers for those who win prizes, of an event or a division: receipts to be signed, and certificates."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from tournaments.events.staff import AtDesk
from tournaments.printing.pdf.values import Certificate, PrizeReceipt
from tournaments.printing.registry import Document, Options, Words
from tournaments.wording import units

RECEIPTS_A_PAGE: Final = 8
# More than the prizes of anything: the key of a winner's prize is a number.
_PRIZES: Final = 1000


@dataclass(frozen=True, slots=True)
class WonPrize:
    """A prize as one of its winners has it; `provisional` if somebody else may still win it."""

    winner: str
    prize: str
    place: int
    worth: str
    for_: str
    won_by: str
    shared_by: int
    provisional: bool
    among: str = ""

    @property
    def receipt(self) -> PrizeReceipt:
        return PrizeReceipt(self.winner, self.prize, self.worth, self.for_, self.shared_by)

    @property
    def certificate(self) -> Certificate:
        return Certificate(
            name=self.winner,
            rank=self.place,
            of=0,
            total=0,
            percent=None,
            provisional=self.provisional,
            prize=f"{self.prize} · {self.among}" if self.among else self.prize,
            won_by=self.won_by,
        )


def prize_key(winner: int, prize: int) -> int:
    """Return the key of a prize, by its number, with one of its winners."""
    return winner * _PRIZES + prize


def who_knows_names(who: AtDesk) -> bool:
    """Permit documents that make no sense without names."""
    return who.registers


def prize_papers(
    won: Callable[[Any], Mapping[int, WonPrize]],
    group: Words,
    acts: frozenset[str],
    made_at: Callable[[Any], tuple[str, Words]],
) -> tuple[Document, Document]:
    """Return the documents of receipts and certificates for what is `won` of a subject that has prizes, by
    `prize_key` in the order of the prizes. A key that nobody has any more leaves its place empty.
    """

    def count(subject: Any) -> int:
        return len(won(subject)) if subject.prizes.exists() else 0

    def keys(subject: Any, _options: Options) -> Sequence[int]:
        return list(won(subject))

    def gather_receipts(
        subject: Any, _options: Options, keys: Sequence[int]
    ) -> Sequence[PrizeReceipt | None]:
        prizes = won(subject)
        return [prizes[key].receipt if key in prizes else None for key in keys]

    def gather_certificates(
        subject: Any, _options: Options, keys: Sequence[int]
    ) -> Sequence[Certificate | None]:
        prizes = won(subject)
        return [prizes[key].certificate if key in prizes else None for key in keys]

    return (
        Document(
            name="prize-receipts",
            title=_("Receipts for prizes"),
            about=_("A receipt for each winner to sign, with the prize and its amount; eight per page."),
            group=group,
            gather=gather_receipts,
            count=count,
            unit=units.RECEIPTS,
            keys=keys,
            keys_a_page=RECEIPTS_A_PAGE,
            pdf="tournaments.printing.pdf.receipts.receipts_pdf",
            may=who_knows_names,
            acts=acts,
            made_at=made_at,
        ),
        Document(
            name="prize-certificates",
            title=_("Certificates for prizes"),
            about=_("One page for each prize winner, for framing."),
            group=group,
            gather=gather_certificates,
            count=count,
            unit=units.CERTIFICATES,
            keys=keys,
            pdf="tournaments.printing.pdf.certificates.certificates_pdf",
            may=who_knows_names,
            acts=acts,
            made_at=made_at,
        ),
    )
