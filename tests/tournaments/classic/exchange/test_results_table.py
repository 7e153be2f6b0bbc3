"""Tables of results as events: byes, tables and rounds of their players."""

import io
import zipfile

import openpyxl
import pytest

from tournaments.classic.exchange.files import read_texts, read_upload


def read(*rows):
    return read_rows("r.csv", "".join(f"{row}\n" for row in rows))


def read_rows(name, text):
    event, problems = read_texts([(name, text)])
    return event.divisions, [one.error.code for one in problems.faults]


@pytest.mark.parametrize("word", ["", "Bye", "exempt", "LIBRE", "Descanso", "-", "–"])
def test_a_bye_in_every_language(word):
    [division], faults = read(f"A,1,Ann,,{word},")
    assert ([one.names for one in division.players], faults) == ([["Ann"]], [])
    assert division.matches[0].facts.is_bye


def test_matches_without_a_table_get_those_that_are_free_in_their_round():
    [division], _faults = read(
        "Table,Round,Player 1,Player 2",
        ",2,Ann,Bo",
        "1,2,Cy,Di",
        ",1,Cy,Bo",
        ",2,Eve,Flo",
    )
    told = [(one.facts.round, one.facts.first, one.table) for one in division.matches]
    assert told == [(1, 3, 1), (2, 1, 2), (2, 3, 1), (2, 5, 3)]
    assert [one.first_round for one in division.players] == [2, 1, 1, 2, 2, 2]


@pytest.mark.parametrize(
    ("row", "is_bye", "spread"),
    [
        ("A,1,Ann,,Bye,", True, 50),
        ("A,1,Ann,0,Bye,0", True, 50),
        ("A,1,Ann,75,Bye,", True, 75),
        ("A,1,Ann,400,Bye,350", True, 50),
        ("A,1,Ann,-50,Bye,", False, -50),
        ("A,1,Ann,−100,,", False, -100),
        ("A,1,Ann,0,Bye,50", False, -50),
        ("Round,Player 1,Player 2,Spread\n1,Ann,Bye,-50", False, -50),
        ("Round,Player 1,Player 2,Spread\n1,Ann,Bye,0", True, 0),
        ("Round,Player 1,Player 2,Result\n1,Ann,Bye,F–", False, -50),
        ("Round,Player 1,Player 2,Result,Spread\n1,Ann,Bye,1F,0", False, 0),
    ],
)
def test_a_round_without_an_opponent_is_won_or_lost_by_its_spread(row, is_bye, spread):
    [division], faults = read(row)
    [match] = division.matches
    assert (faults, match.facts.is_bye, division.free_spread(1, match.facts)) == ([], is_bye, spread)


@pytest.mark.parametrize(
    ("result", "outcome"),
    [("F–", "first_forfeits"), ("–f", "second_forfeits"), ("ff", "both_forfeit"), ("", "open")],
)
def test_a_result_may_be_a_forfeit(result, outcome):
    [division], faults = read("Round,Player 1,Player 2,Result,Spread", f"1,Ann,Bo,{result},-100")
    assert (faults, division.matches[0].facts.outcome) == ([], outcome)
    assert (division.begun, division.forfeit_spread) == ((0, 50) if outcome == "open" else (1, 100))


@pytest.mark.parametrize("spread", ["1001", "-1001", "x", "5.5"])
def test_a_spread_that_no_round_can_have_is_a_fault(spread):
    assert read(f"A,1,Ann,{spread},Bye,")[1] == ["no_score"]


def test_ratings_are_read_and_who_has_left():
    [division], faults = read(
        "Round,Player 1,Player 2,Score 1,Score 2,Rating 1,Rating 2",
        "1,Ann,Bo,400,380,1500,",
        "2,Bo,Ann,400,380,1200,1510",
        "1,Bo,Left,,,,",
        ",Cy,Absent,,,900,",
        "0,Di,Left,,,,",
    )
    told = [(one.name, one.rating, one.last_round) for one in division.players]
    assert told == [("Ann", 1500, None), ("Bo", 1200, 1), ("Cy", 900, None), ("Di", None, 0)]
    assert faults == []


def zipped(**files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), content)
    return data.getvalue()


ONE, OTHER = b"A;1;Ann;400;Bo;380\n", b"B;1;Cy;400;Di;380\n"


def workbook(rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


EXCEL = workbook([["A", 1, "Ann", 400, "Bo", 380]])


@pytest.mark.parametrize(
    "files",
    [
        [("1.csv", ONE)],
        [("x.zip", zipped(**{"1_csv": ONE}))],
        [("1.xlsx", EXCEL)],
        [("x.zip", zipped(**{"1_xlsx": EXCEL}))],
    ],
)
def test_a_table_is_read_alike_alone_and_in_a_zip_file(files):
    event, problems = read_texts(read_upload(files))
    assert ([one.names for one in event.divisions[0].players], problems.faults) == ([["Ann"], ["Bo"]], [])


@pytest.mark.parametrize(
    "files",
    [[("1.csv", ONE), ("2.csv", OTHER)], [("x.zip", zipped(**{"1_csv": ONE, "2_csv": OTHER}))]],
)
def test_one_of_several_tables_is_not_read_in_silence(files):
    [fault] = read_texts(read_upload(files))[1].faults
    assert (fault.file, fault.error.code, fault.error.params["files"]) == ("1.csv", "one_table", "2.csv")


@pytest.mark.parametrize("name", ["r.txt", "r.csv"])
def test_a_cell_without_end_is_a_fault(name):
    _divisions, faults = read_rows(name, "A,1,Ann," + "4" * 140_000)
    assert faults == ["bad_csv", "no_results"]


def test_lines_may_end_as_on_old_computers():
    [division], faults = read_rows("r.txt", "A,1,Ann,400,Bo,380\rA,2,Ann,400,Bo,380\r")
    assert (division.rounds, faults) == (2, [])
