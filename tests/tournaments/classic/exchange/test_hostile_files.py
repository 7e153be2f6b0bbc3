"""Files of an event that cost time or memory out of proportion, or are damaged: refused, or read fast."""

import io
import tracemalloc
import zipfile

import pytest

from tests.bounds import at_most
from tests.factories.hostile_excel import sheet_of, workbook
from tournaments.classic.exchange.files import MOST_ROWS, read_texts, read_upload
from tournaments.classic.exchange.review import review_event
from tournaments.classic.exchange.values import MOST_PLAYERS, MOST_PROBLEMS
from tournaments.errors import RuleViolation


def test_many_divisions_in_one_text_take_memory_by_its_size():
    text = "#\n" * 20_000 + "".join(f"#division D{number}\nA, Ann {number};\n" for number in range(90))
    tracemalloc.start()
    event, problems = read_texts([("results.txt", text)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(event.divisions), problems.faults) == (90, [])
    assert peak < 4_000_000


def test_a_fault_in_a_submission_has_the_line_of_the_upload():
    text = "#division A\nA, Ann 9;\n#division B\n\nrubbish\n"
    assert [one.line for one in read_texts([("results.txt", text)])[1].faults] == [5]


@pytest.mark.parametrize(
    "files",
    [
        [("x.txt", "".join(f"#division D{number}\n" for number in range(101)).encode())],
        [(f"{number}.t", b"A, Ann 9;\n") for number in range(101)],
    ],
)
def test_too_many_files_are_refused(files):
    with pytest.raises(RuleViolation) as refused:
        read_upload(files)
    assert refused.value.code == "too_many_files"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "line", "codes"),
    [
        ("a.t", f"a{' ' * 3_000}{'1' * 3_000}x;", ["tsh_line_unread", "no_players"]),
        ("a.t", f"a{' 1' * 3_000} x;", ["tsh_line_unread", "no_players"]),
        ("config.tsh", f"config a{' ' * 100_000}x", ["no_players"]),
        ("config.tsh", f"config spread_cap = {'[' * 100_000}", ["no_players"]),
    ],
)
def test_a_line_is_read_in_time_by_its_length(name, line, codes):
    with at_most(3):
        event, problems = read_texts([(name, line)])
    assert [one.error.code for one in review_event(event, problems).faults] == codes


def test_a_tou_file_is_read_up_to_a_hundred_divisions():
    with at_most(3):
        event, problems = read_texts([("a.tou", "*a\nX\n" * 200_000)])
    assert len(event.divisions) == 100
    assert [one.error.code for one in problems.faults] == ["too_many_divisions"]


def test_a_table_of_results_is_read_in_time_by_its_length():
    rows = "".join(f"A,{at % 60 + 1},Ann {at},400,Bo {at},300\n" for at in range(6_000))
    with at_most(12):
        event, problems = read_texts([("r.csv", rows)])
    [division] = event.divisions
    assert len(division.players) == MOST_PLAYERS
    assert {one.error.code for one in problems.faults} == {"division_full"}


