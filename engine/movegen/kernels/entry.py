"""The only entry point of the kernels: a task and two addresses."""

from typing import Any

from numba import from_dtype, njit, types

from engine.movegen.kernels.anagrams import amend_words, index_words, spell_words
from engine.movegen.kernels.machine import OPTIONS, array_at
from engine.movegen.kernels.search import find_all, find_placements, find_tops
from engine.movegen.memory import (
    AMEND_WORDS,
    FIND_ALL,
    FIND_PLACEMENTS,
    FIND_TOPS,
    INDEX_WORDS,
    SPELL_WORDS,
    TABLES,
    WORKSPACE,
)

_BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_TABLES, _WORKSPACE = from_dtype(TABLES), from_dtype(WORKSPACE)


def run(task: int, tables_at: int, workspace_at: int) -> int:
    """Run one of the tasks of `memory`; return a number of words or of moves, or 0 for no."""
    tables = array_at(tables_at, _TABLES)[0]
    work = array_at(workspace_at, _WORKSPACE)[0]
    found = -1
    if task == SPELL_WORDS:
        found = spell_words(tables)
    elif task == INDEX_WORDS:
        found = index_words(tables)
    elif task == AMEND_WORDS:
        found = amend_words(tables)
    elif task == FIND_TOPS:
        found = find_tops(tables, work)
    elif task == FIND_ALL:
        found = find_all(tables, work)
    elif task == FIND_PLACEMENTS:
        found = find_placements(tables, work)
    return found


def compile_entry() -> tuple[str, bytes]:
    """Return the machine code of `run` with all its callees, and the name of its symbol."""
    signature = types.int64(types.int64, types.int64, types.int64)
    compiled: Any = njit(signature, **OPTIONS, **_BARE)(run)
    (result,) = compiled.overloads.values()
    _, _, (code, _) = result.library.serialize_using_object_code()
    return result.fndesc.llvm_func_name, code
