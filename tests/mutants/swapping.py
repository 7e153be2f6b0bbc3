"""Give live functions the code of a changed module, without importing it again."""

import functools
import gc
import importlib
from collections import defaultdict
from itertools import groupby
from pathlib import Path
from types import CodeType, FunctionType

from tests.mutants.mutations import compile_changed


class Functions:
    """All functions of the modules that mutants change, wherever decorators and classes keep them."""

    def __init__(self, mutants):
        self.modules = {path: importlib.import_module(_name(path)) for path in {m.path for m in mutants}}
        files = {module.__file__ for module in self.modules.values()}
        self._functions = defaultdict(list)
        self._caches = []
        # Frozen objects are not listed.
        gc.unfreeze()
        for thing in gc.get_objects():
            if type(thing) is FunctionType and thing.__code__.co_filename in files:
                self._functions[_place(thing.__code__)].append(thing)
            elif type(thing) is functools._lru_cache_wrapper and thing.__module__ in {
                module.__name__ for module in self.modules.values()
            }:
                self._caches.append(thing)
        gc.freeze()

    def clear_caches(self):
        """Forget what cached functions returned: a test would not reach them otherwise."""
        for cached in self._caches:
            cached.cache_clear()

    def swap(self, mutants, change):
        """Make `change` at the places of these mutants."""
        for path, group in groupby(
            sorted(mutants, key=lambda mutant: mutant.path), lambda mutant: mutant.path
        ):
            chosen = list(group)
            file = self.modules[path].__file__
            module = compile_changed(chosen, change, source=Path(file).read_text(), file=file)
            codes = {_place(code): code for code in _nested(module)}
            for mutant in chosen:
                places = [(file, *place) for place in mutant.functions]
                if not self._functions[places[0]]:
                    raise LookupError(f"no function to change: {mutant}")
                for place in places:
                    for function in self._functions[place]:
                        function.__code__ = codes[place]


def _name(path):
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _place(code):
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _nested(code):
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _nested(constant)
