"""Files of an event that cost time or memory out of proportion, or are damaged: refused, or read fast."""

import io
import tracemalloc
import zipfile
from time import process_time

import pytest

from tournaments.classic.exchange.files import read_texts, read_upload
from tournaments.classic.exchange.review import review_event
from tournaments.classic.exchange.values import MOST_PLAYERS
from tournaments.core.errors import RuleViolation


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
    begun = process_time()
    event, problems = read_texts([(name, line)])
    assert process_time() - begun < 1
    assert [one.error.code for one in review_event(event, problems).faults] == codes


def test_a_table_of_results_is_read_in_time_by_its_length():
    rows = "".join(f"A,{at % 60 + 1},Ann {at},400,Bo {at},300\n" for at in range(6_000))
    begun = process_time()
    event, problems = read_texts([("r.csv", rows)])
    assert process_time() - begun < 4
    [division] = event.divisions
    assert len(division.players) == MOST_PLAYERS
    assert {one.error.code for one in problems.faults} == {"division_full"}


def zipped(content, name="a.t", method=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
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


def test_a_player_may_be_called_pk():
    assert read_upload([("a.t", b"PK, Ann 9;\n")]) == [("a.t", "PK, Ann 9;\n")]


@pytest.mark.parametrize(("divisions", "faults"), [(100, []), (101, [(101, "too_many_divisions")])])
def test_a_table_has_up_to_a_hundred_divisions(divisions, faults):
    rows = "".join(f"{at},1,Ann {at},,bye,\n" for at in range(divisions))
    event, problems = read_texts([("r.csv", rows)])
    assert len(event.divisions) == 100
    assert [(one.line, one.error.code) for one in problems.faults] == faults
