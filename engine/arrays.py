"""NumPy for modules that also processes load which never look at a word: it takes a tenth of a second, and is loaded
with the first array.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
else:

    class _NumPy:
        def __getattr__(self, name: str) -> Any:
            """Load NumPy, and keep what was asked for: the next time it is an attribute like any other."""
            value = getattr(import_module("numpy"), name)
            setattr(self, name, value)
            return value

    np = _NumPy()

__all__ = ["np"]
