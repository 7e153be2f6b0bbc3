"""The only entry point of the kernels: a task and two addresses."""

from numba import from_dtype, types

from engine.movegen.kernels.anagrams import amend_words, index_words, spell_words
from engine.movegen.kernels.games import begin_round, end_round
from engine.movegen.kernels.linking import compile_alone
from engine.movegen.kernels.machine import array_at, int64
from engine.movegen.kernels.search import find_all, find_placements, find_tops
from engine.movegen.kernels.streams import seed_streams
from engine.movegen.memory import (
    AMEND_WORDS,
    FIND_ALL,
    FIND_PLACEMENTS,
    GAME,
    INDEX_WORDS,
    PLAY_ROUNDS,
    SEED_STREAMS,
    SPELL_WORDS,
    TABLES,
    WORKSPACE,
)

_TABLES, _WORKSPACE, _GAME = from_dtype(TABLES), from_dtype(WORKSPACE), from_dtype(GAME)


def run(task: int, tables_at: int, workspace_at: int) -> int:
    """Run one of the tasks of `memory`; return a number of words, of moves or of rounds, or 0 for no."""
    tables = array_at(tables_at, _TABLES)[0]
    work = array_at(workspace_at, _WORKSPACE)[0]
    found = -1
    if task == SPELL_WORDS:
        found = spell_words(tables)
    elif task == INDEX_WORDS:
        found = index_words(tables)
    elif task == AMEND_WORDS:
        found = amend_words(tables)
    elif task == FIND_ALL:
        found = find_all(tables, work)
    elif task == FIND_PLACEMENTS:
        found = find_placements(tables, work)
    elif task == SEED_STREAMS:
        found = seed_streams(work, array_at(work.game_at, _GAME)[0])
    else:
        # One place for the largest kernel, which is compiled once for both.
        game = array_at(work.game_at, _GAME)[0]
        number = int64(0)
        while task != PLAY_ROUNDS or begin_round(work, game, number):
            found = find_tops(tables, work)
            if task != PLAY_ROUNDS:
                return found
            number += end_round(tables, work, game, number)
        found = number
    return found


def compile_entry() -> tuple[str, bytes]:
    """Return the name of the symbol of `run`, and the machine code of it with all its callees."""
    return compile_alone(run, types.int64(types.int64, types.int64, types.int64))
