"""The kernels as machine code: compiled once for this machine, stored in a file, and run from there.

Compiling with Numba takes some seconds, and its memory is 100 MB. So the machine code
is stored in `data_folder()`/code, and later runs need only LLVM's loader. A file is used only if it is
complete and was made from these sources, by these compilers, for this processor. Otherwise the code is
compiled again, and the files of other versions for this processor are removed. If that folder cannot be
written, the file goes to the user's cache folder, and a warning says so; if no file can be written, each process
compiles the code. LLVM is loaded with the first search: its memory is 80 MB, and most processes of a server never
search.
"""

import ctypes
import hashlib
import logging
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from engine.atomic_files import write_whole
from engine.data_folder import data_folder

Run = Callable[[int, int], int]  # task, address of the tables
Bind = Callable[[int], Run]  # address of the workspace

_SOURCES = ("*.py", "kernels/*.py", "../lexicon/graph.py", "../squares.py", "../tiles.py")
_DIGEST = 32  # bytes
_COMPILE = "from engine.movegen.code import bind_kernels; bind_kernels(0)"
_log = logging.getLogger(__name__)
_loading = threading.Lock()
_engines: list[Any] = []  # the code stays in memory as long as its engine


def code_paths() -> tuple[Path, Path]:
    """Return the file for this machine, and the one in the user's cache folder if the first cannot be written.

    Their name has a hash of the processor, then one of everything else.
    """
    import llvmlite.binding as llvm  # noqa: PLC0415 - see above

    target = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    processor = hashlib.blake2b(repr(target).encode(), digest_size=8)
    versions = [metadata.version(package) for package in ("numba", "llvmlite", "numpy")]
    program = hashlib.blake2b(repr((versions, platform.python_version())).encode(), digest_size=16)
    folder = Path(__file__).parent
    for source in sorted(path for pattern in _SOURCES for path in folder.glob(pattern)):
        program.update(source.read_bytes())
    name = f"{processor.hexdigest()}-{program.hexdigest()}.code"
    return data_folder() / "code" / name, user_cache_path("isotop") / "code" / name


@contextmanager
def compile_aside() -> Iterator[Callable[[], bool]]:
    """Compile the kernels in a process of its own, unless they are stored; yield a function that waits for it, and
    returns whether they run.

    If that process fails, it has stored nothing, and `bind_kernels` compiles them and tells why.
    """
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, "-c", _COMPILE], env=environment) as process:  # noqa: S603 - our own program
        try:
            yield lambda: process.wait() == 0
        finally:
            process.kill()  # of no effect once it has ended


def bind_kernels(workspace_at: int) -> Run:
    """Return the kernels, ready to run for one thread; a lock makes threads load them only once."""
    with _loading:
        bind = _load()
    return bind(workspace_at)


@lru_cache(maxsize=1)
def _load() -> Bind:
    import llvmlite.binding as llvm  # noqa: PLC0415 - see above

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    paths = code_paths()
    stored = (_read_stored(path) for path in paths)
    symbol, code = next(filter(None, stored), None) or _compile_kernels(*paths)
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    # Numba's calling convention: pointers to the result and to an exception (none is raised), then the
    # arguments.
    call = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 3)(
        engine.get_function_address(symbol)
    )

    def bind(workspace_at: int) -> Run:
        # Arguments that stay the same are converted once: that takes longer than the call.
        result, exception, workspace = ctypes.c_int64(), ctypes.c_void_p(), ctypes.c_int64(workspace_at)
        result_at, exception_at = ctypes.byref(result), ctypes.byref(exception)

        def run(task: int, tables_at: int) -> int:
            call(result_at, exception_at, task, tables_at, workspace)
            return result.value

        return run

    _engines.append(engine)
    return bind


def _read_stored(path: Path) -> tuple[str, bytes] | None:
    """Return the symbol and the code in a file, or None if the file is missing or damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, body = content[:_DIGEST], content[_DIGEST:]
    if hashlib.blake2b(body, digest_size=_DIGEST).digest() != digest:
        return None
    symbol, _, code = body.partition(b"\n")
    return symbol.decode(), code


def _compile_kernels(*paths: Path) -> tuple[str, bytes]:
    """Compile the kernels, and store them in the first of these files that can be written."""
    from engine.movegen.kernels.entry import compile_entry  # noqa: PLC0415 - imports Numba

    symbol, code = compile_entry()
    body = symbol.encode() + b"\n" + code
    for path in paths:
        try:
            write_whole(path, hashlib.blake2b(body, digest_size=_DIGEST).digest(), body)
            _remove_older(path)
        except OSError as error:
            _log.warning("The compiled search cannot be stored in %s: %s.", path.parent, error.strerror)
        else:
            if path != paths[0]:
                _log.warning("The compiled search is stored in %s.", path.parent)
            break
    return symbol, code


def _remove_older(path: Path) -> None:
    """Remove the files of other versions for this processor, and those whose name has no processor."""
    processor = path.name.partition("-")[0]
    for other in path.parent.glob("*.code"):
        if other != path and other.name.rpartition("-")[0] in {"", processor}:
            other.unlink(missing_ok=True)
