"""Compiling the search, storing the code, and running it in several threads."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import pytest

from engine import movegen
from engine.movegen import all_moves, top
from engine.movegen.code import _SOURCES, code_paths
from tests.engine.movegen.search_helpers import ENGLISH, positions, read


def run_python(code, folder):
    environment = os.environ | {"ISOTOP_DATA": str(folder)}
    root = Path(movegen.__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=root, env=environment, check=True, capture_output=True, text=True
    )
    return run.stdout.split()


WARM_UP = "import sys; from engine.movegen import warm_up; warm_up(); print('numba' in sys.modules)"


@pytest.mark.slow
def test_the_kernels_are_compiled_once(tmp_path):
    """The first process finds damaged code, compiles, and removes files of other versions; the next one loads it."""
    folder, name = tmp_path / "code", code_paths()[0].name
    processor = name.partition("-")[0]
    folder.mkdir()
    for other in ("0123.code", f"{processor}-0123.code", "another-0123.code", "notes.txt"):
        (folder / other).write_text("something else")
    whole = next(path for path in code_paths() if path.exists()).read_bytes()
    (folder / name).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert run_python(WARM_UP, tmp_path) == ["True"]
    assert {path.name for path in folder.iterdir()} == {name, "another-0123.code", "notes.txt"}
    assert run_python(WARM_UP, tmp_path) == ["False"]


@pytest.mark.slow
def test_where_the_folder_cannot_be_written_the_users_cache_has_the_code(tmp_path, monkeypatch):
    """It is compiled once, and said once."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "code").write_text("a file where the folder would be")
    said = f"import logging; logging.basicConfig(stream=__import__('sys').stdout, format='%(message)s'); {WARM_UP}"
    first = " ".join(run_python(said, tmp_path))
    assert f"cannot be stored in {tmp_path / 'code'}" in first
    assert f"is stored in {tmp_path / 'cache' / 'isotop' / 'code'}." in first
    assert first.endswith("True")
    assert run_python(said, tmp_path) == ["False"]


@pytest.mark.slow
def test_where_no_file_can_be_kept_the_kernels_are_compiled_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "code"))
    (tmp_path / "code").write_text("a file where the folder would be")
    assert run_python(WARM_UP, tmp_path) == ["True"]


@pytest.mark.slow
def test_a_process_beside_this_one_compiles_the_kernels(tmp_path, monkeypatch):
    """This one is spared the compiler, which takes memory; it compiles nothing but what it waits for."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    aside = "from engine.movegen.code import code_paths, compile_aside\nwith compile_aside() as wait:"
    left = f"{aside} print(code_paths()[0].exists())"
    assert run_python(f"{left}\nprint(code_paths()[0].exists())", tmp_path) == ["False", "False"]
    assert run_python(f"{aside} wait()\n{WARM_UP}", tmp_path) == ["False"]
    assert run_python(left, tmp_path) == ["True"]


@pytest.mark.slow
def test_where_that_process_fails_this_one_compiles_them(tmp_path):
    broken = "from engine.movegen import code\ncode._COMPILE = 'raise SystemExit(1)'"
    assert run_python(f"{broken}\nwith code.compile_aside() as wait: wait()\n{WARM_UP}", tmp_path) == ["True"]


def test_llvm_is_loaded_with_the_first_search():
    """Its memory is 80 MB, and most processes of a server never search."""
    code = "import sys; from engine import movegen; print('llvmlite' in sys.modules)"
    assert run_python(code, "unused") == ["False"]


def test_the_command_line_loads_the_search_for_nothing_else():
    code = "import sys, engine.__main__; print('numba' in sys.modules, 'llvmlite' in sys.modules)"
    assert run_python(code, "unused") == ["False", "False"]


def test_threads_search_side_by_side(english):
    chosen = [read(position) for position in positions()[::35]]

    def tops():
        found = (top(board, rack, english, ENGLISH) for board, rack in chosen)
        return [(best.score, list(best.moves)) for best in found]

    with ThreadPoolExecutor(4) as threads:
        results = [job.result() for job in [threads.submit(tops) for _ in range(8)]]
    assert all(result == tops() for result in results)


def test_the_key_of_the_code_covers_all_that_the_kernels_import():
    folder = Path(movegen.__file__).parent
    covered = {path.resolve() for pattern in _SOURCES for path in folder.glob(pattern)}
    imports = re.compile(r"^from (engine\.[\w.]+) import", re.MULTILINE)
    sources = [*folder.glob("kernels/*.py"), folder / "memory.py"]
    modules = {name for path in sources for name in imports.findall(path.read_text(encoding="utf-8"))}
    assert {Path(import_module(name).__file__).resolve() for name in modules} <= covered


def test_moves_are_those_of_their_search_though_they_are_looked_at_after_another(english):
    first, second = (read(position) for position in positions()[50:52])
    at_once = list(all_moves(*first, english, ENGLISH))
    later = all_moves(*first, english, ENGLISH)
    all_moves(*second, english, ENGLISH)
    assert len(at_once) > 64
    assert (len(later), later[0], later[-1]) == (len(at_once), at_once[0], at_once[-1])
    assert list(later) == at_once
    assert list(later[3:9]) == at_once[3:9]


def test_threads_look_at_the_same_moves_for_the_first_time(english):
    board, rack = read(positions()[50])
    wanted = list(all_moves(board, rack, english, ENGLISH))
    with ThreadPoolExecutor(4) as threads:
        for _ in range(20):
            found = all_moves(board, rack, english, ENGLISH)
            assert all(moves == wanted for moves in threads.map(list, [found] * 4))


def test_a_search_has_the_bonuses_of_now(english):
    board, rack = read(positions()[50])
    bonuses = {}
    scores = []
    for points in (0, 10, 25):
        bonuses[1] = points
        scores.append(
            max(
                move.score
                for move in all_moves(board, rack, english, ENGLISH, bonuses)
                if len(move.tiles) == 1
            )
        )
    assert scores == [scores[0], scores[0] + 10, scores[0] + 25]
