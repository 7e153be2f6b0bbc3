"""Return of freed memory to the system after large jobs."""

import ctypes
import gc
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def returns_memory(work: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Decorate work on whole lists: its memory goes back to the system, also when it raises."""

    @wraps(work)
    def done(*args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        try:
            return work(*args, **kwargs)
        finally:
            return_memory()

    return done


def return_memory() -> None:
    """Return free memory to the system.

    The C library otherwise keeps the memory of threads for later; only glibc has the call to return it.
    """
    gc.collect()
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):
        trim(0)
