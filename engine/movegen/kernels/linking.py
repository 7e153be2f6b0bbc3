"""One module of machine code for all kernels, optimised once.

Numba makes a library of each function: with all its callees linked in, optimised, and compiled to machine
code, and again so in each of its callers. Here a library is only lowered; the one of the entry links them all,
and is optimised and compiled. That halves the time of compiling. The classes and attributes are Numba's own
that its compiler is made of, as it has no other way to this.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import njit
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.registry import cpu_target

from engine.movegen.kernels.machine import OPTIONS


class _LoweredKernel(JITCodeLibrary):
    """The library of one kernel; its callees are known, and not linked."""

    def finalize(self) -> None:
        self._finalized = True

    def _optimize_functions(self, _module: Any) -> None:
        """Do nothing: all functions are optimised together."""

    def get_pointer_to_function(self, _name: str) -> int:
        """Return an address that is not 0: nothing is called before it is linked."""
        return 1

    def machine_code(self, symbol: str) -> bytes:
        """Link the callees, and compile them; only the function `symbol` can be called from outside."""
        module = self._final_module
        for callee in _all_callees(self):
            module.link_in(callee._final_module)  # noqa: SLF001 - of this class
        for function in module.functions:
            if not function.is_declaration and function.name != symbol:
                function.linkage = "internal"  # may be inlined, and left out then
        codegen: Any = self._codegen
        passes, builder = codegen._module_pass_manager()  # noqa: SLF001 - see above
        passes.run(module, builder)
        code: bytes = codegen._tm.emit_object(module)  # noqa: SLF001 - see above
        return code


class _LoweringCodegen(JITCPUCodegen):
    _library_class = _LoweredKernel

    def set_env(self, _name: str, _env: Any) -> None:
        """Do nothing: the environment is for exceptions and Python objects, and kernels have neither."""


def compile_alone(function: Callable[..., Any], signature: Any) -> tuple[str, bytes]:
    """Return the name of a function's symbol, and the machine code of it with all its callees."""
    with _lowering_only(), _without_collections():
        compiled: Any = njit(signature, **OPTIONS)(function)
        (result,) = compiled.overloads.values()
        symbol: str = result.fndesc.llvm_func_name
        return symbol, result.library.machine_code(symbol)


def _all_callees(library: Any) -> list[Any]:
    """Return the libraries that one calls, or that these call, each once."""
    found = dict.fromkeys(library._linking_libraries)  # noqa: SLF001 - see above
    for callee in list(found):
        found |= dict.fromkeys(_all_callees(callee))
    return list(found)


@contextmanager
def _lowering_only() -> Iterator[None]:
    context: Any = cpu_target.target_context
    lowering: Any = _LoweringCodegen
    before = context.codegen()
    context._internal_codegen = lowering("kernels")  # noqa: SLF001 - see above
    try:
        yield
    finally:
        context._internal_codegen = before  # noqa: SLF001 - see above


@contextmanager
def _without_collections() -> Iterator[None]:
    """Collect no garbage: the compiler makes much that stays, and looking through it takes a tenth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
