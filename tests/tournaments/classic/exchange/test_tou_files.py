"""Files of AUPAIR (`.tou`): what is written for WESPA is read again, and what Woogles writes is read."""

import io
import zipfile
from datetime import date

import pytest

from tests.tournaments.classic.exchange.test_federation_files import EVENT
from tournaments.classic.exchange.federations import federation_file
from tournaments.classic.exchange.files import read_texts, read_upload
from tournaments.classic.rules.values import MatchFacts


def read(text, name="r.tou"):
    event, problems = read_texts(read_upload([(name, text.encode())]))
    return event, *(
        [(one.line, one.error.code) for one in each] for each in (problems.faults, problems.remarks)
    )


def test_a_file_for_wespa_is_read_again():
    event, faults, remarks = read(federation_file("wespa", EVENT).decode())
    assert (event.name, event.day, faults) == ("Fete", date(2026, 11, 26), [])
    assert remarks == [(None, "tou_free_rounds")]
    [division] = event.divisions
    assert (division.name, division.rounds, division.begun) == ("Open", 3, 3)
    assert [one.name for one in division.players] == ["Ann Marsh", "Zoe Elan-Wojcik of t", "Ben Oak"]
    assert [one.facts for one in division.matches] == [
        MatchFacts(1, 2, 1, "played", 380, 412),
        MatchFacts(1, 3),
        MatchFacts(2, 1, 3, "played", 400, 400),
        MatchFacts(2, 2),
        MatchFacts(3, 1, None, "first_forfeits"),
        MatchFacts(3, 2),
    ]


WOOGLES = (
    "*M26.11.2026 Friday Cup\r\n*CSW\r\n                                      0\r\n"
    "ann                  2412  +2   50   1 2150   1\r\n"
    "bo                    380   1 2401  +3  100   2\r\n"
    "cy                     50   3  399   2    0   3\r\n"
    "*M26.11.2026 Friday Cup\r\n*NWL\r\n                                      0\r\n"
    "di                   1400  +2\r\ned                   1400   1\r\n*** END OF FILE ***\r\n"
)


def test_a_file_of_woogles_is_read():
    event, faults, remarks = read(WOOGLES)
    assert (event.name, event.day, faults) == ("Friday Cup", date(2026, 11, 26), [])
    first, second = event.divisions
    assert [one.facts for one in first.matches] == [
        MatchFacts(1, 1, 2, "played", 412, 380),
        MatchFacts(1, 3),
        MatchFacts(2, 1),
        MatchFacts(2, 2, 3, "played", 401, 399),
        MatchFacts(3, 1),
        MatchFacts(3, 2, None, "first_forfeits"),
    ]
    assert (second.name, second.matches[0].facts) == ("NWL", MatchFacts(1, 1, 2, "played", 400, 400))
    assert remarks == [(None, "tou_free_rounds")]


def test_more_than_99_players_have_wider_columns():
    """Woogles gives the opponent's number one column more; our own files do not need it."""
    lines = [
        f"p{at:<19} {2 if at % 2 else ' '}400  {at + 1 if at % 2 else at - 1:>3}" for at in range(1, 101)
    ]
    wide = "\n".join(["*M26.11.2026 Big", "*A", *(f"{line[:26]}{line[26:].strip():>4}" for line in lines)])
    event, faults, _remarks = read(wide)
    assert (faults, len(event.divisions[0].matches)) == ([], 50)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Ann Marsh            2412   2 14", (3, "tou_line_unread")),
        ("Ann Marsh            2412   0", (3, "tou_line_unread")),
        ("Ann Marsh            2412   7", (3, "tsh_pairing")),
    ],
)
def test_a_fault_is_told_with_its_line(line, fault):
    assert fault in read(f"*M26.11.2026 Cup\n*A\n{line}\nBo Li                 380   1\n")[1]


def test_files_of_other_programs_are_found_in_a_zip():
    for name in ("cup/results.tou", "results.TOU"):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr(name, WOOGLES)
            archive.writestr("cup/page.html", "<p>")
        event, _problems = read_texts(read_upload([("cup.zip", data.getvalue())]))
        assert [one.name for one in event.divisions] == ["CSW", "NWL"]


def test_a_line_that_cannot_be_read_keeps_its_number():
    event, faults, _remarks = read(
        f"*M26.11.2026 Cup\n*Open\n{'0':>39}\n"
        "ann                  2412  +3\nbo                   x\ncy                    380   1\n"
    )
    assert faults == [(5, "tou_line_unread")]
    assert [one.number for one in event.divisions[0].players] == [1, 3]
    assert [one.facts for one in event.divisions[0].matches] == [MatchFacts(1, 1, 3, "played", 412, 380)]