def zipped(content, name="a.t", method=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        archive.writestr(zipfile.ZipInfo(name), content, method)
    return data.getvalue()


def zipped_files(files):
    """Return a ZIP file with these members."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


def with_other_name(data, name):
    """Return a ZIP file whose member has this name in the directory only."""
    return data[: data.rindex(b"PK\1\2")] + data[data.rindex(b"PK\1\2") :].replace(b"a.t", name)


WHOLE = zipped(b"A, Ann 9;\n" * 30)
AT = WHOLE.index(b"a.t") + 3


@pytest.mark.parametrize(
    "data",
    [
        b"PK\3\4 rubbish",
        WHOLE[:AT] + b"\xff" * 8 + WHOLE[AT + 8 :],
        WHOLE[: len(WHOLE) // 2],
        with_other_name(WHOLE, b"b.t"),
        b"rubbish",
    ],
)
def test_a_damaged_zip_file_is_refused(data):
    with pytest.raises(RuleViolation) as refused:
        read_upload([("x.zip", data)])
    assert refused.value.code == "not_a_zip"


@pytest.mark.parametrize("name", ["./a.t", "cup//a.t", "cup/./a.t"])
def test_a_zip_file_may_write_its_paths_in_any_way(name):
    assert read_upload([("x.zip", zipped("A, Ann 9;\n", name))]) == [("a.t", "A, Ann 9;\n")]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "windows-1252"]
)
def test_names_are_read_in_the_encodings_that_editors_write(encoding):
    [(_name, text)] = read_upload([("a.t", "Été, Zoë 9;\n".encode(encoding))])
    assert text == "Été, Zoë 9;\n"


def test_half_a_sign_of_utf_16_is_no_error():
    assert read_upload([("a.t", b"\xff\xfeA\0,")])


def test_a_player_may_be_called_pk():
    assert read_upload([("a.t", b"PK, Ann 9;\n")]) == [("a.t", "PK, Ann 9;\n")]


@pytest.mark.parametrize(("divisions", "faults"), [(100, []), (101, [(101, "too_many_divisions")])])
def test_a_table_has_up_to_a_hundred_divisions(divisions, faults):
    rows = "".join(f"{at},1,Ann {at},,bye,\n" for at in range(divisions))
    event, problems = read_texts([("r.csv", rows)])
    assert len(event.divisions) == 100
    assert [(one.line, one.error.code) for one in problems.faults] == faults


@pytest.mark.parametrize("packed", [False, True])
def test_one_excel_file_is_read_at_most(packed):
    tables = [(f"{at}.xlsx", workbook(sheet_of("<row><c/></row>" * 1_000))) for at in range(40)]
    with at_most(2):
        with pytest.raises(RuleViolation) as refused:
            read_upload([("x.zip", zipped_files(tables))] if packed else tables)
        assert refused.value.code == "one_table"


def test_many_zip_files_take_the_memory_of_one():
    files = [(f"{at}.zip", zipped(b"#" * 4_000_000)) for at in range(8)]
    tracemalloc.start()
    with pytest.raises(RuleViolation) as refused:
        read_upload(files)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.value.code == "files_too_big"
    assert peak < 16_000_000


def test_a_long_line_takes_memory_by_its_size():
    text = f"A, Ann 9;; {'x' * 500_000}{chr(92) * 2 * 100_000}\n"
    tracemalloc.start()
    [division] = read_texts([("a.t", text)])[0].divisions
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert [one.name for one in division.players] == ["Ann A"]
    assert peak < 20 * len(text)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("a.t", "x\n" * 1_000_000, "division_full"),
        ("a.t", "A 9\n" * 700_000, "division_full"),
        ("r.csv", "A,1,a,1,b,2\n" * 280_000, "table_too_long"),
        ("r.txt", "A,1,a,1,b,2\n" * 280_000, "table_too_long"),
    ],
)
def test_lines_without_end_are_not_read_to_their_end(name, text, code):
    with at_most(12):
        _event, problems = read_texts([(name, text)])
    codes = [one.error.code for one in problems.faults]
    assert code in codes or problems.more_faults
    assert len(codes) <= MOST_PROBLEMS


@pytest.mark.slow
@pytest.mark.parametrize("name", ["r.csv", "r.tsv"])
def test_a_table_of_too_many_rows_is_refused_when_it_is_uploaded(name):
    with pytest.raises(RuleViolation) as refused:
        read_upload([(name, b"A,1,a,1,b,2\n" * (MOST_ROWS + 1))])
    assert refused.value.code == "table_too_long"
    assert read_upload([(name, b"A,1,a,1,b,2\n\n" * 10)])


def test_faults_beyond_the_first_are_counted():
    texts = [("r.csv", "A,x,a,1,b,2\n" * (MOST_PROBLEMS + 5))]
    problems = read_texts(texts)[1]
    assert (len(problems.faults), problems.more_faults) == (MOST_PROBLEMS, 5)
    remarks = "autopair X 1 2 cop\n" * (MOST_PROBLEMS + 5)
    texts = [("config.tsh", f"division a a.t\n{remarks}"), ("a.t", "A, Ann 9;\n")]
    assert len(read_texts(texts)[1].remarks) == MOST_PROBLEMS
